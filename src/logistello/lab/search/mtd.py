"""Drivers of MT: a search is a sequence of tests, and an algorithm is how it chooses the next gamma.

Orlovich 2002, section 1.6; Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996,
figure 5. All share one loop. They differ in where they begin and where they test next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from logistello.lab.search.found import Answer, Line
from logistello.lab.search.mt import memory_test
from logistello.lab.search.scout import just_above
from logistello.lab.search.tree_search import INFINITY, S, TreeSearch

#: A step of MTD(step) is this part of the range of outcomes.
STEPS = 32


class Interval(NamedTuple):
    """The value lies between these bounds; ``last`` is the value that the last test returned."""

    lower: float
    upper: float
    last: float


#: The next gamma, above the lower bound and at most the upper bound.
NextTest: TypeAlias = Callable[[Interval], float]


def mtd(search: TreeSearch[S], state: S, depth: int, first: float, next_test: NextTest) -> Answer:
    """Test until the bounds meet. The line is that of the last test that succeeded: it proves the lower bound."""
    lower, upper = -INFINITY, INFINITY
    gamma = first
    best: Line = ()
    while True:
        value, line = memory_test(search, state, depth, gamma)
        if value >= gamma:
            lower, best = value, line
        else:
            upper = value
        if lower >= upper:
            return lower, best
        search.counts.researches += 1
        gamma = next_test(Interval(lower, upper, value))


def mt_sss(search: TreeSearch[S], state: S, depth: int, guess: float) -> Answer:
    """MT-SSS*: from above; visits the leaves that Stockman's SSS* visits, in its order."""
    return mtd(search, state, depth, INFINITY, lambda known: known.upper)


def mt_dual(search: TreeSearch[S], state: S, depth: int, guess: float) -> Answer:
    """MT-DUAL*: from below."""
    return mtd(search, state, depth, just_above(-INFINITY), lambda known: just_above(known.lower))


def mtd_f(search: TreeSearch[S], state: S, depth: int, guess: float) -> Answer:
    """MTD(f): from a good guess, the value of the last iteration but one, towards the value."""
    return mtd(search, state, depth, guess, towards_value)


def towards_value(known: Interval) -> float:
    """Test what the last test returned; just above it if that is already proven."""
    return just_above(known.last) if known.last == known.lower else known.last


def mtd_bi(search: TreeSearch[S], state: S, depth: int, guess: float) -> Answer:
    """MTD(bi): halves the interval, which begins as that of all outcomes."""
    low, high = search.game.value_range
    return mtd(search, state, depth, (low + high) / 2, lambda known: _middle(known, low, high))


def mtd_step(search: TreeSearch[S], state: S, depth: int, guess: float) -> Answer:
    """MTD(step): from above as MT-SSS*, but in long steps; one that leaps below the value is climbed back."""
    low, high = search.game.value_range
    step = (high - low) / STEPS

    def next_test(known: Interval) -> float:
        failed = known.last == known.upper
        return max(just_above(known.lower), known.upper - step) if failed else just_above(known.lower)

    return mtd(search, state, depth, INFINITY, next_test)


def _middle(known: Interval, low: float, high: float) -> float:
    lower, upper = max(known.lower, low), min(known.upper, high)
    middle = lower + (upper - lower) / 2
    # Halves of an interval of floating-point numbers end at its borders: test the upper one.
    return middle if known.lower < middle <= known.upper else known.upper
