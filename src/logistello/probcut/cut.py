"""The cut test of ProbCut, and how often it is wrong.

The native search does the same with a table; this plain form is for documentation, tests and measurements.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


class RegressionLine(NamedTuple):
    """``v_deep = a * v_shallow + b + error`` with an error of standard deviation ``sigma``."""

    a: float
    b: float
    sigma: float


def high_bound(line: RegressionLine, beta: float, t: float) -> float:
    """The shallow value from which on the deep one is at least ``beta``, with ``t`` standard deviations to spare."""
    return (beta + t * line.sigma - line.b) / line.a


def low_bound(line: RegressionLine, alpha: float, t: float) -> float:
    """The shallow value up to which the deep one is at most ``alpha``, with ``t`` standard deviations to spare."""
    return (alpha - t * line.sigma - line.b) / line.a


def cut(line: RegressionLine, shallow: float, alpha: float, beta: float, t: float) -> Literal["high", "low"] | None:
    """Whether the deep search can be skipped, and on which side of the window its value is taken to be.

    >>> line = RegressionLine(a=1.0, b=0.0, sigma=2.0)
    >>> cut(line, 9.5, alpha=5, beta=6, t=1.5), cut(line, 8.5, alpha=5, beta=6, t=1.5)
    ('high', None)
    >>> cut(line, 1.5, alpha=5, beta=6, t=1.5)
    'low'
    """
    if shallow >= high_bound(line, beta, t):
        return "high"
    if shallow <= low_bound(line, alpha, t):
        return "low"
    return None


def threshold(confidence: float) -> float:
    """The ``t`` such that this share of deep values lies within ``t`` standard deviations of the prediction.

    Both sides count, and errors are assumed to be normal. That is what the confidence steps of a search mean. A cut can
    only be wrong on one side: one that barely meets its condition is wrong in half of the remaining cases.

    >>> round(threshold(0.73), 2), round(threshold(0.95), 2)
    (1.1, 1.96)
    >>> round(chance_of_wrong_cut(threshold(0.73)), 3)
    0.135
    """
    if not 0 <= confidence < 1:
        raise ValueError(f"confidence {confidence!r}: expected a probability, at least 0 and less than 1")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def chance_of_wrong_cut(t: float) -> float:
    """How often a cut that barely meets its condition is wrong, if errors are normal."""
    return NormalDist().cdf(-t)


def standardised(lines: ArrayLike, shallow: ArrayLike, deep: ArrayLike) -> Floats:
    """Errors of predictions in standard deviations; the last axis of ``lines`` is (a, b, sigma)."""
    line, x, y = (np.asarray(each, dtype=np.float64) for each in (lines, shallow, deep))
    found: Floats = (y - line[..., 0] * x - line[..., 1]) / line[..., 2]
    return found


def wrong_cuts(errors: NDArray[np.floating[Any]], thresholds: Sequence[float]) -> list[dict[str, float]]:
    """How often cuts that barely meet their condition would be wrong, from standardised errors.

    Such a cut claims that the deep value is at least ``a * v + b - t * sigma`` (or at most, with ``+``), so it is wrong
    where the error is larger. Cuts that exceed their condition are wrong less often.
    """
    errors = errors[np.isfinite(errors)]
    if not len(errors):
        return []
    return [
        {
            "t": float(t),
            "predicted": round(chance_of_wrong_cut(t), 5),
            "wrong_high": round(float(np.mean(errors < -t)), 5),
            "wrong_low": round(float(np.mean(errors > t)), 5),
        }
        for t in thresholds
    ]
