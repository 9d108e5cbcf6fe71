"""MT, the memory-enhanced test: is the value of a state at least gamma? (Orlovich 2002, section 1.6).

Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996, figure 3. It equals alpha-beta
with the window between gamma and the next smaller number; the table is its memory, without which every test would begin
from nothing. What it does with the moves of a node is Pearl's test (scout.py).
"""

from __future__ import annotations

from logistello.lab.search.found import Answer
from logistello.lab.search.scout import just_below
from logistello.lab.search.tree_search import S, TreeSearch


def memory_test(search: TreeSearch[S], state: S, depth: int, gamma: float) -> Answer:
    """A value at least ``gamma`` is a lower bound of the state's, a smaller one an upper bound."""
    return search.visit(state, depth, just_below(gamma), gamma)
