"""Shares of a value add up to it, whatever the model."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logistello.errors import IllegalMoveError
from logistello.evaluation import Model
from logistello.evaluation.pattern_set import PatternSet
from logistello.othello import Game, Position
from logistello.othello.symmetry import Symmetry
from logistello.review.explain import contributions, explain
from logistello.train.training_data import frequent_configurations

MODEL = Model.default()


def random_position(seed: int) -> Position:
    rng = random.Random(seed)
    position = Position.initial()
    for _ in range(rng.randrange(60)):
        if not (moves := position.legal_moves):
            break
        position = position.play(rng.choice(moves))
    return position


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_shares_add_up_to_the_native_value(seed: int) -> None:
    position = random_position(seed)
    found = contributions(MODEL, position)
    assert found.value == float(MODEL.evaluate([position])[0])
    assert found.squares.sum() + found.constant == pytest.approx(found.value)
    assert len(found.shares) == MODEL.patterns.n_instances


@pytest.mark.parametrize("name", Model.names())
def test_every_model_of_the_package_is_explained(name: str) -> None:
    model, position = Model.named(name), random_position(7)
    found = contributions(model, position)
    assert found.value == float(model.evaluate([position])[0])
    assert found.squares.sum() + found.constant == pytest.approx(found.value)
    assert len(found.shares) == model.patterns.n_instances


def test_sparse_patterns_too() -> None:
    patterns = PatternSet.parse(
        'name = "small"\nstages = 3\n[[pattern]]\nname = "edge"\nsquares = "a1 b1 c1 d1 e1 f1 g1 h1"\n'
        '[[pattern]]\nname = "block"\nsquares = "a1 b1 c1 d1 a2 b2 c2 d2"\nsparse = true\n'
        '[[pattern]]\nname = "square"\nsquares = "c3 d3 e3 f3 c4 d4 e4 f4 c5 d5 e5 f5"\nsparse = true\n'
    )
    positions = [random_position(seed) for seed in range(200)]
    own = np.array([each.own for each in positions], dtype=np.uint64)
    opponent = np.array([each.opponent for each in positions], dtype=np.uint64)
    sparse = frequent_configurations(patterns, own, opponent, 2)
    weights = np.random.default_rng(1).integers(-500, 500, (3, sparse.n_weights)).astype(np.int16)
    model = Model(patterns, weights, kept=sparse.kept)
    values = model.evaluate(positions)
    found = [contributions(model, each).value for each in positions]
    assert found == [float(value) for value in values]
    assert any(share.discs == 0 for share in contributions(model, positions[0]).shares)


def test_turning_the_board_turns_the_squares() -> None:
    position = random_position(3)
    squares = contributions(MODEL, position).squares.reshape(8, 8)
    turned = contributions(MODEL, position.transform(Symmetry.TRANSPOSE)).squares.reshape(8, 8)
    np.testing.assert_allclose(turned, squares.T, atol=1e-9)


def test_a_comparison_is_a_difference() -> None:
    position = Game.from_moves("f5d6").position
    found = explain(MODEL, position, "c3", "c5")
    one, other = (explain(MODEL, position, move) for move in ("c3", "c5"))
    assert found.value == one.value - other.value
    assert (found.line_value, found.other_value) == (one.value, other.value)
    np.testing.assert_allclose(found.squares, one.squares - other.squares, atol=1e-9)
    back = explain(MODEL, position, "c5", "c3")
    assert back.value == -found.value
    assert found.sentence.startswith(
        f"c3 is worth {abs(found.value):.1f} discs {'more' if found.value > 0 else 'less'}"
    )


def test_a_line_is_seen_by_who_asked() -> None:
    position = Game.from_moves("f5d6").position
    for line in ("c3", "c3d3", "c3d3c4"):
        end = Game.from_moves("f5d6" + line).position
        sign = 1 if end.turn is position.turn else -1
        assert explain(MODEL, position, line).value == sign * float(MODEL.evaluate([end])[0])
    with pytest.raises(IllegalMoveError):
        explain(MODEL, position, "a1")


def test_a_game_that_ends_is_a_fact() -> None:
    almost = Position.parse("-OX" + "X" * 61 + " X")
    with pytest.raises(IllegalMoveError, match="over"):
        explain(MODEL, almost, "a1")
