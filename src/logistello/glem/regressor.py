"""``GlemRegressor``: one weight per configuration."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from logistello import _native
from logistello.errors import TrainingDataError
from logistello.glem.arrays import Ids, Rows, Vector, checked_indices, checked_stages, native_check
from logistello.glem.checkpoint import Checkpoint, fingerprint
from logistello.glem.fitting import FitOutcome, FitSettings, run_fit
from logistello.glem.layout import WeightLayout
from logistello.glem.problem import Errors, FitProblem
from logistello.glem.progress import FitProgress, OnProgress


@dataclass(kw_only=True)
class GlemRegressor(FitSettings):
    """Fits e(p) = g(sum of the weights active in p) by least squares.

    min_matches: weights seen less often stay 0.

    After ``fit``: ``coef_`` (float64[n_weights]), ``counts_`` (matches of each weight in rows of positive weight),
    ``n_iter_`` (the iteration the weights are of), ``history_`` (a ``FitProgress`` per iteration) and
    ``training_errors_``.

    >>> import numpy as np
    >>> indices = np.array([[0, 1], [0, 2], [1, 2]], dtype=np.uint32)
    >>> model = GlemRegressor(l2=0.0, tolerance=1e-9).fit(indices, [3.0, 4.0, 5.0], n_weights=3)
    >>> model.coef_.round(6).tolist()
    [1.0, 2.0, 3.0]
    """

    min_matches: int = 1

    def fit(
        self,
        indices: Ids,
        targets: ArrayLike,
        *,
        n_weights: int,
        row_weights: ArrayLike | None = None,
        validation: Rows | None = None,
        initial: ArrayLike | None = None,
        on_progress: OnProgress | None = None,
        checkpoint: str | Path | None = None,
        checkpoint_every: int = 10,
    ) -> Self:
        """Fit the weights to rows of active weight ids (see ``Rows``). Arrays may be memory maps and are not copied.

        With a ``checkpoint`` file the fit is saved every ``checkpoint_every`` iterations, at its end and when it is
        interrupted; the same fit, started again, goes on from there.
        """
        self._check()
        rows = Rows(indices, targets, row_weights)  # type: ignore[arg-type]  # Rows converts columns
        matrix = training_rows(self, rows, n_weights)
        self.counts_: NDArray[np.int64] = native_check(matrix.count)
        layout = WeightLayout.one_per_cell(self.counts_ >= max(self.min_matches, 1))
        problem = FitProblem(
            matrix,
            layout,
            l2=self.l2,
            slope=self._slope(),
            validation=validation_rows(self, validation, n_weights),
        )
        outcome = solve(self, problem, rows, self.counts_, initial, on_progress, checkpoint, checkpoint_every)
        self.coef_: Vector = layout.expand(outcome.parameters)
        self.n_iter_: int = outcome.iteration
        self.history_: list[FitProgress] = outcome.history
        self.training_errors_: Errors = problem.training_errors(outcome.parameters)
        return self

    def predict(self, indices: Ids) -> NDArray[np.float32]:
        """g(sum of weights) for each row."""
        return predict(self, self.coef_[np.newaxis], indices, None)


def training_rows(
    settings: FitSettings, rows: Rows, n_weights: int, n_stages: int = 1, window: tuple[float, ...] = (1.0,)
) -> _native.TrainingRows:
    """The native view of rows."""
    if not 0 < n_weights < 2**32 - 1:
        raise TrainingDataError(f"n_weights is {n_weights}; it must be positive and fit in 32 bits")
    return native_check(
        lambda: _native.TrainingRows(
            rows.indices,
            rows.targets,
            rows.row_weights,
            rows.stages,
            n_weights,
            n_stages,
            list(window),
            settings.link,
            settings.scale,
            settings._threads(),
        )
    )


def validation_rows(
    settings: FitSettings, rows: Rows | None, n_weights: int, n_stages: int = 1
) -> _native.TrainingRows | None:
    """The same for validation rows, checked."""
    if rows is None:
        return None
    matrix = training_rows(settings, rows, n_weights, n_stages)
    native_check(matrix.count)
    return matrix


def solve(
    settings: FitSettings,
    problem: FitProblem,
    rows: Rows,
    counts: NDArray[np.int64],
    initial: ArrayLike | None,
    on_progress: OnProgress | None,
    checkpoint: str | Path | None,
    checkpoint_every: int,
) -> FitOutcome:
    """Run the chosen solver from initial cells (default 0), or from a checkpoint."""
    layout = problem.layout
    if not counts.any():
        raise TrainingDataError("no weight is active in any row of positive weight: there is nothing to learn")
    start = np.zeros(layout.n_parameters)
    if initial is not None:
        cells = np.asarray(initial, dtype=np.float64).reshape(-1)
        if cells.size != layout.slot.size or not np.isfinite(cells).all():
            raise TrainingDataError(f"initial weights must be {layout.slot.size} finite numbers")
        start = layout.collect(cells)
    active = rows.indices.shape[1] * (1 if layout.slopes is None else 2)
    kept = None
    if checkpoint is not None:
        # Of the indices, which may be larger than memory, the match counts stand for all.
        mark = fingerprint(settings._path_settings(), counts, rows.targets, rows.row_weights, rows.stages, start)
        kept = Checkpoint(Path(checkpoint), mark)
    return run_fit(
        problem,
        settings._solver(active),
        start,
        settings._rule(),
        on_progress=on_progress,
        checkpoint=kept,
        checkpoint_every=checkpoint_every,
    )


def predict(settings: FitSettings, table: Vector, indices: Ids, stages: ArrayLike | None) -> NDArray[np.float32]:
    """g(sum of weights) for each row, from a table with a row of weights per stage."""
    checked_indices(indices)
    bytes_ = None if stages is None else checked_stages(stages, len(indices))
    return native_check(
        lambda: _native.predict_rows(
            indices, bytes_, np.ascontiguousarray(table), settings.link, settings.scale, settings._threads()
        )
    )
