"""Regression lines, the cut test, and how often it is wrong."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello import _native
from logistello.probcut import RegressionLine, cut, high_bound, low_bound, threshold
from logistello.probcut.cut import chance_of_wrong_cut, standardised, wrong_cuts
from logistello.probcut.lines import fit_depths, fit_exact, fit_line

from .planted import MOST_LEFT, STAGES, line_over, planted


def test_the_line_is_that_of_numpy() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(2, 9, 400).clip(-39, 39)
    y = 0.9 * x - 3 + rng.normal(0, 2, 400)
    fit = fit_line(x, y)
    assert fit is not None
    a, b = np.polyfit(x, y, 1)
    assert (fit.a, fit.b) == pytest.approx((a, b))
    assert fit.sigma == pytest.approx(np.std(y - a * x - b, ddof=2))
    assert fit.correlation == pytest.approx(np.corrcoef(x, y)[0, 1])
    assert fit.count == 400


def test_planted_lines_are_recovered() -> None:
    samples = planted(2, 30_000)
    fits = fit_depths(samples.values, samples.stage, STAGES, 16)
    assert fits.shape == (STAGES, 5, 17, 5)
    for deep in range(1, 5):
        for shallow in range(deep):
            a, b, sigma = line_over(deep - shallow)
            assert fits[:, deep, shallow, 0] == pytest.approx(a, abs=0.02)
            assert fits[:, deep, shallow, 1] == pytest.approx(b, abs=0.15)
            assert fits[:, deep, shallow, 2] == pytest.approx(sigma, rel=0.03)
    exact = fit_exact(samples.values, samples.exact, samples.left, MOST_LEFT, 16)
    assert exact[6, 4, :3] == pytest.approx(line_over(1), abs=0.12)
    assert exact[6, 0, :3] == pytest.approx(line_over(5), abs=0.3)


def test_what_cannot_be_measured_is_zero() -> None:
    samples = planted(3, 300)
    fits = fit_depths(samples.values, samples.stage, STAGES + 1, 16)
    deep, shallow = np.indices(fits.shape[1:3])
    assert not fits[:, shallow >= deep].any()
    assert not fits[STAGES].any()
    exact = fit_exact(samples.values, samples.exact, samples.left, MOST_LEFT, 16)
    assert not exact[:6].any()
    assert not exact[:, 5:].any()


def test_wild_shallow_values_and_holes_are_left_out() -> None:
    x = np.array([0.0, 1, 2, 3, 60, -41, np.nan, 1])
    y = np.array([0.0, 2, 4, 6, 0, 0, 0, np.nan])
    fit = fit_line(x, y, most=40)
    assert fit is not None
    assert (fit.a, fit.b, fit.count) == (2.0, 0.0, 4)
    wide = fit_line(x, y)
    assert wide is not None
    assert wide.count == 6


@pytest.mark.parametrize("x", [[1.0, 2.0], [3.0, 3.0, 3.0, 3.0], []])
def test_no_line_through_too_little(x: list[float]) -> None:
    assert fit_line(np.array(x), np.arange(len(x), dtype=float)) is None


lines = st.builds(RegressionLine, st.floats(0.3, 3), st.floats(-10, 10), st.floats(0.1, 10))


@given(lines, st.floats(-64, 64), st.floats(-64, 63), st.floats(0.5, 40), st.floats(0.01, 4))
def test_a_cut_has_t_standard_deviations_to_spare(
    line: RegressionLine, shallow: float, alpha: float, width: float, t: float
) -> None:
    beta = alpha + width
    expected = line.a * shallow + line.b
    answer = cut(line, shallow, alpha, beta, t)
    slack = 1e-9
    if answer == "high":
        assert expected - t * line.sigma >= beta - slack
    elif answer == "low":
        assert expected + t * line.sigma <= alpha + slack
    else:
        assert alpha - t * line.sigma - slack <= expected <= beta + t * line.sigma + slack
    assert low_bound(line, alpha, t) < high_bound(line, beta, t)


def test_normal_errors_are_wrong_as_often_as_predicted() -> None:
    rng = np.random.default_rng(4)
    x = rng.normal(0, 10, 200_000)
    y = 1.2 * x + 1 + rng.normal(0, 3, len(x))
    errors = standardised((1.2, 1.0, 3.0), x, y)
    for each in wrong_cuts(errors, (0.5, 1.5, 2.5)):
        assert each["predicted"] == pytest.approx(NormalDist().cdf(-each["t"]), abs=1e-5)
        assert each["wrong_high"] == pytest.approx(each["predicted"], abs=0.003)
        assert each["wrong_low"] == pytest.approx(each["predicted"], abs=0.003)
    low, high = (wrong_cuts(errors + shift, (1.5,))[0] for shift in (-1, 1))
    assert low["wrong_high"] > 0.2 > 0.01 > low["wrong_low"]  # values that fall short make high cuts wrong
    assert high["wrong_low"] > 0.2 > 0.01 > high["wrong_high"]
    assert wrong_cuts(np.array([np.nan]), (1.0,)) == []


def test_the_threshold_of_a_confidence() -> None:
    """So many errors lie within it, on both sides."""
    assert threshold(0.0) == 0
    errors = np.random.default_rng(5).normal(0, 1, 200_000)
    for confidence in (0.5, 0.73, 0.98):
        assert np.mean(np.abs(errors) < threshold(confidence)) == pytest.approx(confidence, abs=0.005)
        assert chance_of_wrong_cut(threshold(confidence)) == pytest.approx((1 - confidence) / 2)
    for nonsense in (-0.1, 1.0, 73):
        with pytest.raises(ValueError, match="expected a probability"):
            threshold(nonsense)


def test_confidence_means_the_same_in_the_search() -> None:
    steps = _native.confidence_steps()
    assert [percent for percent, _ in steps] == [50, 60, 73, 87, 95, 98, 99]
    for percent, t in steps:
        assert t == pytest.approx(threshold(percent / 100), abs=0.01)
