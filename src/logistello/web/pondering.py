"""Thinking on a person's time: what was found about the reply that the engine expects, until that reply comes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace

from logistello.engine import Engine, Info, Limit, SearchResult
from logistello.engine.opponent_time import PonderHit
from logistello.othello import Position
from logistello.web.tasks import Budget, fail

#: Positions that are remembered; a page needs one.
_MOST = 64
#: Seconds for a search to end after it was told to: it takes milliseconds.
_PATIENCE = 2.0


class PonderTask:
    """Searches one position until it is cancelled or its time is over; in turns, so that others come first."""

    in_turns = True

    def __init__(self, position: Position, limit: Limit) -> None:
        self.position = position
        self.answer: Future[PonderHit] = Future()
        self._budget = Budget(limit)
        self._known: SearchResult | None = None
        self._passes: list[tuple[float, int]] = []

    def think(self, engine: Engine) -> bool:
        before = self._budget.seconds

        def hear(info: Info) -> None:
            self._passes.append((before + info.seconds, info.depth))

        found = engine.search(self.position, self._budget.rest(), threads=1, book=False, on_info=hear)
        self._budget.spend(found)
        self._known = found.after(self._known)
        if not found.complete and not self._budget.used_up:
            return False
        self._finish()
        return True

    def fail(self, error: BaseException) -> None:
        """A cancelled one has found something all the same."""
        if self._known is None:
            fail(self.answer, error)
        else:
            self._finish()

    def _finish(self) -> None:
        if self._known is not None and not self.answer.done():
            known = replace(self._known, seconds=self._budget.seconds)
            self.answer.set_result(PonderHit(known, tuple(self._passes)))


class PonderedPositions:
    """What is thought about, or was, by position. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tasks: OrderedDict[str, tuple[PonderTask, Callable[[], None]]] = OrderedDict()

    def put(self, task: PonderTask, cancel: Callable[[], None]) -> None:
        with self._lock:
            self._tasks[task.position.text] = task, cancel
            while len(self._tasks) > _MOST:
                self._tasks.popitem(last=False)

    def take(self, position: Position) -> PonderHit | None:
        """The position is on the board: end the thinking about it, some milliseconds, and say what came of it."""
        with self._lock:
            task, cancel = self._tasks.pop(position.text, (None, None))
        if task is None or cancel is None:
            return None
        cancel()
        try:
            return task.answer.result(_PATIENCE)
        except Exception:  # nothing was found in so short a time
            return None
