"""Features of games on a board that OpenSpiel writes as text: the squares, seen by the side to move."""

from __future__ import annotations

from itertools import chain
from operator import itemgetter

from logistello.games import OpenSpielRules, OpenSpielState


def _table(*marks: tuple[str, int]) -> bytes:
    """For ``bytes.translate``: the value of each mark, 0 for all others."""
    table = bytearray(256)
    for letters, value in marks:
        for letter in letters.encode():
            table[letter] = value
    return bytes(table)


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


class ConnectFourFeatures:
    """Squares: empty, own, the opponent's, or empty and the next to be filled in its column.

    Who began decides who gets the last square of a column, so each player has stages of its own.
    """

    kinds = 4
    _BANDS = 3

    def __init__(self, rules: OpenSpielRules) -> None:
        parameters = rules.spiel_game.get_parameters()
        self._rules = rules
        self._rows, self._columns = parameters["rows"], parameters["columns"]
        self.name = f"connect-four-squares({self._rows}x{self._columns})"
        self.count = self._rows * self._columns
        self.stages = 2 * self._BANDS
        self.regions = tuple(lines(self._rows, self._columns, parameters["x_in_row"]))
        self.images = (mirrored(self._rows, self._columns),)
        self._views = (_table(("x", 1), ("o", 2)), _table(("o", 1), ("x", 2)))

    def read(self, state: OpenSpielState) -> tuple[bytes, int]:
        player = self._rules.player(state)
        columns = self._columns
        board = bytearray(str(state).encode().translate(self._views[player], b"\n"))
        empty = board.count(0)
        for column in range(columns):
            row = board[column::columns].rfind(0)
            if row >= 0:
                board[row * columns + column] = 3
        return bytes(board), player * self._BANDS + (self.count - empty) * self._BANDS // (self.count + 1)


class BreakthroughFeatures:
    """Squares: empty, own or the opponent's; one's own side of the board is always the same."""

    kinds = 3
    stages = 4

    def __init__(self, rules: OpenSpielRules) -> None:
        parameters = rules.spiel_game.get_parameters()
        self._rules = rules
        rows, columns = parameters["rows"], parameters["columns"]
        self.name = f"breakthrough-squares({rows}x{columns})"
        self.count = rows * columns
        self.regions = tuple(windows(rows, columns, 2, 3))
        self.images = (mirrored(rows, columns),)
        self._pieces = 4 * columns
        self._views = (_table(("b", 1), ("w", 2)), _table(("w", 1), ("b", 2)))

    def read(self, state: OpenSpielState) -> tuple[bytes, int]:
        player = self._rules.player(state)
        text = str(state).encode()
        # The last line names the columns; the numbers of the rows stand before them.
        board = text[: text.rindex(b"\n")].translate(self._views[player], b"0123456789\n")
        gone = self._pieces - len(board) + board.count(0)
        # Games end when about half of the pieces are gone.
        return board[::-1] if player else board, min(2 * gone * self.stages // self._pieces, self.stages - 1)


class CheckersFeatures:
    """The dark squares: empty, a man or a king, own or the opponent's; one's own side is always the same."""

    kinds = 5
    stages = 4

    def __init__(self, rules: OpenSpielRules) -> None:
        parameters = rules.spiel_game.get_parameters()
        self._rules = rules
        rows, columns = parameters["rows"], parameters["columns"]
        self.name = f"checkers-squares({rows}x{columns})"
        dark = [row * columns + column for row in range(rows) for column in range(columns) if (row + column) % 2]
        self._dark = itemgetter(*dark)
        self.count = len(dark)
        number = {square: place for place, square in enumerate(dark)}
        near = windows(rows, columns, 3, 3)
        self.regions = tuple(
            region
            for window in near
            if len(region := tuple(number[square] for square in window if square in number)) == 5
        )
        self.images: tuple[tuple[int, ...], ...] = ()
        # OpenSpiel: o and 8 for the first player's men and kings, + and * for the second's.
        self._views = (
            _table(("o", 1), ("8", 2), ("+", 3), ("*", 4)),
            _table(("+", 1), ("*", 2), ("o", 3), ("8", 4)),
        )

    def read(self, state: OpenSpielState) -> tuple[bytes, int]:
        player = self._rules.player(state)
        rows = str(state).encode().splitlines()[:-1]
        board = bytes(chain.from_iterable(row[1:] for row in rows)).translate(self._views[player])
        squares = bytes(self._dark(board))
        pieces = self.count - squares.count(0)
        return squares[::-1] if player else squares, min((24 - pieces) // 5, self.stages - 1)
