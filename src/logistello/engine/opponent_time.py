"""Thinking on the opponent's time, wherever a game is played: what to think about, what comes of it, what it was worth.

One :class:`OpponentTime` belongs to one player. After its move it begins to search the position after the reply that it
expects; when it is asked for its next move, it knows what was found there, if the reply was that one (a hit).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from logistello.engine.background import Pondering
from logistello.engine.limit import Limit
from logistello.engine.results import Info, SearchResult
from logistello.errors import EngineError
from logistello.othello import Position, Square

if TYPE_CHECKING:
    from logistello.engine.engine import Engine

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class PonderTally:
    """How often the opponent played what was expected, and what that gained.

    >>> tally = PonderTally(hits=3, misses=1, seconds_saved=12.34, depth_gained=5)
    >>> print(tally)
    3 of 4 replies expected (75 %), 12.3 s saved, 1.7 moves deeper
    >>> print(PonderTally())
    no reply expected yet
    """

    hits: int = 0
    misses: int = 0
    #: Seconds of searching, in positions that came on the board, for which our clock did not run.
    seconds_saved: float = 0.0
    #: Moves by which answers after a hit looked further than the time on our clock alone would have, all together.
    depth_gained: int = 0

    @property
    def replies(self) -> int:
        return self.hits + self.misses

    @property
    def hit_rate(self) -> float:
        """0 to 1."""
        return self.hits / self.replies if self.replies else 0.0

    def __add__(self, other: PonderTally) -> PonderTally:
        return PonderTally(
            self.hits + other.hits,
            self.misses + other.misses,
            self.seconds_saved + other.seconds_saved,
            self.depth_gained + other.depth_gained,
        )

    def __str__(self) -> str:
        if not self.replies:
            return "no reply expected yet"
        deeper = self.depth_gained / self.hits if self.hits else 0.0
        return (
            f"{self.hits} of {self.replies} replies expected ({100 * self.hit_rate:.0f} %), "
            f"{self.seconds_saved:.1f} s saved, {deeper:.1f} moves deeper"
        )


@dataclass(frozen=True, slots=True)
class PonderHit:
    """What was found on the opponent's time about the position that is on the board now."""

    known: SearchResult
    #: When each depth was reached, in seconds.
    passes: tuple[tuple[float, int], ...] = ()

    @property
    def seconds(self) -> float:
        """Of searching that led to what is known."""
        return self.known.seconds if self.known.exact else max((seconds for seconds, _ in self.passes), default=0.0)

    @property
    def answer(self) -> SearchResult | None:
        """If everything is known already."""
        return replace(self.known, complete=True, nodes=0, seconds=0.0) if self.known.exact else None

    def depth_after(self, seconds: float) -> int:
        """How far the search had looked after so long."""
        return max((depth for when, depth in self.passes if when <= seconds), default=1)


class OpponentTime:
    """Used by one thread at a time. Nothing is said to anybody while it thinks."""

    def __init__(self) -> None:
        self.tally = PonderTally()
        self._pondering: Pondering | None = None
        self._passes: list[tuple[float, int]] = []

    @property
    def thinking(self) -> bool:
        """The engine is busy with it."""
        return self._pondering is not None and self._pondering.searching

    @property
    def expected(self) -> Square | None:
        """The reply that is thought about."""
        return None if self._pondering is None else self._pondering.expected

    def begin(
        self,
        engine: Engine,
        theirs: Position,
        expected: Square | None,
        limit: Limit | None = None,
        *,
        threads: int | None = None,
    ) -> None:
        """The opponent is to move in ``theirs``; nothing is done if it must pass, which takes no time.

        Raises ``EngineError`` if the engine is busy.
        """
        self.end()
        if theirs.must_pass or not theirs.legal_moves:
            return
        if expected is not None and not theirs.is_legal(expected):
            expected = None
        passes: list[tuple[float, int]] = []
        self._passes = passes

        def hear(info: Info) -> None:
            passes.append((info.seconds, info.depth))

        self._pondering = engine.ponder(theirs, expected, limit=limit, threads=threads, on_info=hear)

    def pause(self) -> None:
        """Let go of the engine, within milliseconds; what was found is kept for :meth:`reply`."""
        if self._pondering is not None:
            with suppress(EngineError):  # it was closed
                self._pondering.stop()

    def end(self) -> None:
        """The game goes on elsewhere, or nowhere."""
        self.pause()
        self._pondering = None

    def follow(self, position: Position) -> None:
        """This is on the board now: thinking goes on only if it is about that.

        That is, if the opponent is to move there, or has made the move that was expected.
        """
        pondering = self._pondering
        if pondering is None or position == pondering.position:
            return
        if pondering.expected is None or position != pondering.position.play(pondering.expected):
            self.reply(position)

    def reply(self, ours: Position) -> PonderHit | None:
        """The opponent has moved, and we are to move in ``ours``: what is known of it. Lets go of the engine."""
        pondering, self._pondering = self._pondering, None
        if pondering is None:
            return None
        try:
            known = pondering.stop()
        except EngineError as error:  # what was in vain is no reason to lose a game
            _log.warning("thinking on the opponent's time failed: %s", error)
            return None
        reply = _move_between(pondering.position, ours)
        if reply is None or pondering.expected is None:  # a pass in between, or all replies were prepared for
            return None
        if reply is not pondering.expected:
            self.tally.misses += 1
            _log.info("expected %s, not %s: %s", pondering.expected, reply, self.tally)
            return None
        self.tally.hits += 1
        return PonderHit(known, tuple(self._passes))

    def answered(self, hit: PonderHit | None, found: SearchResult) -> SearchResult:
        """Our move after :meth:`reply`: never less sure than what was known, and what it gained goes into the tally."""
        if hit is None:
            return found
        surer = found.after(hit.known)
        self.credit(hit, surer.depth, found.seconds)
        return surer

    def credit(self, hit: PonderHit, depth: int, seconds: float) -> None:
        """After a hit our move looked so far, and took so long on our clock."""
        self.tally.seconds_saved += hit.seconds
        self.tally.depth_gained += max(depth - hit.depth_after(seconds), 0)
        _log.info("expected %s: %s", hit.known.position.text, self.tally)

    def answer(self, position: Position, search: Callable[[], SearchResult]) -> SearchResult:
        """Our move in ``position``: what is known already, or what ``search`` finds, with what was known before."""
        hit = self.reply(position)
        return self.answered(hit, (hit.answer if hit is not None else None) or search())


def _move_between(before: Position, after: Position) -> Square | None:
    """The one move that leads from one position to the other."""
    return next((move for move in before.legal_moves if before.play(move) == after), None)
