"""Positions and models for the tests of the engine."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from logistello.evaluation import Model
from logistello.othello import Position
from logistello.probcut import ProbCutTable
from logistello.probcut.lines import FIT_FIELDS

#: Standard deviation of the planted table, in discs.
PLANTED_SIGMA = 4.0


@pytest.fixture(scope="session")
def random_position() -> Callable[[int, int], Position]:
    """``random_position(seed, empties)``: a position of a random game, or its end if that comes first."""

    def make(seed: int, empties: int) -> Position:
        rng = random.Random(seed)
        position = Position.initial()
        while position.empties > empties and (moves := position.legal_moves):
            position = position.play(rng.choice(moves))
        return position

    return make


@pytest.fixture(scope="session")
def plain_model() -> Model:
    """The default weights without a ProbCut table."""
    return replace(Model.default(), probcut=None)


@pytest.fixture(scope="session")
def planted_model() -> Model:
    """The default weights with a table that is not measured: shallow values are right but for a normal error."""
    model = Model.default()
    midgame = np.full((model.patterns.stages, 41, 17, 3), np.nan, dtype=np.float32)
    endgame = np.full((61, 17, 3), np.nan, dtype=np.float32)
    for deep in range(1, 41):
        for shallow in range(min(deep, 17)):
            midgame[:, deep, shallow] = (1.0, 0.0, PLANTED_SIGMA)
    for empties in range(1, 61):
        for shallow in range(min(empties, 17)):
            endgame[empties, shallow] = (1.0, 0.0, PLANTED_SIGMA)
    table = ProbCutTable(
        midgame=midgame,
        endgame=endgame,
        midgame_fits=np.zeros((*midgame.shape[:-1], len(FIT_FIELDS)), dtype=np.float32),
        endgame_fits=np.zeros((*endgame.shape[:-1], len(FIT_FIELDS)), dtype=np.float32),
        weights_sha256=model.weights_sha256,
    )
    return replace(model, probcut=table)
