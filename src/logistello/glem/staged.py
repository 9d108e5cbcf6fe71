"""``StagedGlemRegressor``: weights that depend on the type of position (section 5.2 of the paper)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from logistello.errors import TrainingDataError
from logistello.glem.arrays import Ids, Rows, Vector, native_check
from logistello.glem.fitting import FitSettings
from logistello.glem.layout import MergeRule, WeightLayout, stage_layout
from logistello.glem.problem import Errors, FitProblem
from logistello.glem.progress import FitProgress, OnProgress
from logistello.glem.regressor import predict, solve, training_rows, validation_rows

StageModel = Literal["separate", "merged", "linear"]


@dataclass(kw_only=True)
class StagedGlemRegressor(FitSettings):
    """Fits a table of weights per stage, all in one problem.

    stage_model
        ``separate``: each stage for itself; ``merged``: stages in which a configuration is rare share a weight;
        ``linear``: they share a line w(k) = a k + b.
    few, enough, linear_enough
        thresholds on match counts, see ``MergeRule``. ``separate`` uses ``few`` only.
    window
        how much a position counts in its own stage, in the next ones, in those after ...; more than one entry
        smooths the weights, and the match counts include the neighbours.

    After ``fit``: ``coef_`` and ``counts_`` ([n_stages, n_weights]), ``n_parameters_``, ``n_iter_``, ``history_``,
    ``training_errors_``. Rows in order of their stages are read fastest.
    """

    stage_model: StageModel = "merged"
    few: int = 4
    enough: int = 20
    linear_enough: int = 40
    window: tuple[float, ...] = (1.0,)

    def fit(
        self,
        indices: Ids,
        targets: ArrayLike,
        stages: ArrayLike,
        *,
        n_weights: int,
        n_stages: int,
        row_weights: ArrayLike | None = None,
        validation: Rows | None = None,
        initial: ArrayLike | None = None,
        on_progress: OnProgress | None = None,
        checkpoint: str | Path | None = None,
        checkpoint_every: int = 10,
    ) -> Self:
        """Fit the weights of all stages; arguments as for ``GlemRegressor.fit``, stages from 0 to ``n_stages`` - 1."""
        self._check()
        if not 1 <= n_stages <= 256:
            raise TrainingDataError(f"n_stages is {n_stages}; 1 to 256 are possible")
        if validation is not None and validation.stages is None:
            raise TrainingDataError("validation rows have no stages, but the weights depend on them")
        window = self._symmetric_window()
        rows = Rows(indices, targets, row_weights, stages)  # type: ignore[arg-type]  # Rows converts columns
        matrix = training_rows(self, rows, n_weights, n_stages, window)
        self.counts_: NDArray[np.int64] = native_check(matrix.count).reshape(n_stages, n_weights)
        layout = self._layout(self.counts_)
        problem = FitProblem(
            matrix,
            layout,
            l2=self.l2,
            slope=self._slope(),
            validation=validation_rows(self, validation, n_weights, n_stages),
        )
        outcome = solve(self, problem, rows, self.counts_, initial, on_progress, checkpoint, checkpoint_every)
        self.coef_: Vector = layout.expand(outcome.parameters).reshape(n_stages, n_weights)
        self.n_parameters_: int = layout.n_parameters
        self.n_iter_: int = outcome.iteration
        self.history_: list[FitProgress] = outcome.history
        self.training_errors_: Errors = problem.training_errors(outcome.parameters)
        return self

    def predict(self, indices: Ids, stages: ArrayLike) -> NDArray[np.float32]:
        """g(sum of the weights of its stage) for each row."""
        return predict(self, self.coef_, indices, stages)

    def _layout(self, counts: NDArray[np.int64]) -> WeightLayout:
        if self.stage_model == "separate":
            return WeightLayout.one_per_cell(counts > self.few)
        if self.stage_model == "merged":
            return stage_layout(counts, MergeRule(self.few, self.enough))
        if self.stage_model == "linear":
            return stage_layout(counts, MergeRule(self.few, self.enough, self.linear_enough))
        raise TrainingDataError(f"stage_model is {self.stage_model!r}; it must be one of separate, merged, linear")

    def _symmetric_window(self) -> tuple[float, ...]:
        window = tuple(self.window)
        if not window or not window[0] > 0 or not all(0 <= factor < np.inf for factor in window):
            raise TrainingDataError(f"window is {window}; it must begin with a positive number, none may be negative")
        return window[:0:-1] + window
