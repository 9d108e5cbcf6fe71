"""Features of breakthrough: who stands where, what can be taken there and what for, how far the race has come."""

from __future__ import annotations

from logistello.games import OpenSpielRules, OpenSpielState
from logistello.lab.learn.byte_boards import WALL, banded, mirrored, squares, values_on_board, windows

_PLAYERS = (b"b", b"w")
#: Material, as a difference of pieces.
_MOST_AHEAD = 8
#: Pieces that an exchange would win.
_MOST_LOOSE = 3


class BreakthroughFeatures:
    """One's own pieces come from the top, whoever moves.

    Squares: empty, own, the opponent's; 9 for each, as a piece of either side is attacked from none, one or two squares
    (3 for each of one's own attackers, 1 for each of the opponent's). After these the squares alone, of which windows
    are made. In the end the rows that the foremost pieces of both sides have come, the difference of pieces, and how
    many loose pieces each side has: those with more attackers than defenders, which an exchange wins.
    """

    kinds = 27
    stages = 4

    def __init__(self, rules: OpenSpielRules) -> None:
        parameters = rules.spiel_game.get_parameters()
        self._rules = rules
        rows, columns = parameters["rows"], parameters["columns"]
        self.name = f"breakthrough-exchanges({rows}x{columns})"
        board = rows * columns
        self._row = columns + 2  # the name of the row, the squares, a line feed
        self._rows = rows
        self._bytes = self._row * rows
        self._everything = int.from_bytes(bytes([1]) * self._bytes, "little")
        self._pieces = 4 * columns
        race, exchanges = (2 * board, 2 * board + 1), (2 * board + 2, 2 * board + 3, 2 * board + 4)
        self.count = 2 * board + 5
        self.regions = (
            *((square,) for square in range(board)),
            *(tuple(board + square for square in window) for window in windows(rows, columns, 2, 3)),
            race,
            exchanges,
        )
        turned = mirrored(rows, columns)
        self.images = ((*turned, *(board + square for square in turned), *race, *exchanges),)

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
        # Of bytes from 0 to 2, the third bit of "one less the other, and three" says whether the one is larger.
        won = (other & (attacks + 3 * free - attacked >> 2)).bit_count()
        lost = (own & (attacked + 3 * free - attacks >> 2)).bit_count()
        more = bytes(
            (
                foremost,
                their_foremost,
                banded(mine - theirs, 1, _MOST_AHEAD),
                min(won, _MOST_LOOSE),
                min(lost, _MOST_LOOSE),
            )
        )
        gone = self._pieces - mine - theirs
        # Games end when about half of the pieces are gone.
        stage = min(2 * gone * self.stages // self._pieces, self.stages - 1)
        return values_on_board(values, 2 * self._bytes) + more, stage
