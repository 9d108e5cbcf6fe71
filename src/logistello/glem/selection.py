"""Fewer configurations: those that tell most about the outcome (Buro 1999, section 4.4, footnote 2)."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from logistello import _native
from logistello.errors import TrainingDataError
from logistello.glem.arrays import Vector
from logistello.glem.configurations import BitRows, Configuration


def outcome_correlations(
    configurations: Sequence[Configuration],
    features: NDArray[np.integer],
    outcomes: ArrayLike,
    *,
    threads: int | None = None,
) -> Vector:
    """The correlation of each configuration (1 where it is active, 0 elsewhere) with the outcome of the position.

    0 for configurations that are active everywhere or nowhere, and if all outcomes are equal.
    """
    relations = sorted({relation for configuration in configurations for relation in configuration.relations})
    rows = BitRows(features, relations)
    results = np.ascontiguousarray(outcomes, dtype=np.float64)
    if results.shape != (rows.n_positions,) or not np.isfinite(results).all():
        raise TrainingDataError(f"outcomes must be {rows.n_positions} finite numbers, one per position")
    if not configurations:
        return np.zeros(0)
    sizes = [len(configuration) for configuration in configurations]
    borders = np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint64)
    numbers = np.array([number for c in configurations for number in rows.numbers(c)], dtype=np.uint32)
    centred = results - results.mean()
    matches, sums = _native.sum_configuration_outcomes(
        rows.words, borders, numbers, centred, threads or os.cpu_count() or 1
    )
    n = rows.n_positions
    spread = np.sqrt(matches * (1 - matches / n) * float(centred @ centred))
    return np.divide(sums, spread, out=np.zeros(len(sums)), where=spread > 0)


def select_by_correlation(
    configurations: Sequence[Configuration],
    features: NDArray[np.integer],
    outcomes: ArrayLike,
    *,
    max_number: int | None = None,
    min_significance: float = 0.0,
    threads: int | None = None,
) -> list[int]:
    """The places, in ascending order, of the configurations whose outcome correlation is largest in magnitude.

    ``min_significance`` asks for ``|correlation| * sqrt(positions)`` of at least so much: about 2 for one chance in
    twenty. Equal correlations are ranked by place, the more general first if they come from GenConf.
    """
    strength = np.abs(outcome_correlations(configurations, features, outcomes, threads=threads))
    order = np.argsort(-strength, kind="stable")
    if max_number is not None:
        order = order[:max_number]
    kept = order[strength[order] * np.sqrt(len(features)) >= min_significance]
    return [int(place) for place in np.sort(kept)]
