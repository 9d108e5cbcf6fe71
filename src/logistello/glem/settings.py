"""Parameters that all estimators share, checked when a fit begins."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Literal, Self, get_args

from logistello.errors import TrainingDataError
from logistello.glem.fitting import Solve, StopRule
from logistello.glem.problem import steepest_slope
from logistello.glem.solvers import conjugate_gradient, gauss_newton, gradient_descent

LinkName = Literal["identity", "sigmoid", "logistic"]
MethodName = Literal["cg", "gd"]


@dataclass(kw_only=True)
class FitSettings:
    """How weights are fitted; what is learned never stands here.

    link:       g in prediction = g(sum of weights): ``identity``; ``sigmoid`` between -scale and +scale;
                ``logistic`` between 0 and 1 (score won, drawn, lost positions 0.9, 0.5, 0.1).
    scale:      C of the sigmoid, in the unit of the targets.
    method:     ``cg``, conjugate gradients (Gauss-Newton around them for curved links), or ``gd``, the paper's
                gradient descent.
    l2:         shrinkage in pseudo-positions: a weight seen ``l2`` times is halved.
    iterations: at most so many steps.
    tolerance:  enough when the gradient has fallen to this part of its first norm.
    patience:   with validation rows: stop when their error has not fallen for so many iterations.
    step:       of gradient descent; by default half of the largest that is safe.
    momentum:   part of the last update that gradient descent repeats.
    threads:    by default all CPUs. The result does not depend on it.
    """

    link: LinkName = "identity"
    scale: float = 64.0
    method: MethodName = "cg"
    l2: float = 2.0
    iterations: int = 200
    tolerance: float = 1e-4
    patience: int | None = 10
    step: float | None = None
    momentum: float = 0.0
    threads: int | None = None

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters by name, as scikit-learn asks for them."""
        return {item.name: getattr(self, item.name) for item in fields(self)}

    def set_params(self, **params: Any) -> Self:
        names = {item.name for item in fields(self)}
        for name, value in params.items():
            if name not in names:
                raise TrainingDataError(f"{type(self).__name__} has no parameter {name}: {', '.join(sorted(names))}")
            setattr(self, name, value)
        return self

    def _check(self) -> None:
        for name, choices in (("link", get_args(LinkName)), ("method", get_args(MethodName))):
            if getattr(self, name) not in choices:
                raise TrainingDataError(f"{name} is {getattr(self, name)!r}; it must be one of {', '.join(choices)}")
        for name, least, strict in (
            ("scale", 0.0, True),
            ("l2", 0.0, False),
            ("iterations", 0, False),
            ("tolerance", 0.0, False),
            ("momentum", 0.0, False),
        ):
            value = getattr(self, name)
            if not (value > least if strict else value >= least):
                raise TrainingDataError(
                    f"{name} is {value}; it must be {'more than' if strict else 'at least'} {least}"
                )
        if self.momentum >= 1:
            raise TrainingDataError(f"momentum is {self.momentum}; it must be less than 1")

    def _threads(self) -> int:
        return self.threads if self.threads is not None else (os.cpu_count() or 1)

    def _slope(self) -> float:
        return steepest_slope(self.link, self.scale)

    def _rule(self) -> StopRule:
        return StopRule(self.iterations, self.tolerance, self.patience)

    def _solver(self, active: int) -> Solve:
        """``active``: parameters at work in one row. Steps below 1 / (active * slope^2) cannot overshoot."""
        if self.method == "gd":
            step = self.step if self.step is not None else 0.5 / (active * self._slope() ** 2)
            return partial(gradient_descent, step=step, momentum=self.momentum)
        return conjugate_gradient if self.link == "identity" else gauss_newton

    def _path_settings(self) -> dict[str, Any]:
        """Settings that decide which steps are made, not how many."""
        free = {"iterations", "tolerance", "patience", "threads"}
        return {name: value for name, value in self.get_params().items() if name not in free}
