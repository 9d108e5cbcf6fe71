"""Who thinks when: a fixed number of engines, shared by everybody in short turns (start-time fair queueing).

A task thinks until another one wants the engine; then it gives way after its turn and goes on later. The transposition
table remembers what it found, so little is done twice. The task with the least service gets the next turn, and a
newcomer joins one short turn ahead of those who are served now: it comes soon, and a stream of newcomers cannot keep
the others waiting for ever. While a newcomer waits, all turns are short.

A turn is a :class:`~logistello.engine.access.Reservation` of the engine by the thread of the scheduler, in which the
task searches: ending the turn stops its search, even one that has not begun, and no other.
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
from logistello.engine.access import Reservation
from logistello.errors import LogistelloError
from logistello.evaluation import Model
from logistello.web.failures import ApiError

#: Seconds of a turn while others wait: the first ones are short, so that everybody has something to show at once.
FIRST_TURN = 0.05
LONGEST_TURN = 0.4
_TURN_GROWTH = 1.5
#: Table of an engine for tasks that are not shared, in megabytes: quickly cleared, large enough for a move.
_SMALL_HASH_MB = 16
#: By how much thinking gives way to serving, as in ``nice``.
_NICENESS = 10


class ScheduledTask(Protocol):
    """Something to think about. Its methods are called by one thread of the scheduler at a time."""

    @property
    def in_turns(self) -> bool:
        """Whether it may be stopped at the end of a turn and go on later.

        A task that would play worse for it may not: it gets an engine with a small table, which it may clear.
        """

    def think(self, engine: Engine) -> bool:
        """Go on until it is finished (``True``), or until its turn is over and the engine stops (``False``)."""

    def fail(self, error: BaseException) -> None:
        """It will not go on: ``think`` raised this, it was cancelled, or the scheduler is closed."""


class Cancelled(Exception):  # noqa: N818 - nothing went wrong
    """The answer is not wanted any more."""


@dataclass(frozen=True, slots=True)
class EngineSize:
    """Of each engine. More threads serve one search, more megabytes a long one."""

    threads: int = 1
    hash_mb: int = 64


@dataclass(eq=False)
class _QueuedTask:
    task: ScheduledTask
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
class _Seat:
    """Where one task at a time thinks: a thread and its engines."""

    entry: _QueuedTask | None = None
    since: float = 0.0
    #: The engine, for this turn.
    turn: Reservation | None = None

    def stop(self) -> None:
        if self.turn is not None:
            self.turn.stop()


class Scheduler:
    """``engines`` threads, each with an engine of its own, which it makes at once: the first task need not wait."""

    def __init__(self, model: Model, *, engines: int, hash_mb: int, most_requests: int) -> None:
        self.model = model
        self.engines = engines
        self._size = EngineSize(hash_mb=hash_mb)
        self._most_requests = most_requests
        self._changed = threading.Condition()
        self._waiting: list[_QueuedTask] = []
        self._numbers = count()
        #: Service of those who are served now: where newcomers join. Never falls.
        self._level = 0.0
        self._closed = False
        self._seats = [_Seat() for _ in range(engines)]
        self._threads = [
            threading.Thread(target=self._work, args=(seat,), name=f"engine-{number}", daemon=True)
            for number, seat in enumerate(self._seats)
        ]
        self._threads.append(threading.Thread(target=self._keep_turns, name="turns", daemon=True))
        for thread in self._threads:
            thread.start()

    def submit(self, task: ScheduledTask, *, live: bool = False) -> Callable[[], None]:
        """Let a task think; what is returned cancels it, from any thread.

        Raises ``ApiError`` if there are too many. ``live`` ones do not count: their number is that of open pages, which
        is bounded elsewhere.
        """
        with self._changed:
            if self._closed:
                raise ApiError(503, "the server is about to end")
            active = [*self._waiting, *(seat.entry for seat in self._seats if seat.entry is not None)]
            requests = sum(not each.live for each in active)
            if not live and requests >= self._most_requests:
                raise ApiError(429, f"{requests} searches are going on or waiting; try again in a moment")
            entry = _QueuedTask(task, next(self._numbers), self._level - FIRST_TURN, live)
            self._waiting.append(entry)
            self._changed.notify_all()
        return lambda: self._cancel(entry)

    @property
    def size(self) -> EngineSize:
        with self._changed:
            return self._size

    def resize(self, size: EngineSize) -> None:
        """Go on with engines of another size: at once, but for tasks that may not be interrupted."""
        with self._changed:
            self._size = size
            for seat in self._seats:
                if seat.entry is not None and seat.entry.task.in_turns:
                    seat.stop()

    @property
    def active(self) -> int:
        """Tasks that think or wait."""
        with self._changed:
            return len(self._waiting) + sum(seat.entry is not None for seat in self._seats)

    def close(self) -> None:
        """Stop everything, and wait for it: some milliseconds."""
        with self._changed:
            self._closed = True
            dropped, self._waiting = self._waiting, []
            for seat in self._seats:
                if seat.entry is not None:
                    seat.entry.cancelled = True
                    seat.stop()
            self._changed.notify_all()
        for entry in dropped:
            entry.task.fail(ApiError(503, "the server is about to end"))
        for thread in self._threads:
            thread.join()

    # -- inside ---------------------------------------------------------------------------------

    def _cancel(self, entry: _QueuedTask) -> None:
        with self._changed:
            if entry.cancelled:
                return
            entry.cancelled = True
            waiting = entry in self._waiting
            if waiting:
                self._waiting.remove(entry)
            for seat in self._seats:
                if seat.entry is entry:
                    seat.stop()
        if waiting:
            entry.task.fail(Cancelled())

    def _work(self, seat: _Seat) -> None:
        step_back()
        engines: dict[bool, Engine] = {}
        size = self.size
        with suppress(LogistelloError):  # the first task makes the same error and reports it
            engines[True] = self._engine(size, in_turns=True)
        while (entry := self._next(seat)) is not None:
            finished = True
            if size != self.size:
                size = self.size
                _close(engines)
            try:
                in_turns = entry.task.in_turns
                if in_turns not in engines:
                    engines[in_turns] = self._engine(size, in_turns=in_turns)
                with engines[in_turns].reserve() as turn:
                    self._begin(seat, entry, turn, size)
                    finished = entry.task.think(engines[in_turns])
            except BaseException as error:
                entry.task.fail(error)
            self._give_back(seat, entry, finished)
        _close(engines)

    def _engine(self, size: EngineSize, *, in_turns: bool) -> Engine:
        if in_turns:
            return Engine(model=self.model, threads=size.threads, hash_mb=size.hash_mb)
        return Engine(model=self.model, hash_mb=min(_SMALL_HASH_MB, size.hash_mb))

    def _next(self, seat: _Seat) -> _QueuedTask | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            if self._closed:
                return None
            entry = min(self._waiting, key=lambda each: (each.service, each.number))
            self._waiting.remove(entry)
            self._level = max(self._level, entry.service)
            seat.entry, seat.since = entry, monotonic()
            self._changed.notify_all()
            return entry

    def _begin(self, seat: _Seat, entry: _QueuedTask, turn: Reservation, size: EngineSize) -> None:
        with self._changed:
            seat.turn, seat.since = turn, monotonic()
            if entry.cancelled or (size != self._size and entry.task.in_turns):
                turn.stop()
            self._changed.notify_all()

    def _give_back(self, seat: _Seat, entry: _QueuedTask, finished: bool) -> None:
        with self._changed:
            entry.service += monotonic() - seat.since
            entry.turns += 1
            seat.entry = seat.turn = None
            gone = entry.cancelled or self._closed
            if not finished and not gone:
                self._waiting.append(entry)
                self._changed.notify_all()
        if not finished and gone:
            entry.task.fail(Cancelled())

    def _keep_turns(self) -> None:
        """End the turns of those who have had theirs while others wait."""
        with self._changed:
            while not self._closed:
                now = monotonic()
                newcomers = any(each.turns == 0 for each in self._waiting)
                next_end: float | None = None
                for seat in self._seats:
                    entry, turn = seat.entry, seat.turn
                    if not self._waiting or entry is None or turn is None or turn.stopped or not entry.task.in_turns:
                        continue
                    end = seat.since + (FIRST_TURN if newcomers else entry.turn)
                    if now >= end:
                        seat.stop()
                    else:
                        next_end = end if next_end is None else min(next_end, end)
                self._changed.wait(None if next_end is None else next_end - now)


def _close(engines: dict[bool, Engine]) -> None:
    while engines:
        engines.popitem()[1].close()


def step_back() -> None:
    """Let the thread that serves (and other programs) go first. Search threads inherit it from the one that asks.

    On Linux a thread has a priority of its own; elsewhere nothing is changed.
    """
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, min(os.getpriority(os.PRIO_PROCESS, thread) + _NICENESS, 19))
