"""Chances of error in lost endings, against the definition written down."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from logistello import Clock, Engine, Limit, Position
from logistello.engine.levels import level_settings
from logistello.engine.lost_ending import (
    HUMAN_DEPTH,
    HUMAN_TEMPERATURE,
    ErrorChance,
    error_chances,
    reply_probabilities,
)
from logistello.othello import Square

Make = Callable[[int, int], Position]


def lost(make: Make, engine: Engine, empties: int) -> list[Position]:
    found = (make(seed, empties) for seed in range(60))
    return [each for each in found if len(each.legal_moves) > 1 and engine.solve(each).score < 0]


def discs(position: Position) -> dict[Square, float]:
    """What a player sees who counts discs."""
    return {move: -float(position.play(move).own.bit_count()) for move in position.legal_moves}


def plain_chance(position: Position, move: Square, engine: Engine) -> float:
    theirs = position.play(move)
    if theirs.must_pass or theirs.is_over:
        return 0.0
    values = discs(theirs)
    total = sum(math.exp(value / HUMAN_TEMPERATURE) for value in values.values())
    wrong = [reply for reply in values if engine.solve(theirs.play(reply)).score >= 0]
    return sum(math.exp(values[reply] / HUMAN_TEMPERATURE) / total for reply in wrong)


def test_chances_are_those_of_the_definition(random_position: Make) -> None:
    with Engine(hash_mb=4) as engine:

        def still_lost(position: Position, seconds: float) -> bool:
            assert seconds > 0
            return engine.solve(position).score < 0

        positions = lost(random_position, engine, 9)
        assert positions
        for position in positions:
            found = error_chances(position, position.legal_moves, discs, still_lost, lambda: 1.0)
            assert [chance.move for chance in found] == list(position.legal_moves)
            for chance in found:
                assert chance.low == pytest.approx(chance.high)
                assert chance.low == pytest.approx(plain_chance(position, chance.move, engine))


def test_what_is_not_found_out_stays_open(random_position: Make) -> None:
    position = random_position(3, 20)
    unknown = error_chances(position, position.legal_moves, discs, lambda each, seconds: None, lambda: 1.0)
    assert {(chance.low, chance.high) for chance in unknown if chance.reply is not None} == {(0.0, 1.0)}
    assert error_chances(position, position.legal_moves, discs, lambda each, seconds: True, lambda: 0.0) == []


def test_every_move_gets_its_part_of_the_time(random_position: Make) -> None:
    position = random_position(3, 20)
    clock = [1.0]
    allowed: list[float] = []

    def slow(each: Position, seconds: float) -> None:
        allowed.append(seconds)
        clock[0] -= seconds

    found = error_chances(position, position.legal_moves, discs, slow, lambda: clock[0])
    assert len(found) == len(position.legal_moves)
    first = 1.0 / len(position.legal_moves)
    assert allowed == pytest.approx([first] * len(allowed))


def test_probabilities_sum_to_one() -> None:
    likely = reply_probabilities({Square.A1: -60.0, Square.B1: 3.0, Square.C1: 3.0})
    assert sum(likely.values()) == pytest.approx(1.0)
    assert likely[Square.B1] == likely[Square.C1] > 0.49


def test_the_engine_plays_for_the_largest_chance(random_position: Make) -> None:
    """By the clock: never a worse chance than that of the move with the most discs, and sometimes a better one."""
    better = 0
    with Engine(hash_mb=16) as solver, Engine(hash_mb=16) as engine:
        for position in lost(random_position, solver, 10)[:8]:
            by_clock = engine.search(position, Limit(clock=Clock(60)))
            assert by_clock.outcome == -1
            assert by_clock.move is not None
            best = solver.solve(position)
            assert best.move is not None
            chances = {move: _human_chance(position, move, solver) for move in (by_clock.move, best.move)}
            assert chances[by_clock.move] >= chances[best.move] - 1e-9
            better += chances[by_clock.move] > chances[best.move]
            assert by_clock.proven.upper >= best.score
    assert better > 0


def _human_chance(position: Position, move: Square, solver: Engine) -> float:
    def looks(theirs: Position) -> dict[Square, float]:
        with Engine(hash_mb=1) as fresh:
            return {info.move: info.score for info in fresh.search(theirs, Limit(depth=2), best_moves=64).best}

    def still_lost(each: Position, seconds: float) -> bool:
        return solver.solve(each).score < 0

    [chance] = error_chances(position, [move], looks, still_lost, lambda: 1.0)
    assert isinstance(chance, ErrorChance)
    return chance.low


def test_the_opponent_is_the_level_that_errs_as_people_do() -> None:
    level = level_settings(9)
    assert (level.temperature, level.depth) == (HUMAN_TEMPERATURE, HUMAN_DEPTH)
