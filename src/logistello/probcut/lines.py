"""Regression lines from shallow to deep values: one for each group of positions and pair of depths, and a smooth
surface through them for the pairs of depths that were not measured.

Values may have any unit: nothing here knows how large they are but :class:`ValueLimits`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from logistello.errors import CalibrationError

#: What stands in the last axis of an array of fits. An entry of count 0 was not measured.
FIT_FIELDS = ("a", "b", "sigma", "count", "correlation")


@dataclass(frozen=True)
class ValueLimits:
    """What is believed of values and lines, in the unit of the values.

    Without limits of their own, callers get those of :meth:`of_data`, which leave out no pair.
    """

    #: Pairs with a larger shallow value, of either sign, are left out of the fits. For bounded values: near
    #: the bound they say little about the others, and errors are not normal.
    shallow: float
    #: Largest ``b``, of either sign, and smallest and largest sigma of a table: far outside of all measurements, they
    #: only tame extrapolation.
    bias: float
    sigma: tuple[float, float]

    def __post_init__(self) -> None:
        low, high = self.sigma
        if not (0 < self.shallow < math.inf and 0 <= self.bias < math.inf and 0 < low < high < math.inf):
            raise CalibrationError(f"{self}: expected finite limits above 0, the smallest sigma below the largest")

    @classmethod
    def of_data(cls, *values: NDArray[np.floating[Any]]) -> Self:
        """Limits from the largest finite value.

        >>> ValueLimits.of_data(np.array([-300.0, 12.0, np.nan]))
        ValueLimits(shallow=300.0, bias=300.0, sigma=(0.03, 300.0))
        """
        largest = max((float(np.abs(each[np.isfinite(each)]).max(initial=0.0)) for each in values), default=0.0)
        largest = largest or 1.0  # no value at all, or only zeros: there will be no line either
        return cls(largest, largest, (largest / 10_000, largest))


@dataclass(frozen=True)
class LineFit:
    """``deep = a * shallow + b + error``; the error has the standard deviation ``sigma``."""

    a: float
    b: float
    sigma: float
    count: int
    correlation: float


def fit_line(
    shallow: NDArray[np.floating[Any]], deep: NDArray[np.floating[Any]], most: float = math.inf
) -> LineFit | None:
    """Least squares over the pairs that are finite and have ``|shallow| <= most``.

    Choosing pairs by the shallow value leaves the line unbiased; choosing by the deep one would not. ``None`` for
    fewer than three pairs or if all shallow values are the same.

    >>> fit = fit_line(np.array([0.0, 1.0, 2.0, 90.0]), np.array([1.0, 3.0, 5.0, 0.0]), most=40.0)
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
    values: NDArray[np.floating[Any]],
    group_of: NDArray[np.integer[Any]],
    groups: int,
    most_shallow: int,
    most: float = math.inf,
    shallow_values: NDArray[np.floating[Any]] | None = None,
) -> NDArray[np.float32]:
    """Fits ``[groups, deep, shallow, FIT_FIELDS]`` from values ``[positions, depths]`` of searches of the same game.

    ``shallow_values`` are those that may predict, NaN where one does not count; without them all may.
    """
    depths = values.shape[1]
    predicting = values if shallow_values is None else shallow_values
    fits = np.zeros((groups, depths, most_shallow + 1, len(FIT_FIELDS)), dtype=np.float32)
    for group in range(groups):
        known, wanted = predicting[group_of == group], values[group_of == group]
        for deep in range(1, depths):
            for shallow in range(min(deep, most_shallow + 1)):
                _store(fits[group, deep, shallow], fit_line(known[:, shallow], wanted[:, deep], most))
    return fits


def fit_exact(
    values: NDArray[np.floating[Any]],
    exact: NDArray[np.floating[Any]],
    left: NDArray[np.integer[Any]],
    most_left: int,
    most_shallow: int,
    most: float = math.inf,
) -> NDArray[np.float32]:
    """Fits ``[moves left, shallow, FIT_FIELDS]`` of exact scores."""
    fits = np.zeros((most_left + 1, most_shallow + 1, len(FIT_FIELDS)), dtype=np.float32)
    for moves in np.unique(left[np.isfinite(exact)]):
        chosen = left == moves
        for shallow in range(min(values.shape[1], most_shallow + 1, int(moves))):
            _store(fits[moves, shallow], fit_line(values[chosen, shallow], exact[chosen], most))
    return fits


def _store(cell: NDArray[np.float32], fit: LineFit | None) -> None:
    if fit is not None:
        cell[:] = fit.a, fit.b, fit.sigma, fit.count, fit.correlation


# -- the surface ------------------------------------------------------------------------------

# A smooth function through the measured lines fills what was not measured and steadies what was measured poorly.
# ``log sigma``, ``log a`` and ``b`` are linear in a few terms, fitted by least squares weighted with the number of
# pairs. Logarithms keep sigma and a positive, and terms in ``log(deep - shallow)`` make them grow like a power of the
# distance: gently enough to extrapolate far beyond the measured depths. The constant term is not drawn to 0, so the
# unit of the values only shifts ``log sigma`` and scales ``b``.

Floats = NDArray[np.float64]
Whole = NDArray[np.intp]

