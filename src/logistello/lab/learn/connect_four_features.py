"""Features of connect four: the squares, and the threats, which decide it.

A threat is an empty square that completes a line. Who has to fill the square below it in the end depends on the row:
the first player profits from threats in odd rows, the second from those in even ones (Allis, "A knowledge-based
approach of connect-four", 1988, chapter 3). So each square has a feature of its own for them, and each player stages.
"""

from __future__ import annotations

from logistello.games import OpenSpielRules, OpenSpielState
from logistello.lab.learn.byte_boards import WALL, lines, mirrored, squares, values_on_board

_PLAYERS = (b"x", b"o")
_BANDS = 3


class ConnectFourFeatures:
    """Squares: empty, own, the opponent's, or empty and the next to be filled in its column. After these, as many
    threats: none, own, the opponent's, both; 3 more on the next square of a column, where they can be carried out."""

    kinds = 7

    def __init__(self, rules: OpenSpielRules) -> None:
        parameters = rules.spiel_game.get_parameters()
        self._rules = rules
        rows, columns = parameters["rows"], parameters["columns"]
        self._in_row: int = parameters["x_in_row"]
        self.name = f"connect-four-threats({rows}x{columns})"
        board = rows * columns
        self.count = 2 * board
        self.stages = 2 * _BANDS
        on_threats = [
            (board + square, board + square + columns)
            for square in range(board - columns)  # two of one side above each other cannot both be answered
        ]
        self.regions = (*lines(rows, columns, self._in_row), *on_threats)
        turned = mirrored(rows, columns)
        self.images = ((*turned, *(board + square for square in turned)),)
        row = columns + 1
        self._row: int = 8 * row
        self._steps: tuple[int, ...] = tuple(8 * step for step in (1, row - 1, row + 1))
        self._bytes = row * rows
        # The boards of both players lie in one number, with a row between them that no line crosses.
        self._apart = 8 * (self._bytes + row)
        self._squares = board

    def read(self, state: OpenSpielState) -> tuple[bytes, int]:
        player = self._rules.player(state)
        text = str(state).encode() + b"\n"
        own, other = squares(text, _PLAYERS[player]), squares(text, _PLAYERS[1 - player])
        empty, walls = squares(text, b"."), squares(text, b"\n") * WALL
        following = empty ^ (empty & (empty >> self._row))
        both = self._completing(own | other << self._apart)
        mine, theirs = both & empty, both >> self._apart & empty
        threats = mine + 2 * theirs + 3 * (following & (mine | theirs))
        values = own + 2 * other + 3 * following + walls | threats + walls << 8 * self._bytes
        discs = self._squares - empty.bit_count()
        return values_on_board(values, 2 * self._bytes), player * _BANDS + discs * _BANDS // (self._squares + 1)

    def _completing(self, discs: int) -> int:
        """The squares that complete a line: with discs on one side of them, on the other, or on both."""
        most = self._in_row - 1
        found = discs >> self._row  # in a column there are discs below alone
        for distance in range(2, most + 1):
            found &= discs >> self._row * distance
        for step in self._steps:
            before, after = [discs << step], [discs >> step]
            for distance in range(2, most + 1):
                before.append(before[-1] & discs << step * distance)
                after.append(after[-1] & discs >> step * distance)
            found |= before[-1] | after[-1]
            for number in range(1, most):
                found |= before[number - 1] & after[most - number - 1]
        return found
