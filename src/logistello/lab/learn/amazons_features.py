"""Features of Amazons: how many queen moves each side needs to a square, which is what the game is about, how free
the queens are, and mobility."""

from __future__ import annotations

import numpy as np

from logistello.games import OpenSpielRules, OpenSpielState
from logistello.lab.learn.byte_boards import WALL, banded, squares, values_on_board

#: Values: an arrow, a queen of either side with so many free squares around it, 0 to 8.
_ARROW, _OWN, _OTHER = 0, 1, 10
#: Of empty squares: this, and four for each step of one's own distance, one for each of the other's.
_FIRST = 19
#: Distances: one move, two, more, never.
_STEPS = 3
_PLAYERS = (b"X", b"O")
_MOVES_IN_BAND, _MOST_BANDS = 2, 8


class QueenMoves:
    """Moves of queens on a board whose rows are divided by line feeds."""

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

    def reach_by_moves(self, queens: int, empty: int) -> tuple[int, int]:
        """The squares reached in one move; and for each square how many of these hold, as a sum: it is reached in one
        move, in at most two, at all."""
        one = self.reach(queens, empty)
        two = one | self.reach(one, empty)
        ever, before = two | self.reach(two & ~one, empty), two
        while ever != before:
            ever, before = ever | self.reach(ever & ~before, empty), ever
        return one, one + two + ever

    def neighbours(self, of: int) -> int:
        """For each square how many squares around it are in a set."""
        return sum((of << shift) + (of >> shift) for shift in self._shifts)


class AmazonsFeatures:
    """Squares: an arrow, a queen of either side and how free it is, or empty at two distances, one's own and the
    opponent's. After these, the difference of the squares that can be reached in one move.

    A move is three in OpenSpiel - which queen, where to, where the arrow goes - and each has stages of its own.
    """

    kinds = _FIRST + (_STEPS + 1) ** 2
    _BANDS = 3

    def __init__(self, rules: OpenSpielRules) -> None:
        self._rules = rules
        size = rules.spiel_game.get_parameters()["board_size"]
        self.name = f"amazons-distances-and-mobility({size}x{size})"
        board = size * size
        self.count = board + 1
        self.stages = 3 * self._BANDS
        self._moves = QueenMoves(size)
        self._most_arrows = board - 8
        self.regions = (
            *(
                (row * size + column, row * size + column + step)
                for row in range(size)
                for column in range(size)
                for step, fits in ((1, column + 1 < size), (size, row + 1 < size))
                if fits
            ),
            (board,),
        )
        self.images = tuple((*image, board) for image in _images(size))

    def read(self, state: OpenSpielState) -> tuple[bytes, int]:
        player = self._rules.player(state)
        text = str(state).encode()
        own, other = squares(text, _PLAYERS[player]), squares(text, _PLAYERS[1 - player])
        empty, walls = squares(text, b"."), squares(text, b"\n")
        moves = self._moves
        reached, near = moves.reach_by_moves(own, empty)
        their_reached, far = moves.reach_by_moves(other, empty)
        freedom = moves.neighbours(empty) & (own | other) * 255
        # Never reached by either: _FIRST + 4 * 3 + 3; every "is reached" takes a step off.
        values = own * _OWN + other * _OTHER + freedom + walls * WALL + empty * (_FIRST + 5 * _STEPS)
        mobility = banded(reached.bit_count() - their_reached.bit_count(), _MOVES_IN_BAND, _MOST_BANDS)
        made = state.spiel.move_number()
        band = min(made // 3 * self._BANDS // self._most_arrows, self._BANDS - 1)
        found = values_on_board(values - 4 * near - far, moves.bytes)
        return found + bytes([mobility]), made % 3 * self._BANDS + band


def _images(size: int) -> tuple[tuple[int, ...], ...]:
    """The symmetries of a square board without the identity."""
    board = np.arange(size * size).reshape(size, size)
    turned = [np.rot90(each, turns) for each in (board, board.T) for turns in range(4)]
    return tuple(tuple(each.reshape(-1).tolist()) for each in turned[1:])
