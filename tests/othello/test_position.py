"""Positions are values that know the rules."""

from __future__ import annotations

import dataclasses
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello.errors import IllegalMoveError, LogistelloError, NotationError
from logistello.othello import PASS, SQUARES, Color, Position, Square, Symmetry

FULL = (1 << 64) - 1
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


@st.composite
def played_positions(draw: st.DrawFn) -> Position:
    """A position after some legal moves."""
    position = Position.initial()
    for choice in draw(st.lists(st.integers(0, 63), max_size=64)):
        moves = position.legal_moves
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    return position


@st.composite
def any_positions(draw: st.DrawFn) -> Position:
    """Any placement of discs, reachable or not."""
    occupied = draw(st.integers(0, FULL))
    black = draw(st.integers(0, FULL)) & occupied
    return Position(black, occupied & ~black, draw(st.sampled_from(Color)))


def slow_flips(position: Position, square: Square) -> int:
    """The rules in the plainest words: walk in each direction over opponent's discs to an own one."""
    if position[square] is not None:
        return 0
    flipped = 0
    for dx, dy in DIRECTIONS:
        line, x, y = 0, square.column + dx, square.row + dy
        while 0 <= x < 8 and 0 <= y < 8 and position[8 * y + x] is position.turn.opponent:
            line |= 1 << (8 * y + x)
            x, y = x + dx, y + dy
        if 0 <= x < 8 and 0 <= y < 8 and position[8 * y + x] is position.turn:
            flipped |= line
    return flipped


def test_initial_position() -> None:
    position = Position.initial()
    assert position.turn is Color.BLACK
    assert (position["d4"], position["e5"]) == (Color.WHITE, Color.WHITE)
    assert (position["e4"], position["d5"]) == (Color.BLACK, Color.BLACK)
    assert position["a1"] is None
    assert [str(move) for move in position.legal_moves] == ["d3", "c4", "f5", "e6"]
    assert (position.count(Color.BLACK), position.count(Color.WHITE), position.empties) == (2, 2, 60)
    assert position.own == position.black
    assert position.opponent == position.white


def test_a_position_cannot_be_changed() -> None:
    position = Position.initial()
    with pytest.raises(dataclasses.FrozenInstanceError):
        position.black = 0  # type: ignore[misc]
    after = position.play("f5")
    assert after is not position
    assert position == Position.initial()


def test_moves_are_taken_as_square_number_or_name() -> None:
    expected = Position.initial().play(Square.F5)
    assert Position.initial().play(37) == Position.initial().play("F5") == expected


@pytest.mark.parametrize("bad", ["i9", "", "f", "f55", 65, -1])
def test_what_is_no_square_is_refused(bad: str | int) -> None:
    with pytest.raises(NotationError, match="unknown square"):
        Position.initial().play(bad)


@pytest.mark.parametrize(("black", "white"), [(1 << 64, 0), (-1, 0), (0, 1 << 70)])
def test_bitboards_have_64_bits(black: int, white: int) -> None:
    with pytest.raises(ValueError, match="64 bits"):
        Position(black, white)


def test_two_discs_on_one_square_are_refused() -> None:
    with pytest.raises(ValueError, match="same squares: a1 c1"):
        Position(0b101, 0b111)


def test_an_illegal_move_names_the_legal_ones() -> None:
    with pytest.raises(IllegalMoveError, match="a1 is not legal for black; legal: d3 c4 f5 e6") as caught:
        Position.initial().play("a1")
    assert caught.value.legal == (Square.D3, Square.C4, Square.F5, Square.E6)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, LogistelloError)
    copy = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert (str(copy), copy.legal) == (str(caught.value), caught.value.legal)


def test_occupied_squares_and_needless_passes_are_illegal() -> None:
    for move in ("d4", PASS):
        assert not Position.initial().is_legal(move)
        with pytest.raises(IllegalMoveError):
            Position.initial().play(move)


def test_forced_pass() -> None:
    # Black a1, White b1 and the rest empty: White cannot move, Black can (c1).
    position = Position(Square.A1.mask, Square.B1.mask, Color.WHITE)
    assert position.must_pass
    assert not position.is_over
    assert position.legal_moves == (PASS,)
    assert position.is_legal("pass")
    with pytest.raises(IllegalMoveError, match="legal: pass"):
        position.play("c1")
    after = position.play(PASS)
    assert (after.black, after.white, after.turn) == (position.black, position.white, Color.BLACK)
    assert after.play("c1").white == 0


