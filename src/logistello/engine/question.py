"""Questions to the native search, and its answers in terms of Othello: the best moves, or a proven score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic, process_time
from typing import TYPE_CHECKING

from logistello import _native
from logistello.engine.limit import Limit
from logistello.engine.outlook import Outlook, OutlookTable
from logistello.engine.pace import Pace
from logistello.engine.results import BoundKind, Bounds, Info, Progress, SearchResult, SolveResult
from logistello.engine.symmetric_moves import SymmetricMoves
from logistello.engine.time_allocation import Allocation
from logistello.othello import PASS, Position, Square

if TYPE_CHECKING:
    from logistello.evaluation import Model

#: Deeper than any game.
_NO_DEPTH_LIMIT = 60
#: The native solver's word for no move.
_NO_MOVE = 65


@dataclass(frozen=True)
class SearchQuestion:
    """What to search, within which limits, and how to judge the answer."""

    position: Position
    limit: Limit
    threads: int
    best_moves: int
    model: Model
    pace: Pace
    #: Moves that are not looked at, as a bitboard.
    excluded: int = 0
    #: What the clock of a game allows.
    allocation: Allocation | None = None
    #: Ask who wins before asking by how much.
    winner_first: bool = False
    #: Passes of every depth, where a search for the best move alone leaves some out.
    every_depth: bool = False
    #: Then stop at a proven loss, for somebody who looks for the reply that the opponent gets wrong.
    stop_if_lost: bool = False

    def ask(self, native: _native.Searcher, on_info: Callable[[Info], object] | None) -> SearchResult:
        """Blocks until the answer is there. ``on_info`` is called in this thread."""
        begun, processor_begun = monotonic(), process_time()
        if self.position.is_over:
            return self._game_over()
        allocation = self.allocation
        seconds = self._seconds()
        outlook = self._outlooks()
        symmetric = SymmetricMoves(self.position, self.excluded) if self.best_moves > 1 else None
        best: list[Info] = []
        hear = best.append if symmetric is None else symmetric.telling(best.append, self.best_moves)
        if symmetric is not None and on_info is not None:
            on_info = symmetric.telling(on_info, self.best_moves)
        answer = native.search(
            self.position.own,
            self.position.opponent,
            depth=_NO_DEPTH_LIMIT if self.limit.depth is None else self.limit.depth,
            best_moves=self.best_moves,
            excluded=self.excluded if symmetric is None else self.excluded | symmetric.left_out,
            winner_first=self.winner_first,
            stop_if_lost=self.stop_if_lost,
            every_depth=self.every_depth,
            threads=self.threads,
            nodes=self.limit.nodes,
            seconds=seconds,
            processor_seconds=self.limit.processor_time,
            seconds_for_new_pass=None if allocation is None else allocation.last_new_pass,
            on_info=None if on_info is None else lambda found: on_info(self._info(found, outlook)),
        )
        elapsed = monotonic() - begun
        for found in answer.best:
            hear(self._info(found, outlook))
        chosen = best[0] if best else self._first_glance(outlook)
        self.pace.searched(
            answer.nodes,
            elapsed,
            seconds,
            to_end=chosen.depth >= self.position.empties,
            processor_seconds=process_time() - processor_begun,
        )
        self._learn(chosen, elapsed)
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
            best=tuple(best) or (chosen,),
            bound=chosen.bound,
            proven=chosen.proven,
        )

    # -- the clock ----------------------------------------------------------------------------

    def _seconds(self) -> float | None:
        """For the whole search."""
        limits = [None if self.allocation is None else self.allocation.hard, self.limit.time]
        return min((each for each in limits if each is not None), default=None)

    def _learn(self, chosen: Info, elapsed: float) -> None:
        """How long the proof took that the clock manager had planned, or how long it was tried in vain."""
        planned = self.allocation
        if planned is None or planned.proof is None:
            return
        if chosen.exact:
            self.pace.proven(planned.score_seconds, elapsed)
        elif chosen.outcome is None and elapsed > planned.winner_seconds:
            self.pace.proven(planned.winner_seconds, elapsed)

    # -- answers ------------------------------------------------------------------------------

    def _outlooks(self) -> Callable[[float, int], Outlook | None]:
        table = OutlookTable.of(self.model)
        if table is None:
            return lambda score, depth: None
        return lambda score, depth: table.outlook(score, empties=self.position.empties, depth=depth)

    def _info(self, found: _native.Info, outlook: Callable[[float, int], Outlook | None]) -> Info:
        pv = tuple(Square(square) for square in found.line)
        proven = Bounds(found.lower, found.upper)
        return Info(
            rank=found.rank + 1,
            depth=found.depth,
            confidence=found.confidence,
            score=found.score,
            pv=pv,
            nodes=found.nodes,
            seconds=found.seconds,
            exact=found.exact,
            bound=None if found.complete else _bound(found, proven, passed=pv[0] is PASS),
            outlook=_certain(proven) or outlook(found.score, found.depth),
            proven=proven,
            turn=self.position.turn,
        )

    def _first_glance(self, outlook: Callable[[float, int], Outlook | None]) -> Info:
        """Stopped before the first pass was finished: the best move by the model's values alone."""
        must_pass = self.position.must_pass
        position = self.position.play(PASS) if must_pass else self.position
        excluded = 0 if must_pass else self.excluded
        legal = [move for move in position.legal_moves if not excluded & move.mask]
        values = {move: -self.model.look_ahead(position.play(move), 0) for move in legal}
        move = max(values, key=lambda each: values[each])
        score = -values[move] if must_pass else values[move]
        pv = (PASS, move) if must_pass else (move,)
        return Info(1, 1, 100, score, pv, nodes=0, seconds=0.0, outlook=outlook(score, 1), turn=self.position.turn)

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
            proven=Bounds(score, score),
        )


