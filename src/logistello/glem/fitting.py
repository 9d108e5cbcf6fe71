"""How weights are fitted: the parameters of a fit, and the loop around a solver with progress, validation, early
stopping and checkpoints."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Literal, Self, get_args

from logistello.errors import TrainingDataError
from logistello.glem.arrays import Vector
from logistello.glem.checkpoint import Best, Checkpoint, SavedFit
from logistello.glem.problem import FitProblem, steepest_slope
from logistello.glem.progress import FitProgress, OnProgress
from logistello.glem.solvers import SolverState, conjugate_gradient, gauss_newton, gradient_descent

LinkName = Literal["identity", "sigmoid", "logistic"]
MethodName = Literal["cg", "gd"]
Solve = Callable[[FitProblem, "Vector | SolverState"], Iterator[SolverState]]


@dataclass(frozen=True)
class StopRule:
    """When a fit ends: after ``iterations``, at a gradient of ``tolerance`` times the first, or, with validation rows,
    when their mean absolute error has not fallen for ``patience`` iterations (``None``: never for this reason)."""

    iterations: int
    tolerance: float
    patience: int | None


@dataclass(frozen=True)
class FitOutcome:
    parameters: Vector
    iteration: int  # the one the parameters are of
    history: list[FitProgress]


def run_fit(
    problem: FitProblem,
    solve: Solve,
    start: Vector,
    rule: StopRule,
    *,
    on_progress: OnProgress | None = None,
    checkpoint: Checkpoint | None = None,
    checkpoint_every: int = 10,
) -> FitOutcome:
    """Iterate until the rule says stop. With validation rows the parameters with the smallest error on them win.

    With a checkpoint the fit is saved every ``checkpoint_every`` iterations, and goes on from there.
    """
    saved = SavedFit.load(checkpoint) if checkpoint else None
    state = saved.state if saved else None
    best = saved.best if saved else None
    history = list(saved.history) if saved else []
    clock = _FitTimer(problem, history[-1] if history else None)
    written = state.iteration if state else -1
    if state is None or not _finished(state, best, rule):
        try:
            for state in solve(problem, saved.state if saved else start):
                progress = clock.progress(state)
                history.append(progress)
                mae = progress.validation_mae
                if mae is not None and (best is None or mae < best.mae):
                    best = Best(state.iteration, mae, state.parameters)
                if on_progress:
                    on_progress(progress)
                if _finished(state, best, rule):
                    break
                if checkpoint and state.iteration - written >= checkpoint_every:
                    SavedFit(state, best, history).save(checkpoint)
                    written = state.iteration
        finally:  # an interrupted fit is saved as it stood after its last full iteration
            if checkpoint and state is not None and 0 < state.iteration != written:
                SavedFit(state, best, history).save(checkpoint)
    if state is None:
        return FitOutcome(start, 0, history)
    if best is not None:
        return FitOutcome(best.parameters, best.iteration, history)
    return FitOutcome(state.parameters, state.iteration, history)


def _finished(state: SolverState, best: Best | None, rule: StopRule) -> bool:
    if state.iteration >= rule.iterations or state.gradient <= rule.tolerance:
        return True
    return best is not None and rule.patience is not None and state.iteration - best.iteration >= rule.patience


class _FitTimer:
    """Time and passes, counted on from a saved fit."""

    def __init__(self, problem: FitProblem, last: FitProgress | None) -> None:
        self._problem = problem
        self._began = time.monotonic() - (last.seconds if last else 0.0)
        self._passes = last.passes if last else 0

    def progress(self, state: SolverState) -> FitProgress:
        problem = self._problem
        errors = problem.validation_errors(state.parameters)
        return FitProgress(
            state.iteration,
            problem.loss(state.parameters, state.objective),
            state.gradient,
            self._passes + problem.passes,
            time.monotonic() - self._began,
            None if errors is None else errors.mae,
            None if errors is None or len(errors.weight) == 1 else errors.mae_by_stage,
        )


# -- parameters -------------------------------------------------------------------------------


@dataclass(kw_only=True)
class FitSettings:
    """How weights are fitted; what is learned never stands here.

    link:       g in prediction = g(sum of weights): ``identity``; ``sigmoid`` between -scale and +scale;
                ``logistic`` between 0 and 1 (score won, drawn, lost positions 0.9, 0.5, 0.1).
    scale:      C of the sigmoid, in the unit of the targets.
    method:     ``cg``, conjugate gradients (Gauss-Newton around them for curved links), or ``gd``, the paper's
                gradient descent.
    l2:         shrinkage in pseudo-positions: a weight seen ``l2`` times is halved.
    iterations: most steps.
    tolerance:  enough when the gradient has fallen to this part of its first norm.
    patience:   with validation rows: stop when their error has not fallen for this many iterations.
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
