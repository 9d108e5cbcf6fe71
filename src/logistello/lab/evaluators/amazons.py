"""Amazons by mobility: squares that one's queens can move to, against those of the opponent's."""

from __future__ import annotations

from math import tanh

from logistello.games import OpenSpielRules, OpenSpielState
from logistello.lab.learn.amazons_features import QueenMoves
from logistello.lab.learn.byte_boards import squares

#: So many squares more are worth three quarters of a game.
_MANY = 16


class QueenMobility:
    """The difference of the squares that can be reached, less than a win."""

    def __init__(self, rules: OpenSpielRules) -> None:
        self._moves = QueenMoves(rules.spiel_game.get_parameters()["board_size"])

    def value(self, state: OpenSpielState) -> float:
        text = str(state).encode()
        empty = squares(text, b".")
        first, second = (self._moves.reach(squares(text, mark), empty).bit_count() for mark in (b"X", b"O"))
        return tanh((first - second if state.player == 0 else second - first) / _MANY)
