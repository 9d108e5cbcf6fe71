"""Othello through the contract of games."""

from __future__ import annotations

import random

import pytest

from logistello.book.othello_game import OthelloBookGame
from logistello.errors import IllegalMoveError, NotationError
from logistello.othello import PASS, Position, Square
from logistello.othello.symmetry import Symmetry

GAME = OthelloBookGame()


def random_positions(seed: int) -> list[Position]:
    rng = random.Random(seed)
    position, found = Position.initial(), []
    while not position.is_over:
        found.append(position)
        position = position.play(rng.choice(position.legal_moves))
    return [*found, position]


@pytest.mark.parametrize("seed", range(6))
def test_steps_are_the_moves_of_every_image(seed: int) -> None:
    """Whatever way a position is turned, a move leads to the same key as the book's move does."""
    for position in random_positions(seed)[::3]:
        symmetry = Symmetry(seed % 8)
        turned = position.transform(symmetry)
        place = GAME.place(turned)
        assert place.key == GAME.place(position).key
        if place.sign < 0:
            continue
        steps = GAME.steps(place.key)
        reached = set()
        for move in turned.legal_moves:
            after = GAME.place(turned.play(move))
            step = GAME.step(place.key, GAME.to_book(move, place))
            assert step in steps
            assert (step.key, step.sign) == (after.key, -after.sign)
            assert GAME.from_book(GAME.to_book(move, place), place) is move
            assert GAME.ply(step.key) > GAME.ply(place.key)
            reached.add(step.key)
        assert reached == {step.key for step in steps}


def test_moves_to_images_of_one_position_are_one_move() -> None:
    """Also where the position before is not symmetric itself."""
    key = GAME.parse_key("-----------O------OXX----OOXX-----XXX---------------------------")
    position = GAME.position(key)
    assert all(position.transform(symmetry) != position for symmetry in Symmetry if symmetry)
    steps = GAME.steps(key)
    assert len(steps) == len(position.legal_moves) - 1
    assert len({(step.key, step.sign) for step in steps}) == len(steps)
    for move in position.legal_moves:
        assert GAME.step(key, move) in steps
        assert GAME.step(key, move).move <= move


def test_a_forced_pass_is_stepped_over() -> None:
    """Both positions of a pass are one, seen by the side that can move."""
    position = next(each for seed in range(50) for each in random_positions(seed) if each.must_pass)
    place, after = GAME.place(position), GAME.place(position.play(PASS))
    assert (place.key, place.sign, after.sign) == (after.key, -1, 1)
    assert GAME.passing(position) is PASS


def test_the_end_of_a_game_has_a_result_and_no_steps() -> None:
    last = random_positions(3)[-1]
    place = GAME.place(last)
    assert GAME.result(place.key) == last.final_score() * place.sign
    assert GAME.steps(place.key) == ()
    assert GAME.result(GAME.place(Position.initial()).key) is None


def test_texts_are_read_back() -> None:
    for position in random_positions(5)[::7]:
        key = GAME.place(position).key
        assert GAME.parse_key(GAME.text(key)) == key
    assert GAME.parse_move(GAME.move_text(37)) is Square.F5


def test_bad_moves_and_texts_are_refused() -> None:
    start = GAME.place(Position.initial()).key
    with pytest.raises(IllegalMoveError, match="a1 is not legal here; legal: "):
        GAME.step(start, 0)
    with pytest.raises(IllegalMoveError):
        GAME.step(start, 64)
    with pytest.raises(NotationError, match="64 characters"):
        GAME.parse_key("XO")
    with pytest.raises(ValueError, match="16"):
        GAME.position(b"short")


def test_moves_that_lead_to_the_same_position_are_one_without_symmetry_too() -> None:
    """The board is not symmetric, but c2 and b3 turn it into mirror images."""
    game = OthelloBookGame()
    key = game.parse_key("-----------O------OXX----OOXX-----XXX---------------------------")
    assert game.step(key, Square.B3) == game.step(key, Square.C2)
    assert len({step.key for step in game.steps(key)}) == len(game.steps(key))
