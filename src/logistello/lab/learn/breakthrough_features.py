"""Features of breakthrough: who stands where, and how often each side could take there; how far the race has come."""

from __future__ import annotations

from logistello.games import OpenSpielRules, OpenSpielState
from logistello.lab.learn.byte_boards import WALL, banded, mirrored, squares, values_on_board, windows

_PLAYERS = (b"b", b"w")
#: Material, as a difference of pieces.
_MOST_AHEAD = 4


class BreakthroughFeatures:
    """One's own pieces come from the top, whoever moves.

    Squares: empty, own, the opponent's; 9 for each, as a piece of either side is attacked from none, one or two squares
    (3 for each of one's own attackers, 1 for each of the opponent's). After these the squares alone, of which windows
    are made. In the end the rows that the foremost pieces of both sides have come, and the difference of pieces.
    """

    kinds = 27
    stages = 4

    def __init__(self, rules: OpenSpielRules) -> None:
        parameters = rules.spiel_game.get_parameters()
        self._rules = rules
        rows, columns = parameters["rows"], parameters["columns"]
        self.name = f"breakthrough-attacks({rows}x{columns})"
        board = rows * columns
        self._row = columns + 2  # the name of the row, the squares, a line feed
        self._rows = rows
        self._bytes = self._row * rows
        self._everything = int.from_bytes(bytes([1]) * self._bytes, "little")
        self._pieces = 4 * columns
        self.count = 2 * board + 3
        race = (2 * board, 2 * board + 1)
        self.regions = (
            *((square,) for square in range(board)),
            *(tuple(board + square for square in window) for window in windows(rows, columns, 2, 3)),
            race,
            (2 * board + 2,),
        )
        turned = mirrored(rows, columns)
        self.images = ((*turned, *(board + square for square in turned), *race, 2 * board + 2),)

    def read(self, state: OpenSpielState) -> tuple[bytes, int]:
        player = self._rules.player(state)
        text = str(state).encode()
        text = text[: text.rindex(b"\n") + 1]  # the last line names the columns
        if player:
            text = text[::-1]
        own, other = squares(text, _PLAYERS[player]), squares(text, _PLAYERS[1 - player])
        free = own | other | squares(text, b".")
        board = free * 255
        left, right = 8 * (self._row - 1), 8 * (self._row + 1)
        attacks = ((own << left) + (own << right)) & board
        attacked = ((other >> left) + (other >> right)) & board
        walls = (self._everything ^ free) * WALL
        plain = own + 2 * other
        values = 9 * plain + 3 * attacks + attacked + walls | plain + walls << 8 * self._bytes
        mine, theirs = own.bit_count(), other.bit_count()
        foremost = (own.bit_length() - 1) // 8 // self._row
        their_foremost = self._rows - 1 - ((other & -other).bit_length() - 1) // 8 // self._row
        race = bytes((foremost, their_foremost, banded(mine - theirs, 1, _MOST_AHEAD)))
        gone = self._pieces - mine - theirs
        # Games end when about half of the pieces are gone.
        stage = min(2 * gone * self.stages // self._pieces, self.stages - 1)
        return values_on_board(values, 2 * self._bytes) + race, stage
