"""Squares, colours and the eight symmetries."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello.errors import NotationError
from logistello.othello import PASS, SQUARES, Color, Position, Square, Symmetry
from logistello.othello.square import squares_of

SYMMETRIES = st.sampled_from(Symmetry)
ON_BOARD = st.sampled_from(SQUARES)


def test_numbering() -> None:
    assert (Square.A1, Square.B1, Square.H1, Square.A2, Square.H8, PASS) == (0, 1, 7, 8, 63, 64)
    assert len(SQUARES) == 64
    assert PASS not in SQUARES


@given(ON_BOARD)
def test_names_rows_and_columns(square: Square) -> None:
    assert str(square) == "abcdefgh"[square.column] + str(square.row + 1)
    assert Square.parse(str(square)) is Square.parse(square.name) is Square.parse(f" {square} ") is square
    assert square.mask == 1 << int(square)
    assert Square.coerce(int(square)) is square


@pytest.mark.parametrize("word", ["pass", "PASS", "pa", "ps", "--", "@@@@"])
def test_words_for_a_pass(word: str) -> None:
    assert Square.parse(word) is PASS
    assert PASS.mask == 0


@pytest.mark.parametrize("text", ["", "a", "a0", "a9", "i1", "11", "a1b2", "ｆ５", "\0"])
def test_other_text_is_no_square(text: str) -> None:
    with pytest.raises(NotationError, match="expected a1 to h8, or 'pass'"):
        Square.parse(text)


@pytest.mark.parametrize("number", [-1, 65, 1 << 70])
def test_other_numbers_are_no_square(number: int) -> None:
    with pytest.raises(NotationError, match="unknown square number"):
        Square.coerce(number)


def test_notation_errors_survive_pickling() -> None:
    error = NotationError("odd", line=2, column=3, expected="even")
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert str(copy) == str(error) == "line 2, column 3: odd; expected even"


@given(st.integers(0, (1 << 64) - 1))
def test_squares_of_a_bitboard(mask: int) -> None:
    squares = list(squares_of(mask))
    assert squares == sorted(squares)
    assert sum(square.mask for square in squares) == mask


def test_colours() -> None:
    assert Color.BLACK.opponent is Color.WHITE
    assert Color.WHITE.opponent is Color.BLACK
    assert [color.symbol for color in Color] == ["X", "O"]
    assert [str(color) for color in Color] == ["black", "white"]


@given(SYMMETRIES)
def test_a_symmetry_moves_every_square_to_another_place(symmetry: Symmetry) -> None:
    assert sorted(symmetry.apply(square) for square in SQUARES) == list(SQUARES)
    assert symmetry.apply(PASS) is PASS


@given(SYMMETRIES, ON_BOARD)
def test_inverse_undoes_it_on_both_sides(symmetry: Symmetry, square: Square) -> None:
    assert symmetry.inverse.apply(symmetry.apply(square)) is square
    assert symmetry.apply(symmetry.inverse.apply(square)) is square
    assert symmetry.inverse.inverse is symmetry


@given(SYMMETRIES, SYMMETRIES)
def test_two_in_a_row_are_again_one_of_the_eight(first: Symmetry, second: Symmetry) -> None:
    both = [second.apply(first.apply(square)) for square in SQUARES]
    assert sum(both == [third.apply(square) for square in SQUARES] for third in Symmetry) == 1


@given(SYMMETRIES, ON_BOARD)
def test_the_native_core_turns_boards_the_same_way(symmetry: Symmetry, square: Square) -> None:
    assert Position(square.mask, 0).transform(symmetry).black == symmetry.apply(square).mask


def test_names_say_where_a1_goes() -> None:
    assert Symmetry.MIRROR_COLUMNS.apply(Square.A1) is Square.H1
    assert Symmetry.MIRROR_ROWS.apply(Square.A1) is Square.A8
    assert Symmetry.ROTATE_180.apply(Square.A1) is Square.H8
    assert Symmetry.TRANSPOSE.apply(Square.B1) is Square.A2
    assert Symmetry.ROTATE_90_CLOCKWISE.apply(Square.B1) is Square.H2
    assert Symmetry.ROTATE_90_COUNTERCLOCKWISE.apply(Square.B1) is Square.A7
    assert Symmetry.ANTI_TRANSPOSE.apply(Square.A1) is Square.H8
    assert Symmetry.ANTI_TRANSPOSE.apply(Square.H1) is Square.H1


def test_a_long_text_is_not_repeated_in_full() -> None:
    with pytest.raises(NotationError) as caught:
        Square.parse("[" * 40_000)
    assert len(str(caught.value)) < 200
