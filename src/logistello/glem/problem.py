"""One least-squares problem: what a solver asks, whatever the link, the stages and the sharing of weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import FitDivergedError
from logistello.glem.arrays import Vector
from logistello.glem.layout import WeightLayout

#: Largest derivative of the link for scale 1; the sigmoid's grows with its scale.
_STEEPEST = {"identity": 1.0, "sigmoid": 0.5, "logistic": 0.25}


def steepest_slope(link: str, scale: float) -> float:
    """The largest derivative of a link function, which it has at 0."""
    return _STEEPEST[link] * (scale if link == "sigmoid" else 1.0)


@dataclass(frozen=True)
class Errors:
    """Sums over rows, per stage, as the native core returns them."""

    squared: Vector
    absolute: Vector
    weight: Vector

    @property
    def mse(self) -> float:
        return _ratio(self.squared.sum(), self.weight.sum())

    @property
    def mae(self) -> float:
        return _ratio(self.absolute.sum(), self.weight.sum())

    @property
    def mae_by_stage(self) -> tuple[float | None, ...]:
        """``None`` for stages without rows."""
        return tuple(float(a / w) if w > 0 else None for a, w in zip(self.absolute, self.weight, strict=True))


@dataclass(frozen=True)
class Point:
    """The problem at given parameters."""

    objective: float
    descent: Vector  # half the negated gradient of the objective


class FitProblem:
    """Minimise  sum of row weight * (target - g(sum of weights))^2  +  shrinkage * sum of parameter^2.

    ``l2`` counts pseudo-positions: each parameter is pulled to 0 as if it had been seen ``l2`` more times, with a
    target of g(0) (the shrinkage is ``l2`` times the square of the link's slope there).
    """

    def __init__(
        self,
        rows: _native.TrainingRows,
        layout: WeightLayout,
        *,
        l2: float,
        slope: float,
        validation: _native.TrainingRows | None = None,
    ) -> None:
        self._rows = rows
        self._validation = validation
        self.layout = layout
        self._l2 = l2
        self.shrinkage = l2 * slope**2
        self.passes = 0
        self.loss_weight = 1.0  # what the objective without shrinkage is divided by; known after `evaluate`

    def evaluate(self, parameters: Vector) -> Point:
        """Objective and gradient; also fixes the point at which ``product`` and ``diagonal`` take the curvature."""
        self.passes += 1
        sums, cells = self._rows.evaluate(self._cells(parameters), True)
        assert cells is not None  # noqa: S101 (asked for)
        self.loss_weight = float(sums[:, 4].sum()) or 1.0
        descent = self.layout.reduce(cells) - self.shrinkage * parameters
        objective = float(sums[:, 3].sum()) + self.shrinkage * float(parameters @ parameters)
        return Point(objective, descent)

    def product(self, direction: Vector) -> Vector:
        """Half the (Gauss-Newton) second derivative times a direction."""
        self.passes += 1
        return self.layout.reduce(self._rows.product(self._cells(direction))) + self.shrinkage * direction

    def diagonal(self) -> Vector:
        """An approximation of the diagonal of what ``product`` multiplies with: the Jacobi preconditioner."""
        return self.layout.reduce_diagonal(self._rows.diagonal()) + self.shrinkage

    def match_weights(self) -> Vector:
        """How often each parameter was seen: the sum of the row weights, plus the pseudo-positions."""
        return self.layout.reduce_diagonal(self._rows.match_weights()) + self._l2

    def loss(self, parameters: Vector, objective: float) -> float:
        """The weighted mean squared error that belongs to an objective; rounding must not make it negative."""
        return max(objective - self.shrinkage * float(parameters @ parameters), 0.0) / self.loss_weight

    def training_errors(self, parameters: Vector) -> Errors:
        return _errors(self._rows, self._cells(parameters))

    def validation_errors(self, parameters: Vector) -> Errors | None:
        return None if self._validation is None else _errors(self._validation, self._cells(parameters))

    def _cells(self, parameters: Vector) -> Vector:
        if not np.isfinite(parameters).all():
            raise FitDivergedError("weights grew beyond all bounds: choose a smaller step or less momentum")
        return self.layout.expand(parameters)


def inverse(diagonal: Vector) -> Vector:
    """1 / diagonal, and 0 where nothing is known."""
    return np.divide(1.0, diagonal, out=np.zeros_like(diagonal), where=diagonal > 0)


def _errors(rows: _native.TrainingRows, cells: NDArray[np.float64]) -> Errors:
    sums, _ = rows.evaluate(cells, False)
    return Errors(sums[:, 0].copy(), sums[:, 1].copy(), sums[:, 2].copy())


def _ratio(sum_: float, weight: float) -> float:
    return float(sum_ / weight) if weight > 0 else 0.0
