"""The book of Othello."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Self

from logistello.book.game_book import BookLine, GameBook
from logistello.book.growth import Growth, OnProgress, Search, Stop
from logistello.book.layered_file import open_over
from logistello.book.layered_store import LayeredStore
from logistello.book.memory_store import MemoryStore
from logistello.book.othello_game import OthelloBookGame
from logistello.book.package_book import package_base
from logistello.book.packed_book import Packed, PackedBook, is_packed, write_packed
from logistello.book.sqlite_store import SqliteStore
from logistello.book.store import Store
from logistello.engine import BookPolicy
from logistello.errors import BookError
from logistello.jobs import Pool
from logistello.othello import Game, Position, Square

if TYPE_CHECKING:
    from logistello.book.in_play import BookInPlay


class Book(GameBook[Position, Square]):
    """An opening book in a file.

    >>> book = Book.in_memory()
    >>> book.probe(Position.initial()) is None, len(book)
    (True, 0)
    """

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, writable: bool = False, create: bool = False) -> Self:
        """The book in a file; with ``create`` (and ``writable``) an empty one is made if there is none.

        A packed book is read only. One that holds only what was learned lies over the package's book. Raises
        ``BookError``. Takes no longer for a large book than for a small one, but for what is packed: milliseconds.
        """
        file, game = Path(path), OthelloBookGame()
        if create and not writable:
            raise ValueError("create=True needs writable=True")
        if create and not file.exists():
            return cls(SqliteStore.create(file, game), game)
        if file.is_file() and _is_packed(file):
            return cls(_packed_store(file, game, writable), game)
        store = SqliteStore(file, game, writable=writable)
        try:
            return cls(open_over(package_base(file), store, game) if store.over_base else store, game)
        except BaseException:
            store.close()
            raise

    @classmethod
    def learning_over(cls, base: PackedBook, path: Path) -> Self:
        """A new book that lies over a base and has learned nothing yet; one that is there already is opened."""
        game = OthelloBookGame()
        store = SqliteStore.create(path, game, base=base.checksum)
        return cls(open_over(base, store, game) if store.over_base else store, game)

    @classmethod
    def in_memory(cls) -> Self:
        """A new book that does not outlive the process."""
        return cls(MemoryStore(OthelloBookGame()), OthelloBookGame())

    @property
    def writable(self) -> bool:
        return self.store.writable

    @property
    def path(self) -> Path | None:
        """The file that learns, or the packed one if there is no other; ``None`` without any."""
        store: Store = self.store
        if isinstance(store, LayeredStore):
            if not isinstance(store.learned, SqliteStore):
                return None if self.base is None else self.base.path
            store = store.learned
        return store.path if isinstance(store, SqliteStore) else None

    @property
    def base(self) -> PackedBook | None:
        """What was learned lies over this; ``None`` if all is in one file."""
        store = self.store
        return store.base if isinstance(store, LayeredStore) and isinstance(store.base, PackedBook) else None

    def trusted_depth(self, position: Position) -> int:
        """How deep the searches must be on which a move rests for it to be played without thinking: the base may know
        more positions than it has searched well. What was learned here is always trusted."""
        if self.base is None or not isinstance(self.store, LayeredStore):
            return 0
        learned = self.store.learned.value(self.game.place(position).key) is not None
        return 0 if learned else self.base.trusted_depth

    @property
    def learned(self) -> int:
        """How many positions are not as in the base; without a base, all."""
        return len(self.store.learned) if isinstance(self.store, LayeredStore) else len(self)

    def add_games(
        self,
        games: Iterable[Game],
        search: Search,
        pool: Pool | None = None,
        *,
        note: str = "",
        stop: Stop | None = None,
        on_progress: OnProgress | None = None,
    ) -> Growth:
        """The main lines of games; see :meth:`add_lines`."""
        lines = (line_of(game) for game in games)
        return self.add_lines(lines, search, pool, note=note, stop=stop, on_progress=on_progress)

    def pack(
        self,
        path: Path,
        *,
        note: str = "",
        created: datetime | None = None,
        on_progress: Callable[[int], None] | None = None,
    ) -> Packed:
        """Write the whole book as a packed one, with the history of its growth as far as it is known.

        Raises ``BookError``, also if a search is missing.
        """
        history: list[str] = list(self.base.about.get("history", [])) if self.base is not None else []
        with self.store.reading():
            history += [str(run) for run in reversed(self.journal())]
            about = {
                "program": f"logistello {version('logistello')}",
                "created": (created or datetime.now(UTC)).isoformat(timespec="seconds"),
                "note": note,
                "history": history,
                "trusted_depth": 0 if self.base is None else self.base.trusted_depth,
            }
            return write_packed(path, self.nodes(), about, on_progress=on_progress)

    def in_play(self, policy: BookPolicy | None = None) -> BookInPlay:
        """At the board: advice by a policy, and games that are learned. It uses this very book."""
        from logistello.book.in_play import BookInPlay  # it knows more than a book: where books are, and engines

        return BookInPlay(self, policy)


def _is_packed(path: Path) -> bool:
    try:
        return is_packed(path)
    except OSError as error:
        raise BookError(f"{path}: {error.strerror or error}") from error


def _packed_store(path: Path, game: OthelloBookGame, writable: bool) -> Store:
    if writable:
        raise BookError(
            f"{path} is packed and cannot be changed; 'logistello book merge {path.name} --book NEW.book' makes a "
            "book of it that can"
        )
    return LayeredStore(PackedBook(path), MemoryStore(game), writable=False)


def line_of(game: Game) -> BookLine[Position, Square]:
    """The main line of a game."""
    return BookLine(game.moves, game.start, game.result.score_for(game.start.turn))
