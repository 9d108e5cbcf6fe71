"""Who thinks when: a fixed number of engines, shared by everybody in short turns.

A task thinks for as long as nobody else wants to; then it must give way after its turn and goes on later. The
transposition table remembers what it found, so little is done twice. Whoever has had the least gets the next turn,
and a newcomer joins one short turn ahead of those who are served now: it comes soon, and a stream of newcomers cannot
keep the others waiting for ever (start-time fair queueing). While one waits, all turns are short.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from time import monotonic
from typing import Protocol

from logistello.engine import Engine
from logistello.errors import LogistelloError
from logistello.evaluation import Model
from logistello.web.failures import ApiError

#: Seconds of a turn while others wait: the first ones are short, so that everybody has something to show at once.
FIRST_TURN = 0.05
LONGEST_TURN = 0.4
_TURN_GROWTH = 1.5
#: How often turns are looked at, in seconds.
_TICK = 0.02
#: Table of an engine for tasks that are not shared, in megabytes: quickly cleared, large enough for a move.
_SMALL_HASH_MB = 16
#: By how much thinking gives way to serving, as in ``nice``.
_NICENESS = 10


class Task(Protocol):
    """Something to think about. Methods are called by one thread of the scheduler at a time."""

    @property
    def in_turns(self) -> bool:
        """It may be stopped at the end of a turn and goes on later.

        What would then play worse is not: it gets an engine with a small table of its own, which it may clear.
        """

    def think(self, engine: Engine) -> bool:
        """Go on until it is finished (``True``), or until somebody stops the engine (``False``)."""

    def fail(self, error: BaseException) -> None:
        """It will not go on: ``think`` raised this, it was cancelled, or the scheduler is closed."""


class Cancelled(Exception):  # noqa: N818 - nothing went wrong
    """Nobody waits for the answer any more."""


@dataclass(eq=False)
class _Entry:
    task: Task
    number: int
    #: Seconds of thinking, and the head start of those that came later.
    service: float
    live: bool
    turns: int = 0
    cancelled: bool = False

    @property
    def turn(self) -> float:
        return min(FIRST_TURN * _TURN_GROWTH**self.turns, LONGEST_TURN)


@dataclass(eq=False)
class _Worker:
    engine: Engine | None = None
    entry: _Entry | None = None
    since: float = 0.0


class Scheduler:
    """``engines`` threads, each with an engine of its own; made when the threads start, so that nobody waits for it."""

    def __init__(self, model: Model, *, engines: int, hash_mb: int, most_requests: int) -> None:
        self.model = model
        self.engines = engines
        self._hash_mb = hash_mb
        self._most_requests = most_requests
        self._changed = threading.Condition()
        self._waiting: list[_Entry] = []
        self._numbers = count()
        #: Service of those who are served now: where newcomers join. Never falls.
        self._level = 0.0
        self._closed = False
        self._workers = [_Worker() for _ in range(engines)]
        self._threads = [
            threading.Thread(target=self._work, args=(worker,), name=f"engine-{number}", daemon=True)
            for number, worker in enumerate(self._workers)
        ]
        self._threads.append(threading.Thread(target=self._keep_turns, name="turns", daemon=True))
        for thread in self._threads:
            thread.start()

    def submit(self, task: Task, *, live: bool = False) -> Callable[[], None]:
        """Let a task think; what is returned cancels it, from any thread.

        Raises ``ApiError`` if there are too many. ``live`` ones do not count: their number is that of open pages, which
        is bounded elsewhere.
        """
        with self._changed:
            if self._closed:
                raise ApiError(503, "the server is about to end")
            active = [*self._waiting, *(worker.entry for worker in self._workers if worker.entry is not None)]
            requests = sum(not each.live for each in active)
            if not live and requests >= self._most_requests:
                raise ApiError(429, f"{requests} searches are going on or waiting; try again in a moment")
            entry = _Entry(task, next(self._numbers), self._level - FIRST_TURN, live)
            self._waiting.append(entry)
            self._changed.notify_all()
        return lambda: self._cancel(entry)

    @property
    def active(self) -> int:
        """Tasks that think or wait."""
        with self._changed:
            return len(self._waiting) + sum(worker.entry is not None for worker in self._workers)

    def close(self) -> None:
        """Stop everything, and wait for it: some milliseconds."""
        with self._changed:
            self._closed = True
            dropped, self._waiting = self._waiting, []
            for worker in self._workers:
                if worker.entry is not None:
                    worker.entry.cancelled = True
                    _stop(worker)
            self._changed.notify_all()
        for entry in dropped:
            entry.task.fail(ApiError(503, "the server is about to end"))
        for thread in self._threads:
            thread.join()

    # -- inside ---------------------------------------------------------------------------------

    def _cancel(self, entry: _Entry) -> None:
        with self._changed:
            if entry.cancelled:
                return
            entry.cancelled = True
            waiting = entry in self._waiting
            if waiting:
                self._waiting.remove(entry)
            for worker in self._workers:
                if worker.entry is entry:
                    _stop(worker)
        if waiting:
            entry.task.fail(Cancelled())

    def _work(self, worker: _Worker) -> None:
        step_back()
        engines: dict[bool, Engine] = {}
        with suppress(LogistelloError):  # told to whoever asks first
            engines[True] = self._engine(in_turns=True)
        while (entry := self._next(worker)) is not None:
            finished = True
            try:
                in_turns = entry.task.in_turns
                if in_turns not in engines:
                    engines[in_turns] = self._engine(in_turns=in_turns)
                worker.engine = engines[in_turns]
                finished = entry.task.think(worker.engine)
            except BaseException as error:
                entry.task.fail(error)
            self._give_back(worker, entry, finished)
        for engine in engines.values():
            engine.close()

    def _engine(self, *, in_turns: bool) -> Engine:
        return Engine(model=self.model, hash_mb=self._hash_mb if in_turns else min(_SMALL_HASH_MB, self._hash_mb))

    def _next(self, worker: _Worker) -> _Entry | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            if self._closed:
                return None
            entry = min(self._waiting, key=lambda each: (each.service, each.number))
            self._waiting.remove(entry)
            self._level = max(self._level, entry.service)
            worker.entry, worker.since = entry, monotonic()
            self._changed.notify_all()
            return entry

    def _give_back(self, worker: _Worker, entry: _Entry, finished: bool) -> None:
        with self._changed:
            entry.service += monotonic() - worker.since
            entry.turns += 1
            worker.entry = worker.engine = None
            gone = entry.cancelled or self._closed
            if not finished and not gone:
                self._waiting.append(entry)
                self._changed.notify_all()
        if not finished and gone:
            entry.task.fail(Cancelled())

    def _keep_turns(self) -> None:
        """Stop whoever has had its turn while others wait, and whoever was cancelled.

        A stop that comes before the engine has begun is lost; so it is said again with every tick.
        """
        with self._changed:
            while not self._closed:
                self._changed.wait_for(lambda: self._closed or any(worker.entry for worker in self._workers))
                now = monotonic()
                newcomers = any(each.turns == 0 for each in self._waiting)
                for worker in self._workers:
                    entry = worker.entry
                    if entry is None:
                        continue
                    turn = FIRST_TURN if newcomers else entry.turn
                    over = self._waiting and entry.task.in_turns and now - worker.since >= turn
                    if entry.cancelled or over:
                        _stop(worker)
                self._changed.wait(_TICK)
            while any(worker.entry for worker in self._workers):
                for worker in self._workers:
                    _stop(worker)
                self._changed.wait(_TICK)


def step_back() -> None:
    """Let the thread that serves (and other programs) go first. Search threads inherit it from the one that asks.

    On Linux a thread has a priority of its own; elsewhere nothing is changed.
    """
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, min(os.getpriority(os.PRIO_PROCESS, thread) + _NICENESS, 19))


def _stop(worker: _Worker) -> None:
    if worker.engine is not None and worker.entry is not None:
        worker.engine.stop()
