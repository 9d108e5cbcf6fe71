"""Every exact algorithm finds minimax's value, and a move of that value."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from logistello.games import GameRules
from logistello.lab import ALGORITHMS, NoKnowledge, Search, SearchLimit, StateEvaluator
from tests.games.tic_tac_toe import TicTacToe
from tests.lab.random_trees import RandomTree, TreeShape

EXACT = [name for name in ALGORITHMS if name != "minimax"]
shapes = st.builds(
    TreeShape,
    depth=st.integers(0, 5),
    most_moves=st.integers(1, 4),
    values=st.sampled_from([1, 3, 100]),
    early_end=st.sampled_from([0.0, 0.2]),
    again=st.sampled_from([0.0, 0.3]),
)


def value_of_move(game: GameRules[Any], evaluator: StateEvaluator[Any], state: Any, move: int, depth: int) -> float:
    """By plain minimax, for the player who moves."""
    child = game.play(state, move)
    value = Search(game, evaluator, "minimax", deepening=0).search(child, SearchLimit(depth=depth - 1)).value
    return value if game.player(child) == game.player(state) else -value


def check(game: GameRules[Any], evaluator: StateEvaluator[Any], state: Hashable, depth: int, **options: Any) -> None:
    limit = SearchLimit(depth=depth)
    right = Search(game, evaluator, "minimax", deepening=0).search(state, limit).value
    for algorithm in EXACT:
        found = Search(game, evaluator, algorithm, **options).search(state, limit)
        assert found.value == right, algorithm
        assert found.complete
        if depth == 0 or game.is_over(state):
            assert found.move is None
            assert found.line == ()
        else:
            assert found.move is not None
            assert value_of_move(game, evaluator, state, found.move, depth) == right, algorithm
            check_line(game, evaluator, state, found.line, depth, right)


def check_line(
    game: GameRules[Any], evaluator: StateEvaluator[Any], state: Any, line: tuple[int, ...], depth: int, value: float
) -> None:
    """The line is played out, and at its end there is the value."""
    us = game.player(state)
    for move in line:
        state = game.play(state, move)
    assert len(line) == depth or game.is_over(state)
    if game.is_over(state):
        assert game.outcome(state, us) == value
    else:
        assert evaluator.value(state) * (1 if game.player(state) == us else -1) == value


@settings(max_examples=150, deadline=None)
@given(
    st.integers(0, 10**6),
    shapes,
    st.integers(0, 6),
    st.booleans(),
    st.sampled_from([(), ("history",), ("killers", "history"), ("evaluation",)]),
    st.integers(0, 2),
)
@example(5, TreeShape(4, 2, values=1, early_end=0.2, again=0.0), 5, True, (), 2)  # ties at the table's bounds
def test_random_trees(
    seed: int, shape: TreeShape, depth: int, table: bool, ordering: tuple[str, ...], deepening: int
) -> None:
    tree = RandomTree(seed, shape)
    check(tree, tree, tree.start(), depth, table=table, ordering=ordering, deepening=deepening)


def test_tic_tac_toe_to_the_end() -> None:
    game = TicTacToe()
    for algorithm in ("alpha-beta", "negascout", "mtd-f"):
        found = Search(game, NoKnowledge(), algorithm, deepening=0).search(game.start(), SearchLimit(depth=9))
        assert (found.value, found.exact) == (0.0, True), algorithm
    for moves, value in (((4, 0, 8), 0.0), ((0, 8, 2), -1.0), ((0, 1), 1.0)):
        state = game.start()
        for move in moves:
            state = game.play(state, move)
        for algorithm in EXACT:
            found = Search(game, NoKnowledge(), algorithm, deepening=0).search(state, SearchLimit(depth=9))
            assert (found.value, found.exact) == (value, True), (algorithm, moves)
