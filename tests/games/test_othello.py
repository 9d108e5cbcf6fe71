"""What is particular to Othello behind the contract."""

from __future__ import annotations

import random

import pytest

from logistello.errors import IllegalMoveError, NotationError
from logistello.games import OthelloRules
from logistello.othello import PASS, Color, Position

RULES = OthelloRules()


def test_states_are_positions() -> None:
    """Random games agree with ``Position``, passes and final scores included."""
    rng = random.Random(1)
    for _ in range(60):
        state, position = RULES.start(), Position.initial()
        while not position.is_over:
            assert state.position == position
            assert RULES.state(position) == state
            assert RULES.moves(state) == tuple(map(int, position.legal_moves))
            move = rng.choice(RULES.moves(state))
            state, position = RULES.play(state, move), position.play(move)
        assert RULES.is_over(state)
        assert str(state) == str(position)
        for color in Color:
            assert RULES.outcome(state, int(color)) == position.final_score(color)


def test_perft() -> None:
    def leaves(depth: int, state: object = RULES.start()) -> int:
        return 1 if depth == 0 else sum(leaves(depth - 1, RULES.play(state, move)) for move in RULES.moves(state))  # type: ignore[arg-type]

    assert [leaves(depth) for depth in range(1, 6)] == [4, 12, 56, 244, 1396]


def test_a_pass_is_legal_only_where_it_is_forced() -> None:
    with pytest.raises(IllegalMoveError, match="64 is not legal here; legal: d3 c4 f5 e6"):
        RULES.play(RULES.start(), int(PASS))
    with pytest.raises(IllegalMoveError, match="28 is not legal"):  # a square that is taken
        RULES.play(RULES.start(), 28)
    over = RULES.parse("X" * 64 + "O")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        RULES.play(over, 0)
    assert (RULES.outcome(over, 0), RULES.outcome(over, 1)) == (64.0, -64.0)
    with pytest.raises(NotationError, match="expected 64 squares and the side to move"):
        RULES.parse("X" * 64)
