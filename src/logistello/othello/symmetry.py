"""The 8 symmetries of the board, numbered as in the native core."""

from __future__ import annotations

from enum import IntEnum

from logistello.othello.square import PASS, SQUARES, Square


class Symmetry(IntEnum):
    """Bit 0 mirrors left-right, then bit 1 mirrors top-bottom, then bit 2 swaps rows and columns.

    >>> str(Symmetry.TRANSPOSE.apply(Square.F5))
    'e6'
    >>> all(s.inverse.apply(s.apply(Square.B3)) is Square.B3 for s in Symmetry)
    True
    """

    IDENTITY = 0
    MIRROR_COLUMNS = 1
    MIRROR_ROWS = 2
    ROTATE_180 = 3
    TRANSPOSE = 4
    ROTATE_90_COUNTERCLOCKWISE = 5
    ROTATE_90_CLOCKWISE = 6
    ANTI_TRANSPOSE = 7

    def apply(self, square: Square) -> Square:
        """Where a square goes."""
        if square is PASS:
            return PASS
        column, row = square.column, square.row
        if self & 1:
            column = 7 - column
        if self & 2:
            row = 7 - row
        if self & 4:
            column, row = row, column
        return SQUARES[8 * row + column]

    @property
    def inverse(self) -> Symmetry:
        return Symmetry({5: 6, 6: 5}.get(self, self))
