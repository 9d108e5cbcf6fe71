"""GLEM's predecessor against its definition, in plain Python."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logistello.errors import TrainingDataError
from logistello.glem import BayesRegressor
from logistello.glem.bayes import logistic_regression, naive_bayes_values

ROWS, COLUMNS, WEIGHTS = 400, 5, 12
GROUPS = [0, 0, 1, 1, -1]


def made(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Columns of two groups with weights of their own, and one that no group has; some ids mean nothing."""
    rng = np.random.default_rng(seed)
    low, high = np.array([0, 0, 5, 5, 10]), np.array([5, 5, 10, 10, 12])
    indices = rng.integers(low, high, (ROWS, COLUMNS)).astype(np.uint32)
    indices[rng.random((ROWS, COLUMNS)) < 0.1] = WEIGHTS
    return indices, rng.choice([0.0, 0.5, 1.0], ROWS), rng.random(ROWS) + 0.5


@settings(max_examples=20)
@given(st.integers(0, 1000), st.sampled_from([0.0, 1.0, 30.0]))
def test_values_are_ratios_of_counts(seed: int, prior: float) -> None:
    indices, won, weight = made(seed)
    values = naive_bayes_values(indices, won, weight, n_weights=WEIGHTS, prior=prior)
    share = sum(w * o for w, o in zip(weight, won, strict=True)) / sum(weight)
    for number in range(WEIGHTS):
        wins = sum(w * o * list(row).count(number) for row, o, w in zip(indices, won, weight, strict=True))
        losses = sum(w * (1 - o) * list(row).count(number) for row, o, w in zip(indices, won, weight, strict=True))
        odds = (wins + prior * share) / (losses + prior * (1 - share))
        assert values[number] == pytest.approx(math.log(odds / (share / (1 - share))), abs=1e-9)


def test_no_other_coefficients_are_more_likely() -> None:
    rng = np.random.default_rng(3)
    features = np.column_stack([np.ones(500), rng.normal(size=(500, 2))])
    chance = 1 / (1 + np.exp(-features @ [0.3, 2.0, -1.0]))
    won, weight = (rng.random(500) < chance).astype(float), rng.random(500) + 0.5
    found = logistic_regression(features, won, weight)

    def unlikeliness(coefficients: np.ndarray) -> float:
        p = 1 / (1 + np.exp(-features @ coefficients))
        return -float(weight @ (won * np.log(p) + (1 - won) * np.log(1 - p))) + float(coefficients @ coefficients) / 2

    for direction in np.vstack([np.eye(3), -np.eye(3)]):
        assert unlikeliness(found + 1e-3 * direction) > unlikeliness(found)
    assert found == pytest.approx([0.3, 2.0, -1.0], abs=0.4)


@settings(max_examples=10)
@given(st.integers(0, 1000))
def test_one_table_of_weights_is_the_regression_over_scores(seed: int) -> None:
    indices, won, weight = made(seed)
    tables = np.zeros((3, WEIGHTS))
    tables[0] = np.arange(WEIGHTS)
    tables[1, 10] = tables[2, 11] = 1.0
    model = BayesRegressor(prior=2.0).fit(
        indices, won, n_weights=WEIGHTS, group_of_column=GROUPS, tables=tables, row_weights=weight
    )
    for row in indices[:50].tolist():
        scores = [
            sum(
                model.values_[number]
                for number, group in zip(row, GROUPS, strict=True)
                if group == g and number < WEIGHTS
            )
            for g in range(2)
        ]
        sums = [sum(table[number] for number in row if number < WEIGHTS) for table in tables]
        by_scores = float(model.group_coef_ @ scores + model.table_coef_ @ sums)
        assert sum(model.coef_[number] for number in row if number < WEIGHTS) == pytest.approx(by_scores, abs=1e-9)


def test_what_cannot_be_learned_is_refused() -> None:
    indices, won, _ = made(0)
    with pytest.raises(TrainingDataError, match="same outcome"):
        BayesRegressor().fit(indices, np.ones(ROWS), n_weights=WEIGHTS, group_of_column=GROUPS)
    with pytest.raises(TrainingDataError, match="groups of the shape"):
        BayesRegressor().fit(indices, won, n_weights=WEIGHTS, group_of_column=[0])
    with pytest.raises(TrainingDataError, match="prior"):
        BayesRegressor(prior=-1.0).fit(indices, won, n_weights=WEIGHTS, group_of_column=GROUPS)
