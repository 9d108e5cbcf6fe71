"""Connect four by its open lines: four squares in a row that only one side has discs in."""

from __future__ import annotations

from logistello.games import OpenSpielState

_COLUMNS, _ROWS = 7, 6
#: What a line with 0 to 4 discs of one side is worth, in 1/256 of a won game.
_WORTH = (0, 1, 4, 16, 0)


def _lines() -> list[list[int]]:
    """For every square, the numbers of the lines through it."""
    through: list[list[int]] = [[] for _ in range(_COLUMNS * _ROWS)]
    number = 0
    for row in range(_ROWS):
        for column in range(_COLUMNS):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                squares = [(row + n * down, column + n * right) for n in range(4)]
                if all(0 <= r < _ROWS and 0 <= c < _COLUMNS for r, c in squares):
                    for r, c in squares:
                        through[r * _COLUMNS + c].append(number)
                    number += 1
    return through


class ConnectFourLines:
    """Open lines of the side to move less those of the other, each the more the fuller it is."""

    _THROUGH = _lines()
    _COUNT = 1 + max(number for lines in _THROUGH for number in lines)

    def value(self, state: OpenSpielState) -> float:
        board = str(state).replace("\n", "")
        first, second = [0] * self._COUNT, [0] * self._COUNT
        for square, lines in zip(board, self._THROUGH, strict=True):
            if square == "x":
                for line in lines:
                    first[line] += 1
            elif square == "o":
                for line in lines:
                    second[line] += 1
        total = 0
        for mine, theirs in zip(first, second, strict=True):
            if not theirs:
                total += _WORTH[mine]
            elif not mine:
                total -= _WORTH[theirs]
        # x moves first: player 0
        worth = max(-255, min(255, total)) / 256
        return worth if state.player == 0 else -worth
