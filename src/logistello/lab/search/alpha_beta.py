"""Alpha-beta (Orlovich 2002, section 1.1; Knuth and Moore, "An analysis of alpha-beta pruning", 1975).

Fail-soft returns the best value seen even outside of the window, which bounds the true value more tightly (Fishburn,
"Another optimization of alpha-beta search", 1983); fail-hard returns the border of the window instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from logistello.lab.search.found import Answer, Line
from logistello.lab.search.tree_search import INFINITY, S, TreeSearch


def alpha_beta(
    search: TreeSearch[S], state: S, player: int, depth: int, alpha: float, beta: float, moves: Sequence[int]
) -> Answer:
    """Fail-soft."""
    best = -INFINITY
    line: Line = ()
    for move in moves:
        value, rest = search.value_after(state, player, move, depth - 1, max(alpha, best), beta)
        if value > best:
            best, line = value, rest
        if best >= beta:
            search.cut_off(player, depth, move)
            break
    return best, line


def alpha_beta_fail_hard(
    search: TreeSearch[S], state: S, player: int, depth: int, alpha: float, beta: float, moves: Sequence[int]
) -> Answer:
    """Fail-hard: never less than ``alpha``, never more than ``beta``."""
    line: Line = ()
    for move in moves:
        value, rest = search.value_after(state, player, move, depth - 1, alpha, beta)
        if value > alpha:
            alpha, line = value, rest
        if alpha >= beta:
            search.cut_off(player, depth, move)
            return beta, line
    return alpha, line
