"""The background search of a protocol session."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from logistello.engine import BackgroundSearch, Engine, Info, Limit, SearchResult
from logistello.errors import HashSizeError
from logistello.othello import Position, Square

_log = logging.getLogger(__name__)

Post = Callable[[Callable[[], None]], None]
#: Takes the end of a search; ``None`` if the search failed, the log says why.
OnDone = Callable[[SearchResult | None], None]

#: The interpreter, the weights of the model, small tables.
_BESIDES_TABLE_MB = 96


class Thinker:
    """An engine that searches one position at a time and reports in the thread of the session."""

    def __init__(self, engine: Engine, post: Post) -> None:
        """``post`` has a function called by the thread of the session."""
        self._engine = engine
        self._post = post
        self._current: BackgroundSearch[SearchResult] | None = None

    @property
    def active(self) -> bool:
        """A search runs, or its end was not reported yet."""
        return self._current is not None

    @property
    def engine(self) -> Engine:
        """Not to be used while :attr:`active`."""
        return self._engine

    def start(
        self,
        position: Position,
        limit: Limit,
        on_done: OnDone,
        *,
        on_info: Callable[[Info], None] | None = None,
        best_moves: int = 1,
        excluded: Iterable[Square] = (),
    ) -> None:
        """Begin a search; one that runs is stopped. ``on_info`` and ``on_done`` are called until :meth:`stop`."""
        self.stop()
        engine = self._engine

        def search(tell: Callable[[Info], None]) -> SearchResult:
            news = None if on_info is None else tell
            return engine.search(position, limit, best_moves=best_moves, excluded=excluded, book=False, on_info=news)

        def done(ended: BackgroundSearch[SearchResult]) -> None:
            self._current = None
            on_done(_result(ended))

        self._current = engine.in_background(search, on_info=on_info, on_done=done, deliver=self._post)

    def hurry(self) -> None:
        """Make the search end within milliseconds with what it knows."""
        if self._current is not None:
            self._current.stop()

    def stop(self) -> None:
        """End the search and wait for that, some milliseconds. Nothing is reported of it any more."""
        search, self._current = self._current, None
        if search is not None:
            search.cancel()

    def resize(self, hash_mb: int) -> None:
        """Take a table of another size. Raises ``HashSizeError``, and keeps the one it has."""
        self.stop()
        old = self._engine
        if hash_mb != old.hash_mb:
            self._engine = old.resized(hash_mb)
            old.close()

    def close(self) -> None:
        self.stop()
        self._engine.close()


def _result(ended: BackgroundSearch[SearchResult]) -> SearchResult | None:
    try:
        return ended.result()
    except Exception:
        _log.exception("a search failed")
        return None


def table_megabytes(total: int) -> int:
    """The size of the table for a program that may use ``total`` megabytes in all. Raises ``HashSizeError``."""
    if total < 1:
        raise HashSizeError(f"{total} MB: expected 1 or more")
    return max(1, total - _BESIDES_TABLE_MB)
