"""From measured pairs to a model with its ProbCut table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from logistello.engine.calibration_pairs import Pairs
from logistello.evaluation.model import Model
from logistello.probcut import Samples, calibrate
from logistello.probcut.plot import draw_calibration


def calibrated(model: Model, pairs: Pairs, provenance: Mapping[str, Any], seed: int) -> Model:
    """The model with the table of these pairs; ``seed`` chooses those that only check it.

    Raises ``CalibrationError`` if the pairs do not suffice.
    """
    table = calibrate(
        _samples(model, pairs),
        stages=model.patterns.stages,
        most_left=60,
        weights_sha256=model.weights_sha256,
        provenance=provenance,
        seed=seed,
    )
    return replace(model, probcut=table)


def draw_pairs(model: Model, pairs: Pairs) -> str:
    """Values, lines and sigmas of a calibrated model, as an SVG."""
    assert model.probcut is not None  # noqa: S101 - what is drawn
    ranges = map(model.patterns.discs_of_stage, range(model.patterns.stages))
    names = [f"{low}-{high} discs" for low, high in ranges]
    return draw_calibration(model.probcut, _samples(model, pairs), names)


def _samples(model: Model, pairs: Pairs) -> Samples:
    stage = model.patterns.stage_of_discs[64 - pairs.empties]
    return Samples(pairs.values, stage, pairs.exact, pairs.empties)
