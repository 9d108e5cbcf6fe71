"""The weights of one stage of the game: a least-squares fit, or GLEM's predecessor.

A stage learns from its own positions and, with less weight, from those with a few discs more or fewer (Buro 1999,
section 5.2). Shrinkage keeps weights of rare configurations near zero.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.evaluation.model import UNITS_PER_DISC, Model
from logistello.evaluation.pattern_set import PARITIES
from logistello.evaluation.sparse_patterns import SparseConfigurations
from logistello.glem import BayesRegressor, FitProgress, GlemRegressor
from logistello.train.fit_options import FitOptions
from logistello.train.line_mobility import line_mobility
from logistello.train.links import SIGMOID_SCALE, discs_per_unit, outcome_of, predicted, slope_through_origin, target_of
from logistello.train.training_data import IndexStore, TrainingData

#: A stage is done when the gradient has fallen to this part of what it was: the error no longer changes visibly.
TOLERANCE = 3e-3
#: Part of the last step that gradient descent repeats.
MOMENTUM = 0.9


@dataclass(frozen=True)
class StageFit:
    """The work of one stage."""

    sparse: SparseConfigurations
    data: TrainingData
    options: FitOptions
    store: IndexStore
    discs: tuple[int, int]
    report: Callable[..., None]

    def run(self, stage: int, weights: NDArray[np.float64] | None = None) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Weights and metrics; of given weights in discs, if there are any, only the metrics are left to find."""
        rounded = Model.rounded(self._fit() if weights is None else weights)
        return rounded, self._metrics(stage, rounded)

    def _fit(self) -> NDArray[np.float64]:
        data, options = self.data, self.options
        rows, nearness = data.near(*self.discs, options.window)
        indices = self.store.matrix(len(rows), self.sparse.patterns.n_instances + 1)
        self._indices(rows, indices)
        score, weight = data.score[rows], data.weight[rows] * nearness
        if options.method == "bayes":
            return self._predecessor(indices, score, weight)
        regressor = GlemRegressor(**regressor_settings(options))
        regressor.fit(
            indices,
            target_of(options.link, score),
            n_weights=self.sparse.n_weights,
            row_weights=weight,
            on_progress=lambda step: self.report(**iteration_event(step)),
        )
        if options.link == "identity":
            return regressor.coef_
        sums = sums_of_weights(indices, np.append(regressor.coef_, 0.0))
        return regressor.coef_ * discs_per_unit(options.link, sums, score, weight)

    def _predecessor(
        self, indices: NDArray[np.uint32], score: NDArray[np.float32], weight: NDArray[np.float32]
    ) -> NDArray[np.float64]:
        """A score for each pattern, moves along lines of both sides, parity: log odds of winning, scaled to discs."""
        n_weights = self.sparse.n_weights
        mobility, _ = line_mobility(self.sparse.patterns, n_weights)
        parity = np.zeros((PARITIES, n_weights))
        parity[range(PARITIES), range(n_weights - PARITIES, n_weights)] = 1.0
        regressor = BayesRegressor(prior=self.options.l2).fit(
            indices,
            outcome_of(score),
            n_weights=n_weights,
            group_of_column=[*self.sparse.patterns.pattern_of_instance.tolist(), -1],
            tables=np.concatenate([mobility, parity]),
            row_weights=weight,
        )
        sums = sums_of_weights(indices, np.append(regressor.coef_, 0.0))
        return regressor.coef_ * slope_through_origin(sums, score, weight)

    def _metrics(self, stage: int, weights: NDArray[np.int16]) -> dict[str, Any]:
        data = self.data
        low, high = self.discs
        metrics: dict[str, Any] = {"stage": stage, "discs": [low, high]}
        train, _ = data.near(low, high, 0)
        held_out = data.validation(low, high)
        metrics["positions"] = len(train)
        metrics["validation"] = len(held_out)
        for name, rows in (("mae", held_out), ("mae_exact", held_out[data.exact[held_out]])):
            if len(rows):
                metrics[name] = round(float(np.abs(self._values(rows, weights) - data.score[rows]).mean()), 4)
        metrics["weights_not_zero"] = int(np.count_nonzero(weights))
        return metrics

    def _values(self, rows: NDArray[np.intp], weights: NDArray[np.int16]) -> NDArray[np.floating[Any]]:
        discs = weights.astype(np.float64) / UNITS_PER_DISC
        # The last weight stands for configurations without one.
        return predicted(self.options.link, sums_of_weights(self._indices(rows), np.append(discs, 0.0)))

    def _indices(self, rows: NDArray[np.intp], out: NDArray[np.uint32] | None = None) -> NDArray[np.uint32]:
        own, opp = self.data.own[rows], self.data.opp[rows]
        return self.sparse.weight_indices(own, opp, threads=self.options.threads, out=out)


def regressor_settings(options: FitOptions) -> dict[str, Any]:
    """The options in the words of ``logistello.glem``."""
    return {
        "link": options.link,
        "scale": SIGMOID_SCALE,
        "method": "gd" if options.method == "gradient" else "cg",
        "momentum": MOMENTUM if options.method == "gradient" else 0.0,
        "l2": options.l2,
        "iterations": options.iterations,
        "tolerance": TOLERANCE,
        "threads": options.threads,
    }


def iteration_event(step: FitProgress) -> dict[str, Any]:
    return {
        "event": "iteration",
        "iteration": step.iteration,
        "loss": round(step.loss, 5),
        "gradient": round(step.gradient, 7),
    }


def sums_of_weights(
    indices: NDArray[np.uint32], weights: NDArray[np.float64], chunk: int = 1 << 17
) -> NDArray[np.float32]:
    """The value of each row: the sum of its weights."""
    values = np.empty(len(indices), dtype=np.float32)
    for start in range(0, len(indices), chunk):
        values[start : start + chunk] = weights[indices[start : start + chunk]].sum(axis=1)
    return values
