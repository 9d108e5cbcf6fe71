"""Star1 and Star2 find expectimax's value, and look at less."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logistello.errors import GameError
from logistello.games import CHANCE, openspiel_rules
from logistello.lab import NoKnowledge, Search, SearchLimit
from tests.lab.random_trees import RandomTree, TreeShape


def plain(tree: RandomTree, state: tuple[int, ...], depth: int) -> float:
    """The expectation for player 0, written down without any of the searches; rolls do not count as depth."""
    player = tree.player(state)
    if tree.is_over(state):
        return tree.outcome(state, 0)
    if depth == 0:
        return tree.value(state) * (-1 if player == 1 else 1)
    if player == CHANCE:
        return sum(share * plain(tree, tree.play(state, roll), depth) for roll, share in tree.chances(state))
    values = [plain(tree, tree.play(state, move), depth - 1) for move in tree.moves(state)]
    return max(values) if player == 0 else min(values)


@settings(max_examples=80, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(0, 4),
    st.booleans(),
    st.builds(
        TreeShape,
        depth=st.integers(1, 7),
        most_moves=st.integers(1, 3),
        values=st.sampled_from([1, 5, 50]),
        early_end=st.sampled_from([0.0, 0.1]),
        again=st.sampled_from([0.0, 0.2]),
        chance=st.sampled_from([0.3, 0.6, 1.0]),
    ),
)
def test_star1_and_star2_find_what_expectimax_finds(seed: int, depth: int, table: bool, shape: TreeShape) -> None:
    tree = RandomTree(seed, shape)
    right = plain(tree, (), depth) * (-1 if tree.player(()) == 1 else 1)
    for algorithm in ("expectimax", "star1", "star2"):
        found = Search(tree, tree, algorithm, table=table, deepening=0).search((), SearchLimit(depth=depth))
        assert found.value == pytest.approx(right, abs=1e-9), algorithm
        if found.move is not None:
            child = tree.play((), found.move)
            after = plain(tree, child, depth - 1) * (-1 if tree.player(()) == 1 else 1)
            assert after == pytest.approx(right, abs=1e-9), algorithm


def test_they_look_at_less() -> None:
    leaves = dict.fromkeys(("expectimax", "star1", "star2"), 0)
    for seed in range(6):
        tree = RandomTree(seed, TreeShape(depth=9, most_moves=4, values=20, chance=1.0))
        for algorithm in leaves:
            found = Search(tree, tree, algorithm, deepening=0).search((), SearchLimit(depth=4))
            leaves[algorithm] += found.counts.leaves
    assert leaves["star1"] < 0.5 * leaves["expectimax"]
    assert leaves["star2"] < leaves["expectimax"]


def test_a_roll_of_dice_before_the_first_move() -> None:
    game = openspiel_rules("backgammon")
    found = Search(game, NoKnowledge(), "star1").search(game.start(), SearchLimit(depth=1))
    assert (found.value, found.move, found.complete) == (0.0, None, True)


def test_searches_without_chance_say_who_can() -> None:
    game = openspiel_rules("backgammon")
    with pytest.raises(GameError, match="only expectimax, star1 and star2"):
        Search(game, NoKnowledge(), "negascout").search(game.start(), SearchLimit(depth=1))
