"""Squares: a1 = 0, b1 = 1, ..., h8 = 63, and the pass = 64 (the numbering of Edax and OpenSpiel)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from logistello.errors import NotationError

#: Characters of a text that a message repeats.
_MOST_SHOWN = 40


class Square(IntEnum):
    """A square of the board, or ``PASS``. ``a1`` is the upper left corner.

    >>> Square.parse("f5"), Square.F5.column, Square.F5.row
    (<Square.F5: 37>, 5, 4)
    >>> str(Square.F5), str(Square.PASS)
    ('f5', 'pass')
    """

    A1, B1, C1, D1, E1, F1, G1, H1 = range(8)
    A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
    A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
    A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
    A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
    A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
    A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
    A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)
    PASS = 64

    @classmethod
    def parse(cls, text: str) -> Square:
        """Read ``f5`` (any case) or one of the words for a pass: ``pass``, ``pa``, ``ps``, ``--``, ``@@@@``."""
        square = _BY_NAME.get(text.strip().lower())
        if square is None:
            shown = text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
            raise NotationError(f"unknown square {shown!r}", expected="a1 to h8, or 'pass'")
        return square

    @classmethod
    def coerce(cls, move: Square | int | str) -> Square:
        """What every API function does with a move: take a ``Square``, its number or its name."""
        if isinstance(move, Square):
            return move
        if isinstance(move, str):
            return cls.parse(move)
        try:
            return cls(move)
        except ValueError:
            raise NotationError(f"unknown square number {move!r}", expected="0 (a1) to 63 (h8), or 64 (pass)") from None

    @property
    def column(self) -> int:
        """0 for file a to 7 for file h."""
        return self & 7

    @property
    def row(self) -> int:
        """0 for the top row (1) to 7 for the bottom row (8)."""
        return self >> 3

    @property
    def mask(self) -> int:
        """The bitboard with this square alone; 0 for the pass."""
        return 0 if self is Square.PASS else 1 << self

    def __str__(self) -> str:
        return self.name.lower()


PASS = Square.PASS
SQUARES: tuple[Square, ...] = tuple(square for square in Square if square is not PASS)
CORNERS: tuple[Square, ...] = (Square.A1, Square.H1, Square.A8, Square.H8)
CORNER_MASK = sum(corner.mask for corner in CORNERS)

_BY_NAME: dict[str, Square] = {square.name.lower(): square for square in Square}
_BY_NAME.update(dict.fromkeys(("pa", "ps", "--", "@@@@"), PASS))


def squares_of(mask: int) -> Iterator[Square]:
    """The squares of a bitboard, in ascending order.

    >>> [str(square) for square in squares_of(0b101)]
    ['a1', 'c1']
    """
    while mask:
        lowest = mask & -mask
        yield SQUARES[lowest.bit_length() - 1]
        mask ^= lowest
