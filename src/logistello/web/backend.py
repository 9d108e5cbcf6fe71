"""What a server owns: engines, library, book, levels."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from logistello.book import BookInPlay
from logistello.evaluation import Model
from logistello.library import Library
from logistello.othello import Position
from logistello.web.learning import BookLearner
from logistello.web.pondering import PonderedPositions
from logistello.web.reader import Reader
from logistello.web.reading import position_of
from logistello.web.scheduler import Scheduler
from logistello.web.server_settings import WebSettings
from logistello.web.waiting import Gate


@dataclass
class Backend:
    """Made before the server starts, closed after it has ended."""

    settings: WebSettings
    model: Model
    scheduler: Scheduler
    library: Library
    live: Gate
    #: Reads what clients send.
    reader: Reader
    #: Reviews, and imports of files, at the same time.
    reviews: Gate
    imports: Gate
    #: ``None`` if there is to be none.
    book: BookInPlay | None
    #: ``None`` if games are not learned.
    learner: BookLearner | None
    #: What was found on people's time.
    pondered: PonderedPositions = field(default_factory=PonderedPositions)

    @classmethod
    def open(cls, settings: WebSettings, model: Model) -> Backend:
        """Raises ``LibraryError`` if the file of games cannot be used."""
        library = Library(settings.library)
        limits = settings.limits
        scheduler = Scheduler(
            model,
            engines=settings.engines,
            hash_mb=settings.hash_mb,
            most_requests=limits.waiting,
        )
        book = BookInPlay(settings.book, settings.book_policy, model=model) if settings.use_book else None
        return cls(
            settings,
            model,
            scheduler,
            library,
            Gate(limits.live_sockets),
            Reader(limits),
            Gate(limits.waiting),
            Gate(limits.imports),
            book,
            BookLearner(book, model) if book is not None and settings.learn else None,
        )

    async def read_position(self, text: str, gone: Callable[[], Awaitable[bool]]) -> Position:
        """The position that a client's text means; see ``Reader.read``."""
        return await self.reader.read(len(text), gone, position_of, text)

    def stop(self) -> None:
        """Whatever thinks or reads for a client ends now; the rest is left to :meth:`close`."""
        self.scheduler.close()
        self.reader.close()

    def close(self) -> None:
        self.stop()
        if self.learner is not None:
            self.learner.close()
        if self.book is not None:
            self.book.close()
        self.library.close()


def backend_of(connection: HTTPConnection) -> Backend:
    """The backend of the application that got this request."""
    backend: Backend = connection.app.state.backend
    return backend
