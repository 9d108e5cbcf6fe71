"""The theorem of Plaat, Schaeffer, Pijls and de Bruin: MT-SSS* evaluates the leaves of SSS*, in the same order.

Both have to take equal merits from left to right: no move that the table remembers goes first.
"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from logistello.lab import Search, SearchLimit, TranspositionTable
from tests.lab.random_trees import RandomTree, TreeShape
from tests.lab.stockman import sss


class Recording:
    """The tree as evaluator that notes what it is asked."""

    def __init__(self, tree: RandomTree) -> None:
        self.tree = tree
        self.leaves: list[tuple[int, ...]] = []

    def value(self, state: tuple[int, ...]) -> float:
        self.leaves.append(state)
        return self.tree.value(state)


def visited(tree: RandomTree, algorithm: str, depth: int) -> tuple[float, list[tuple[int, ...]]]:
    evaluator = Recording(tree)
    search = Search(tree, evaluator, algorithm, deepening=0, table=TranspositionTable(leaves=True, moves=False))
    evaluator.leaves.clear()
    found = search.search((), SearchLimit(depth=depth))
    return found.value, evaluator.leaves[1:]  # the first one is the guess before the search


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(1, 5),
    st.builds(TreeShape, depth=st.just(9), most_moves=st.integers(1, 4), values=st.sampled_from([2, 9, 1000])),
)
def test_mt_sss_visits_the_leaves_of_sss(seed: int, depth: int, shape: TreeShape) -> None:
    tree = RandomTree(seed, shape)
    value, leaves = visited(tree, "mt-sss", depth)
    assert (value, leaves) == sss(tree, depth)
    assert len(set(leaves)) == len(leaves)


def test_sss_and_alpha_beta_differ() -> None:
    """Otherwise the theorem would say nothing."""
    tree = RandomTree(3, TreeShape(depth=9, most_moves=4, values=1000))
    assert len(visited(tree, "mt-sss", 5)[1]) < len(visited(tree, "alpha-beta", 5)[1])
