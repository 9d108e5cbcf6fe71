"""Evaluators of Othello: the learned model of the engine, and plain ones to compare with."""

from __future__ import annotations

import numpy as np

from logistello import _native
from logistello.evaluation import Model
from logistello.games import OthelloState


class OthelloModelEvaluator:
    """A model's value of a position, by the native core."""

    def __init__(self, model: Model | None = None) -> None:
        """Without a model, the one that comes with the package."""
        self._evaluate = (model or Model.default()).native.evaluate

    def value(self, state: OthelloState) -> float:
        """In discs."""
        own, opponent, _ = state
        return float(self._evaluate(np.array([own], np.uint64), np.array([opponent], np.uint64))[0])


class OthelloMobility:
    """Moves of the side to move less those of the other, and corners: what programs began with.

    In the unit of outcomes, roughly: a move more is worth a disc, a corner eight.
    """

    _CORNERS = 1 | 1 << 7 | 1 << 56 | 1 << 63

    def value(self, state: OthelloState) -> float:
        own, opponent, _ = state
        moves = _native.legal_moves(own, opponent).bit_count() - _native.legal_moves(opponent, own).bit_count()
        corners = (own & self._CORNERS).bit_count() - (opponent & self._CORNERS).bit_count()
        return float(max(-60, min(60, moves + 8 * corners)))


class OthelloDiscs:
    """The disc difference: what beginners play for, and a poor judge."""

    def value(self, state: OthelloState) -> float:
        return float(state[0].bit_count() - state[1].bit_count())
