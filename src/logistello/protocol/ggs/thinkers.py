"""Engines on threads of their own, so that the connection never waits for a search.

A game stays with one engine, whose table remembers it. With an engine for each board of a synchro match neither waits;
with fewer, every board gets its part of the clocks, since they all run.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Protocol

from logistello.engine import Clock, Info, Limit
from logistello.othello import Position, Square
from logistello.protocol.ggs.actions import Think, Thought

#: Seconds for a move where nobody sets a clock.
_WITHOUT_CLOCK = 10.0


class Found(Protocol):
    """What a search answers; the score is discs, seen by the side to move."""

    @property
    def move(self) -> Square | None: ...
    @property
    def score(self) -> float: ...


class SearchEngine(Protocol):
    """The part of an engine that is used here."""

    def search(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        threads: int | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> Found: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


class Thinkers:
    """Answers every :class:`Think` that is not cancelled by calling ``done`` from another thread."""

    def __init__(
        self,
        engines: Sequence[SearchEngine],
        done: Callable[[Thought], None],
        *,
        clock: Callable[[], float],
        threads: int = 1,
        depth: int | None = None,
        lag: float = 2.0,
    ) -> None:
        """``threads`` are shared by the engines that are at work; ``lag`` is what a move may lose on its way: seconds.

        ``clock`` must be the one that ``Think.since`` was read from.
        """
        if not engines:
            raise ValueError("no engines; expected one or more")
        self._clock = clock
        self._threads = threads
        self._depth = depth
        self._lag = lag
        self._workers = [_Worker(engine, self._limits, done) for engine in engines]
        self._home: dict[str, _Worker] = {}

    def submit(self, think: Think) -> None:
        """A new question about a game replaces the old one."""
        self.cancel(think.game_id)
        self._worker_of(think.game_id).put(think)

    def cancel(self, game_id: str) -> None:
        if worker := self._home.get(game_id):
            worker.cancel(game_id)

    def forget(self, game_id: str) -> None:
        """The game is over."""
        self.cancel(game_id)
        self._home.pop(game_id, None)

    def close(self) -> None:
        """Stop everything, wait for it, close the engines."""
        for worker in self._workers:
            worker.close()

    def _worker_of(self, game_id: str) -> _Worker:
        homes = list(self._home.values())
        if game_id not in self._home:
            self._home[game_id] = min(self._workers, key=homes.count)
        return self._home[game_id]

    def _limits(self, think: Think) -> tuple[Limit, int]:
        """How long, and on how many threads, beginning now."""
        busy = sum(worker.busy for worker in self._workers)
        threads = max(1, self._threads // max(busy, 1))
        if think.remaining is None:
            return Limit(time=_WITHOUT_CLOCK, depth=self._depth), threads
        left = max(think.remaining - (self._clock() - think.since), 0.0)
        # A short clock is shared fairly between the way and the thinking.
        usable = max(left - self._lag, left / 2)
        part = min(1.0, len(self._workers) / think.boards)
        return Limit(clock=Clock(part * usable, part * think.increment), depth=self._depth), threads


class _CancelledError(Exception):
    """Leaves a search whose answer nobody waits for."""


class _Worker:
    """One engine and its thread."""

    def __init__(
        self, engine: SearchEngine, limits: Callable[[Think], tuple[Limit, int]], done: Callable[[Thought], None]
    ) -> None:
        self._engine = engine
        self._limits = limits
        self._done = done
        #: Guards the three below.
        self._state = threading.Condition()
        self._waiting: list[Think] = []
        self._running: Think | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="logistello-ggs-thinker", daemon=True)
        self._thread.start()

    @property
    def busy(self) -> bool:
        return self._running is not None

    def put(self, think: Think) -> None:
        with self._state:
            self._waiting.append(think)
            self._state.notify()

    def cancel(self, game_id: str) -> None:
        with self._state:
            self._waiting = [think for think in self._waiting if think.game_id != game_id]
            if self._running is not None and self._running.game_id == game_id:
                self._running = None
                self._engine.stop()

    def close(self) -> None:
        with self._state:
            self._closed = True
            self._waiting.clear()
            self._running = None
            self._engine.stop()
            self._state.notify()
        self._thread.join()
        self._engine.close()

    def _work(self) -> None:
        while True:
            with self._state:
                self._state.wait_for(lambda: self._closed or self._waiting)
                if self._closed:
                    return
                # The board with the least time first.
                think = min(self._waiting, key=lambda each: (each.remaining is None, each.remaining or 0.0))
                self._waiting.remove(think)
                self._running = think
            thought = self._think(think)
            with self._state:
                wanted = self._running is think
                self._running = None
            if wanted and thought is not None:
                self._done(thought)

    def _think(self, think: Think) -> Thought | None:
        def go_on(info: Info) -> None:
            # A stop that came before the search had begun is lost; this catches it.
            if self._running is not think:
                raise _CancelledError

        limit, threads = self._limits(think)
        try:
            found = self._engine.search(think.position, limit, threads=threads, on_info=go_on)
        except _CancelledError:
            return None
        except Exception as error:  # whatever it is, the clock runs and a move is needed
            return Thought(think.game_id, think.turn, think.position.legal_moves[0], error=str(error) or repr(error))
        if found.move is None:
            return Thought(think.game_id, think.turn, think.position.legal_moves[0], error="the engine gave no move")
        return Thought(think.game_id, think.turn, found.move, found.score)
