"""Models of games: sums against plain ones, files, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from math import tanh
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logistello import _native
from logistello.errors import CalibrationError, ModelError
from logistello.framed_file import read_arrays, read_frame, write_arrays
from logistello.games import openspiel_rules
from logistello.glem import Configuration
from logistello.lab.learn.features import features_of
from logistello.lab.learn.game_model import KIND, GameModel, LearnedEvaluator, relation_arrays
from logistello.lab.search.probcut_calibration import DepthLines
from tests.lab.learn.test_features import some_states


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_sums_equal_plain_ones(data: st.DataObject) -> None:
    width, kinds = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 4))
    features = st.integers(0, width - 1)
    values = st.integers(0, kinds - 1)
    drawn = data.draw(st.lists(st.dictionaries(features, values, min_size=1), min_size=1, max_size=130))
    configurations = [Configuration.of(each) for each in drawn]
    weights = np.random.default_rng(1).normal(size=(2, len(configurations))).astype(np.float32)
    sums = _native.ConfigurationSum(*relation_arrays(configurations), weights, width, kinds)
    for _ in range(5):
        position = bytes(data.draw(st.lists(values, min_size=width, max_size=width)))
        for stage in (0, 1):
            active = [each.is_active(position) for each in configurations]
            assert sums.sum(position, stage) == pytest.approx(float(weights[stage][active].sum()), abs=1e-5)


def test_sums_refuse_what_does_not_fit() -> None:
    arrays = relation_arrays([Configuration.of({0: 1}), Configuration.of({1: 2})])
    weights = np.zeros((1, 2), dtype=np.float32)
    sums = _native.ConfigurationSum(*arrays, weights, 2, 3)
    for position, stage in ((b"\0", 0), (b"\0\3", 0), (b"\0\0", 1)):
        with pytest.raises((IndexError, ValueError)):
            sums.sum(position, stage)
    for width, kinds in ((1, 3), (2, 2), (2, 300)):
        with pytest.raises(ValueError, match="feature"):
            _native.ConfigurationSum(*arrays, weights, width, kinds)
    with pytest.raises(ValueError, match="weights"):
        _native.ConfigurationSum(*arrays, np.zeros((1, 3), dtype=np.float32), 2, 3)


@pytest.fixture
def model() -> GameModel:
    """Random weights for connect four."""
    rules = openspiel_rules("connect_four")
    features = features_of(rules)
    configurations = sorted({Configuration.of({place: 1, place + 7: 2}) for place in range(20)})
    weights = np.random.default_rng(2).normal(size=(features.stages, len(configurations))).astype(np.float32)
    bias = np.linspace(-0.2, 0.2, features.stages, dtype=np.float32)
    lines = np.full((features.stages, 3, 2, 3), np.nan, dtype=np.float32)
    lines[:, 2, 1] = 0.9, 0.01, 0.2
    probcut = DepthLines(lines, np.zeros((features.stages, 3, 2, 5), dtype=np.float32))
    return GameModel(rules.name, features.name, tuple(configurations), weights, bias, 1.0, probcut, {"games": 7})


def test_evaluator_against_plain_sums(model: GameModel) -> None:
    evaluator = LearnedEvaluator(model)
    for state in some_states(evaluator.rules, 3):
        position, stage = evaluator.features.read(state)
        plain = float(model.bias[stage]) + sum(
            float(weight)
            for configuration, weight in zip(model.configurations, model.weights[stage], strict=True)
            if configuration.is_active(position)
        )
        assert evaluator.value(state) == pytest.approx(tanh(plain / 2), abs=1e-6)


def test_files(model: GameModel, tmp_path: Path) -> None:
    path = tmp_path / "c4.gm"
    model.save(path)
    read = GameModel.load(path)
    assert read.checksum == model.checksum
    assert (read.game, read.features, read.configurations, read.scale, dict(read.provenance)) == (
        model.game,
        model.features,
        model.configurations,
        model.scale,
        {"games": 7},
    )
    assert np.array_equal(read.calibrated().lines, model.calibrated().lines, equal_nan=True)
    assert read.calibrated().line(0, 2, 1).a == pytest.approx(0.9)
    bare = replace(model, probcut=None)
    bare.save(tmp_path / "bare.gm")
    with pytest.raises(ModelError, match="ProbCut"):
        GameModel.load(tmp_path / "bare.gm").calibrated()
    read.save(tmp_path / "again.gm")
    assert (tmp_path / "again.gm").read_bytes() == path.read_bytes()
    damaged = bytearray(path.read_bytes())
    damaged[-100] ^= 1
    path.write_bytes(damaged)
    with pytest.raises(ModelError, match="checksum"):
        GameModel.load(path)


@pytest.mark.parametrize("changed", [{"scale": [1]}, {"scale": None}, {"game": 7}, {"provenance": "none"}])
def test_a_model_that_says_nonsense_of_itself_is_refused(
    model: GameModel, tmp_path: Path, changed: dict[str, object]
) -> None:
    path = tmp_path / "c4.gm"
    model.save(path)
    frame = read_frame(path, KIND)
    header = {key: value for key, value in frame.header.items() if key not in ("arrays", "body_bytes")}
    write_arrays(path, KIND, {**header, **changed}, read_arrays(frame))
    with pytest.raises(ModelError, match="cannot be understood"):
        GameModel.load(path)


def test_lines_of_another_shape_are_refused(model: GameModel) -> None:
    lines = model.calibrated()
    with pytest.raises(CalibrationError, match="shape"):
        DepthLines(lines.lines, lines.fits[:, :2])
    with pytest.raises(CalibrationError, match="no line"):
        DepthLines(lines.lines[:, :, :1], lines.fits[:, :, :1]).line(0, 2, 1)


def test_a_model_of_another_game_is_refused(model: GameModel) -> None:
    with pytest.raises(ModelError, match="connect_four"):
        LearnedEvaluator(model, openspiel_rules("tic_tac_toe"))
    other = replace(model, features="other-features")
    with pytest.raises(ModelError, match="other-features"):
        LearnedEvaluator(other)
    short = replace(model, weights=model.weights[:1], bias=model.bias[:1])
    with pytest.raises(ModelError, match="stages"):
        LearnedEvaluator(short)
