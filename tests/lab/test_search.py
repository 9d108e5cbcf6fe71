"""What a search counts, where it stops, what it remembers, and how it says no."""

from __future__ import annotations

from threading import Event

import pytest

from logistello.errors import UsageError
from logistello.lab import ALGORITHMS, Search, SearchLimit, TranspositionTable
from tests.lab.random_trees import RandomTree, TreeShape

TREE = RandomTree(7, TreeShape(depth=7, most_moves=4, values=50))
PLAYERS_ONLY = [name for name, each in ALGORITHMS.items() if each.chance is None]


@pytest.mark.parametrize("algorithm", PLAYERS_ONLY)
def test_a_node_limit_is_kept_and_the_last_finished_depth_answers(algorithm: str) -> None:
    search = Search(TREE, TREE, algorithm)
    found = search.search((), SearchLimit(nodes=60))
    assert not found.complete
    assert found.counts.nodes <= 60
    assert found.value == search.search((), SearchLimit(depth=found.depth)).value
    assert found.move in TREE.moves(())


@pytest.mark.parametrize("algorithm", PLAYERS_ONLY)
def test_a_stop_event_ends_a_search_at_once(algorithm: str) -> None:
    stop = Event()
    stop.set()
    found = Search(TREE, TREE, algorithm).search((), stop=stop)
    assert (found.complete, found.depth, found.counts.nodes) == (False, 0, 0)
    assert found.move in TREE.moves(())


def test_a_stop_event_set_in_the_middle_ends_a_search() -> None:
    stop = Event()

    class Stopping:
        asked = 0

        def value(self, state: tuple[int, ...]) -> float:
            self.asked += 1
            if self.asked == 100:
                stop.set()
            return TREE.value(state)

    evaluator = Stopping()
    found = Search(TREE, evaluator, "minimax", deepening=0).search((), SearchLimit(depth=6), stop=stop)
    assert not found.complete
    assert evaluator.asked < 200


def test_a_time_limit_ends_a_search() -> None:
    found = Search(TREE, TREE, "minimax").search((), SearchLimit(time=1e-9))
    assert (found.complete, found.depth) == (False, 0)


def test_without_limits_a_search_ends_with_the_game() -> None:
    for algorithm in PLAYERS_ONLY:
        found = Search(TREE, TREE, algorithm).search(())
        assert (found.complete, found.exact, found.depth) == (True, True, 7), algorithm


def test_a_table_remembers_from_one_search_to_the_next() -> None:
    table = TranspositionTable()
    search = Search(TREE, TREE, table=table, deepening=0)
    first = search.search((), SearchLimit(depth=5))
    again = search.search((), SearchLimit(depth=5))
    assert len(table) > 0
    assert again.value == first.value
    assert (again.counts.leaves, again.line, again.exact) == (0, first.line, False)


def test_a_full_table_forgets_and_values_stay_right() -> None:
    table = TranspositionTable(capacity=20)
    found = Search(TREE, TREE, "mtd-f", table=table).search((), SearchLimit(depth=5))
    assert len(table) <= 20
    assert found.value == Search(TREE, TREE, "minimax").search((), SearchLimit(depth=5)).value


def test_what_is_counted() -> None:
    """A tree of depth 2 by hand: ((3, 5), (2, 9)). Alpha-beta does not look at the 9."""

    class Small(RandomTree):
        def __init__(self) -> None:
            super().__init__(0, TreeShape(depth=2))

        def moves(self, state: tuple[int, ...]) -> range:
            return range(2 if len(state) < 2 else 0)

        def is_over(self, state: tuple[int, ...]) -> bool:
            return len(state) == 2

        def outcome(self, state: tuple[int, ...], player: int) -> float:
            value = {(0, 0): 3.0, (0, 1): 5.0, (1, 0): 2.0, (1, 1): 9.0}[state]
            return value if player == 0 else -value

    tree = Small()
    minimax = Search(tree, tree, "minimax", deepening=0).search((), SearchLimit(depth=2))
    assert (minimax.value, minimax.line) == (3.0, (0, 0))
    assert (minimax.counts.leaves, minimax.counts.inner_nodes, minimax.counts.cut_offs) == (4, 3, 0)
    pruned = Search(tree, tree, "alpha-beta", deepening=0).search((), SearchLimit(depth=2)).counts
    assert (pruned.leaves, pruned.inner_nodes, pruned.cut_offs, pruned.table_hits) == (3, 3, 1, 0)


def test_alpha_beta_with_perfect_order_searches_the_minimal_tree() -> None:
    """b^ceil(d/2) + b^floor(d/2) - 1 leaves (Knuth and Moore 1975), where the first move is always the best."""

    class Ordered(RandomTree):
        def __init__(self) -> None:
            super().__init__(0, TreeShape(depth=5))

        def moves(self, state: tuple[int, ...]) -> range:
            return range(3 if len(state) < 5 else 0)

        def is_over(self, state: tuple[int, ...]) -> bool:
            return len(state) == 5

        def outcome(self, state: tuple[int, ...], player: int) -> float:
            loss = sum(move * (-1) ** ply for ply, move in enumerate(state))
            return float(-loss if player == 0 else loss)

        def player(self, state: tuple[int, ...]) -> int:
            return len(state) % 2

    tree = Ordered()
    for algorithm in ("alpha-beta", "alpha-beta-hard", "negascout"):
        found = Search(tree, tree, algorithm, deepening=0, table=TranspositionTable(leaves=True)).search(
            (), SearchLimit(depth=5)
        )
        assert (found.value, found.counts.leaves) == (0.0, 3**3 + 3**2 - 1), algorithm


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"algorithm": "b*"}, "expected one of minimax"),
        ({"ordering": ["luck"]}, "expected evaluation, history, killers"),
        ({"deepening": -1}, "expected 1 or more"),
        ({"algorithm": "mtd-f", "aspiration": 1.0}, "takes no window"),
        ({"aspiration": 0.0}, "expected more than 0"),
    ],
)
def test_options_that_make_no_sense(options: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        Search(TREE, TREE, **options)  # type: ignore[arg-type]


def test_limits_that_make_no_sense() -> None:
    with pytest.raises(UsageError, match="depth limit -1"):
        SearchLimit(depth=-1)
    with pytest.raises(UsageError, match="needs a limit of depth"):
        Search(TREE, TREE, deepening=0).search(())
    with pytest.raises(UsageError, match="at least 2"):
        TranspositionTable(capacity=1)
