"""Aspiration: a first search with a narrow window around the expected value (Orlovich 2002, section 1.4)."""

from __future__ import annotations

from logistello.lab.search.found import Answer
from logistello.lab.search.scout import just_above, just_below
from logistello.lab.search.tree_search import INFINITY, S, TreeSearch


def aspiration(search: TreeSearch[S], state: S, depth: int, expected: float, half_width: float) -> Answer:
    """Searches again, open on the side where the value was missed, until the window contains it.

    A failed search gives a bound, which is the border of the next window.
    """
    alpha, beta = expected - half_width, expected + half_width
    while True:
        value, line = search.visit(state, depth, alpha, beta)
        if value <= alpha > -INFINITY:
            alpha, beta = -INFINITY, just_above(value)
        elif value >= beta < INFINITY:
            alpha, beta = just_below(value), INFINITY
        else:
            return value, line
        search.counts.researches += 1
