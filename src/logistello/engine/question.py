"""One question to the native search, and its answer in terms of Othello."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from logistello import _native
from logistello.engine.limit import Limit
from logistello.engine.outlook import Outlook, OutlookTable
from logistello.engine.search_result import BestMoves, BoundKind, Info, SearchResult
from logistello.engine.time_allocation import allocate
from logistello.evaluation import Model
from logistello.othello import PASS, Position, Square

#: Deeper than any game.
_NO_DEPTH_LIMIT = 60


class Pace:
    """How an engine fares on this machine, as measured by its own searches.

    >>> pace = Pace()
    >>> pace.measured(nodes=8_000_000, seconds=1.0, allowed=0.9)
    >>> pace.nodes_per_second, round(pace.lateness, 3)
    (6000000.0, 0.1)
    >>> pace.measured(nodes=0, seconds=0.0, allowed=1.0)
    >>> pace.nodes_per_second, round(pace.lateness, 3)
    (6000000.0, 0.09)
    """

    def __init__(self) -> None:
        #: Nodes that it visits in a second; a guess until it is measured.
        self.nodes_per_second = 4e6
        #: Seconds that a search took more than it was allowed, where the machine was too busy; slowly forgotten.
        self.lateness = 0.0

    def measured(self, nodes: int, seconds: float, allowed: float | None) -> None:
        """The last searches count most; the nodes of a moment tell nothing."""
        if seconds >= 0.02:
            self.nodes_per_second = (self.nodes_per_second + nodes / seconds) / 2
        if allowed is not None:
            self.lateness = max(seconds - allowed, 0.9 * self.lateness)


@dataclass(frozen=True)
class Question:
    """What to search, within which limits, and how to judge the answer."""

    position: Position
    limit: Limit
    threads: int
    best_moves: int
    model: Model
    lag: float
    pace: Pace
    #: Moves that are not looked at, as a bitboard.
    excluded: int = 0

    def ask(self, native: _native.Searcher, on_info: Callable[[Info], None] | None) -> SearchResult:
        """Blocks until the answer is there."""
        begun = monotonic()
        if self.position.is_over:
            return self._game_over()
        seconds, last_new_pass = self._times()
        outlook = self._outlooks()
        best = BestMoves()

        def told(found: _native.Info) -> None:
            info = self._info(found, outlook)
            if best.add(info) and on_info is not None:
                on_info(info)

        answer = native.search(
            self.position.own,
            self.position.opponent,
            depth=_NO_DEPTH_LIMIT if self.limit.depth is None else self.limit.depth,
            best_moves=self.best_moves,
            excluded=self.excluded,
            threads=self.threads,
            nodes=self.limit.nodes,
            seconds=seconds,
            seconds_for_new_pass=last_new_pass,
            on_info=told,
        )
        elapsed = monotonic() - begun
        self.pace.measured(answer.nodes, elapsed, seconds)
        chosen = best.ranked()[0] if best.ranked() else self._first_glance(outlook)
        return SearchResult(
            position=self.position,
            move=chosen.move,
            score=chosen.score,
            depth=chosen.depth,
            confidence=chosen.confidence,
            pv=chosen.pv,
            exact=chosen.exact,
            complete=answer.complete,
            nodes=answer.nodes,
            seconds=elapsed,
            outlook=chosen.outlook,
        )

    def _times(self) -> tuple[float | None, tuple[float, float, float] | None]:
        """Seconds for the whole search, and after which no new pass begins (see ``Allocation``)."""
        if self.limit.clock is None:
            return self.limit.time, None
        allocation = allocate(
            self.limit.clock,
            self.position.empties,
            nodes_per_second=self.pace.nodes_per_second,
            choices=len(self.position.legal_moves),
            lag=max(self.lag, self.pace.lateness),
        )
        hard = allocation.hard if self.limit.time is None else min(allocation.hard, self.limit.time)
        return hard, allocation.last_new_pass

    # -- answers ------------------------------------------------------------------------------

    def _outlooks(self) -> Callable[[float, int], Outlook | None]:
        tables = self.model.probcut
        if tables is None:
            return lambda score, depth: None
        table = OutlookTable(tables.endgame)
        return lambda score, depth: table.outlook(score, empties=self.position.empties, depth=depth)

    def _info(self, found: _native.Info, outlook: Callable[[float, int], Outlook | None]) -> Info:
        pv = tuple(Square(square) for square in found.line)
        cut_short: BoundKind = "upper" if pv[0] is PASS else "lower"
        return Info(
            rank=found.rank + 1,
            depth=found.depth,
            confidence=found.confidence,
            score=found.score,
            pv=pv,
            nodes=found.nodes,
            seconds=found.seconds,
            exact=found.exact,
            bound=None if found.complete else cut_short,
            outlook=Outlook.certain(found.score) if found.exact else outlook(found.score, found.depth),
        )

    def _first_glance(self, outlook: Callable[[float, int], Outlook | None]) -> Info:
        """Stopped before the first pass was over: the move after which the model likes the position best."""
        must_pass = self.position.must_pass
        position = self.position.play(PASS) if must_pass else self.position
        excluded = 0 if must_pass else self.excluded
        legal = [move for move in position.legal_moves if not excluded & move.mask]
        values = {move: -self.model.look_ahead(position.play(move), 0) for move in legal}
        move = max(values, key=lambda each: values[each])
        score = -values[move] if must_pass else values[move]
        pv = (PASS, move) if must_pass else (move,)
        return Info(1, 1, 100, score, pv, nodes=0, seconds=0.0, outlook=outlook(score, 1))

    def _game_over(self) -> SearchResult:
        score = self.position.final_score()
        return SearchResult(
            position=self.position,
            move=None,
            score=float(score),
            depth=0,
            confidence=100,
            pv=(),
            exact=True,
            complete=True,
            nodes=0,
            seconds=0.0,
            outlook=Outlook.certain(score),
        )
