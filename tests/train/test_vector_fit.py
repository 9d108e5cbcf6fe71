"""Training vectors: what no sum of weights can say is learned, by any number of threads; rounding costs little."""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from logistello.errors import TrainingDataError
from logistello.evaluation import Model, PatternSet
from logistello.train.fit import fit_model
from logistello.train.fit_options import FitOptions
from logistello.train.labelled_positions import Positions, make_records
from logistello.train.vector_fit import Factors
from tests.evaluation.test_vectors import random_vectors
from tests.evaluation.twins import boards, random_model, random_positions

PATTERNS = PatternSet.parse(
    'name = "two"\nstages = 2\n[[pattern]]\nname = "row"\nsquares = "a2 b2 c2 d2"\n'
    '[[pattern]]\nname = "block"\nsquares = "c3 d3 c4 d4"\n'
)
OPTIONS = FitOptions(l2=0.1, window=0, holdout=0.2, vectors=30, vector_rate=0.05)


@pytest.fixture(scope="module")
def planted() -> Positions:
    """Labels of a model in which two hidden lanes decide, one for and one against the side to move."""
    vectors = random_vectors(PATTERNS, 3)
    vectors.outs[:] = 0
    vectors.outs[:, :2] = 4000, -4000
    vectors.offsets[:] = 0
    vectors.constants[:] = 0
    linear = random_model(PATTERNS, 3)
    model = replace(linear, weights=linear.weights // np.int16(10), vectors=vectors)
    own, opp = boards(random_positions(4, 6000))
    games = np.random.default_rng(1).integers(500, size=len(own)).astype(np.uint64)
    return Positions.of(make_records(own, opp, np.clip(model.evaluate(own, opp), -64, 64), games))


def error(model: Model, positions: Positions) -> float:
    records = positions.records
    return float(np.abs(model.evaluate(records["own"], records["opp"]) - records["score"]).mean())


def test_vectors_learn_what_sums_cannot(planted: Positions) -> None:
    linear = fit_model([planted], PATTERNS, replace(OPTIONS, vectors=0))
    told: list[dict[str, Any]] = []
    model = fit_model([planted], PATTERNS, OPTIONS, on_metrics=told.append)
    assert linear.vectors is None
    assert model.vectors is not None
    assert error(model, planted) < 0.65 * error(linear, planted)
    # Rounded to 8 bits it is as good as it was while it was trained.
    assert error(model, planted) < 1.2 * max(each["mae"] for each in model.metrics["stages"])
    epochs = [each for each in told if each["event"] == "epoch"]
    assert len(epochs) == 2 * OPTIONS.vectors
    assert epochs[-1]["rmse"] < epochs[0]["rmse"]
    assert model.provenance["fit"]["vectors"] == OPTIONS.vectors
    assert "vector_rate" not in linear.provenance["fit"]


def test_threads_do_not_matter(planted: Positions) -> None:
    few = replace(OPTIONS, vectors=2)
    one, two = (fit_model([planted], PATTERNS, replace(few, threads=threads)) for threads in (1, 2))
    assert one.checksum == two.checksum
    assert fit_model([planted], PATTERNS, replace(few, seed=1)).checksum != one.checksum


def test_a_stopped_fit_goes_on(planted: Positions, tmp_path: Path) -> None:
    few = replace(OPTIONS, vectors=2)
    partial = tmp_path / "partial"

    def interrupt(values: dict[str, Any]) -> None:
        if values["event"] == "stage":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fit_model([planted], PATTERNS, few, on_metrics=interrupt, checkpoint=partial)
    told: list[dict[str, Any]] = []
    again = fit_model([planted], PATTERNS, few, on_metrics=told.append, checkpoint=partial)
    assert {each["stage"] for each in told if each["event"] == "epoch"} == {0}
    assert again.checksum == fit_model([planted], PATTERNS, few).checksum
    assert not partial.exists()


def test_numbers_of_discs_without_positions(planted: Positions) -> None:
    """They have the heads of the nearest ones that were trained; stages without positions are as the nearest one."""
    discs = planted.discs
    middle = Positions.of(np.asarray(planted.records)[(discs >= 45) & (discs < 60)])
    model = fit_model([middle], PATTERNS, replace(OPTIONS, vectors=2))
    assert model.vectors is not None
    assert (model.vectors.outs[63] == model.vectors.outs[59]).all()
    assert (model.vectors.outs[62] == model.vectors.outs[58]).all()
    assert (model.vectors.rows[0] == model.vectors.rows[1]).all()
    assert (model.vectors.outs[20] == model.vectors.outs[46]).all()
    assert model.metrics["stages"][0]["taken_from_stage"] == 1
    own, opp = boards(random_positions(5, 50))
    assert np.isfinite(model.evaluate(own, opp)).all()


def test_factors_are_the_halves_of_configurations() -> None:
    factors = Factors.of(PATTERNS)
    assert factors.of_weight.shape == (int(PATTERNS.weight_offset[-1]), 2)
    assert factors.of_weight.max() + 1 == factors.count == 2 * (9 + 9)
    # Four squares without mirrors: the weight of configuration 5 + 9 * 7 has the halves 5 and 7.
    row = PATTERNS.patterns[0]
    assert row.mirrors == () or len(row.weight_of) > row.n_weights
    number = int(row.weight_of[5 + 9 * 7])
    smallest = int(np.flatnonzero(row.weight_of == number)[0])
    assert factors.of_weight[number].tolist() == [smallest % 9, 9 + smallest // 9]


def test_what_vectors_do_not_go_with() -> None:
    with pytest.raises(TrainingDataError, match="a method of their own"):
        FitOptions(vectors=3, link="sigmoid")


def test_ctrl_c_ends_a_long_fit_at_once(planted: Positions) -> None:
    """As it comes to the thread that waits for the others."""
    long = replace(OPTIONS, vectors=1_000_000, threads=2)
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        fit_model([planted], PATTERNS, long)
    assert time.monotonic() - began < 10
