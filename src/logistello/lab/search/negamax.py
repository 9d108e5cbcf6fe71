"""Negamax: one routine for both players, as what one wins the other loses (Orlovich 2002, section 1.2)."""

from __future__ import annotations

from collections.abc import Sequence

from logistello.lab.search.found import Answer, Line
from logistello.lab.search.tree_search import INFINITY, S, TreeSearch


def negamax(
    search: TreeSearch[S], state: S, player: int, depth: int, alpha: float, beta: float, moves: Sequence[int]
) -> Answer:
    """Every move, whatever the window."""
    best = -INFINITY
    line: Line = ()
    for move in moves:
        value, rest = search.value_after(state, player, move, depth - 1, -INFINITY, INFINITY)
        if value > best:
            best, line = value, rest
    return best, line
