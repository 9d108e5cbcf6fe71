"""A fit of vectors instead of single weights: what sums of weights cannot say.

Buro's features are conjunctions and their weights add up; what two patterns say together, no sum tells. So every
configuration has some numbers more, which add up as weights do, pass through a ReLU and count (``evaluation.vectors``).
A stage is trained for itself, by stochastic gradient descent over its positions (``cpp/learn/vector_fit.hpp``). Heads
belong to single numbers of discs: parity and the course of a stage are theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import TrainingDataError
from logistello.evaluation.model import UNITS_PER_DISC, Model
from logistello.evaluation.pattern_set import PARITIES, Pattern, PatternSet
from logistello.evaluation.sparse_patterns import SparseConfigurations
from logistello.evaluation.vectors import HIDDEN, MOST_LINEAR, MOST_OFFSET, MOST_OUT, OUT_SCALE, Vectors
from logistello.glem import Checkpoint
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
#: Part of the numbers of a lane that is not cut when they are rounded to 8 bits.
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


class VectorStages:
    """Linear weights, vectors and metrics of the stages that are done; those of a stopped fit are taken over."""

    def __init__(self, patterns: PatternSet, checkpoint: Checkpoint | None) -> None:
        n_flat = int(patterns.weight_offset[-1])
        self.patterns = patterns
        self.weights = np.zeros((patterns.stages, n_flat + PARITIES), dtype=np.int16)
        self.vectors = Vectors(
            rows=np.zeros((patterns.stages, n_flat, HIDDEN), dtype=np.int8),
            constants=np.zeros(_HEADS, dtype=np.int16),
            offsets=np.zeros((_HEADS, HIDDEN), dtype=np.int16),
            outs=np.zeros((_HEADS, HIDDEN), dtype=np.int16),
        )
        self.metrics: dict[int, dict[str, Any]] = {}
        self._checkpoint = checkpoint
        self._lock = Lock()
        if checkpoint is not None:
            self._take_over(checkpoint)

    def _take_over(self, checkpoint: Checkpoint) -> None:
        checkpoint.refuse_others()
        try:
            found = checkpoint.load()
        except TrainingDataError:  # of another fit, or damaged: begin anew
            return
        if found is not None:
            self.metrics = {int(stage): each for stage, each in found[0]["metrics"].items()}
            for name, array in self._arrays().items():
                array[:] = found[1][name]

    def _arrays(self) -> dict[str, NDArray[Any]]:
        return {"weights": self.weights, **self.vectors.sections()}

    def add(self, stage: int, rounded: RoundedStage, metrics: dict[str, Any]) -> None:
        discs = np.flatnonzero(self.patterns.stage_of_discs == stage)
        with self._lock:
            self.weights[stage, :-PARITIES] = rounded.linear
            self.vectors.rows[stage] = rounded.rows
            self.vectors.constants[discs] = rounded.constants[discs]
            self.vectors.offsets[discs] = rounded.offsets[discs]
            self.vectors.outs[discs] = rounded.outs[discs]
            self.metrics[stage] = metrics
            if self._checkpoint is not None:
                self._checkpoint.save({"metrics": self.metrics}, self._arrays())


def fit_vectors(
    patterns: PatternSet, data: TrainingData, options: FitOptions, report: Report, checkpoint: Checkpoint | None
) -> VectorStages:
    """Stages are trained side by side on ``options.threads``; the result does not depend on how many those are."""
    factors = Factors.of(patterns)
    done = VectorStages(patterns, checkpoint)
    running = RunningFits()

    def learn(stage: int) -> None:
        if stage not in done.metrics:
            done.add(stage, *StageVectors(patterns, data, options, factors, stage, report).run(running))
        report(event="stage", **done.metrics[stage])

    # A stage without positions takes the one that has some and is nearest.
    with_positions = [
        stage for stage in range(patterns.stages) if len(data.near(*patterns.discs_of_stage(stage), 0)[0])
    ]
    with ThreadPoolExecutor(max(options.threads, 1)) as threads:
        try:
            for finished in as_completed([threads.submit(learn, stage) for stage in reversed(with_positions)]):
                finished.result()
        except BaseException:  # Ctrl-C, too: nobody waits for epochs to end
            threads.shutdown(wait=False, cancel_futures=True)
            running.stop()
            raise
    for stage in set(range(patterns.stages)) - done.metrics.keys():
        nearest = min(with_positions, key=lambda other, stage=stage: (abs(other - stage), other))  # type: ignore[misc]
        done.add(
            stage, _same_as(done, nearest), {**_places(patterns, stage), "positions": 0, "taken_from_stage": nearest}
        )
    return done


def _places(patterns: PatternSet, stage: int) -> dict[str, Any]:
    return {"stage": stage, "discs": list(patterns.discs_of_stage(stage))}


def _same_as(done: VectorStages, stage: int) -> RoundedStage:
    """With the heads of a stage for all numbers of discs."""
    heads = _nearest_of_parity(np.flatnonzero(done.patterns.stage_of_discs == stage))
    vectors = done.vectors
    return RoundedStage(
        done.weights[stage, :-PARITIES],
        vectors.rows[stage],
        vectors.constants[heads],
        vectors.offsets[heads],
        vectors.outs[heads],
    )


class RunningFits:
    """The fits of all threads, to stop them at once."""

    def __init__(self) -> None:
        self._fits: list[_native.VectorFit] = []
        self._lock = Lock()
        self.stopped = False

    def add(self, fit: _native.VectorFit) -> None:
        with self._lock:
            self._fits.append(fit)
            if self.stopped:
                fit.stop()

    def stop(self) -> None:
        with self._lock:
            self.stopped = True
            for fit in self._fits:
                fit.stop()


@dataclass(frozen=True)
class StageVectors:
    """The training of one stage."""

    patterns: PatternSet
    data: TrainingData
    options: FitOptions
    factors: Factors
    stage: int
    report: Report

    def run(self, running: RunningFits) -> tuple[RoundedStage, dict[str, Any]]:
        """What was learned, in whole numbers, and how good it is before rounding."""
        data, options = self.data, self.options
        low, high = self.patterns.discs_of_stage(self.stage)
        rows, nearness = data.near(low, high, options.vector_window)
        held_out = data.validation(low, high)
        weight = data.weight[rows] * nearness
        indices = self._indices(rows)
        fit = _native.VectorFit(
            indices=indices,
            heads=self._heads(rows),
            targets=data.score[rows] / np.float32(DISCS_PER_TARGET),
            row_weights=weight / np.float32(weight.mean()),
            factors=self.factors.of_weight,
            n_factors=self.factors.count,
            n_heads=_HEADS,
            seed=options.seed + self.stage,
        )
        running.add(fit)
        metrics = {**_places(self.patterns, self.stage), "positions": len(data.near(low, high, 0)[0])}
        metrics["validation"] = len(held_out)
        check, heads = self._indices(held_out), self._heads(held_out)
        for epoch in range(options.vectors):
            # The steps become smaller evenly: the last ones even out what the order of the positions did.
            squared = fit.epoch(options.vector_rate * (1 - epoch / options.vectors))
            if running.stopped:
                raise CancelledError
            found = {"rmse": round(DISCS_PER_TARGET * squared**0.5, 4)}
            if len(held_out):
                errors = np.abs(DISCS_PER_TARGET * fit.predict(check, heads) - data.score[held_out])
                found["mae"] = round(float(errors.mean()), 4)
                if data.exact[held_out].any():
                    found["mae_exact"] = round(float(errors[data.exact[held_out]].mean()), 4)
            self.report(event="epoch", stage=self.stage, epoch=epoch + 1, **found)
            metrics |= found
        trained = _nearest_of_parity(np.unique(data.discs[rows]))
        lanes = fit.lanes()
        matches = np.bincount(indices.reshape(-1), minlength=len(lanes))
        lanes[matches < options.vector_min_matches] = 0
        metrics["rows"] = int((matches >= options.vector_min_matches).sum())
        return RoundedStage.of(lanes, fit.offsets()[trained], fit.outs()[trained]), metrics

    def _heads(self, rows: NDArray[np.intp]) -> NDArray[np.uint8]:
        return self.data.discs[rows].astype(np.uint8)

    def _indices(self, rows: NDArray[np.intp]) -> NDArray[np.uint32]:
        """Without the last column, the parity, which the heads know."""
        found = SparseConfigurations(self.patterns).weight_indices(self.data.own[rows], self.data.opp[rows])
        return np.ascontiguousarray(found[:, :-1])


def _nearest_of_parity(trained: NDArray[Any]) -> NDArray[np.intp]:
    """For every number of discs the nearest one that has a trained head, of the same parity if there is any: whose turn
    the last square is counts more than a few discs."""

    def distance(head: int, discs: int) -> tuple[int, int]:
        return abs(head - discs) + (_HEADS if head % 2 != discs % 2 else 0), head

    heads = trained.tolist()
    return np.array([min(heads, key=lambda each: distance(each, discs)) for discs in range(_HEADS)], dtype=np.intp)


@dataclass(frozen=True)
class RoundedStage:
    """A stage in the whole numbers of a model; heads for all numbers of discs."""

    linear: NDArray[np.int16]
    rows: NDArray[np.int8]
    constants: NDArray[np.int16]
    offsets: NDArray[np.int16]
    outs: NDArray[np.int16]

    @classmethod
    def of(cls, lanes: NDArray[np.float32], offsets: NDArray[np.float32], outs: NDArray[np.float32]) -> RoundedStage:
        """From what was learned: lanes of every weight, offsets and outs of every head."""
        hidden = slice(_FIRST_HIDDEN, None)
        # What 1 means in each lane: as much as its largest numbers, but for a few, and its outs leave room for.
        largest = np.quantile(np.abs(lanes[:, hidden]), _KEPT_WHOLE, axis=0)
        out_of_one = np.abs(outs[:, hidden]).max(axis=0) * _UNITS_PER_TARGET * OUT_SCALE
        unit = np.minimum(np.maximum(largest, 1e-6) / _MOST_INT8, MOST_OUT / np.maximum(out_of_one, 1e-6))
        return cls(
            linear=_whole(lanes[:, 0] * _UNITS_PER_TARGET, MOST_LINEAR).astype(np.int16),
            rows=_whole(lanes[:, hidden] / unit, _MOST_INT8).astype(np.int8),
            constants=Model.rounded((offsets[:, 0] + outs[:, 0]) * DISCS_PER_TARGET),
            offsets=_whole(offsets[:, hidden] / unit, MOST_OFFSET).astype(np.int16),
            outs=_whole(outs[:, hidden] * unit * _UNITS_PER_TARGET * OUT_SCALE, MOST_OUT).astype(np.int16),
        )


def _whole(numbers: NDArray[np.floating[Any]], most: int) -> NDArray[Any]:
    whole: NDArray[Any] = np.clip(np.rint(numbers), -most, most)
    return whole
