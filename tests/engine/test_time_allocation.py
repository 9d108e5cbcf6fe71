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
    if_clear, usually, in_doubt = found.last_new_pass
    assert 0 <= if_clear <= usually <= in_doubt <= found.target <= found.hard
    assert 0 <= found.margin <= lag + 0.25 + 0.02 * clock.remaining + 1e-9
    if clock.remaining > 1e-6:
        assert found.hard + found.margin < clock.remaining
        assert found.margin > 0
    if clock.remaining > 4 * (lag + 0.25):
        assert found.margin >= lag + 0.25  # lag and a stall are allowed for unless the clock is very short


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


def played_out(clock: Clock, speed: float, part: float) -> tuple[dict[int, Allocation], float]:
    """A game in which every move takes this part of its target, and a solve what it probably needs: what each move got
    by its number of empty squares, and what is left on the clock."""
    remaining = clock.remaining
    moves = {}
    for empties in range(60, 0, -2):
        found = moves[empties] = allocate(Clock(remaining, clock.increment), empties, nodes_per_second=speed)
        solve = 3e6 * 1.9 ** (empties - 20) / speed
        remaining += clock.increment - (min(found.hard, solve) if found.solving else part * found.target)
    return moves, remaining


@pytest.mark.parametrize("seconds", [10.0, 60.0, 600.0])
def test_little_first_more_in_the_middle_enough_for_the_ending(seconds: float) -> None:
    speed = 6e6
    moves, left = played_out(Clock(seconds), speed, 0.7)
    assert moves[60].target < 0.5 * moves[40].target
    assert moves[60].target < seconds / 30
    solve_from = next(empties for empties in moves if moves[empties].solving)
    assert 20 <= solve_from <= 28
    spent = [0.7 * moves[empties].target for empties in moves if empties > solve_from]
    assert 0.5 * seconds < sum(spent) < 0.85 * seconds
    middle = [moves[empties].target for empties in range(40, solve_from, -2)]
    assert sum(middle) / len(middle) > max(moves[empties].target for empties in range(60, 42, -2))
    # The solve gets what it will probably need, and little is left over.
    assert solvable_empties(moves[solve_from].hard, speed) >= solve_from
    assert 0 < left < 0.25 * seconds


@pytest.mark.parametrize("part", [0.3, 0.7, 1.2])
def test_what_a_move_saves_or_overdraws_is_for_the_others(part: float) -> None:
    """However long the moves take in the end, the clock is used and still enough is kept for the solve."""
    moves, left = played_out(Clock(60), 6e6, part)
    assert 0 < left < 0.5 * 60
    assert next(empties for empties in moves if moves[empties].solving) >= 20


def test_a_clear_move_takes_less_and_a_doubtful_one_more() -> None:
    move = allocate(Clock(60), 40, nodes_per_second=6e6)
    if_clear, usually, in_doubt = move.last_new_pass
    assert 2 * if_clear == usually == in_doubt / 2 < move.target / 1.9
    solve = allocate(Clock(60), 16, nodes_per_second=6e6)
    assert solve.solving
    assert set(solve.last_new_pass) == {solve.hard}  # no pass is spared on the way to the exact score


def test_an_increment_is_used() -> None:
    without = allocate(Clock(30), 40, nodes_per_second=1e7)
    with_it = allocate(Clock(30, 5), 40, nodes_per_second=1e7)
    assert with_it.target > 1.5 * without.target


def test_a_forced_move_takes_no_time() -> None:
    assert allocate(Clock(600), 30, nodes_per_second=1e7, choices=1).hard <= 0.02


def test_a_short_clock_still_allows_some_thought() -> None:
    found = allocate(Clock(1.0), 40, nodes_per_second=1e7)
    assert 0.005 < found.target < 0.1


def test_a_late_answer_makes_careful() -> None:
    """The delays that an engine measures on a busy machine count like lag."""
    calm = allocate(Clock(3), 20, nodes_per_second=1e7, lag=0.05)
    busy = allocate(Clock(3), 20, nodes_per_second=1e7, lag=0.5)
    assert busy.hard < calm.hard
    assert busy.hard + busy.margin < 3
    assert busy.margin >= 0.75


def test_solvable_empties_grows_with_time() -> None:
    assert solvable_empties(0, 1e7) == 0
    assert solvable_empties(1, 3e6) == 20
    assert solvable_empties(1.91, 3e6) == 21
    assert solvable_empties(1e30, 1e30) == 60


@pytest.mark.parametrize(("seconds", "increment"), [(2.0, 0.0), (0.2, 0.02), (0.0, 0.0)])
def test_a_real_game_by_the_clock(seconds: float, increment: float) -> None:
    """Both sides are played by one engine, each with a clock of its own."""
    position = Position.initial()
    clocks = [seconds, seconds]
    side = 0
    with Engine(hash_mb=4) as engine:
        while position.legal_moves:
            begun = time.process_time()  # a busy machine that gives it none is not what is tested
            result = engine.search(position, Limit(clock=Clock(max(clocks[side], 0.0), increment)))
            clocks[side] -= time.process_time() - begun
            if seconds >= 1:
                assert clocks[side] > 0, f"lost on time with {position.empties} empty squares"
            clocks[side] += increment
            assert result.move is not None
            position = position.play(result.move)
            side = 1 - side
    assert position.is_over
