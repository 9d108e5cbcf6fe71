"""From a linear model to one with vectors: what sums of weights cannot say is learned besides.

Buro's features are conjunctions and their weights add up; what two patterns say together, no sum tells. So every
configuration has some numbers more, which add up as weights do, pass through a ReLU and count (``evaluation.vectors``).
A stage is trained for itself, by stochastic gradient descent over its positions (``cpp/learn/vector_fit.hpp``), from
the linear weights on. Heads belong to single numbers of discs: parity and the course of a stage are theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.evaluation.model import UNITS_PER_DISC, Model
from logistello.evaluation.pattern_set import PARITIES, Pattern, PatternSet
from logistello.evaluation.sparse_patterns import SparseConfigurations
from logistello.evaluation.vectors import HIDDEN, MOST_LINEAR, MOST_OFFSET, MOST_OUT, OUT_SCALE, Vectors
from logistello.train.fit_options import FitOptions
from logistello.train.training_data import TrainingData

#: Targets are learned in these, so that they are of the size of 1.
DISCS_PER_TARGET = 10.0
_UNITS_PER_TARGET = DISCS_PER_TARGET * UNITS_PER_DISC
#: Where hidden lanes begin among those that are learned (cpp/learn/vector_fit.hpp); lane 0 is the linear one.
_FIRST_HIDDEN = 2
#: Numbers of discs, each with a head of its own.
_HEADS = 65
_MOST_INT8 = 127
#: Part of the rows whose numbers are not cut when they are rounded to 8 bits.
_KEPT_WHOLE = 0.9999

#: What happens, as keyword arguments.
Report = Callable[..., None]


@dataclass(frozen=True)
class Factors:
    """Two factors for every weight of the flat patterns: the configurations of the halves of its squares, which rare
    configurations share with frequent ones."""

    #: ``[weights, 2]``.
    of_weight: NDArray[np.uint32]
    count: int

    @classmethod
    def of(cls, patterns: PatternSet) -> Factors:
        parts, count = [], 0
        for pattern in patterns.patterns:
            low, high = _halves(pattern)
            parts.append(np.stack([low + count, high + count + int(low.max()) + 1], axis=1))
            count = int(parts[-1].max()) + 1
        return cls(np.concatenate(parts).astype(np.uint32), count)


def _halves(pattern: Pattern) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Configurations of the first and the last squares, for every weight of a pattern: of the smallest of the mirrored
    configurations that it stands for."""
    _, smallest = np.unique(pattern.weight_of, return_index=True)
    half = 3 ** (len(pattern.squares) // 2)
    return smallest % half, smallest // half


@dataclass(frozen=True)
class LearnedStage:
    """The vectors of one stage before rounding; the unit is ``DISCS_PER_TARGET`` discs."""

    #: ``[weights, lanes]``.
    lanes: NDArray[np.float32]
    #: ``[heads, lanes]``.
    offsets: NDArray[np.float32]
    outs: NDArray[np.float32]
    metrics: dict[str, Any]


def with_vectors(model: Model, data: TrainingData, options: FitOptions, report: Report) -> Model:
    """The model with vectors, trained from its linear weights on. Stages are trained side by side on
    ``options.threads``; the result does not depend on how many those are."""
    patterns = model.patterns
    factors = Factors.of(patterns)
    n_flat = int(patterns.weight_offset[-1])
    weights = np.zeros((patterns.stages, n_flat + PARITIES), dtype=np.int16)
    vectors = Vectors(
        rows=np.zeros((patterns.stages, n_flat, HIDDEN), dtype=np.int8),
        constants=np.zeros(_HEADS, dtype=np.int16),
        offsets=np.zeros((_HEADS, HIDDEN), dtype=np.int16),
        outs=np.zeros((_HEADS, HIDDEN), dtype=np.int16),
    )

    def learn(stage: int) -> dict[str, Any]:
        learned = StageVectors(model, data, options, factors, stage, report).run()
        rounded = RoundedStage.of(learned)
        discs = np.flatnonzero(patterns.stage_of_discs == stage)
        weights[stage, :n_flat] = rounded.linear
        vectors.rows[stage] = rounded.rows
        vectors.constants[discs] = rounded.constants[discs]
        vectors.offsets[discs] = rounded.offsets[discs]
        vectors.outs[discs] = rounded.outs[discs]
        return learned.metrics

    with ThreadPoolExecutor(max(options.threads, 1)) as threads:
        metrics = list(threads.map(learn, reversed(range(patterns.stages))))
    return replace(
        model, weights=weights, vectors=vectors, probcut=None, metrics={**model.metrics, "vectors": metrics[::-1]}
    )


@dataclass(frozen=True)
class StageVectors:
    """The training of one stage."""

    model: Model
    data: TrainingData
    options: FitOptions
    factors: Factors
    stage: int
    report: Report

    def run(self) -> LearnedStage:
        low, high = self.model.patterns.discs_of_stage(self.stage)
        rows, nearness = self.data.near(low, high, self.options.vector_window)
        metrics: dict[str, Any] = {"stage": self.stage, "discs": [low, high], "positions": len(rows)}
        if not len(rows):
            return self._linear_alone(metrics)
        held_out = self.data.validation(low, high)
        weight = self.data.weight[rows] * nearness
        fit = _native.VectorFit(
            indices=self._indices(rows),
            heads=self._heads(rows),
            targets=self.data.score[rows] / np.float32(DISCS_PER_TARGET),
            row_weights=weight / np.float32(weight.mean()),
            factors=self.factors.of_weight,
            linear=self._linear(),
            n_factors=self.factors.count,
            n_heads=_HEADS,
            seed=self.options.seed + self.stage,
        )
        check, heads = self._indices(held_out), self._heads(held_out)
        for epoch in range(self.options.vectors):
            # The steps become smaller evenly: the last ones even out what the order of the positions did.
            squared = fit.epoch(self.options.vector_rate * (1 - epoch / self.options.vectors))
            found = {"rmse": round(DISCS_PER_TARGET * squared**0.5, 4)}
            if len(held_out):
                errors = DISCS_PER_TARGET * fit.predict(check, heads) - self.data.score[held_out]
                found["mae"] = round(float(np.abs(errors).mean()), 4)
            self.report(event="epoch", stage=self.stage, epoch=epoch + 1, **found)
            metrics |= found
        trained = _nearest_of_parity(np.unique(self.data.discs[rows]))
        return LearnedStage(fit.lanes(), fit.offsets()[trained], fit.outs()[trained], metrics)

    def _linear(self) -> NDArray[np.float32]:
        return self.model.weights[self.stage, :-PARITIES].astype(np.float32) / np.float32(_UNITS_PER_TARGET)

    def _linear_alone(self, metrics: dict[str, Any]) -> LearnedStage:
        """A stage without positions has the linear weights of another one, and no vectors."""
        lanes = np.zeros((len(self.factors.of_weight), _FIRST_HIDDEN + HIDDEN), dtype=np.float32)
        lanes[:, 0] = self._linear()
        outs = np.zeros((_HEADS, lanes.shape[1]), dtype=np.float32)
        parity = self.model.weights[self.stage, -PARITIES:].astype(np.float32) / np.float32(_UNITS_PER_TARGET)
        outs[:, 0] = parity[np.arange(_HEADS) % PARITIES]
        return LearnedStage(lanes, np.zeros_like(outs), outs, metrics)

    def _heads(self, rows: NDArray[np.intp]) -> NDArray[np.uint8]:
        return self.data.discs[rows].astype(np.uint8)

    def _indices(self, rows: NDArray[np.intp]) -> NDArray[np.uint32]:
        """Without the last column, the parity, which the heads know."""
        sparse = SparseConfigurations(self.model.patterns)
        found = sparse.weight_indices(self.data.own[rows], self.data.opp[rows], threads=1)
        return np.ascontiguousarray(found[:, :-1])


def _nearest_of_parity(trained: NDArray[np.int16]) -> NDArray[np.intp]:
    """For every number of discs the nearest one that has a trained head, of the same parity if there is any: whose turn
    the last square is counts more than a few discs."""
    return np.array(
        [
            min(trained.tolist(), key=lambda each: (abs(each - discs) + 64 * (each % 2 != discs % 2), each))
            for discs in range(_HEADS)
        ],
        dtype=np.intp,
    )


@dataclass(frozen=True)
class RoundedStage:
    """A stage in the whole numbers of a model."""

    linear: NDArray[np.int16]
    rows: NDArray[np.int8]
    constants: NDArray[np.int16]
    offsets: NDArray[np.int16]
    outs: NDArray[np.int16]

    @classmethod
    def of(cls, learned: LearnedStage) -> RoundedStage:
        hidden = slice(_FIRST_HIDDEN, None)
        linear = np.clip(np.rint(learned.lanes[:, 0] * _UNITS_PER_TARGET), -MOST_LINEAR, MOST_LINEAR)
        constants = (learned.offsets[:, 0] + learned.outs[:, 0]) * _UNITS_PER_TARGET
        # What 1 means in each lane: as much as its largest numbers, but for a few, and its outs leave room for.
        largest = np.quantile(np.abs(learned.lanes[:, hidden]), _KEPT_WHOLE, axis=0)
        unit = np.maximum(largest, 1e-6) / _MOST_INT8
        out_per_unit = np.abs(learned.outs[:, hidden]).max(axis=0) * _UNITS_PER_TARGET * OUT_SCALE
        unit = np.minimum(unit, MOST_OUT / np.maximum(out_per_unit, 1e-6))
        return cls(
            linear=linear.astype(np.int16),
            rows=np.clip(np.rint(learned.lanes[:, hidden] / unit), -_MOST_INT8, _MOST_INT8).astype(np.int8),
            constants=Model.rounded(constants / UNITS_PER_DISC),
            offsets=np.clip(np.rint(learned.offsets[:, hidden] / unit), -MOST_OFFSET, MOST_OFFSET).astype(np.int16),
            outs=np.rint(learned.outs[:, hidden] * unit * _UNITS_PER_TARGET * OUT_SCALE).astype(np.int16),
        )
