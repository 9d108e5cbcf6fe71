"""Iterative solvers of a least-squares problem, as generators: one state per iteration, each enough to go on from."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from logistello.errors import FitDivergedError
from logistello.glem.arrays import Vector
from logistello.glem.problem import FitProblem, inverse

#: Gauss-Newton steps are solved to this relative accuracy, or until this many products were computed.
INNER_TOLERANCE = 0.05
INNER_PRODUCTS = 50

#: How often a step is halved before the search for a better point is given up.
HALVINGS = 20


@dataclass(frozen=True)
class SolverState:
    """Where a solver stands after ``iteration`` steps.

    ``gradient`` is the norm of the preconditioned gradient, relative to the one at the start. ``memory`` and
    ``scalars`` hold what the solver needs besides the parameters to go on as if it had never been interrupted.
    """

    iteration: int
    parameters: Vector
    objective: float
    gradient: float
    memory: dict[str, Vector] = field(default_factory=dict)
    scalars: dict[str, float] = field(default_factory=dict)


def gradient_descent(
    problem: FitProblem, start: Vector | SolverState, *, step: float, momentum: float = 0.0
) -> Iterator[SolverState]:
    """Section 5.1 of the paper: w += 2 * step / (matches of w) * (sum over the rows where w is active) [+ momentum].

    With row weights or shrinkage, "matches" means the sum of the row weights plus the pseudo-positions.
    """
    state = start if isinstance(start, SolverState) else None
    parameters = start.parameters if isinstance(start, SolverState) else start
    delta = state.memory["delta"] if state else np.zeros_like(parameters)
    point = problem.evaluate(parameters)
    scalars = dict(state.scalars) if state else {"first_objective": point.objective, "first_norm": 0.0}
    # The paper divides by match counts, not by the curvature: the identity's diagonal, whatever the link.
    per_match = inverse(problem.match_weights())
    if state is None:
        scalars["first_norm"] = _norm(point.descent, per_match)
        yield SolverState(0, parameters, point.objective, _relative(scalars["first_norm"], scalars), {}, scalars)
    iteration = state.iteration if state else 0
    while True:
        iteration += 1
        delta = 2 * step * per_match * point.descent + momentum * delta
        parameters = parameters + delta
        point = problem.evaluate(parameters)
        if not point.objective <= 1e3 * scalars["first_objective"]:
            raise FitDivergedError(
                f"the error grew from {scalars['first_objective']:.4g} to {point.objective:.4g} in {iteration} steps: "
                f"choose a smaller step than {step:g} or less momentum"
            )
        gradient = _relative(_norm(point.descent, per_match), scalars)
        yield SolverState(iteration, parameters, point.objective, gradient, {"delta": delta}, scalars)


def conjugate_gradient(problem: FitProblem, start: Vector | SolverState) -> Iterator[SolverState]:
    """For the identity link: conjugate gradients on the normal equations, never formed, Jacobi preconditioned.

    The error after each step follows from the algebra, without another pass: it falls by (step length) * (r·z).
    """
    if isinstance(start, SolverState):
        iteration, parameters, objective = start.iteration, start.parameters, start.objective
        residual, direction = start.memory["residual"], start.memory["direction"]
        scalars = dict(start.scalars)
        problem.loss_weight = scalars["loss_weight"]
        scale = inverse(problem.diagonal())
    else:
        point = problem.evaluate(start)
        scale = inverse(problem.diagonal())
        iteration, parameters, objective, residual = 0, start, point.objective, point.descent
        direction = scale * residual
        energy = float(residual @ direction)
        scalars = {"energy": energy, "first_norm": math.sqrt(energy), "loss_weight": problem.loss_weight}
        yield SolverState(0, parameters, objective, 1.0 if energy > 0 else 0.0, {}, scalars)
    while scalars["energy"] > 0:
        iteration += 1
        image = problem.product(direction)
        curvature = float(direction @ image)
        if curvature <= 0:
            return
        length = scalars["energy"] / curvature
        parameters = parameters + length * direction
        residual = residual - length * image
        objective -= length * scalars["energy"]
        preconditioned = scale * residual
        energy = float(residual @ preconditioned)
        direction = preconditioned + (energy / scalars["energy"]) * direction
        scalars = scalars | {"energy": energy}
        memory = {"residual": residual, "direction": direction}
        yield SolverState(
            iteration, parameters, objective, _relative(math.sqrt(max(energy, 0.0)), scalars), memory, scalars
        )


def gauss_newton(problem: FitProblem, start: Vector | SolverState) -> Iterator[SolverState]:
    """For curved links: each step solves the linearised problem by conjugate gradients, then is shortened if needed."""
    state = start if isinstance(start, SolverState) else None
    parameters = start.parameters if isinstance(start, SolverState) else start
    iteration = state.iteration if state else 0
    point = problem.evaluate(parameters)
    scale = inverse(problem.diagonal())
    scalars = dict(state.scalars) if state else {"first_norm": _norm(point.descent, scale)}
    if state is None:
        yield SolverState(0, parameters, point.objective, _relative(scalars["first_norm"], scalars), {}, scalars)
    while scalars["first_norm"] > 0:
        iteration += 1
        step = _newton_step(problem, point.descent, scale)
        promised = float(point.descent @ step)
        length = 1.0
        for _ in range(HALVINGS):
            tried = problem.evaluate(parameters + length * step)
            if tried.objective <= point.objective - 1e-4 * length * promised:
                break
            length /= 2
        else:
            return
        parameters = parameters + length * step
        point = tried
        scale = inverse(problem.diagonal())
        yield SolverState(
            iteration, parameters, point.objective, _relative(_norm(point.descent, scale), scalars), {}, scalars
        )


def _newton_step(problem: FitProblem, descent: Vector, scale: Vector) -> Vector:
    """Nearly the solution of (curvature matrix) * step = descent."""
    step = np.zeros_like(descent)
    residual = descent
    direction = scale * residual
    first = energy = float(residual @ direction)
    for _ in range(INNER_PRODUCTS):
        if energy <= INNER_TOLERANCE**2 * first:
            break
        image = problem.product(direction)
        curvature = float(direction @ image)
        if curvature <= 0:
            break
        length = energy / curvature
        step = step + length * direction
        residual = residual - length * image
        preconditioned = scale * residual
        before, energy = energy, float(residual @ preconditioned)
        direction = preconditioned + (energy / before) * direction
    return step


def _norm(descent: Vector, scale: Vector) -> float:
    return math.sqrt(float(descent @ (scale * descent)))


def _relative(norm: float, scalars: dict[str, float]) -> float:
    first = scalars["first_norm"]
    return norm / first if first > 0 else 0.0
