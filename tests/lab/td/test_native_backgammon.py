"""The native rules, coding and learner of backgammon against OpenSpiel's rules and the plain twins in Python."""

from __future__ import annotations

import random

import numpy as np
import pytest

from logistello import _native
from logistello.games import CHANCE, OpenSpielRules, OpenSpielState
from logistello.lab.td.backgammon import UNITS, backgammon_rules, inputs, position_bytes, turn_of
from logistello.lab.td.network import Network, NetworkLearner, NetworkShape


def whole_turns(rules: OpenSpielRules, state: OpenSpielState) -> set[bytes]:
    """What a player can leave; with doubles, OpenSpiel makes two moves of a turn."""
    player = rules.player(state)
    found: set[bytes] = set()
    ahead, seen = [state], set()
    while ahead:
        here = ahead.pop()
        for move in rules.moves(here):
            after = rules.play(here, move)
            if rules.player(after) == player and not rules.is_over(after):
                if (key := position_bytes(after)) not in seen:
                    seen.add(key)
                    ahead.append(after)
            else:
                found.add(position_bytes(after))
    return found


def test_turns_are_openspiels() -> None:
    rules = backgammon_rules()
    rng = random.Random(8)
    compared = doubles = 0
    for _ in range(2):
        state = rules.start()
        while not rules.is_over(state):
            rolled = rules.player(state) == CHANCE
            if rolled:
                before = position_bytes(state)
                state = rules.play(state, rng.choice(rules.moves(state)))
                dice = next(line for line in str(state).splitlines() if line.startswith("Dice:"))[-2:]
                first, second = map(int, dice)
                player = rules.player(state)
                ours = _native.backgammon_turns(before, player, first, second)
                assert ours == sorted(set(ours))
                assert set(ours) == whole_turns(rules, state), (str(state), first, second)
                compared += 1
                doubles += first == second
            state = rules.play(state, rng.choice(rules.moves(state)))
    assert compared > 80
    assert doubles > 8


def test_units_are_the_plain_ones() -> None:
    rules = backgammon_rules()
    rng = random.Random(9)
    state = rules.start()
    while not rules.is_over(state):
        if (turn := turn_of(state)) >= 0:
            assert _native.backgammon_inputs(position_bytes(state), turn) == pytest.approx(inputs([state])[0], abs=1e-6)
        state = rules.play(state, rng.choice(rules.moves(state)))


def test_learning_is_the_plain_one() -> None:
    network = Network.new(NetworkShape(UNITS, 7, 3), seed=4, spread=0.3)
    native = _native.BackgammonLearner(network.parameters.tolist(), 7, 0.2, 0.6)
    plain = NetworkLearner(network, rate=0.2, decay=0.6)
    draw = np.random.default_rng(3)
    for step in range(12):
        if step % 6 == 0:
            native.begin()
            plain.begin()
        position = (draw.random(UNITS) * (draw.random(UNITS) < 0.3)).astype(np.float32)
        target = draw.random(3)
        native.learn(position, target.tolist())
        plain.learn(position, target)
    assert native.parameters() == pytest.approx(network.parameters, abs=1e-5)


def test_games_depend_on_seed_and_number_alone() -> None:
    start = Network.new(NetworkShape(UNITS, 4, 3), seed=1).parameters.tolist()
    whole, parts = (_native.BackgammonLearner(start, 4, 0.1, 0.7) for _ in range(2))
    points = whole.play_games(5, 0, 6)
    assert parts.play_games(5, 0, 2) + parts.play_games(5, 2, 4) == points
    assert (parts.parameters() == whole.parameters()).all()
    assert set(points) <= {-2, -1, 1, 2}


def test_what_is_no_position_is_refused() -> None:
    start = position_bytes(backgammon_rules().start())
    for position, player, first, second in (
        (start[:-1], 0, 1, 2),
        (bytes([16]) + start[1:], 0, 1, 2),
        (start, 2, 1, 2),
        (start, 0, 0, 2),
        (start, 0, 1, 7),
    ):
        with pytest.raises(ValueError, match=r"player|position"):
            _native.backgammon_turns(position, player, first, second)
    with pytest.raises(ValueError, match="parameters"):
        _native.BackgammonLearner([0.0], 4, 0.1, 0.7)
