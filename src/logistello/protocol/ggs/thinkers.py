"""Engines that think in the background, so that the connection never waits for a search.

A game stays with one engine, whose table remembers it. With an engine for each board of a synchro match neither waits;
with fewer, every board gets its part of the clocks, since they all run. An engine without a board to think about thinks
on the opponent's time about the one that it moved on last.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from logistello.engine import BackgroundSearch, Clock, Engine, Limit, SearchResult
from logistello.engine.background import Tell
from logistello.engine.opponent_time import OpponentTime, PonderHit, PonderTally
from logistello.errors import EngineError
from logistello.othello import Position, Square
from logistello.protocol.ggs.actions import Think, Thought

_log = logging.getLogger(__name__)

#: Seconds for a move in a game without a clock.
_WITHOUT_CLOCK = 10.0


class MoveFound(Protocol):
    """What a search answers; the score is discs, seen by the side to move."""

    @property
    def move(self) -> Square | None: ...
    @property
    def score(self) -> float: ...


class ThinkingEngine(Protocol):
    """The part of an engine that is used here."""

    def search(self, position: Position, limit: Limit | None = None, *, threads: int | None = None) -> MoveFound: ...
    def in_background(
        self,
        work: Callable[[Tell], MoveFound],
        *,
        on_done: Callable[[BackgroundSearch[MoveFound]], None] | None = None,
    ) -> BackgroundSearch[MoveFound]: ...
    def close(self) -> None: ...


class Thinkers:
    """Answers every :class:`Think` that is not cancelled by calling ``done`` from another thread."""

    def __init__(
        self,
        engines: Sequence[ThinkingEngine],
        done: Callable[[Thought], None],
        *,
        clock: Callable[[], float],
        threads: int = 1,
        depth: int | None = None,
        lag: float = 2.0,
        ponder: bool = False,
    ) -> None:
        """``threads`` are shared by the engines that are at work; ``lag`` is what a move may lose on its way: seconds.

        ``clock`` must be the one that ``Think.since`` was read from. With ``ponder`` they think on the opponent's time.
        """
        if not engines:
            raise ValueError("no engines; expected one or more")
        self._clock = clock
        self._threads = threads
        self._depth = depth
        self._lag = lag
        self._queues = [_EngineQueue(engine, self._limits, done, ponder=ponder) for engine in engines]
        self._home: dict[str, _EngineQueue] = {}

    def submit(self, think: Think) -> None:
        """A new question about a game replaces the old one."""
        self.cancel(think.game_id)
        self._queue_of(think.game_id).put(think)

    def cancel(self, game_id: str) -> None:
        if queue := self._home.get(game_id):
            queue.cancel(game_id)

    def forget(self, game_id: str) -> None:
        """The game is over."""
        if queue := self._home.pop(game_id, None):
            queue.cancel(game_id)
            queue.rest(game_id)

    @property
    def pondering(self) -> PonderTally:
        """What thinking on the opponents' time was worth, of all engines together."""
        total = PonderTally()
        for queue in self._queues:
            total += queue.pondering
        return total

    def close(self) -> None:
        """Stop everything, wait for it, close the engines."""
        for queue in self._queues:
            queue.close()

    def _queue_of(self, game_id: str) -> _EngineQueue:
        homes = list(self._home.values())
        if game_id not in self._home:
            self._home[game_id] = min(self._queues, key=homes.count)
        return self._home[game_id]

    def _limits(self, think: Think) -> tuple[Limit, int]:
        """How long, and on how many threads, beginning now."""
        busy = sum(queue.busy for queue in self._queues)
        threads = max(1, self._threads // max(busy, 1))
        if think.remaining is None:
            return Limit(time=_WITHOUT_CLOCK, depth=self._depth), threads
        left = max(think.remaining - (self._clock() - think.since), 0.0)
        # A short clock is shared fairly between the way and the thinking.
        usable = max(left - self._lag, left / 2)
        part = min(1.0, len(self._queues) / think.boards)
        return Limit(clock=Clock(part * usable, part * think.increment), depth=self._depth), threads


class _EngineQueue:
    """One engine, the search that it does, and the boards that wait for it."""

    def __init__(
        self,
        engine: ThinkingEngine,
        limits: Callable[[Think], tuple[Limit, int]],
        done: Callable[[Thought], None],
        *,
        ponder: bool,
    ) -> None:
        self._engine = engine
        self._ponders = ponder
        self._limits = limits
        self._done = done
        #: Guards what follows.
        self._state = threading.Lock()
        self._waiting: list[Think] = []
        self._search: BackgroundSearch[MoveFound] | None = None
        #: What the search is about; ``None`` if its answer is not wanted any more.
        self._wanted: Think | None = None
        self._opponent_time = OpponentTime()
        #: The game that it thinks about on the opponent's time.
        self._pondered: str | None = None
        self._closed = False

    @property
    def busy(self) -> bool:
        return self._wanted is not None

    def put(self, think: Think) -> None:
        with self._state:
            self._waiting.append(think)
            self._start_next()

    def cancel(self, game_id: str) -> None:
        with self._state:
            self._waiting = [think for think in self._waiting if think.game_id != game_id]
            if self._wanted is not None and self._wanted.game_id == game_id:
                self._drop()

    @property
    def pondering(self) -> PonderTally:
        return self._opponent_time.tally

    def rest(self, game_id: str) -> None:
        """The game is over: no need to think about it on the opponent's time."""
        with self._state:
            if self._pondered == game_id:
                self._opponent_time.end()

    def close(self) -> None:
        with self._state:
            self._closed = True
            self._opponent_time.end()
            self._waiting.clear()
            self._drop()
            search = self._search
        if search is not None:
            search.wait()
        self._engine.close()

    def _drop(self) -> None:
        """Nobody waits for the running search; the next one begins when it has ended."""
        self._wanted = None
        if self._search is not None:
            self._search.stop()

    def _start_next(self) -> None:
        if self._search is not None or not self._waiting or self._closed:
            return
        # The board with the least time first.
        think = min(self._waiting, key=lambda each: (each.remaining is None, each.remaining or 0.0))
        self._waiting.remove(think)
        self._wanted = think
        hit = self._opponent_time.reply(think.position)
        limit, threads = self._limits(think)

        def work(tell: Tell) -> MoveFound:
            known = None if hit is None else hit.answer
            return known or self._engine.search(think.position, limit, threads=threads)

        try:
            self._search = self._engine.in_background(work, on_done=partial(self._ended, think, hit))
        except Exception as error:  # no thread could be started
            self._wanted = None
            self._done(_any_move(think, str(error) or repr(error)))

    def _ended(self, think: Think, hit: PonderHit | None, search: BackgroundSearch[MoveFound]) -> None:
        """In the thread of the search."""
        with self._state:
            wanted = self._wanted is think
            self._search = self._wanted = None
            thought, found = self._thought(think, hit, search)
            self._start_next()
        if wanted:
            self._done(thought)
            self._ponder(think, found)

    def _thought(
        self, think: Think, hit: PonderHit | None, search: BackgroundSearch[MoveFound]
    ) -> tuple[Thought, MoveFound | None]:
        try:
            found = search.result()
        except Exception as error:  # whatever it is, the clock runs and a move is needed
            return _any_move(think, str(error) or repr(error)), None
        if isinstance(found, SearchResult):
            found = self._opponent_time.answered(hit, found)
        if found.move is None:
            return _any_move(think, "the engine gave no move"), None
        return Thought(think.game_id, think.turn, found.move, found.score), found

    def _ponder(self, think: Think, found: MoveFound | None) -> None:
        """The move is on its way. Unless another board waits, think about the reply, not further than moves do."""
        if not self._ponders or not isinstance(found, SearchResult) or not isinstance(self._engine, Engine):
            return
        with self._state:
            if self._closed or self._search is not None or found.move is None:
                return
            limit, threads = self._limits(think)
            try:
                theirs = think.position.play(found.move)
                deepest = Limit(depth=limit.depth)
                self._opponent_time.begin(self._engine, theirs, found.expected_reply, deepest, threads=threads)
                self._pondered = think.game_id
            except EngineError as error:  # no thread could be started: the game goes on without
                _log.warning("%s", error)


def _any_move(think: Think, error: str) -> Thought:
    return Thought(think.game_id, think.turn, think.position.legal_moves[0], error=error)
