"""Searches in the background of a session."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from logistello.engine import Engine, Info, Limit, SearchResult
from logistello.engine.analysis import Analysis
from logistello.errors import HashSizeError
from logistello.othello import Position

_log = logging.getLogger(__name__)

Post = Callable[[Callable[[], None]], None]


@dataclass(frozen=True, slots=True)
class Found:
    """The end of a search."""

    #: ``None`` if the search failed; the log says why.
    result: SearchResult | None
    #: Best first.
    best: tuple[Info, ...]


class Thinker:
    """An engine that searches one position at a time and tells of it in the thread of the session."""

    def __init__(self, engine: Engine, post: Post) -> None:
        """``post`` has a function called by the thread of the session."""
        self._engine = engine
        self._post = post
        self._current: _Search | None = None

    @property
    def active(self) -> bool:
        """A search runs, or its end was not told yet."""
        return self._current is not None

    @property
    def engine(self) -> Engine:
        """Not to be used while :attr:`active`."""
        return self._engine

    def start(
        self,
        position: Position,
        limit: Limit,
        on_done: Callable[[Found], None],
        *,
        on_info: Callable[[Info], None] | None = None,
        best_moves: int = 1,
    ) -> None:
        """Begin a search; one that runs is stopped. ``on_info`` and ``on_done`` are called until :meth:`stop`."""
        self.stop()
        analysis = self._engine.analyse(position, limit, best_moves=best_moves)
        self._current = _Search(analysis, on_info, on_done)
        self._current.follow(self._post, self._tell, self._finish)

    def hurry(self) -> None:
        """Make the search end within milliseconds with what it knows."""
        if self._current is not None:
            self._engine.stop()

    def stop(self) -> None:
        """End the search and wait for that, some milliseconds. Nothing is told of it any more."""
        search, self._current = self._current, None
        if search is not None:
            self._engine.stop()
            search.join()

    def resize(self, hash_mb: int) -> None:
        """Take a table of another size. Raises ``HashSizeError``, and goes on with the one it has."""
        self.stop()
        old = self._engine
        if hash_mb == old.hash_mb:
            return
        new = Engine(model=old.model, threads=old.threads, hash_mb=hash_mb, selectivity=old.selectivity, lag=old.lag)
        old.close()
        self._engine = new

    def close(self) -> None:
        self.stop()
        self._engine.close()

    def _tell(self, search: _Search, info: Info) -> None:
        if search is self._current and search.on_info is not None:
            search.on_info(info)

    def _finish(self, search: _Search, found: Found) -> None:
        if search is self._current:
            search.join()
            self._current = None
            search.on_done(found)


class _Search:
    """One search and the thread that follows it."""

    def __init__(
        self, analysis: Analysis, on_info: Callable[[Info], None] | None, on_done: Callable[[Found], None]
    ) -> None:
        self._analysis = analysis
        self._thread: threading.Thread | None = None
        self.on_info = on_info
        self.on_done = on_done

    def follow(
        self, post: Post, tell: Callable[[_Search, Info], None], finish: Callable[[_Search, Found], None]
    ) -> None:
        def run() -> None:
            result = None
            try:
                for info in self._analysis:
                    post(partial(tell, self, info))
                result = self._analysis.result()
            except Exception:
                _log.exception("a search failed")
            post(partial(finish, self, Found(result, self._analysis.best)))

        self._thread = threading.Thread(target=run, name="logistello-follow", daemon=True)
        self._thread.start()

    def join(self) -> None:
        if self._thread is not None:
            self._thread.join()


def table_megabytes(total: int) -> int:
    """The table for a program that may use so many megabytes in all. Raises ``HashSizeError``."""
    if total < 1:
        raise HashSizeError(f"{total} MB: expected 1 or more")
    return max(1, total - _BESIDES_TABLE_MB)


#: The interpreter, the weights of the model, small tables.
_BESIDES_TABLE_MB = 96
