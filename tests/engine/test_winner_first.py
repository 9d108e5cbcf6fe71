"""Who wins is asked before by how much: what is told is true, and a proven win is kept whatever happens then."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from logistello import Bounds, Clock, Color, Engine, Info, Limit, Position, SearchResult
from logistello.othello import PASS

Make = Callable[[int, int], Position]
MUST_PASS = Position.parse("XO" + "-" * 62 + " O")


@pytest.fixture(scope="module")
def solver() -> Iterator[Engine]:
    """The oracle: exact scores, tested elsewhere against minimax."""
    with Engine(hash_mb=16) as made:
        yield made


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def check(infos: list[Info], found: SearchResult, solver: Engine) -> None:
    """Bounds hold, and the move keeps what is proven."""
    truth = solver.solve(found.position).score
    for info in [*infos, found.info]:
        assert info.proven.lower <= truth <= info.proven.upper
        assert info.outcome in (None, sign(truth))
        assert info.exact == (info.proven == Bounds(truth, truth))
        if info.bound == "lower" and info.outcome is not None:
            assert info.score == info.proven.lower
        if info.bound == "upper" and info.outcome is not None:
            assert info.score == info.proven.upper
    assert found.move is not None
    kept = -solver.solve(found.position.play(found.move)).score
    assert kept >= found.proven.lower


def test_the_winner_then_the_score(solver: Engine, random_position: Make) -> None:
    told = set()
    for seed in range(12):
        position = random_position(seed, 14)
        infos: list[Info] = []
        with Engine(hash_mb=4) as engine:
            found = engine.search(position, winner_first=True, on_info=infos.append)
        check(infos, found, solver)
        assert found.exact
        assert found.score == solver.solve(position).score
        first = next(info for info in infos if info.outcome is not None)
        assert first.exact == (first.outcome == 0)
        told.add(first.outcome)
    assert {1, -1} <= told


@pytest.mark.parametrize("seed", range(6))
def test_wherever_it_is_cut_short(seed: int, solver: Engine, random_position: Make) -> None:
    position = random_position(seed, 16)
    outcomes = set()
    for nodes in (0, 1_000, 10_000, 20_000, 40_000, 80_000, 160_000, 640_000, 10_000_000):
        infos: list[Info] = []
        with Engine(hash_mb=1) as engine:
            found = engine.search(position, Limit(nodes=nodes), winner_first=True, on_info=infos.append)
        check(infos, found, solver)
        outcomes.add(found.outcome)
    assert len(outcomes - {None}) == 1


def test_a_draw_is_exact(solver: Engine, random_position: Make) -> None:
    position = next(
        drawn
        for seed in range(1000)
        if solver.solve(drawn := random_position(seed, 8)).score == 0 and not drawn.is_over
    )
    with Engine(hash_mb=4) as engine:
        infos: list[Info] = []
        found = engine.search(position, winner_first=True, on_info=infos.append)
    assert (found.exact, found.score, found.outcome, found.complete) == (True, 0, 0, True)
    assert found.outlook is not None
    assert found.outlook.draw == 1


def test_a_forced_pass_turns_the_bounds(solver: Engine, random_position: Make) -> None:
    for seed in range(4000):
        position = random_position(seed, 12)
        if position.must_pass:
            break
    with Engine(hash_mb=4) as engine:
        for nodes in (2_000, 5_000, 10_000, 10**9):
            infos: list[Info] = []
            found = engine.search(position, Limit(nodes=nodes), winner_first=True, on_info=infos.append)
            assert found.move is PASS
            check(infos, found, solver)


def test_others_are_not_asked_who_wins(random_position: Make) -> None:
    """Analyses want values, and several best moves have no one winner."""
    infos: list[Info] = []
    with Engine(hash_mb=4) as engine:
        engine.search(random_position(1, 14), on_info=infos.append)
        engine.search(random_position(1, 14), best_moves=3, winner_first=True, on_info=infos.append)
    assert all(info.exact or info.outcome is None for info in infos)


def test_what_was_proven_before_stays(random_position: Make) -> None:
    """A search that goes on after a stop and is stopped sooner does not take a proven win back."""
    position = random_position(2, 14)
    with Engine(hash_mb=4) as engine:
        proven = engine.search(position, winner_first=True)
        infos: list[Info] = []
        engine.clear()
        engine.search(position, winner_first=True, on_info=infos.append)
    assert proven.outcome is not None
    cut = next(info for info in infos if info.depth == 14)
    before = SearchResult(
        position, cut.move, cut.score, 14, 100, cut.pv, False, False, 0, 0.0, bound="lower", proven=Bounds(2, 64)
    )
    knows_less = SearchResult(position, PASS, -4.0, 14, 100, (PASS,), False, False, 0, 0.0, bound="lower")
    assert knows_less.after(before).move is cut.move
    assert proven.after(before).exact


# -- games by the clock ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_no_won_ending_is_lost_by_the_clock(seed: int, solver: Engine, random_position: Make) -> None:
    """Against somebody who plays anything; a clock that suffices, so that every winner can be proven."""
    rng = random.Random(seed)
    position = random_position(seed + 20, 16)
    ours: Color = position.turn
    remaining = 30.0
    best = -64
    with Engine(hash_mb=16) as engine:
        while not position.is_over:
            if position.turn is not ours:
                position = position.play(rng.choice(position.legal_moves))
                continue
            truth = solver.solve(position).score
            assert truth >= best
            found = engine.search(position, Limit(clock=Clock(remaining)))
            remaining -= min(found.seconds, remaining / 2)
            assert found.move is not None
            assert found.outcome == sign(truth)
            after = solver.solve(position.play(found.move))
            assert sign(-after.score) == sign(truth)
            best = -after.score if truth > 0 else -64
            position = position.play(found.move)


def test_a_stop_ends_all_of_it(random_position: Make) -> None:
    """In a lost ending several searches follow each other: one stop is for all of them."""
    position = random_position(0, 30)
    with Engine(hash_mb=4) as engine:
        search = engine.in_background(lambda tell: engine.search(position, Limit(clock=Clock(10_000)), on_info=tell))
        search.next()
        search.stop()
        assert search.result().move in position.legal_moves


def test_without_it_everything_is_as_before(random_position: Make) -> None:
    infos: list[Info] = []
    with Engine(hash_mb=4, winner_first=False) as engine:
        engine.search(random_position(1, 16), Limit(clock=Clock(60)), on_info=infos.append)
    assert all(info.exact or info.outcome is None for info in infos)
