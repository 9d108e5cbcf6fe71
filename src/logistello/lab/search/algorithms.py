"""The algorithms by name, with the kind of search each of them is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from logistello.lab.search.alpha_beta import alpha_beta, alpha_beta_fail_hard
from logistello.lab.search.expectimax import expectation
from logistello.lab.search.found import Answer
from logistello.lab.search.minimax import minimax
from logistello.lab.search.mtd import mt_dual, mt_sss, mtd_bi, mtd_f, mtd_step
from logistello.lab.search.negamax import negamax
from logistello.lab.search.negascout import negascout
from logistello.lab.search.scout import expand_test, scout
from logistello.lab.search.star import star1, star2
from logistello.lab.search.tree_search import INFINITY, ChanceExpansion, Expansion, TreeSearch

#: ``(search, state, depth, guess)``: the value of the root; ``guess`` is what a shallower search found.
RootSearch: TypeAlias = Callable[[TreeSearch[Any], Any, int, float], Answer]


def _open_window(search: TreeSearch[Any], state: Any, depth: int, guess: float) -> Answer:
    return search.visit(state, depth, -INFINITY, INFINITY)


@dataclass(frozen=True)
class Algorithm:
    """How the root is searched, and how the nodes below it are."""

    #: As papers write it.
    title: str
    expand: Expansion
    root: RootSearch = _open_window
    #: How chance nodes are searched; ``None`` if they cannot be.
    chance: ChanceExpansion | None = None
    #: Whether it can begin with a narrow window.
    takes_window: bool = False
    #: Whether bounds of the table may narrow its windows: a fail-hard value at a border has no line that proves it.
    narrowed: bool = True
    #: Whether it is a sequence of tests, which needs a table to be of use.
    tests: bool = False


def _plain_minimax(search: TreeSearch[Any], state: Any, depth: int, guess: float) -> Answer:
    return minimax(search, state, depth)


#: What :class:`logistello.lab.Search` takes as ``algorithm``.
ALGORITHMS: dict[str, Algorithm] = {
    "minimax": Algorithm("Minimax", negamax, _plain_minimax),
    "negamax": Algorithm("Negamax", negamax),
    "alpha-beta": Algorithm("Alpha-beta", alpha_beta, takes_window=True),
    "alpha-beta-hard": Algorithm("Alpha-beta, fail-hard", alpha_beta_fail_hard, takes_window=True, narrowed=False),
    "scout": Algorithm("Scout", scout),
    "negascout": Algorithm("NegaScout", negascout, takes_window=True),
    "mt-sss": Algorithm("MT-SSS*", expand_test, mt_sss, tests=True),
    "mt-dual": Algorithm("MT-DUAL*", expand_test, mt_dual, tests=True),
    "mtd-bi": Algorithm("MTD(bi)", expand_test, mtd_bi, tests=True),
    "mtd-f": Algorithm("MTD(f)", expand_test, mtd_f, tests=True),
    "mtd-step": Algorithm("MTD(step)", expand_test, mtd_step, tests=True),
    "expectimax": Algorithm("Expectimax", negamax, chance=expectation),
    "star1": Algorithm("Star1", alpha_beta, chance=star1, takes_window=True),
    "star2": Algorithm("Star2", alpha_beta, chance=star2, takes_window=True),
}
