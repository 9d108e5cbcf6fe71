"""Questions that are answered in turns: each keeps what it knows from one turn to the next."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any, Literal

from logistello.engine import Engine, Info, Limit, SearchResult, SolveResult
from logistello.engine.outlook import OutlookTable
from logistello.engine.record import AnalysisRecord
from logistello.othello import Position, Square
from logistello.web.scheduler import Cancelled, Scheduler

#: A rest of time that is not worth a turn, in seconds.
_LEAST_SECONDS = 0.002


class Budget:
    """What is left of a limit after the turns so far. Waiting costs nothing."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self.nodes = 0
        self.seconds = 0.0

    def rest(self) -> Limit:
        limit = self._limit
        return Limit(
            time=None if limit.time is None else max(limit.time - self.seconds, 0.0),
            nodes=None if limit.nodes is None else max(limit.nodes - self.nodes, 0),
            depth=limit.depth,
        )

    def spend(self, found: SearchResult | SolveResult) -> None:
        self.nodes += found.nodes
        self.seconds += found.seconds

    @property
    def used_up(self) -> bool:
        limit = self._limit
        return (limit.time is not None and self.seconds >= limit.time - _LEAST_SECONDS) or (
            limit.nodes is not None and self.nodes >= limit.nodes
        )


class SearchTask:
    """The best move within a limit of thinking time, depth or nodes.

    On one thread, however many the engine has: the same question has the same answer.
    """

    in_turns = True

    def __init__(
        self,
        position: Position,
        limit: Limit,
        *,
        excluded: Iterable[Square] = (),
        every_depth: bool = False,
        on_info: Callable[[Info], object] | None = None,
        clear: bool = False,
    ) -> None:
        """``on_info`` is called from a thread of the scheduler. ``clear``: begin with an empty table."""
        self.answer: Future[SearchResult] = Future()
        self._position = position
        self._excluded = tuple(excluded)
        self._every_depth = every_depth
        self._on_info = on_info
        self._clear = clear
        self._budget = Budget(limit)
        self._known: SearchResult | None = None

    def think(self, engine: Engine) -> bool:
        if self._clear:
            engine.clear()
            self._clear = False
        found = engine.search(
            self._position,
            self._budget.rest(),
            threads=1,
            excluded=self._excluded,
            every_depth=self._every_depth,
            on_info=self._on_info,
        )
        self._budget.spend(found)
        self._known = found.after(self._known)
        if not found.complete and not self._budget.used_up:
            return False
        self.answer.set_result(replace(self._known, nodes=self._budget.nodes, seconds=self._budget.seconds))
        return True

    def fail(self, error: BaseException) -> None:
        fail(self.answer, error)


class SolveTask:
    """Proven scores; a limit of time leaves bounds."""

    in_turns = True

    def __init__(self, position: Position, mode: Literal["exact", "wld"], all_moves: bool, seconds: float) -> None:
        self.answer: Future[SolveResult] = Future()
        self._position = position
        self._mode = mode
        self._all_moves = all_moves
        self._budget = Budget(Limit(time=seconds))
        self._known: SolveResult | None = None

    def think(self, engine: Engine) -> bool:
        found = engine.solve(self._position, self._budget.rest(), mode=self._mode, all_moves=self._all_moves)
        self._budget.spend(found)
        self._known = found.after(self._known)
        if not found.complete and not self._budget.used_up:
            return False
        self.answer.set_result(replace(self._known, nodes=self._budget.nodes, seconds=self._budget.seconds))
        return True

    def fail(self, error: BaseException) -> None:
        fail(self.answer, error)


class AnalyseTask:
    """Values of several moves, ever better; they change together, when a pass over all of them is complete.

    ``on_news`` is called from a thread of the scheduler.
    """

    in_turns = True

    def __init__(
        self,
        position: Position,
        limit: Limit,
        best_moves: int,
        on_news: Callable[[], None],
        outlooks: OutlookTable | None = None,
    ) -> None:
        self._position = position
        self._budget = Budget(limit)
        self._best_moves = best_moves
        self._on_news = on_news
        self.record = AnalysisRecord(position, best_moves, outlooks)
        self.nodes = 0
        self.seconds = 0.0
        self.complete = False
        self.done = False
        self.error: BaseException | None = None

    def think(self, engine: Engine) -> bool:
        budget = self._budget

        def hear(info: Info) -> None:
            if self.record.add(info):
                self._tell(budget.nodes + info.nodes, budget.seconds + info.seconds)

        found = engine.search(
            self._position, budget.rest(), best_moves=self._best_moves, book=False, every_depth=True, on_info=hear
        )
        budget.spend(found)
        self.complete = found.complete
        self.done = found.complete or budget.used_up
        self._tell(budget.nodes, budget.seconds)
        return self.done

    def _tell(self, nodes: int, seconds: float) -> None:
        self.nodes, self.seconds = nodes, seconds
        self._on_news()

    def fail(self, error: BaseException) -> None:
        self.error = error
        self._on_news()


class ScheduledSearcher:
    """The engine as a review sees it: searches one after the other, each waiting for its turns.

    Blocks the thread that asks. ``cancel`` may come from any other.
    """

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._lock = threading.Lock()
        self._cancelled = False
        self._clear = False
        self._cancel_task: Callable[[], None] | None = None

    def search(
        self,
        position: Position,
        limit: Limit,
        *,
        excluded: Iterable[Square] = (),
        every_depth: bool = False,
        on_info: Callable[[Info], object] | None = None,
    ) -> SearchResult:
        """As that of the engine. Raises ``Cancelled`` once the answers are not wanted any more."""
        with self._lock:
            clear, self._clear = self._clear, False
            task = SearchTask(position, limit, excluded=excluded, every_depth=every_depth, on_info=on_info, clear=clear)
            if self._cancelled:
                raise Cancelled
            self._cancel_task = self._scheduler.submit(task, live=True)
        return task.answer.result()

    def clear(self) -> None:
        """The next search begins with an empty table. Others on the same engine lose time by it, but no results."""
        with self._lock:
            self._clear = True

    def cancel(self) -> None:
        with self._lock:
            self._cancelled = True
            cancel = self._cancel_task
        if cancel is not None:
            cancel()


def fail(answer: Future[Any], error: BaseException) -> None:
    """Harmless if the answer is there already."""
    if not answer.done():
        answer.set_exception(error)
