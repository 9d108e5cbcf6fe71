"""The loop around a solver: progress, validation, early stopping, checkpoints."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from logistello.glem.arrays import Vector
from logistello.glem.checkpoint import Best, SavedFit, load, save
from logistello.glem.problem import Problem
from logistello.glem.progress import FitProgress, OnProgress
from logistello.glem.solvers import SolverState

Solve = Callable[[Problem, "Vector | SolverState"], Iterator[SolverState]]


@dataclass(frozen=True)
class StopRule:
    """When a fit ends: after ``iterations``, at a gradient of ``tolerance`` times the first, or, with validation rows,
    when their mean absolute error has not fallen for ``patience`` iterations (``None``: never for this reason)."""

    iterations: int
    tolerance: float
    patience: int | None


@dataclass(frozen=True)
class CheckpointPlan:
    path: Path
    every: int
    fingerprint: str


@dataclass(frozen=True)
class FitOutcome:
    parameters: Vector
    iteration: int  # the one the parameters are of
    history: list[FitProgress]


def run_fit(
    problem: Problem,
    solve: Solve,
    start: Vector,
    rule: StopRule,
    *,
    on_progress: OnProgress | None = None,
    checkpoint: CheckpointPlan | None = None,
) -> FitOutcome:
    """Iterate until the rule says stop. With validation rows the parameters with the smallest error on them win."""
    saved = load(checkpoint.path, checkpoint.fingerprint) if checkpoint else None
    state = saved.state if saved else None
    best = saved.best if saved else None
    history = list(saved.history) if saved else []
    clock = _Clock(problem, history[-1] if history else None)
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
                if checkpoint and state.iteration - written >= checkpoint.every:
                    save(checkpoint.path, SavedFit(state, best, history), checkpoint.fingerprint)
                    written = state.iteration
        finally:  # an interrupted fit is saved as it stood after its last full iteration
            if checkpoint and state is not None and 0 < state.iteration != written:
                save(checkpoint.path, SavedFit(state, best, history), checkpoint.fingerprint)
    if state is None:
        return FitOutcome(start, 0, history)
    if best is not None:
        return FitOutcome(best.parameters, best.iteration, history)
    return FitOutcome(state.parameters, state.iteration, history)


def _finished(state: SolverState, best: Best | None, rule: StopRule) -> bool:
    if state.iteration >= rule.iterations or state.gradient <= rule.tolerance:
        return True
    return best is not None and rule.patience is not None and state.iteration - best.iteration >= rule.patience


class _Clock:
    """Time and passes, counted on from a saved fit."""

    def __init__(self, problem: Problem, last: FitProgress | None) -> None:
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
