"""When opponent-model search may be believed, and what it risks (Orlovich 2002, section 2.1).

The survey's conditions: the opponent's evaluator and depth are known, and we search at least as deep as the opponent
does; then the value is never below minimax's. Behind that value, however, there are mistakes that we expect the
opponent to make. Where its evaluator is the better judge, these "mistakes" are likely to be our own (Donkers, "Nosce
hostem", 2003, chapter 4: a model that estimates positions too well attracts us to those that we overestimate).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic

from logistello.games import GameRules
from logistello.lab.opponents.beliefs import Beliefs
from logistello.lab.search.evaluator import StateEvaluator
from logistello.lab.search.limits import SearchLimit
from logistello.lab.search.search import Search
from logistello.lab.search.tree_search import S

#: Fewer observed moves say nothing about a model.
_FEWEST_MOVES = 10
#: A model that is right less often than this is not one of this opponent.
_LEAST_PREDICTED = 0.5


@dataclass(frozen=True)
class Soundness:
    """What was checked, in figures, and what speaks against the model, in words."""

    depth: int
    opponents_depth: int
    #: Mean errors of both evaluators against a deeper search with our own, in the game's unit.
    own_error: float | None
    opponents_error: float | None
    #: Share of the opponent's observed moves that the model would have made; ``None`` before any.
    predicted: float | None
    warnings: tuple[str, ...]

    @property
    def sound(self) -> bool:
        return not self.warnings


def check_soundness(
    game: GameRules[S],
    own: StateEvaluator[S],
    opponent: StateEvaluator[S],
    *,
    depth: int,
    opponents_depth: int,
    states: Iterable[S] = (),
    deeper: int = 2,
    beliefs: Beliefs[S] | None = None,
    name: str = "",
) -> Soundness:
    """Check the conditions. On ``states`` both evaluators are compared with a search ``deeper`` moves ahead by the mean
    of both, so that neither is its own judge; ``beliefs`` have the moves of the opponent called ``name``."""
    warnings = []
    if opponents_depth > depth:
        warnings.append(
            f"the model searches {opponents_depth} moves ahead, we only {depth}: it sees what we cannot, and its moves "
            "are not predicted; search deeper or model a shallower opponent"
        )
    errors = _errors(game, own, opponent, states, deeper)
    if errors is not None and errors[1] < errors[0]:
        warnings.append(
            f"the model estimates too well: its mean error is {errors[1]:.3g} {game.unit}, ours {errors[0]:.3g}; the "
            "mistakes that we expect of it may be our own; use plain minimax, or a better evaluator"
        )
    share = None
    if beliefs is not None and beliefs.observed:
        share = beliefs.predicted[name] / beliefs.observed
        if beliefs.observed >= _FEWEST_MOVES and share < _LEAST_PREDICTED:
            warnings.append(
                f"the model predicted {share:.0%} of {beliefs.observed} moves: it is not one of this opponent; use "
                "plain minimax or PrOM search"
            )
    own_error, opponents_error = errors or (None, None)
    return Soundness(depth, opponents_depth, own_error, opponents_error, share, tuple(warnings))


class MeanEvaluator(Generic[S]):
    """The mean of two evaluators."""

    def __init__(self, first: StateEvaluator[S], second: StateEvaluator[S]) -> None:
        self._first, self._second = first, second

    def value(self, state: S) -> float:
        return (self._first.value(state) + self._second.value(state)) / 2


def _errors(
    game: GameRules[S], own: StateEvaluator[S], opponent: StateEvaluator[S], states: Iterable[S], deeper: int
) -> tuple[float, float] | None:
    judge = Search(game, MeanEvaluator(own, opponent), "negascout", deepening=0)
    own_sum = opponents_sum = 0.0
    count = 0
    for state in states:
        if game.is_over(state):
            continue
        right = judge.search(state, SearchLimit(depth=deeper)).value
        own_sum += abs(own.value(state) - right)
        opponents_sum += abs(opponent.value(state) - right)
        count += 1
    return (own_sum / count, opponents_sum / count) if count else None
