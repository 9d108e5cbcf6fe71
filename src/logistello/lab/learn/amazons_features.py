"""Features of Amazons: how many queen moves each side needs to a square, which is what the game is about."""

from __future__ import annotations

import numpy as np

from logistello.games import OpenSpielRules, OpenSpielState

#: Values of squares that are not empty.
_ARROW, _OWN, _OTHER = 0, 1, 2
#: Of empty ones: this, and four for each step of one's own distance, one for each of the other's.
_FIRST = 4
#: Distances: one move, two, more, never.
_STEPS = 3
_WALL = 255


class QueenMoves:
    """The squares of a board as numbers with a byte for each, so that sets of squares can be added up.

    The line feeds between the rows of a board's text are squares that nothing can enter: moves end there.
    """

    def __init__(self, size: int) -> None:
        row = size + 1
        self._shifts = tuple(8 * step for step in (1, row, row - 1, row + 1))
        self.bytes = row * size - 1

    def reach(self, sources: int, empty: int) -> int:
        """The empty squares that queens can go to in one move."""
        found = 0
        for shift in self._shifts:
            ahead = sources << shift & empty
            while ahead:
                found |= ahead
                ahead = ahead << shift & empty
            ahead = sources >> shift & empty
            while ahead:
                found |= ahead
                ahead = ahead >> shift & empty
        return found

    def reach_by_moves(self, queens: int, empty: int) -> int:
        """For each square how many of these hold: it is reached in one move, in at most two, at all. As a sum."""
        one = self.reach(queens, empty)
        two = one | self.reach(one, empty)
        ever, before = two | self.reach(two & ~one, empty), two
        while ever != before:
            ever, before = ever | self.reach(ever & ~before, empty), ever
        return one + two + ever


def squares(text: bytes, mark: bytes) -> int:
    """The squares with a mark, as a number with a byte for each."""
    return int.from_bytes(text.translate(_IS[mark]), "little")


_IS = {mark: bytes(int(byte == mark[0]) for byte in range(256)) for mark in (b"X", b"O", b".", b"\n")}
_PLAYERS = (b"X", b"O")


class AmazonsFeatures:
    """Squares: an arrow, a queen of either side, or empty at two distances: one's own and the opponent's.

    A move is three in OpenSpiel - which queen, where to, where the arrow goes - and each has stages of its own.
    """

    kinds = _FIRST + (_STEPS + 1) ** 2
    _BANDS = 3

    def __init__(self, rules: OpenSpielRules) -> None:
        self._rules = rules
        size = rules.spiel_game.get_parameters()["board_size"]
        self.name = f"amazons-distances({size}x{size})"
        self.count = size * size
        self.stages = 3 * self._BANDS
        self._moves = QueenMoves(size)
        self._most_arrows = size * size - 8
        self.regions = tuple(
            (row * size + column, row * size + column + step)
            for row in range(size)
            for column in range(size)
            for step, fits in ((1, column + 1 < size), (size, row + 1 < size))
            if fits
        )
        self.images = _images(size)

    def read(self, state: OpenSpielState) -> tuple[bytes, int]:
        player = self._rules.player(state)
        text = str(state).encode()
        own, other = squares(text, _PLAYERS[player]), squares(text, _PLAYERS[1 - player])
        empty, walls = squares(text, b"."), squares(text, b"\n")
        moves = self._moves
        near, far = moves.reach_by_moves(own, empty), moves.reach_by_moves(other, empty)
        # Never reached by either: _FIRST + 4 * 3 + 3; every "is reached" takes a step off.
        values = own * _OWN + other * _OTHER + walls * _WALL + empty * (_FIRST + 5 * _STEPS)
        found = values - 4 * near - far
        made = state.spiel.move_number()
        band = min(made // 3 * self._BANDS // self._most_arrows, self._BANDS - 1)
        return found.to_bytes(moves.bytes, "little").translate(None, b"\xff"), made % 3 * self._BANDS + band


def _images(size: int) -> tuple[tuple[int, ...], ...]:
    """The symmetries of a square board without the identity."""
    board = np.arange(size * size).reshape(size, size)
    turned = [np.rot90(each, turns) for each in (board, board.T) for turns in range(4)]
    return tuple(tuple(each.reshape(-1).tolist()) for each in turned[1:])
