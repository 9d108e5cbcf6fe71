"""The figures of ``benchmarks.accuracy``, on a model whose error is known."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from benchmarks import accuracy
from logistello.evaluation import PatternSet
from logistello.train.labelled_positions import Positions, make_records

from .twins import boards, random_model, random_positions


def test_errors_are_measured_in_discs() -> None:
    model = random_model(PatternSet.named("logistello"), seed=4)
    own, opp = boards(random_positions(1, 50))
    values = model.evaluate(own, opp)
    shift = np.where(np.arange(len(own)) % 2, 3.0, -1.0)
    row = accuracy.measure(model, Positions.of(make_records(own, opp, values + shift, own)))
    assert (row["positions"], row["mae"], row["bias"]) == (
        50,
        pytest.approx(2.0, abs=1e-3),
        pytest.approx(-1.0, abs=1e-3),
    )
    assert row["correlation"] > 0.99


def test_held_out_years_have_exact_scores(shared_data: Path) -> None:
    positions = accuracy.held_out_positions(range(2022, 2023))
    assert len(positions) > 500
    assert set(positions.discs.tolist()) == {40}
