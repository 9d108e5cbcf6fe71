"""Which of several opponents it is, learned from the moves that it makes.

Donkers, Uiterwijk and van den Herik, "Probabilistic opponent-model search", 2001, section 5: probabilities of opponent
types from observed moves; here by Bayes' rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic

from logistello.errors import UsageError
from logistello.games import GameRules
from logistello.lab.opponents.probabilistic import LikelyOpponent
from logistello.lab.search.evaluator import StateEvaluator
from logistello.lab.search.limits import SearchLimit
from logistello.lab.search.search import Search
from logistello.lab.search.tree_search import S


class Beliefs(Generic[S]):
    """Probabilities of opponents, which observed moves change.

    Every candidate is expected to make the first of its best moves, searched ``depth`` moves ahead, but for a ``slip``
    now and then, when all moves are equally likely. Without slips a single surprising move would rule it out for ever.
    """

    def __init__(
        self, game: GameRules[S], candidates: Mapping[str, StateEvaluator[S]], *, depth: int = 1, slip: float = 0.1
    ) -> None:
        if not candidates:
            raise UsageError("beliefs about no opponent: expected one or more")
        if not 0 < slip <= 1:
            raise UsageError(f"a slip of {slip}: expected a probability above 0")
        self.game = game
        self.depth = depth
        self.slip = slip
        self._evaluators = dict(candidates)
        self._probability = dict.fromkeys(candidates, 1 / len(candidates))
        #: Moves observed, and how many of them each candidate would have made.
        self.observed = 0
        self.predicted = dict.fromkeys(candidates, 0)

    @property
    def opponents(self) -> list[LikelyOpponent[S]]:
        """For PrOM search."""
        return [LikelyOpponent(name, self._evaluators[name], share) for name, share in self._probability.items()]

    @property
    def probabilities(self) -> dict[str, float]:
        return dict(self._probability)

    def observe(self, state: S, move: int) -> None:
        """The opponent made a move; where it had no choice, that tells nothing."""
        moves = self.game.moves(state)
        if len(moves) < 2:
            return
        self.observed += 1
        for name, evaluator in self._evaluators.items():
            search = Search(self.game, evaluator, "alpha-beta", deepening=0, table=False)
            expected = search.search(state, SearchLimit(depth=self.depth)).move == move
            self.predicted[name] += expected
            self._probability[name] *= self.slip / len(moves) + (1 - self.slip if expected else 0)
        total = sum(self._probability.values())
        self._probability = {name: share / total for name, share in self._probability.items()}
