"""The classic coding of backgammon, and learning it by self-play."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from logistello.errors import ModelError
from logistello.framed_file import read_arrays, read_frame, write_arrays
from logistello.games import CHANCE
from logistello.lab.td.backgammon import (
    UNITS,
    BackgammonSettings,
    backgammon_rules,
    equity,
    inputs,
    learn_backgammon,
    pip_count,
    read_network,
    turn_of,
)
from logistello.lab.td.td_file import KIND


def test_units_of_the_first_position() -> None:
    """Two, five, three and five checkers; 167 pips; before the first roll it is nobody's turn."""
    start = backgammon_rules().start()
    units = inputs([start])[0]
    assert units.shape == (UNITS,)
    points = units[:192].reshape(2, 24, 4)
    for side in points:
        occupied = sorted(map(tuple, side[side.any(axis=1)].tolist()))
        assert occupied == [(1.0, 1.0, 0.0, 0.0), (1.0, 1.0, 1.0, 0.0), (1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, 1.0)]
    assert not units[192:].any()
    assert pip_count(start, 0) == pip_count(start, 1) == 167


def test_units_of_whole_games() -> None:
    """Checkers stay 15 on each side, whoever's turn it is is marked, and pips fall by what was rolled, or by less."""
    rules = backgammon_rules()
    rng = random.Random(4)
    bars = 0.0
    for _ in range(2):
        state = rules.start()
        mover = -1
        while not rules.is_over(state):
            units = inputs([state])[0].astype(np.float64)
            points = units[:192].reshape(2, 24, 4)
            checkers = points[..., :3].sum(axis=(1, 2)) + 2 * points[..., 3].sum(axis=1)
            assert checkers + 2 * units[192:194] + 15 * units[194:196] == pytest.approx([15, 15])
            bars += units[192:194].sum()
            turn = turn_of(state)
            assert units[196:].tolist() == [float(turn == 0), float(turn == 1)]
            if rules.player(state) == CHANCE:
                assert turn == (-1 if mover < 0 else 1 - mover)
            else:
                mover = rules.player(state)
                assert turn == mover
            before = pip_count(state, 0), pip_count(state, 1)
            state = rules.play(state, rng.choice(rules.moves(state)))
            after = pip_count(state, 0), pip_count(state, 1)
            if mover >= 0:
                assert 0 <= before[mover] - after[mover] <= 12
                assert after[1 - mover] >= before[1 - mover]  # hits only
        assert 0 in (pip_count(state, 0), pip_count(state, 1))
    assert bars > 10


def test_equity_counts_gammons() -> None:
    assert equity(np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.5, 0.25, 0.25]])).tolist() == [1.0, -2.0, 0.0]


def test_learning_goes_on_as_if_never_stopped(tmp_path: Path) -> None:
    settings = BackgammonSettings(hidden=3, seed=2)
    learn_backgammon(tmp_path / "whole.td", 2, settings)
    told: list[int] = []
    learn_backgammon(tmp_path / "parts.td", 1, settings)
    learn_backgammon(tmp_path / "parts.td", 2, settings, told.append)
    assert told == [2]
    assert (tmp_path / "whole.td").read_bytes() == (tmp_path / "parts.td").read_bytes()
    before = BackgammonSettings(hidden=3, seed=3)
    with pytest.raises(ModelError, match="other settings"):
        learn_backgammon(tmp_path / "parts.td", 3, before)
    network = read_network(tmp_path / "whole.td")
    assert network.shape.hidden == 3
    assert (network.values(inputs([backgammon_rules().start()])) > 0).all()


@pytest.mark.parametrize(
    ("header", "weights"),
    [
        ({"games": [1]}, None),
        ({"games": -1}, None),
        ({"settings": "none"}, None),
        ({}, np.zeros(5)),
        ({}, np.full(1, np.nan)),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(
    tmp_path: Path, header: dict[str, object], weights: NDArray[np.float64] | None
) -> None:
    path = tmp_path / "b.td"
    settings = BackgammonSettings(hidden=3, seed=2)
    learn_backgammon(path, 1, settings)
    frame = read_frame(path, KIND)
    good = {"games": 1, "settings": frame.header["settings"]}
    arrays = read_arrays(frame)
    write_arrays(path, KIND, {**good, **header}, arrays if weights is None else {"weights": weights})
    with pytest.raises(ModelError, match=r"b\.td"):
        learn_backgammon(path, 2, settings)
