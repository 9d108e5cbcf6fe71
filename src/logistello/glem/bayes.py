"""``BayesRegressor``: the predecessor of GLEM, configurations valued one by one and patterns weighted as wholes.

"A version that estimated configuration values using the naive Bayes approach and weighted whole patterns by logistic
regression" (Buro 2002, section 2.2; Buro 1995). What is predicted is whether a position is won.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from logistello.errors import TrainingDataError
from logistello.glem.arrays import Ids, Rows, Vector

#: A step of Newton's method that changes no coefficient by more than this is the last one.
_CLOSE = 1e-8
_MOST_STEPS = 50
#: Keeps coefficients of features that are the same in all rows at 0, and those of separable data finite.
_RIDGE = 1.0
_CHUNK = 1 << 16


@dataclass(kw_only=True)
class BayesRegressor:
    """Log odds of winning, as a sum of weights: each weight is a naive Bayes value times the coefficient of its group.

    The value of a configuration c is log P(c | won) / P(c | lost), whatever else is on the board. The score of a group
    of columns (the instances of one pattern) is the sum of the values that are active in them. A logistic regression
    finds a coefficient for each score, and for each of the ``tables``, sums of given numbers. All this is linear in
    the tables, so the coefficients can be multiplied into one table of weights.

    prior: pseudo-positions of average outcome that every configuration is imagined to have been seen in besides.

    After ``fit``: ``values_`` and ``coef_`` (float64[n_weights]), ``group_coef_`` and ``table_coef_``.

    >>> import numpy as np
    >>> indices = np.array([[0], [0], [0], [1], [1], [1]], dtype=np.uint32)
    >>> model = BayesRegressor(prior=0.0).fit(indices, [1, 1, 0, 1, 0, 0], n_weights=2, group_of_column=[0])
    >>> np.exp(model.values_).round(6).tolist()
    [2.0, 0.5]
    """

    prior: float = 30.0

    def fit(
        self,
        indices: Ids,
        won: ArrayLike,
        *,
        n_weights: int,
        group_of_column: Sequence[int],
        tables: ArrayLike | None = None,
        row_weights: ArrayLike | None = None,
    ) -> Self:
        """``won`` is 1 for a win, 0 for a loss, 1/2 for a draw. A column of group -1 has no values of its own.

        ``tables``: float[tables, n_weights]; raises ``TrainingDataError`` if shapes do not fit.
        """
        rows = Rows(indices, won, row_weights)  # type: ignore[arg-type]  # Rows converts columns
        groups = np.asarray(group_of_column, dtype=np.int64)
        given = np.zeros((0, n_weights)) if tables is None else np.asarray(tables, dtype=np.float64)
        if groups.shape != (indices.shape[1],) or given.ndim != 2 or given.shape[1] != n_weights:
            raise TrainingDataError(
                f"{indices.shape[1]} columns and {n_weights} weights, but groups of the shape {groups.shape} and "
                f"tables of the shape {given.shape}"
            )
        if not 0 <= self.prior < np.inf:
            raise TrainingDataError(f"prior is {self.prior}; it must be at least 0")
        weight = np.ones(len(rows)) if rows.row_weights is None else rows.row_weights.astype(np.float64)
        self.values_: Vector = naive_bayes_values(
            indices[:, groups >= 0], rows.targets, weight, n_weights=n_weights, prior=self.prior
        )
        n_groups = int(groups.max(initial=-1)) + 1
        features = _features(indices, groups, n_groups, self.values_, given)
        found = logistic_regression(features, rows.targets.astype(np.float64), weight)
        self.group_coef_: Vector = found[:n_groups]
        self.table_coef_: Vector = found[n_groups:]
        self.coef_: Vector = self.table_coef_ @ given
        for group in range(n_groups):
            ids = np.unique(indices[:, groups == group])
            ids = ids[ids < n_weights]
            self.coef_[ids] += self.group_coef_[group] * self.values_[ids]
        return self


def naive_bayes_values(indices: Ids, won: ArrayLike, weight: Vector, *, n_weights: int, prior: float) -> Vector:
    """For each weight id the logarithm of how much its presence changes the odds of winning; 0 if it was never seen."""
    outcome = np.asarray(won, dtype=np.float64)
    wins, seen = np.zeros(n_weights + 1), np.zeros(n_weights + 1)
    for column in indices.T:
        ids = np.ascontiguousarray(column).astype(np.intp)
        wins += np.bincount(ids, weight * outcome, n_weights + 1)
        seen += np.bincount(ids, weight, n_weights + 1)
    share = float(weight @ outcome / weight.sum()) if weight.sum() > 0 else 0.0
    if not 0 < share < 1:
        raise TrainingDataError("all positions have the same outcome: there is nothing to learn about winning")
    won_and_prior = wins[:-1] + prior * share
    lost_and_prior = (seen - wins)[:-1] + prior * (1 - share)
    # Without a prior, what was only ever won or only ever lost would have an infinite value: it has none.
    known = (seen[:-1] > 0) & (won_and_prior > 0) & (lost_and_prior > 0)
    odds = np.divide(won_and_prior, lost_and_prior, out=np.full(n_weights, share / (1 - share)), where=known)
    values: Vector = np.log(odds) - np.log(share / (1 - share))
    return values


def logistic_regression(features: Vector, won: Vector, weight: Vector) -> Vector:
    """Coefficients that make the outcomes most likely, by Newton's method; a constant must be one of the features."""
    coefficients = np.zeros(features.shape[1])
    loss = _log_loss(features @ coefficients, won, weight)
    for _ in range(_MOST_STEPS):
        chance = _logistic(features @ coefficients)
        gradient = features.T @ (weight * (won - chance)) - _RIDGE * coefficients
        curvature = weight * chance * (1 - chance)
        hessian = (features * curvature[:, np.newaxis]).T @ features + _RIDGE * np.eye(features.shape[1])
        step = np.linalg.solve(hessian, gradient)
        for _ in range(_MOST_STEPS):  # too long a step would make it worse: halve it
            tried = coefficients + step
            tried_loss = _log_loss(features @ tried, won, weight) + _RIDGE / 2 * float(tried @ tried)
            if tried_loss <= loss or np.abs(step).max() < _CLOSE:
                break
            step = step / 2
        coefficients, loss = tried, tried_loss
        if np.abs(step).max() < _CLOSE:
            break
    return coefficients


def _features(
    indices: Ids, groups: NDArray[np.int64], n_groups: int, values: Vector, tables: NDArray[np.float64]
) -> Vector:
    """The score of each group and the sum of each table, for every row."""
    features = np.zeros((len(indices), n_groups + len(tables)))
    padded = np.append(values, 0.0)  # the last one for "nothing here"
    padded_tables = np.hstack([tables, np.zeros((len(tables), 1))])
    for start in range(0, len(indices), _CHUNK):
        part = slice(start, start + _CHUNK)
        chunk = np.asarray(indices[part])
        for group in range(n_groups):
            features[part, group] = padded[chunk[:, groups == group]].sum(axis=1)
        for number, table in enumerate(padded_tables, n_groups):
            features[part, number] = table[chunk].sum(axis=1)
    return features


def _logistic(x: Vector) -> Vector:
    return 0.5 * (1 + np.tanh(x / 2))


def _log_loss(log_odds: Vector, won: Vector, weight: Vector) -> float:
    return float(weight @ (np.logaddexp(0.0, log_odds) - won * log_odds))
