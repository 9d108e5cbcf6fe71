"""Shares of a game clock: never too much, for any clock and any game."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello import Clock, Engine, Limit, Position
from logistello.engine.pace import Pace
from logistello.engine.solve_effort import EndingFacts, SolveEffort
from logistello.engine.time_allocation import Allocation, allocate

clocks = st.builds(
    Clock,
    st.one_of(st.floats(0, 1), st.floats(0, 100), st.floats(0, 10_000)),
    st.one_of(st.just(0.0), st.floats(0, 60)),
)
speeds = st.floats(1e3, 1e10)
lags = st.floats(0, 2)
#: Of our machines, about.
SPEED = 6e6


def facts(empties: int, moves: int = 8) -> EndingFacts:
    return EndingFacts(empties, moves, moves, one_sided=5.0)


@given(
    clock=clocks, empties=st.integers(0, 60), speed=speeds, choices=st.integers(0, 30), lag=lags, mean=st.none() | lags
)
def test_a_move_and_its_lag_fit_into_what_is_left(
    clock: Clock, empties: int, speed: float, choices: int, lag: float, mean: float | None
) -> None:
    found = allocate(clock, facts(empties, choices), nodes_per_second=speed, lag=lag, mean_lag=mean)
    if_clear, usually, in_doubt = found.last_new_pass
    assert 0 <= if_clear <= usually <= in_doubt <= found.target <= found.hard
    assert 0 <= found.margin <= lag + 0.25 + 0.02 * clock.remaining + 1e-9
    if clock.remaining > 1e-6:
        assert found.hard + found.margin < clock.remaining
        assert found.margin > 0
    if clock.remaining > 2 * lag + 6:
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
        found = allocate(Clock(remaining, clock.increment), facts(empties), nodes_per_second=speed, lag=lag)
        part = 1.0 if greedy else rng.random()
        remaining -= part * (found.hard + found.margin)
        assert remaining >= 0
        remaining += clock.increment


@dataclass
class SimulatedGame:
    """A game by the clock in which nothing takes as long as planned: moves of the middle game by what they find,
    endings because they differ (by the spread that was measured), and every move loses something on its way."""

    seconds: float
    seed: int
    speed: float = SPEED
    moves: dict[int, Allocation] = field(default_factory=dict)
    proven: list[int] = field(default_factory=list)
    left: float = 0.0

    def play(self) -> SimulatedGame:
        chance = random.Random(self.seed)
        effort, pace = SolveEffort.measured(), Pace()
        pace.nodes_per_second = self.speed
        harder = chance.gauss(0, 0.7)  # all endings of a game
        known, remaining = False, self.seconds
        for empties in range(60, 0, -2):
            pace.clock_told(remaining, empties)
            speed = pace.nodes_per_second / 2**pace.difficulty
            found = allocate(
                Clock(remaining),
                facts(empties),
                nodes_per_second=speed,
                mean_lag=pace.mean_loss(0.01),
                whole=pace.whole_clock,
            )
            self.moves[empties] = found
            if found.proof is None:
                used = min(chance.choice((0.3, 0.5, 0.6, 0.8, 1.2)) * found.target, found.hard)
            elif known:
                used = 0.0
            else:
                factor = 2 ** (harder + chance.gauss(0, 0.7)) / self.speed
                winner, score = (effort.nodes(proof, facts(empties)) * factor for proof in ("winner", "score"))
                used = min(found.hard, score)
                known = score <= found.hard
                if known:
                    pace.proven(found.score_seconds, used)
                if (winner if found.winner_first else score) <= found.hard:
                    self.proven.append(empties)
            pace.moved(remaining, used, 0.0)
            remaining -= used + chance.random() * 0.004
            assert remaining > 0
        self.left = remaining
        return self


@pytest.mark.parametrize("seconds", [1.0, 5.0, 10.0, 60.0, 600.0])
def test_the_whole_clock_is_used(seconds: float) -> None:
    """At most a tenth is left, on the average of games; and hardly ever much more."""
    left = sorted(SimulatedGame(seconds, seed).play().left / seconds for seed in range(100))
    assert sum(left) / len(left) < 0.1
    assert left[0] > min(0.02, 0.1 / seconds)  # and what a stall may take is never used
    assert left[90] < 0.25


@pytest.mark.parametrize("seconds", [10.0, 60.0, 600.0])
def test_little_first_more_in_the_middle_enough_for_the_ending(seconds: float) -> None:
    game = SimulatedGame(seconds, 3).play()
    moves = game.moves
    assert moves[60].target < 0.5 * moves[40].target
    assert moves[60].target < seconds / 30
    middle = [moves[empties].target for empties in range(40, 30, -2)]
    assert sum(middle) / len(middle) > max(moves[empties].target for empties in range(60, 46, -2))


def test_more_time_proves_the_winner_sooner() -> None:
    """The empty squares at the first proof, in the mean over games."""
    seeds = range(60)
    usual = [max(SimulatedGame(60.0, seed).play().proven) for seed in seeds]
    longer = [max(SimulatedGame(240.0, seed).play().proven) for seed in seeds]
    assert 22 < sum(usual) / len(usual) < sum(longer) / len(longer) < 32


@given(seconds=st.floats(0.5, 1000), empties=st.integers(10, 34), speed=st.floats(1e5, 1e8))
def test_a_win_can_be_proven_again(seconds: float, empties: int, speed: float) -> None:
    """Whatever the search of an ending takes, the proof after the reply is probably affordable: a win is not risked."""
    found = allocate(Clock(seconds), facts(empties), nodes_per_second=speed, mean_lag=0.0)
    if found.proof is not None:
        again = SolveEffort.measured().nodes_at("winner", empties - 2) / speed
        assert found.hard <= seconds - min(again, 0.25 * seconds)


def test_an_easy_score_needs_no_question_for_the_winner() -> None:
    quick = allocate(Clock(600), facts(14), nodes_per_second=SPEED)
    assert (quick.proof, quick.winner_first) == ("score", False)
    slow = [allocate(Clock(20), facts(empties), nodes_per_second=SPEED) for empties in range(20, 32)]
    assert {(each.proof, each.winner_first) for each in slow} >= {("winner", True), (None, False)}


def test_mobility_counts() -> None:
    """The same squares with few moves are begun where they would not be with many."""
    proofs = [
        [allocate(Clock(30), facts(empties, moves), nodes_per_second=SPEED).proof for empties in range(20, 34)]
        for moves in (3, 16)
    ]
    assert sum(proof is not None for proof in proofs[0]) > sum(proof is not None for proof in proofs[1])


def test_a_clear_move_takes_less_and_a_doubtful_one_more() -> None:
    move = allocate(Clock(60), facts(40), nodes_per_second=SPEED)
    if_clear, usually, in_doubt = move.last_new_pass
    assert 2 * if_clear == usually == in_doubt / 2 < move.target / 1.9
    solve = allocate(Clock(60), facts(16), nodes_per_second=SPEED)
    assert solve.proof is not None
    assert set(solve.last_new_pass) == {solve.hard}  # no pass is spared on the way to the proof


def test_an_increment_is_used() -> None:
    without = allocate(Clock(30), facts(40), nodes_per_second=1e7)
    with_it = allocate(Clock(30, 5), facts(40), nodes_per_second=1e7)
    assert with_it.target > 1.5 * without.target


def test_a_forced_move_takes_no_time() -> None:
    assert allocate(Clock(600), facts(30, 1), nodes_per_second=1e7).hard <= 0.02


def test_a_short_clock_still_allows_some_thought() -> None:
    found = allocate(Clock(1.0), facts(40), nodes_per_second=1e7)
    assert 0.005 < found.target < 0.1


def test_a_late_answer_makes_careful() -> None:
    """The delays that an engine measures on a busy machine count like lag."""
    calm = allocate(Clock(3), facts(20), nodes_per_second=1e7, lag=0.05)
    busy = allocate(Clock(3), facts(20), nodes_per_second=1e7, lag=0.5, mean_lag=0.2)
    assert busy.hard < calm.hard
    assert busy.hard + busy.margin < 3
    assert busy.margin >= 0.5


# -- what is learned in a game -----------------------------------------------------------------


def test_endings_say_nothing_about_the_speed_of_the_middle_game() -> None:
    pace = Pace()
    pace.searched(nodes=80_000_000, seconds=1.0, allowed=2.0, to_end=True)
    assert pace.nodes_per_second == 4e6
    pace.searched(nodes=2_000_000, seconds=1.0, allowed=2.0)
    assert pace.nodes_per_second == 3e6


def test_another_game_begins_with_a_clean_sheet() -> None:
    pace = Pace()
    pace.clock_told(60.0, 40)
    pace.moved(60.0, 1.0, 0.0)
    pace.proven(expected=1.0, seconds=16.0)
    assert pace.difficulty > 1
    pace.clock_told(30.0, 60)
    assert pace.difficulty == 0
    assert pace.lag is None


def test_a_clock_that_was_set_anew_is_not_lag() -> None:
    pace = Pace()
    for remaining, empties in ((60.0, 40), (20.0, 38), (300.0, 36)):
        pace.clock_told(remaining, empties)
        pace.moved(remaining, 1.0, 0.0)
    assert pace.lag is None


def test_searches_that_overrun_are_planned_with() -> None:
    pace = Pace()
    assert pace.mean_loss(0.01) == 0.01
    for _ in range(20):
        pace.searched(nodes=1, seconds=0.15, allowed=0.1)
    assert pace.mean_loss(0.01) == pytest.approx(0.06, abs=0.001)


# -- real games --------------------------------------------------------------------------------


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
