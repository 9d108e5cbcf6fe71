"""Deepening results one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType

from logistello.engine.background import BackgroundSearch
from logistello.engine.search_result import BestMoves, Info, SearchResult


class Analysis(Iterator[Info]):
    """Yields what a search finds out, while it goes on in the background.

    For one move never a value that is shallower or less sure than the one before. Leaving the loop and dropping the
    object, ``close()``, or leaving the ``with`` block stops the search.
    """

    def __init__(self, background: BackgroundSearch, best_moves: int) -> None:
        self._background = background
        self._best = BestMoves(best_moves)
        self._over = False

    def __next__(self) -> Info:
        while not self._over:
            try:
                info = self._background.next()
            except BaseException:  # Ctrl-C while waiting
                self.close()
                raise
            if info is None:
                self._over = True
                self._background.result()  # raises what went wrong
            elif self._best.add(info):
                return info
        raise StopIteration

    @property
    def best(self) -> tuple[Info, ...]:
        """The best moves as they are known from what was yielded, best first."""
        return self._best.ranked()

    def result(self) -> SearchResult:
        """Waits for the end of the search: its last word on the best move."""
        return self._background.result()

    def close(self) -> None:
        """Stop the search and wait for it, some milliseconds. What was not yielded yet is dropped."""
        self._over = True
        self._background.stop()
        self._background.result()

    def __enter__(self) -> Analysis:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if not self._over:
            self.close()
