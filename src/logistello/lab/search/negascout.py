"""NegaScout, also known as principal variation search (Orlovich 2002, section 1.5).

Reinefeld, "An improvement to the Scout tree search algorithm", 1983; Marsland and Campbell, "Parallel search of
strongly ordered game trees", 1982.
"""

from __future__ import annotations

from collections.abc import Sequence

from logistello.lab.search.found import Answer
from logistello.lab.search.scout import just_above, just_below
from logistello.lab.search.tree_search import S, TreeSearch


def negascout(
    search: TreeSearch[S], state: S, player: int, depth: int, alpha: float, beta: float, moves: Sequence[int]
) -> Answer:
    """Alpha-beta in which every move but the first is tested with a null window first."""
    best, line = search.value_after(state, player, moves[0], depth - 1, alpha, beta)
    if best >= beta:
        search.cut_off(player, depth, moves[0])
        return best, line
    for move in moves[1:]:
        bound = max(alpha, best)
        null = just_above(bound)
        value, rest = search.value_after(state, player, move, depth - 1, bound, null)
        # "Always works near leaves": there the test has already given an evaluation, not a bound.
        if bound < value < beta and null < beta and not (depth == 1 and search.quiescence is None):
            search.counts.researches += 1
            value, rest = search.value_after(state, player, move, depth - 1, just_below(value), beta)
        if value > best:
            best, line = value, rest
        if best >= beta:
            search.cut_off(player, depth, move)
            break
    return best, line
