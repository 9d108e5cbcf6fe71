"""The engine as a review sees it: searches one after the other, each waiting for its turns."""

from __future__ import annotations

import threading
from collections.abc import Callable

from logistello.engine import Limit, SearchResult
from logistello.othello import Position
from logistello.web.scheduler import Cancelled, Scheduler
from logistello.web.tasks import SearchTask


class ScheduledSearcher:
    """Blocks the thread that asks. ``cancel`` may come from any other."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._lock = threading.Lock()
        self._cancelled = False
        self._cancel_task: Callable[[], None] | None = None

    def search(self, position: Position, limit: Limit) -> SearchResult:
        """Raises ``Cancelled`` if nobody wants to know any more."""
        task = SearchTask(position, limit)
        with self._lock:
            if self._cancelled:
                raise Cancelled
            self._cancel_task = self._scheduler.submit(task, live=True)
        return task.answer.result()

    def cancel(self) -> None:
        with self._lock:
            self._cancelled = True
            cancel = self._cancel_task
        if cancel is not None:
            cancel()
