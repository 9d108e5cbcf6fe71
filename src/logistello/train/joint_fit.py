"""All stages of the game in one problem: rare configurations share weights between stages (Buro 1999, section 5.2)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from logistello.evaluation.pattern_set import PatternSet
from logistello.evaluation.sparse_patterns import SparseConfigurations
from logistello.glem import StagedGlemRegressor
from logistello.train.fit_options import FitOptions
from logistello.train.links import discs_per_unit, target_of
from logistello.train.stage_fit import iteration_event, regressor_settings, sums_of_weights
from logistello.train.training_data import IndexStore, TrainingData


def fit_jointly(
    sparse: SparseConfigurations,
    data: TrainingData,
    options: FitOptions,
    store: IndexStore,
    checkpoint: Path | None,
    report: Callable[..., None],
) -> NDArray[np.float64]:
    """Weights ``[stages, weights]`` in discs. A checkpoint is left for the caller to remove."""
    patterns = sparse.patterns
    stage = patterns.stage_of_discs[data.discs]
    rows = np.flatnonzero(~data.held_out)
    rows = rows[np.argsort(stage[rows], kind="stable")]  # rows in order of their stages are read fastest
    indices = store.matrix(len(rows), patterns.n_instances + 1)
    sparse.weight_indices(data.own[rows], data.opp[rows], threads=options.threads, out=indices)
    score, weight = data.score[rows], data.weight[rows]
    regressor = StagedGlemRegressor(
        **regressor_settings(options),
        stage_model=options.stage_model,
        window=stage_window(patterns, options.window),
    )
    regressor.fit(
        indices,
        target_of(options.link, score),
        stage[rows],
        n_weights=sparse.n_weights,
        n_stages=patterns.stages,
        row_weights=weight,
        on_progress=lambda step: report(stage=None, **iteration_event(step)),
        checkpoint=checkpoint,
    )
    weights = regressor.coef_
    if options.link != "identity":
        for number in range(patterns.stages):
            own = stage[rows] == number
            if own.any():
                sums = sums_of_weights(indices[own], np.append(weights[number], 0.0))
                weights[number] *= discs_per_unit(options.link, sums, score[own], weight[own])
    return weights


def stage_window(patterns: PatternSet, discs: int) -> tuple[float, ...]:
    """A window of so many discs around a stage as what positions count for in the stages next to theirs, on average.

    >>> stage_window(PatternSet.named("logistello"), 4)
    (1.0, 0.5)
    """
    low, high = patterns.discs_of_stage(patterns.stages // 2)
    width = high - low + 1
    window = [1.0]
    for first in range(1, discs + 1, width):
        nearness = [max(0.0, 1 - distance / (discs + 1)) for distance in range(first, first + width)]
        window.append(round(sum(nearness) / width, 6))
    return tuple(window)
