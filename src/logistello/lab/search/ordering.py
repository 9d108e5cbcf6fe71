"""The order in which moves are searched: the sooner the best one, the more alpha-beta leaves out (section 1.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from logistello.lab.search.tree_search import TreeSearch


class MoveOrdering(Protocol):
    """A heuristic that puts moves in order, and may learn from those that cut off. Lives as long as one search."""

    def ordered(
        self, moves: Sequence[int], search: TreeSearch[Any], state: Any, player: int, depth: int
    ) -> Sequence[int]:
        """The moves, most promising first; where it knows nothing, in the order given."""
        ...

    def learn(self, player: int, depth: int, move: int) -> None:
        """A move cut off, with ``depth`` moves to go to the horizon."""
        ...


class EvaluationOrdering:
    """By the evaluator's values after each move, where enough depth is left to be worth it."""

    def __init__(self, least_depth: int = 2) -> None:
        self.least_depth = least_depth

    def ordered(
        self, moves: Sequence[int], search: TreeSearch[Any], state: Any, player: int, depth: int
    ) -> Sequence[int]:
        if depth < self.least_depth:
            return moves
        game = search.game

        def promise(move: int) -> float:
            child = game.play(state, move)
            if game.is_over(child):
                return game.outcome(child, player)
            value = search.evaluator.value(child)
            return value if max(game.player(child), 0) == player else -value

        return sorted(moves, key=promise, reverse=True)

    def learn(self, player: int, depth: int, move: int) -> None:
        """Nothing: the evaluator knows what it knows."""