def _bound(found: _native.Info, proven: Bounds, *, passed: bool) -> BoundKind:
    """Of a score that is not the last word: a proven bound, or what a pass had found when it was cut short."""
    if proven.outcome is not None:
        return "lower" if found.score == proven.lower else "upper"
    return "upper" if passed else "lower"


def _certain(proven: Bounds) -> Outlook | None:
    """Who wins is certain where it is proven; by how much lies between the bounds."""
    outcome = proven.outcome
    if outcome is None:
        return None
    return Outlook(float(outcome > 0), float(outcome == 0), float(outcome < 0), proven.lower, proven.upper)


@dataclass(frozen=True)
class SolveQuestion:
    """What to solve: the exact score if it lies inside the window, else on which side of it."""

    position: Position
    window: tuple[int, int]
    all_moves: bool
    limit: Limit
    threads: int

    def ask(self, native: _native.Searcher, on_info: Callable[[Progress], None] | None) -> SolveResult:
        """Blocks until the answer is there. ``on_info`` is called in this thread."""
        report: Callable[[int, int, int, int, float], None] | None = None
        if on_info is not None:
            tell = on_info

            def report(low: int, high: int, move: int, nodes: int, seconds: float) -> None:
                tell(Progress(Bounds(low, high), Square(move), nodes, seconds))

        lower, upper = self.window
        found = native.solve(
            self.position.own,
            self.position.opponent,
            lower=lower,
            upper=upper,
            all_moves=self.all_moves,
            threads=self.threads,
            nodes=self.limit.nodes,
            seconds=self.limit.time,
            processor_seconds=self.limit.processor_time,
            on_progress=report,
        )
        bounds = Bounds(found.lower, found.upper)
        moves = {Square(square): Bounds(low, high) for square, low, high in found.moves}
        if self.all_moves and self.position.must_pass:  # the core steps over a forced pass
            moves = {PASS: bounds}
        return SolveResult(
            position=self.position,
            bounds=bounds,
            move=None if found.move == _NO_MOVE else Square(found.move),
            pv=tuple(Square(square) for square in found.line),
            moves=moves,
            complete=found.complete,
            nodes=found.nodes,
            seconds=found.seconds,
        )