def test_early_end_gives_the_empty_squares_to_the_winner() -> None:
    wiped_out = Position(Square.A1.mask, Square.B1.mask, Color.BLACK).play("c1")
    assert wiped_out.is_over
    assert wiped_out.legal_moves == ()
    assert not wiped_out.must_pass
    assert wiped_out.turn is Color.WHITE
    assert wiped_out.final_score() == -64
    assert wiped_out.final_score(Color.BLACK) == 64
    with pytest.raises(IllegalMoveError, match="the game is over"):
        wiped_out.play(PASS)


def test_a_draw_keeps_its_empty_squares() -> None:
    assert Position(0b1, 1 << 63).final_score(Color.BLACK) == 0
    assert Position(0, 0).final_score() == 0
    assert Position(0, 0).is_over


@given(any_positions())
def test_legal_moves_and_flips_follow_the_plain_rules(position: Position) -> None:
    for square in SQUARES:
        flipped = slow_flips(position, square)
        assert position.flips(square) == flipped
        assert position.is_legal(square) == bool(flipped)
        assert bool(position.legal_mask & square.mask) == bool(flipped)


@given(any_positions())
def test_a_move_adds_one_disc_and_changes_the_turn(position: Position) -> None:
    for move in position.legal_moves:
        after = position.play(move)
        assert after.turn is position.turn.opponent
        assert after.empties == position.empties - (move is not PASS)
        assert position.occupied & ~after.occupied == 0


@given(any_positions())
def test_state_is_exactly_one_of_move_pass_end(position: Position) -> None:
    assert [bool(position.legal_mask), position.must_pass, position.is_over].count(True) == 1


@given(any_positions())
def test_equal_positions_hash_and_pickle_alike(position: Position) -> None:
    copy = pickle.loads(pickle.dumps(position))  # noqa: S301
    assert copy == position
    assert hash(copy) == hash(position)
    assert {position: 1}[copy] == 1
    assert dataclasses.replace(position, turn=position.turn.opponent) != position


@given(any_positions())
def test_score_is_even_bounded_and_opposite_for_the_opponent(position: Position) -> None:
    score = position.final_score(Color.BLACK)
    assert -64 <= score <= 64
    assert score % 2 == 0
    assert position.final_score(Color.WHITE) == -score
    assert position.final_score() == (score if position.turn is Color.BLACK else -score)


@given(any_positions())
def test_canonical_is_the_same_for_all_eight_images(position: Position) -> None:
    canonical = position.canonical()
    images = {position.transform(symmetry) for symmetry in Symmetry}
    assert canonical in images
    assert {image.canonical() for image in images} == {canonical}
    assert canonical.canonical() == canonical
    assert canonical.turn is position.turn


@given(any_positions(), st.sampled_from(Symmetry))
def test_symmetry_turns_discs_and_moves_alike(position: Position, symmetry: Symmetry) -> None:
    turned = position.transform(symmetry)
    assert all(turned[symmetry.apply(square)] is position[square] for square in SQUARES)
    assert turned.transform(symmetry.inverse) == position
    assert set(turned.legal_moves) == {symmetry.apply(move) for move in position.legal_moves}
    for move in position.legal_moves:
        assert turned.play(symmetry.apply(move)) == position.play(move).transform(symmetry)


@given(any_positions())
def test_own_and_opponent_are_the_view_of_the_side_to_move(position: Position) -> None:
    assert Position.from_own(position.own, position.opponent, position.turn) == position
    assert position.discs(position.turn) == position.own


@given(any_positions())
def test_every_text_form_reads_back(position: Position) -> None:
    assert Position.parse(position.text) == position
    assert Position.parse(str(position)) == position
    assert eval(repr(position), {"Position": Position}) == position  # noqa: S307


@given(played_positions())
def test_reachable_positions_keep_the_centre(position: Position) -> None:
    centre = Position.initial().occupied
    assert position.occupied & centre == centre
