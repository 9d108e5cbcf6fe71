"""The worth of the move: what odd and even depths differ by is found and taken away, for both kinds of models."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from logistello import _native
from logistello.evaluation import Model, PatternSet
from logistello.train.fit import fit_model
from logistello.train.fit_options import FitOptions
from logistello.train.labelled_positions import Flag, Positions, make_records
from logistello.train.tempo import positions_of_games, tempo_by_discs, with_tempo
from tests.evaluation.test_vectors import random_vectors
from tests.evaluation.twins import boards, random_positions

PATTERNS = PatternSet.parse('name = "row"\nstages = 4\n[[pattern]]\nname = "row"\nsquares = "a2 b2 c2"\n')


@pytest.fixture(scope="module")
def games() -> tuple[np.ndarray, np.ndarray]:
    own, opp = boards([each for each in random_positions(3, 700) if 15 < each.empties < 55])
    return own, opp


def model_without(tempo: float, *, vectors: bool) -> Model:
    """Nothing but a constant for the side to move, of which so many discs are missing."""
    weights = np.zeros((4, PATTERNS.n_weights), dtype=np.int16)
    if not vectors:
        weights[:, -2:] = -128 * tempo
        return Model(PATTERNS, weights)
    heads = random_vectors(PATTERNS)
    silent = replace(heads, rows=np.zeros_like(heads.rows), outs=np.zeros_like(heads.outs))
    return Model(PATTERNS, weights, vectors=replace(silent, constants=np.full(65, -128 * tempo, dtype=np.int16)))


@pytest.mark.parametrize("vectors", [False, True])
def test_a_missing_constant_is_found(vectors: bool, games: tuple[np.ndarray, np.ndarray]) -> None:
    own, opp = games
    model = model_without(1.5, vectors=vectors)
    assert tempo_by_discs(model, own, opp)[20:50] == pytest.approx(1.5, abs=0.05)
    mended = with_tempo(model, own, opp)
    odd, even = (_native.search_many(mended.native, own=own, opp=opp, depth=depth)[0] for depth in (3, 4))
    assert abs(float((odd - even).mean())) < 0.05
    assert mended.probcut is None


def test_without_positions_nothing_changes() -> None:
    none = np.empty(0, dtype=np.uint64)
    model = model_without(1.0, vectors=False)
    assert (with_tempo(model, none, none).weights == model.weights).all()


def test_only_positions_of_games_count(games: tuple[np.ndarray, np.ndarray]) -> None:
    own, opp = games
    flags = np.zeros(len(own), dtype=np.uint16)
    flags[::2] = int(Flag.INSIDE_SEARCH)
    chosen, _ = positions_of_games(own, opp, flags, most=3, seed=1)
    assert set(chosen.tolist()) <= set(own[1::2].tolist())
    discs = np.bitwise_count(np.concatenate(positions_of_games(own, opp, flags, 3, 1)).reshape(2, -1)).sum(axis=0)
    assert np.bincount(discs).max() <= 3
    flags[1] = int(Flag.GIVEN)
    assert positions_of_games(own, opp, flags, 3, 1)[0].tolist() == [own[1]]


def test_a_fit_measures_it(games: tuple[np.ndarray, np.ndarray]) -> None:
    own, opp = games
    labels = np.full(len(own), -2.0, dtype=np.float32)
    positions = Positions.of(make_records(own, opp, labels, np.arange(len(own), dtype=np.uint64)))
    options = FitOptions(window=0, l2=0.01, tempo=40)
    plain, mended = (fit_model([positions], PATTERNS, replace(options, tempo=tempo)) for tempo in (0, 40))
    assert "tempo" not in plain.provenance["fit"]
    assert mended.provenance["fit"]["tempo"] == 40
    assert float((mended.evaluate(own, opp) - plain.evaluate(own, opp)).mean()) == pytest.approx(2.0, abs=0.3)
