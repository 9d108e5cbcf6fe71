"""A move of a game that is played by the clock: who wins comes before discs, and a lost game is made hard to win."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic

from logistello.engine.limit import Limit
from logistello.engine.lost_ending import HUMAN_DEPTH, ErrorChance, error_chances
from logistello.engine.question import SearchQuestion, SolveQuestion
from logistello.engine.results import Info, SearchResult, SolveResult
from logistello.othello import Position, Square

Search = Callable[[SearchQuestion, Callable[[Info], object] | None], SearchResult]

#: The part of the time that is left which goes into looking for mistakes; the rest is for the score.
_SHARE_FOR_CHANCES = 0.5
#: A chance that is larger by less is not worth discs.
_LEAST_CHANCE = 0.03
#: Seconds that are not worth another search: on a short clock there is nothing to play with.
_LEAST_SECONDS = 0.05
_ALL_MOVES = 64


class ClockMove:
    """One move. ``question`` has an allocation of time."""

    def __init__(
        self,
        question: SearchQuestion,
        search: Search,
        prove: Callable[[SolveQuestion], SolveResult],
        stopped: Callable[[], bool],
    ) -> None:
        """``search`` and ``prove`` carry out one question; at once when somebody has ``stopped`` them."""
        assert question.allocation is not None  # noqa: S101 - see above
        self._question = question
        self._allocation = question.allocation
        self._search = search
        self._prove = prove
        self._stopped = stopped
        self._begun = monotonic()

    def choose(self, on_info: Callable[[Info], object] | None) -> SearchResult:
        question = replace(self._question, winner_first=self._allocation.winner_first, stop_if_lost=True)
        found = self._search(question, on_info)
        moves = self._moves(found)
        if found.outcome != -1 or len(moves) < 2 or self._left() < _LEAST_SECONDS:
            return found
        end = self._left() * (1 - _SHARE_FOR_CHANCES)
        chances = error_chances(found.position, moves, self._looks, self._still_lost, lambda: self._left() - end)
        best = _best(chances)
        if best is not None:
            return self._after(_with_move(found, best))
        if found.exact or self._left() < _LEAST_SECONDS:
            return self._after(found)
        allocation = replace(self._allocation, target=self._left(), hard=self._left())
        score = self._search(replace(self._question, allocation=allocation), on_info)
        return self._after(replace(score, proven=score.proven & found.proven).after(found))

    def _moves(self, found: SearchResult) -> Sequence[Square]:
        """The one that the search likes first."""
        position, excluded = found.position, self._question.excluded
        if position.must_pass:
            return ()
        legal = [move for move in position.legal_moves if not excluded & move.mask]
        return sorted(legal, key=lambda move: move is not found.move)

    def _left(self) -> float:
        if self._stopped():
            return 0.0
        limits = [self._allocation.hard, self._question.limit.time]
        return min(each for each in limits if each is not None) - (monotonic() - self._begun)

    def _looks(self, position: Position) -> dict[Square, float]:
        question = replace(
            self._question,
            position=position,
            limit=Limit(depth=HUMAN_DEPTH),
            best_moves=_ALL_MOVES,
            excluded=0,
            allocation=None,
        )
        found = self._search(question, None)
        return {info.move: info.score for info in found.best}

    def _still_lost(self, position: Position, seconds: float) -> bool | None:
        question = SolveQuestion(position, (-1, 0), False, Limit(time=seconds), self._question.threads)
        bounds = self._prove(question).bounds
        return True if bounds.upper < 0 else False if bounds.lower >= 0 else None

    def _after(self, found: SearchResult) -> SearchResult:
        return replace(found, seconds=monotonic() - self._begun)


def _best(chances: Sequence[ErrorChance]) -> ErrorChance | None:
    """The largest chance, if it is larger than that of the move that the search likes, which comes first."""
    if not chances:
        return None
    best = max(chances, key=lambda chance: chance.low)
    least = _LEAST_CHANCE if best is chances[0] else chances[0].low + _LEAST_CHANCE
    return best if best.low >= least else None


def _with_move(found: SearchResult, chance: ErrorChance) -> SearchResult:
    """The score is what is proven of the position; of this move less is known."""
    if chance.move is found.move:
        return found
    pv = (chance.move,) if chance.reply is None else (chance.move, chance.reply)
    score = float(found.proven.upper)
    info = replace(found.best[0], pv=pv, score=score, exact=False, bound="upper")
    return replace(found, move=chance.move, pv=pv, score=score, exact=False, bound="upper", best=(info,))
