"""Calibration at nodes: what is drawn from searches, how it is measured, and what becomes of the table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from logistello import Engine, Limit, Position
from logistello.errors import CalibrationError
from logistello.evaluation import Model
from logistello.jobs import InlinePool
from logistello.probcut import Samples, ValueLimits, calibrate, refine
from logistello.train.models import ModelFile
from logistello.train.node_calibration import (
    NodeCalibration,
    NodeSettings,
    choose_roots,
    measure_nodes,
    refined,
)
from tests.probcut.planted import MOST_LEFT, STAGES, line_over, planted

SETTINGS = NodeSettings(roots=2, depth=7, solve=14)


@pytest.fixture(scope="module")
def default_file() -> ModelFile:
    return ModelFile.find(None)


@pytest.fixture(scope="module")
def nodes(default_file: ModelFile) -> dict[str, np.ndarray]:
    own, opp = choose_roots(default_file.load(), [], 3, seed=4)
    return measure_nodes(default_file, own, opp, SETTINGS, seed=4)


def test_nodes_have_the_values_of_sure_searches(nodes: dict[str, np.ndarray]) -> None:
    depths = nodes["depth"]
    assert set(depths[depths < 8]) == {4, 5, 6, 7}
    model = Model.default()
    with Engine(hash_mb=16, selectivity="none") as engine:
        for own, opp, depth, values in zip(nodes["own"], nodes["opp"], depths, nodes["values"], strict=True):
            position = Position.from_own(int(own), int(opp))
            assert values[0] == pytest.approx(float(model.evaluate([position])[0]), abs=1e-4)
            if position.empties <= 14:
                continue
            assert np.isfinite(values[: depth + 1]).all()
            assert np.isnan(values[depth + 1 :]).all()
            engine.clear()
            # At 99 % hardly anything is pruned so few moves before the horizon.
            assert values[4] == pytest.approx(engine.search(position, Limit(depth=4)).score, abs=1.0)


def test_the_same_seed_measures_the_same(default_file: ModelFile, nodes: dict[str, np.ndarray]) -> None:
    own, opp = choose_roots(default_file.load(), [], 3, seed=4)
    again = measure_nodes(default_file, own, opp, SETTINGS, seed=4)
    assert all(np.array_equal(again[name], nodes[name], equal_nan=name in ("values", "exact")) for name in nodes)


def test_nodes_to_the_end_are_solved(default_file: ModelFile) -> None:
    position = Position.parse(
        "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
    )  # FFO 40, 20 empty squares
    root = np.array([position.own], dtype=np.uint64), np.array([position.opponent], dtype=np.uint64)
    found = measure_nodes(default_file, *root, replace(SETTINGS, solve=17), seed=1)
    solved = np.flatnonzero(np.isfinite(found["exact"]))
    assert len(solved)
    with Engine(hash_mb=16) as engine:
        for row in solved:
            node = Position.from_own(int(found["own"][row]), int(found["opp"][row]))
            assert node.empties == found["depth"][row]
            assert engine.solve(node).score == found["exact"][row]


# -- the table --------------------------------------------------------------------------------


def _with_window(samples: Samples, seed: int) -> tuple[Samples, np.ndarray]:
    """Errors of deep values are twice as large where the shallow one is far from the window."""
    window = samples.values[:, 0] + np.random.default_rng(seed).normal(0, 6, len(samples))
    far = np.abs(samples.values[:, 0] - window) > 4
    values = samples.values.copy()
    a, b, _ = line_over(3)
    values[far, 3] += 2 * (values[far, 3] - (a * values[far, 0] + b))
    return Samples(values, samples.stage, samples.exact, samples.left), window


def test_lines_are_those_near_the_window() -> None:
    samples, window = _with_window(planted(1, 30_000), seed=2)
    limits = ValueLimits.of_data(samples.values, samples.exact)
    before = calibrate(samples, stages=STAGES, most_left=MOST_LEFT, weights_sha256="", limits=limits)
    after = refine(before, samples, window, near=4.0, limits=limits)
    _, _, sigma = line_over(3)
    for stage in range(STAGES):
        assert before.line(stage, 3, 0).sigma > 1.4 * sigma
        assert after.line(stage, 3, 0).sigma == pytest.approx(sigma, rel=0.05)
    told = after.provenance["at_nodes"]
    # Near the window the old table was too careful; the new one keeps what it promises.
    for at in range(2):
        old, new = told["held_out_before"]["midgame"][at], told["held_out"]["midgame"][at]
        assert old["wrong_high"] < 0.8 * old["predicted"]
        assert new["wrong_high"] == pytest.approx(new["predicted"], rel=0.25)


def test_what_was_not_measured_stays() -> None:
    samples = planted(3, 5_000)
    limits = ValueLimits.of_data(samples.values, samples.exact)
    before = calibrate(samples, stages=STAGES, most_left=MOST_LEFT, weights_sha256="", limits=limits)
    few = samples.where(np.arange(len(samples)) < 10)
    after = refine(before, few, few.values[:, 0], near=4.0, limits=limits)
    assert np.array_equal(after.midgame, before.midgame, equal_nan=True)
    assert np.array_equal(after.endgame_fits, before.endgame_fits)


# -- a model ----------------------------------------------------------------------------------


def test_a_model_without_a_table_cannot_be_refined(tmp_path: Path, nodes: dict[str, np.ndarray]) -> None:
    bare = replace(Model.default(), probcut=None)
    path = bare.save(tmp_path / "bare.model")
    with pytest.raises(CalibrationError, match="no ProbCut table"):
        NodeCalibration(path, SETTINGS, 1).make(InlinePool(), tmp_path / "nodes")
    with pytest.raises(CalibrationError, match="no ProbCut table"):
        refined(bare, nodes, {}, 1)
