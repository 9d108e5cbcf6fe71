"""Futility: near the horizon, a position that is worse than alpha by more than a move can change is not searched.

Schaeffer, "Experiments in search and knowledge", 1986; Crafty's evaluator leaves early for the same reason (Orlovich
2002, section 1.7.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from logistello.lab.search.tree_search import TreeSearch


class Futility:
    """Fulfils ``ForwardPruning``: ``margin`` is what one move may gain, in the game's unit."""

    def __init__(self, margin: float, *, most_depth: int = 1) -> None:
        self.margin = margin
        self.most_depth = most_depth

    def guess(
        self, search: TreeSearch[Any], state: Any, player: int, depth: int, alpha: float, beta: float
    ) -> float | None:
        if depth > self.most_depth or alpha == -float("inf"):
            return None
        search.watch.step()
        search.counts.leaves += 1
        hope: float = search.evaluator.value(state) + depth * self.margin
        return hope if hope <= alpha else None
