"""Scout: after the first move, test whether another can be better before its value is asked for.

Orlovich 2002, section 1.5; Pearl, "Scout: a simple game-searching algorithm with proven optimal properties", 1980.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from logistello.lab.search.found import Answer, Line
from logistello.lab.search.tree_search import INFINITY, S, TreeSearch


def just_above(value: float) -> float:
    """The next larger number: nothing lies between, so that a window up to it is a test."""
    return math.nextafter(value, INFINITY)


def just_below(value: float) -> float:
    """The next smaller number."""
    return math.nextafter(value, -INFINITY)


def scout(
    search: TreeSearch[S], state: S, player: int, depth: int, alpha: float, beta: float, moves: Sequence[int]
) -> Answer:
    """Pearl's EVAL and TEST: as he gives it, a move that passes the test is searched anew with an open window.

    Where the window is a null window, the node itself is only tested.
    """
    if beta <= just_above(alpha):
        return expand_test(search, state, player, depth, alpha, beta, moves)
    best, line = search.value_after(state, player, moves[0], depth - 1, -INFINITY, INFINITY)
    for move in moves[1:]:
        value, _ = search.value_after(state, player, move, depth - 1, best, just_above(best))
        if value > best:
            search.counts.researches += 1
            best, line = search.value_after(state, player, move, depth - 1, -INFINITY, INFINITY)
    return best, line


def expand_test(
    search: TreeSearch[S], state: S, player: int, depth: int, alpha: float, beta: float, moves: Sequence[int]
) -> Answer:
    """Whether the value exceeds ``alpha``: the first move that shows it ends the test."""
    best = -INFINITY
    line: Line = ()
    for move in moves:
        value, rest = search.value_after(state, player, move, depth - 1, alpha, beta)
        if value > best:
            best, line = value, rest
        if best >= beta:
            search.cut_off(player, depth, move)
            break
    return best, line
