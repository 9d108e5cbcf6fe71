"""The stage from labelled positions to a model: weights for every stage of the game, each for itself (``StageFit``) or
all in one problem (``fit_jointly``), or vectors (``fit_vectors``).
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import TrainingDataError
from logistello.evaluation.model import Model
from logistello.evaluation.pattern_set import PatternSet
from logistello.evaluation.sparse_patterns import SparseConfigurations
from logistello.glem import Checkpoint
from logistello.train.fit_options import FitOptions
from logistello.train.joint_fit import fit_jointly
from logistello.train.labelled_positions import Positions
from logistello.train.stage_fit import StageFit
from logistello.train.tempo import positions_of_games, with_tempo
from logistello.train.training_data import IndexStore, TrainingData
from logistello.train.vector_fit import fit_vectors

#: What happens while fitting, as plain values; see ``fit_model``.
OnMetrics = Callable[[dict[str, Any]], None]


def fit_model(
    positions: Sequence[Positions],
    patterns: PatternSet,
    options: FitOptions | None = None,
    *,
    name: str | None = None,
    on_metrics: OnMetrics | None = None,
    checkpoint: Path | None = None,
) -> Model:
    """Fit a model to labelled positions.

    ``on_metrics`` gets ``{"event": "iteration", "stage", "iteration", "loss", "gradient", "seconds"}`` after
    every step and ``{"event": "stage", "stage", "discs", "positions", "mae", ..., "seconds"}`` after every stage; with
    vectors also ``{"event": "epoch", "stage", "epoch", "rmse", "mae", "seconds"}``.
    With a ``checkpoint`` file, an interrupted fit is resumed after its last finished stage and gives the same model.
    Raises ``TrainingDataError`` if the positions are empty or contradict each other.
    """
    options = options or FitOptions()
    data = TrainingData.of(positions, options)
    sparse = data.frequent(patterns, options)
    provenance = {
        "fit": options.used_for(patterns),
        "positions": [{"sha256": each.checksum, "positions": len(each), **each.header} for each in positions],
    }
    kept = None if checkpoint is None else Checkpoint(checkpoint, _fingerprint(patterns, provenance))
    started = time.perf_counter()

    def report(**values: Any) -> None:
        if on_metrics is not None:
            on_metrics({**values, "seconds": round(time.perf_counter() - started, 2)})

    vectors = None
    if options.vectors:
        trained = fit_vectors(patterns, data, options, report, kept)
        weights, vectors, metrics = trained.weights, trained.vectors, trained.metrics
    else:
        done = _fit_linear(sparse, data, options, report, kept)
        weights, metrics = done.filled(), done.metrics
    model = Model(
        patterns=patterns,
        weights=weights,
        name=name or patterns.name,
        provenance=provenance,
        metrics=_summary([metrics[stage] for stage in range(patterns.stages)]),
        kept=sparse.kept,
        vectors=vectors,
    )
    if options.tempo:
        flags = np.concatenate([np.asarray(each.records["flags"]) for each in positions])
        model = with_tempo(model, *positions_of_games(data.own, data.opp, flags, options.tempo, options.seed))
    if kept is not None:
        kept.remove()
    return model


def _fit_linear(
    sparse: SparseConfigurations,
    data: TrainingData,
    options: FitOptions,
    report: Callable[..., None],
    checkpoint: Checkpoint | None,
) -> FittedStages:
    patterns = sparse.patterns
    jointly = options.stage_model != "separate"
    # All stages in one problem have a checkpoint of their own kind, of the same name.
    done = FittedStages.begin(None if jointly else checkpoint, patterns.stages, sparse.n_weights)
    with IndexStore() as store:
        path = None if checkpoint is None else checkpoint.path
        weights = fit_jointly(sparse, data, options, store, path, report) if jointly else None
        for stage in reversed(range(patterns.stages)):
            if not done.has(stage):
                low, high = patterns.discs_of_stage(stage)
                if not len(data.near(low, high, 0)[0]):
                    done.add(stage, None, {"stage": stage, "discs": [low, high], "positions": 0})
                    continue
                fitter = StageFit(sparse, data, options, store, (low, high), lambda s=stage, **v: report(stage=s, **v))
                done.add(stage, *fitter.run(stage, None if weights is None else weights[stage]))
            report(event="stage", **done.metrics[stage])
    return done


def fit_stages(
    positions: Sequence[Positions],
    sparse: SparseConfigurations,
    stages: Iterable[int],
    options: FitOptions,
    *,
    on_metrics: OnMetrics | None = None,
) -> dict[int, NDArray[np.int16]]:
    """Weights of some stages alone, to label positions of earlier stages with; stages without positions are left out.

    ``sparse`` says which configurations of sparse patterns have weights.
    """
    data = TrainingData.of(positions, options)
    found = {}

    def report(**values: Any) -> None:
        if on_metrics is not None:
            on_metrics(values)

    with IndexStore() as store:
        for stage in stages:
            discs = sparse.patterns.discs_of_stage(stage)
            if len(data.near(*discs, 0)[0]):
                fitter = StageFit(sparse, data, options, store, discs, lambda s=stage, **v: report(stage=s, **v))
                found[stage], metrics = fitter.run(stage)
                report(event="stage", **metrics)
    return found


def _fingerprint(patterns: PatternSet, provenance: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps([patterns.as_dict(), provenance], sort_keys=True).encode()).hexdigest()


def _summary(stages: list[dict[str, Any]]) -> dict[str, Any]:
    counted = [(each["validation"], each["mae"]) for each in stages if each.get("validation")]
    total = sum(count for count, _ in counted)
    mae = sum(count * each for count, each in counted) / total if total else None
    return {"validation_mae": None if mae is None else round(mae, 4), "stages": stages}


@dataclass
class FittedStages:
    """Weights and metrics of the stages that are done."""

    weights: NDArray[np.int16]
    #: By stage; a stage without positions has metrics but no weights.
    metrics: dict[int, dict[str, Any]] = field(default_factory=dict)
    checkpoint: Checkpoint | None = None

    @classmethod
    def begin(cls, checkpoint: Checkpoint | None, stages: int, n_weights: int) -> FittedStages:
        """Go on with a checkpoint of the same fit; one of another fit, or a damaged one, is begun anew."""
        begun = cls(np.zeros((stages, n_weights), dtype=np.int16), checkpoint=checkpoint)
        if checkpoint is not None:
            checkpoint.refuse_others()
        try:
            found = None if checkpoint is None else checkpoint.load()
        except TrainingDataError:
            return begun
        if found is not None:
            begun.metrics = {int(stage): each for stage, each in found[0]["metrics"].items()}
            begun.weights[:] = found[1]["weights"]
        return begun

    def has(self, stage: int) -> bool:
        return stage in self.metrics

    def add(self, stage: int, weights: NDArray[np.int16] | None, metrics: dict[str, Any]) -> None:
        if weights is not None:
            self.weights[stage] = weights
        self.metrics[stage] = metrics
        if self.checkpoint is not None:
            self.checkpoint.save({"metrics": self.metrics}, {"weights": self.weights})

    def filled(self) -> NDArray[np.int16]:
        """Weights of all stages; a stage without positions takes those of the nearest one that has some."""
        fitted = [stage for stage, each in self.metrics.items() if each["positions"]]
        if not fitted:
            raise TrainingDataError("no stage has positions to learn from: all of them were held out for validation")
        for stage, each in self.metrics.items():
            nearest = min(fitted, key=lambda other: (abs(other - stage), other))
            if nearest != stage:
                self.weights[stage] = self.weights[nearest]
                each["taken_from_stage"] = nearest
        return self.weights
