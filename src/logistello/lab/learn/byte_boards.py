"""Boards that OpenSpiel writes as text, as whole numbers with a byte for each character.

A set of squares is a number with ones in the bytes of its squares: a shift moves all of them at once, a sum counts how
often each square is met. Whatever stands between the rows of a text - line feeds, the names of rows - is a square that
nothing can enter, so that what is shifted beyond the border of the board gets lost there.
"""

from __future__ import annotations

#: Marks what is not a square of the board, to be taken out of the bytes in the end.
WALL = 255
_WALL_BYTE = bytes([WALL])
#: For each character the table that gives 1 for it and 0 for all others.
_IS = tuple(bytes(int(byte == mark) for byte in range(256)) for mark in range(256))


def squares(text: bytes, mark: bytes) -> int:
    """The squares with a mark, as a number with a byte for each."""
    return int.from_bytes(text.translate(_IS[mark[0]]), "little")


def values_on_board(values: int, length: int) -> bytes:
    """The bytes of a number without the walls."""
    return values.to_bytes(length, "little").translate(None, _WALL_BYTE)


def windows(rows: int, columns: int, height: int, width: int) -> list[tuple[int, ...]]:
    """The squares of every window of this size on a board."""
    return [
        tuple((top + r) * columns + left + c for r in range(height) for c in range(width))
        for top in range(rows - height + 1)
        for left in range(columns - width + 1)
    ]


def lines(rows: int, columns: int, length: int) -> list[tuple[int, ...]]:
    """The squares of every row, column and diagonal of this length."""
    found = []
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + down * (length - 1), column + right * (length - 1)
                if last_row < rows and 0 <= last_column < columns:
                    found.append(tuple((row + down * i) * columns + column + right * i for i in range(length)))
    return found


def mirrored(rows: int, columns: int) -> tuple[int, ...]:
    """The board with left and right exchanged."""
    return tuple(row * columns + columns - 1 - column for row in range(rows) for column in range(columns))


def banded(number: int, width: int, most: int) -> int:
    """A difference as one of ``2 * most + 1`` values from 1 on: so many ``width`` above or below an even one."""
    steps = (abs(number) + width - 1) // width
    return most + 1 + (min(steps, most) if number > 0 else -min(steps, most))
