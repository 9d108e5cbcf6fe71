"""The two players."""

from __future__ import annotations

from enum import IntEnum


class Color(IntEnum):
    """Black moves first.

    >>> Color.BLACK.opponent
    <Color.WHITE: 1>
    >>> Color.WHITE.symbol
    'O'
    """

    BLACK = 0
    WHITE = 1

    @property
    def opponent(self) -> Color:
        return Color.WHITE if self is Color.BLACK else Color.BLACK

    @property
    def symbol(self) -> str:
        """``X`` for Black and ``O`` for White, as in most Othello files."""
        return "X" if self is Color.BLACK else "O"

    def __str__(self) -> str:
        return self.name.lower()