#: A fit from fewer pairs than this is kept for the record but not used.
FEWEST_PAIRS = 20
#: The weight of the surface, in pairs, where a measured fit is drawn towards it: the surface is off by some 6 %, and so
#: is the sigma of 200 pairs.
_SURFACE_PAIRS = 200.0
#: Ridge penalties, in pairs: coefficients of terms are drawn to 0 only when there are hardly any measurements, those
#: that lift or lower a single stage more.
_RIDGE_OF_TERM = 5.0
_RIDGE_OF_STAGE = 100.0
#: Slopes that are believed; a slope has no unit.
_LOG_A = (np.log(0.2), np.log(5.0))


@dataclass(frozen=True)
class Places:
    """Where lines are: stage from 0 to ``stages - 1``, and two depths, ``shallow < deep``."""

    stages: int
    stage: Whole
    deep: Whole
    shallow: Whole

    @property
    def phase(self) -> Floats:
        """From -1 in the first stage to 1 in the last."""
        return 2.0 * self.stage / (self.stages - 1) - 1.0 if self.stages > 1 else np.zeros(self.stage.shape)

    def spread_terms(self) -> Floats:
        """Terms for ``log sigma`` and ``log a``."""
        distance, depth, phase = np.log(self.deep - self.shallow), np.log1p(self.shallow), self.phase
        odd = (self.deep - self.shallow) % 2
        stage = phase, phase**2, phase * distance, phase * depth
        return np.stack([distance, depth, distance * depth, odd, *stage], axis=-1)

    def bias_terms(self) -> Floats:
        """Terms for ``b``: having made the last move is worth something, less so in deep searches."""
        phase = self.phase
        parities = [each for depth in (self.shallow, self.deep) for each in (depth % 2, (depth % 2) / (1 + depth))]
        return np.stack([phase, *parities, *(each * phase for each in parities)], axis=-1)


@dataclass(frozen=True)
class Surface:
    """Lines as a function of stage and depths: coefficients of a constant, of the terms, and of each stage."""

    log_a: Floats
    b: Floats
    log_sigma: Floats

    @classmethod
    def fit(cls, places: Places, lines: Floats, count: Floats) -> Surface:
        """Through measured lines ``[n, (log a, b, log sigma)]``."""
        spread = _with_stages(places, places.spread_terms())
        bias = _with_stages(places, places.bias_terms())
        log_a, b, log_sigma = lines.T
        return cls(
            _least_squares(spread, log_a, count, places.stages),
            _least_squares(bias, b, count, places.stages),
            _least_squares(spread, log_sigma, count, places.stages),
        )

    def lines(self, places: Places) -> Floats:
        """``[n, (log a, b, log sigma)]``."""
        spread = _with_stages(places, places.spread_terms())
        bias = _with_stages(places, places.bias_terms())
        return np.stack([spread @ self.log_a, bias @ self.b, spread @ self.log_sigma], axis=-1)


def fill(fits: NDArray[np.float32], limits: ValueLimits) -> tuple[NDArray[np.float32], int]:
    """A line for every ``shallow < deep`` from fits ``[stages, deep, shallow, FIT_FIELDS]``, NaN elsewhere; and the
    number of lines that had to be brought within the limits.

    A measured line is drawn towards the surface as if that were 200 more pairs; all others lie on it, and their sigma
    is never smaller than that of a search two moves less deep. There must be a usable fit.
    """
    stages, deep, shallow = fits.shape[:3]
    grid = np.nonzero(np.broadcast_to(np.arange(shallow) < np.arange(deep)[:, None], (stages, deep, shallow)))
    places = Places(stages, *grid)
    measured = is_usable(fits)[grid]
    raw = fits[grid][measured].astype(np.float64)
    found = np.stack([np.log(raw[:, 0]), raw[:, 1], np.log(raw[:, 2])], axis=-1)
    count = raw[:, 3]

    known = Places(stages, *(each[measured] for each in grid))
    lines = Surface.fit(known, found, count).lines(places)
    weight = (count / (count + _SURFACE_PAIRS))[:, None]
    lines[measured] = weight * found + (1 - weight) * lines[measured]

    low, high = np.array([(*_LOG_A,), (-limits.bias, limits.bias), np.log(limits.sigma)]).T
    believed = np.clip(lines, low, high)
    table = np.full((stages, deep, shallow, 3), np.nan, dtype=np.float32)
    table[grid] = np.stack([np.exp(believed[:, 0]), believed[:, 1], np.exp(believed[:, 2])], axis=-1)
    sigma, free = table[..., 2], ~is_usable(fits)
    for depth in range(3, deep):
        higher = np.fmax(sigma[:, depth], sigma[:, depth - 2])
        sigma[:, depth] = np.where(free[:, depth] & np.isfinite(sigma[:, depth]), higher, sigma[:, depth])
    return table, int((believed != lines).any(axis=1).sum())


def is_usable(fits: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which fits come from enough pairs and have the right sign."""
    usable: NDArray[np.bool_] = (fits[..., 3] >= FEWEST_PAIRS) & (fits[..., 0] > 0) & (fits[..., 2] > 0)
    return usable


def _with_stages(places: Places, terms: Floats) -> Floats:
    single = places.stage[..., None] == np.arange(places.stages)
    return np.concatenate([np.ones((*terms.shape[:-1], 1)), terms, single.astype(np.float64)], axis=-1)


def _least_squares(terms: Floats, wanted: Floats, weight: Floats, stages: int) -> Floats:
    ridge = np.full(terms.shape[1], _RIDGE_OF_TERM)
    ridge[0] = 0.0
    ridge[-stages:] = _RIDGE_OF_STAGE
    weighted = terms * weight[:, None]
    return np.asarray(np.linalg.solve(weighted.T @ terms + np.diag(ridge), weighted.T @ wanted), dtype=np.float64)
