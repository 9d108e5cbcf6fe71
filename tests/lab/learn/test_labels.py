"""What positions are worth: λ-returns against their definition, and values of other units."""

from __future__ import annotations

import numpy as np
import pytest

from logistello.lab.learn.labels import as_outcomes, lambda_returns

VALUES = np.array([0.1, -0.2, 0.4, 0.6, -0.5])
PLAYERS = np.array([0, 1, 0, 0, 1])  # the third move leaves the same player to move
OUTCOMES = np.where(PLAYERS == 0, 1.0, -1.0)
GAMES = np.zeros(5, dtype=np.int64)
NEVER = np.zeros(5, dtype=np.bool_)


def test_the_ends_of_the_scale() -> None:
    assert lambda_returns(VALUES, OUTCOMES, PLAYERS, NEVER, GAMES, 1.0).tolist() == OUTCOMES.tolist()
    next_values = lambda_returns(VALUES, OUTCOMES, PLAYERS, NEVER, GAMES, 0.0)
    assert next_values == pytest.approx([0.2, -0.4, 0.6, 0.5, -1.0])


def test_between_them_it_is_the_weighted_sum_of_all_that_follows() -> None:
    seen_by_first = np.where(PLAYERS == 0, VALUES, -VALUES)
    expected = sum(0.5 * 0.5**n * seen_by_first[n + 1] for n in range(4)) + 0.5**4 * 1.0
    assert lambda_returns(VALUES, OUTCOMES, PLAYERS, NEVER, GAMES, 0.5)[0] == pytest.approx(expected)


def test_what_follows_a_random_move_does_not_count() -> None:
    explored = np.array([False, False, True, False, False])
    found = lambda_returns(VALUES, OUTCOMES, PLAYERS, explored, GAMES, 1.0)
    assert found == pytest.approx([0.4, -0.4, 0.4, 1.0, -1.0])


def test_games_do_not_see_each_other() -> None:
    games = np.array([3, 3, 4, 4, 4])
    outcomes = np.array([-1.0, 1.0, 1.0, 1.0, -1.0])
    assert lambda_returns(VALUES, outcomes, PLAYERS, NEVER, games, 1.0).tolist() == outcomes.tolist()


def test_values_of_any_unit_become_expected_outcomes() -> None:
    random = np.random.default_rng(1)
    values = random.normal(size=4000) / 500
    outcomes = np.where(random.random(4000) < (1 + np.tanh(300 * values)) / 2, 1.0, -1.0)
    values[0] = 1.0  # a decided game
    found = as_outcomes(values, outcomes, 1.0)
    assert found is not None
    assert found[0] == 1.0
    assert found[1:] == pytest.approx(np.tanh(300 * values[1:]), abs=0.15)
    assert as_outcomes(np.zeros(5), OUTCOMES, 1.0) is None


def test_values_mean_something_even_where_outcomes_contradict_them() -> None:
    """As in games of two greedy players, of whom the greedier one loses."""
    values = np.linspace(-0.2, 0.2, 101)
    found = as_outcomes(values, -np.sign(values), 1.0)
    assert found is not None
    assert np.all(np.diff(found) > 0)
    assert abs(np.quantile(np.abs(found), 0.9) - 0.3) < 0.01
