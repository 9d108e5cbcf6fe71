"""Shares of a game clock: never too much, for any clock and any game."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello import Clock, Engine, Limit, Position
from logistello.engine.time_allocation import Allocation, allocate, solvable_empties

clocks = st.builds(
    Clock,
    st.one_of(st.floats(0, 1), st.floats(0, 100), st.floats(0, 10_000)),
    st.one_of(st.just(0.0), st.floats(0, 60)),
)
speeds = st.floats(1e3, 1e10)
lags = st.floats(0, 2)


@given(clock=clocks, empties=st.integers(0, 60), speed=speeds, choices=st.integers(0, 30), lag=lags)
def test_a_move_and_its_lag_fit_into_what_is_left(
    clock: Clock, empties: int, speed: float, choices: int, lag: float
) -> None:
    found = allocate(clock, empties, nodes_per_second=speed, choices=choices, lag=lag)
    assert 0 <= found.last_new_pass <= found.target <= found.hard
    assert 0 <= found.margin <= lag + 0.02 * clock.remaining + 1e-9
    if clock.remaining > 1e-6:
        assert found.hard + found.margin < clock.remaining
        assert found.margin > 0
    if clock.remaining > 4 * lag:
        assert found.margin >= lag  # the whole lag is allowed for unless the clock is very short


@given(
    clock=clocks,
    speed=speeds,
    lag=lags,
    seed=st.integers(0, 2**32),
    greedy=st.booleans(),
    step=st.sampled_from([1, 2]),
)
def test_simulated_games_never_exceed_the_clock(
    clock: Clock, speed: float, lag: float, seed: int, greedy: bool, step: int
) -> None:
    """Every move takes up to its hard limit and then up to its margin; with ``step`` 1 the opponent always passes."""
    rng = random.Random(seed)
    remaining = clock.remaining
    for empties in range(60, 0, -step):
        found = allocate(Clock(remaining, clock.increment), empties, nodes_per_second=speed, lag=lag)
        part = 1.0 if greedy else rng.random()
        remaining -= part * (found.hard + found.margin)
        assert remaining >= 0
        remaining += clock.increment


def played_out(clock: Clock, speed: float, part: float) -> list[Allocation]:
    """A game in which every move takes this part of its target."""
    remaining = clock.remaining
    moves = []
    for empties in range(60, 0, -2):
        found = allocate(Clock(remaining, clock.increment), empties, nodes_per_second=speed)
        moves.append(found)
        remaining += clock.increment - part * found.target
    return moves


@pytest.mark.parametrize("seconds", [10.0, 60.0, 600.0])
def test_little_first_more_in_the_middle_enough_for_the_ending(seconds: float) -> None:
    speed = 6e6
    moves = played_out(Clock(seconds), speed, 0.6)
    by_empties = dict(zip(range(60, 0, -2), moves, strict=True))
    assert by_empties[60].target < 0.5 * by_empties[40].target
    assert by_empties[60].target < seconds / 30
    solve_from = next(empties for empties in by_empties if by_empties[empties].target == by_empties[empties].hard)
    assert 20 <= solve_from <= 28
    spent = 0.6 * sum(by_empties[empties].target for empties in by_empties if empties > solve_from)
    assert 0.3 * seconds < spent < 0.7 * seconds
    # The solve gets what it will probably need.
    assert solvable_empties(by_empties[solve_from].hard, speed) >= solve_from


def test_an_increment_is_used() -> None:
    without = allocate(Clock(30), 40, nodes_per_second=1e7)
    with_it = allocate(Clock(30, 5), 40, nodes_per_second=1e7)
    assert with_it.target > 1.5 * without.target


def test_a_forced_move_takes_no_time() -> None:
    assert allocate(Clock(600), 30, nodes_per_second=1e7, choices=1).hard <= 0.02


def test_a_short_clock_still_allows_some_thought() -> None:
    found = allocate(Clock(1.0), 40, nodes_per_second=1e7)
    assert 0.005 < found.target < 0.1


def test_solvable_empties_grows_with_time() -> None:
    assert solvable_empties(0, 1e7) == 0
    assert solvable_empties(1, 3e6) == 20
    assert solvable_empties(1.91, 3e6) == 21
    assert solvable_empties(1e30, 1e30) == 60


@pytest.mark.parametrize(("seconds", "increment"), [(1.0, 0.0), (0.2, 0.02), (0.0, 0.0)])
def test_a_real_game_by_the_clock(seconds: float, increment: float) -> None:
    """Both sides are played by one engine, each with a clock of its own."""
    position = Position.initial()
    clocks = [seconds, seconds]
    side = 0
    with Engine(hash_mb=4) as engine:
        while position.legal_moves:
            begun = time.monotonic()
            result = engine.search(position, Limit(clock=Clock(max(clocks[side], 0.0), increment)))
            clocks[side] -= time.monotonic() - begun
            if seconds >= 1:
                assert clocks[side] > 0, f"lost on time with {position.empties} empty squares"
            clocks[side] += increment
            assert result.move is not None
            position = position.play(result.move)
            side = 1 - side
    assert position.is_over
    if seconds >= 1:
        assert max(clocks) < 0.7 * seconds  # time is there to be used
