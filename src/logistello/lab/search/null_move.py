"""The null move: who is still too good after passing, is too good (Orlovich 2002, section 2.3).

Beal, "A generalised quiescence search algorithm", 1990; with verification against zugzwang: Tabibi and Netanyahu,
"Verified null-move pruning", 2002.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from logistello.lab.search.scout import just_below

if TYPE_CHECKING:
    from logistello.lab.search.tree_search import TreeSearch


class NullMove:
    """Fulfils ``ForwardPruning``. The contract of games knows no passing at will: ``passing(state)`` gives the state
    with the other player to move, or ``None`` where that makes no sense (in check, in endings full of zugzwang).

    Both searches are ``reduction`` moves shallower. ``verification`` searches the moves, too, before it believes that
    passing is good enough; below a null move there is no second one.
    """

    def __init__(self, passing: Callable[[Any], Any | None], *, reduction: int = 2, verification: bool = True) -> None:
        self.passing = passing
        self.reduction = reduction
        self.verification = verification

    def guess(
        self, search: TreeSearch[Any], state: Any, player: int, depth: int, alpha: float, beta: float
    ) -> float | None:
        if depth <= self.reduction or beta == float("inf"):
            return None
        passed = self.passing(state)
        if passed is None:
            return None
        with search.without(self):
            value, _ = search.value_for(player, passed, depth - 1 - self.reduction, just_below(beta), beta)
            if value >= beta and self.verification:
                value, _ = search.visit(state, depth - self.reduction, just_below(beta), beta)
        return value if value >= beta else None
