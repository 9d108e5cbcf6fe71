"""Features of checkers: the dark squares, captures that are there or threaten, mobility and material."""

from __future__ import annotations

from operator import itemgetter

from logistello.games import OpenSpielRules, OpenSpielState
from logistello.lab.learn.byte_boards import banded, squares, windows

#: OpenSpiel: men and kings of the first player, then of the second.
_PLAYERS = ((b"o", b"8"), (b"+", b"*"))
#: Captures counted, at most.
_MOST_CAPTURES = 3
_MOST_AHEAD = 6
_MOVES_IN_BAND, _MOST_BANDS = 2, 5


def _view(own: tuple[bytes, bytes], other: tuple[bytes, bytes]) -> bytes:
    """For ``bytes.translate``: the value of each mark."""
    table = bytearray(256)
    for value, mark in enumerate((*own, *other), start=1):
        table[mark[0]] = value
    return bytes(table)


class CheckersFeatures:
    """The dark squares: empty, a man or a king, own or the opponent's; one's own side is always the same.

    After these: pieces of either side that can capture, how many more ways to move one has than the opponent, and the
    differences of pieces and of kings.
    """

    kinds = 16
    stages = 4

    def __init__(self, rules: OpenSpielRules) -> None:
        parameters = rules.spiel_game.get_parameters()
        self._rules = rules
        rows, columns = parameters["rows"], parameters["columns"]
        self.name = f"checkers-captures({rows}x{columns})"
        self._row = columns + 1
        dark = [row * columns + column for row in range(rows) for column in range(columns) if (row + column) % 2]
        self._dark = itemgetter(*dark)
        self._squares = len(dark)
        number = {square: place for place, square in enumerate(dark)}
        near = [tuple(number[square] for square in each if square in number) for each in windows(rows, columns, 3, 3)]
        self.count = self._squares + 5
        captures, threats, mobility, pieces, kings = range(self._squares, self.count)
        self.regions = (*(each for each in near if len(each) == 5), (captures, threats), (mobility,), (pieces, kings))
        self.images: tuple[tuple[int, ...], ...] = ()
        self._views = (_view(*_PLAYERS), _view(*_PLAYERS[::-1]))

    def read(self, state: OpenSpielState) -> tuple[bytes, int]:
        player = self._rules.player(state)
        # Before each row stands its name, of which one is the mark of a king; the last line names the columns.
        text = b"\n".join([row[1:] for row in str(state).encode().splitlines()[:-1]])
        if player:
            text = text[::-1]
        dark = bytes(self._dark(text.translate(self._views[player], b"\n")))
        (men, kings), (their_men, their_kings) = (
            tuple(squares(text, mark) for mark in each) for each in (_PLAYERS[player], _PLAYERS[1 - player])
        )
        empty, own, other = squares(text, b"."), men | kings, their_men | their_kings
        forward, backward = self._ways(own, kings, other, empty)
        their_backward, their_forward = self._ways(their_kings, other, own, empty)
        moves = forward[0] + backward[0] - their_forward[0] - their_backward[0]
        more = bytes(
            (
                min(forward[1] + backward[1], _MOST_CAPTURES),
                min(their_forward[1] + their_backward[1], _MOST_CAPTURES),
                banded(moves, _MOVES_IN_BAND, _MOST_BANDS),
                banded(own.bit_count() - other.bit_count(), 1, _MOST_AHEAD),
                banded(kings.bit_count() - their_kings.bit_count(), 1, _MOST_AHEAD),
            )
        )
        pieces = self._squares - dark.count(0)
        return dark + more, min((24 - pieces) // 5, self.stages - 1)

    def _ways(self, up: int, down: int, enemies: int, empty: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Moves and captures of the pieces that go up, and of those that go down."""
        found = []
        for pieces, upwards in ((up, True), (down, False)):
            moves = captures = 0
            for step in (8 * (self._row - 1), 8 * (self._row + 1)):
                if upwards:
                    ahead = pieces >> step
                    captures += (((ahead & enemies) >> step) & empty).bit_count()
                else:
                    ahead = pieces << step
                    captures += (((ahead & enemies) << step) & empty).bit_count()
                moves += (ahead & empty).bit_count()
            found.append((moves, captures))
        return found[0], found[1]
