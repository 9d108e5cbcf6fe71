"""Chances and intervals, against planted numbers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello import Engine, Limit, Model, Outlook, Position
from logistello.engine.outlook import OutlookTable, check_outlooks

Make = Callable[[int, int], Position]


@given(mean=st.floats(-80, 80), sigma=st.floats(0.1, 30))
def test_probabilities_and_interval(mean: float, sigma: float) -> None:
    outlook = Outlook.normal(mean, sigma)
    assert outlook.win + outlook.draw + outlook.loss == pytest.approx(1)
    assert min(outlook.win, outlook.draw, outlook.loss) >= 0
    assert -64 <= outlook.low <= outlook.high <= 64
    mirrored = Outlook.normal(-mean, sigma)
    assert (mirrored.win, mirrored.low) == (pytest.approx(outlook.loss, abs=1e-9), pytest.approx(-outlook.high))
    if outlook.low > -64 and outlook.high < 64:
        assert outlook.high - outlook.low == pytest.approx(2 * 1.6449 * sigma, rel=1e-3)


def test_the_right_line_of_the_table() -> None:
    lines = np.full((61, 17, 3), np.nan, dtype=np.float32)
    lines[30, 8] = (2.0, 1.0, 3.0)
    lines[30, 16] = (1.0, 0.0, 2.0)
    table = OutlookTable(lines)
    assert table.outlook(4.0, empties=30, depth=8) == Outlook.normal(9.0, 3.0)
    assert table.outlook(4.0, empties=30, depth=11) == Outlook.normal(9.0, 3.0)  # the next one that there is
    assert table.outlook(4.0, empties=30, depth=25) == Outlook.normal(4.0, 2.0)
    assert table.outlook(4.0, empties=30, depth=7) is None
    assert table.outlook(4.0, empties=29, depth=8) is None
    assert table.outlook(4.0, empties=62, depth=8) is None
    with pytest.raises(ValueError, match="shape"):
        OutlookTable(lines[0])


def test_odd_and_even_depths_are_kept_apart() -> None:
    """Values swing between them: one judged by the other's line would be off."""
    lines = np.full((61, 17, 3), np.nan, dtype=np.float32)
    for depth in range(17):
        lines[40, depth] = (1.0, -2.0 if depth % 2 else 2.0, 20.0 - depth)
    table = OutlookTable(lines)
    assert table.outlook(0.0, empties=40, depth=16) == Outlook.normal(2.0, 4.0)
    assert table.outlook(0.0, empties=40, depth=17) == Outlook.normal(-2.0, 5.0)
    assert table.outlook(0.0, empties=40, depth=18) == Outlook.normal(2.0, 4.0)
    lines[40, 9:] = np.nan
    assert table.outlook(0.0, empties=40, depth=12) == Outlook.normal(2.0, 12.0)
    assert table.outlook(0.0, empties=40, depth=13) == Outlook.normal(-2.0, 13.0)


def test_a_pruned_search_to_the_end_needs_no_line() -> None:
    lines = np.full((61, 17, 3), np.nan, dtype=np.float32)
    lines[20, 16] = (1.25, 3.0, 4.0)
    table = OutlookTable(lines)
    assert table.outlook(6.0, empties=20, depth=20) == Outlook.normal(6.0, 4.0)
    assert table.outlook(6.0, empties=20, depth=18) == Outlook.normal(1.25 * 6.0 + 3.0, 4.0)


def test_planted_scores_are_inside_as_often_as_promised() -> None:
    rng = np.random.default_rng(7)
    values = rng.normal(0, 12, 4000)
    scores = np.clip(2 * np.round((0.9 * values + 1 + rng.normal(0, 6, 4000)) / 2), -64, 64)
    lines = np.full((61, 17, 3), np.nan, dtype=np.float32)
    for sigma, inside in ((6.0, 0.9), (3.0, 0.59)):
        lines[24, 10] = (0.9, 1.0, sigma)
        table = OutlookTable(lines)
        outlooks = [found for value in values if (found := table.outlook(value, empties=24, depth=10))]
        check = check_outlooks(outlooks, list(scores))
        assert check.positions == 4000
        assert check.inside == pytest.approx(inside, abs=0.02)
        assert check.mean_width == pytest.approx(2 * 1.645 * sigma, rel=0.01)
        if sigma == 6.0:
            assert check.predicted == pytest.approx(check.actual, abs=0.02)
            honest = check.brier
    assert check.brier > honest  # too sure of itself costs


def test_a_check_needs_as_many_scores() -> None:
    with pytest.raises(ValueError, match="0 outlooks"):
        check_outlooks([], [])
    with pytest.raises(ValueError, match="1 outlooks and 2 scores"):
        check_outlooks([Outlook.certain(2)], [2, 4])


def test_a_search_tells_its_outlook(planted_model: Model, plain_model: Model, random_position: Make) -> None:
    position = random_position(6, 30)
    with Engine(model=planted_model, hash_mb=4) as engine:
        result = engine.search(position, Limit(depth=6))
        assert result.outlook == Outlook.normal(result.score, 4.0)
        infos = list(engine.analyse(position, Limit(depth=3)))
        assert all(info.outlook == Outlook.normal(info.score, 4.0) for info in infos)
        ending = random_position(6, 8)
        exact = engine.search(ending)
        assert exact.outlook == Outlook.certain(exact.score)
    with Engine(model=plain_model, hash_mb=4) as engine:
        assert engine.search(position, Limit(depth=6)).outlook is None
