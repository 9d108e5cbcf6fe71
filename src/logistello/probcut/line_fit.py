"""Regression lines from shallow to deep values, one for each group of positions and pair of depths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: What stands in the last axis of an array of fits. An entry of count 0 was not measured.
FIT_FIELDS = ("a", "b", "sigma", "count", "correlation")

#: Values beyond this say little about the others: near a wipe-out scores are bounded and errors are not normal.
MOST_SHALLOW_VALUE = 40.0


@dataclass(frozen=True)
class LineFit:
    """``deep = a * shallow + b + error``; the error has the standard deviation ``sigma``."""

    a: float
    b: float
    sigma: float
    count: int
    correlation: float


def fit_line(
    shallow: NDArray[np.floating[Any]], deep: NDArray[np.floating[Any]], most: float = MOST_SHALLOW_VALUE
) -> LineFit | None:
    """Least squares over the pairs that are finite and have ``|shallow| <= most``.

    Choosing pairs by the shallow value leaves the line unbiased; choosing by the deep one would not. ``None`` for
    fewer than three pairs or if all shallow values are the same.

    >>> fit = fit_line(np.array([0.0, 1.0, 2.0, 90.0]), np.array([1.0, 3.0, 5.0, 0.0]))
    >>> fit.a, fit.b, fit.sigma, fit.count
    (2.0, 1.0, 0.0, 3)
    """
    usable = np.isfinite(shallow) & np.isfinite(deep) & (np.abs(shallow) <= most)
    x, y = shallow[usable].astype(np.float64), deep[usable].astype(np.float64)
    if len(x) < 3:
        return None
    dx, dy = x - x.mean(), y - y.mean()
    xx, yy, xy = dx @ dx, dy @ dy, dx @ dy
    if xx <= 0:
        return None
    a = xy / xx
    residuals = dy - a * dx
    sigma = np.sqrt(residuals @ residuals / (len(x) - 2))
    correlation = xy / np.sqrt(xx * yy) if yy > 0 else 0.0
    return LineFit(float(a), float(y.mean() - a * x.mean()), float(sigma), len(x), float(correlation))


def fit_depths(
    values: NDArray[np.floating[Any]], group_of: NDArray[np.integer[Any]], groups: int, most_shallow: int
) -> NDArray[np.float32]:
    """Fits ``[groups, deep, shallow, FIT_FIELDS]`` from values ``[positions, depths]`` of searches of the same game."""
    depths = values.shape[1]
    fits = np.zeros((groups, depths, most_shallow + 1, len(FIT_FIELDS)), dtype=np.float32)
    for group in range(groups):
        chosen = values[group_of == group]
        for deep in range(1, depths):
            for shallow in range(min(deep, most_shallow + 1)):
                _store(fits[group, deep, shallow], fit_line(chosen[:, shallow], chosen[:, deep]))
    return fits


def fit_exact(
    values: NDArray[np.floating[Any]],
    exact: NDArray[np.floating[Any]],
    left: NDArray[np.integer[Any]],
    most_left: int,
    most_shallow: int,
) -> NDArray[np.float32]:
    """Fits ``[moves left, shallow, FIT_FIELDS]`` of exact scores."""
    fits = np.zeros((most_left + 1, most_shallow + 1, len(FIT_FIELDS)), dtype=np.float32)
    for moves in np.unique(left[np.isfinite(exact)]):
        chosen = left == moves
        for shallow in range(min(values.shape[1], most_shallow + 1, int(moves))):
            _store(fits[moves, shallow], fit_line(values[chosen, shallow], exact[chosen]))
    return fits


def _store(cell: NDArray[np.float32], fit: LineFit | None) -> None:
    if fit is not None:
        cell[:] = fit.a, fit.b, fit.sigma, fit.count, fit.correlation
