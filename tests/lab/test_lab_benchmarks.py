"""The laboratory's benchmarks do what they say; how fast and how well is nobody's test."""

from __future__ import annotations

import argparse

from benchmarks.lab import om, plaat, speed
from logistello.lab import NoKnowledge, game_named, random_positions


def test_plaats_comparison_in_small() -> None:
    options = argparse.Namespace(games=["connect_four"], positions=2, shallower=3, seed=1)
    found = plaat.measure(options)["games"]["connect_four"]
    rows = {row["algorithm"]: row for row in found["depths"][4]}
    assert found["positions"] == 2
    assert rows["Aspiration NegaScout"]["leaves_percent"] == 100.0
    assert 50 < rows["MTD(f)"]["leaves_percent"] < 200


def test_speed_counts_leaves() -> None:
    game = game_named("othello")
    found = speed.leaves_a_second(game, NoKnowledge(), "negascout", positions=2, depth=2, moves=10)
    assert found["leaves"] > 20
    assert found["nodes"] > found["leaves"]
    assert found["nodes_a_second"] > found["leaves_a_second"] > 0


def test_noise_is_the_same_in_the_same_state() -> None:
    game = game_named("connect_four")
    first, second = om.Noisy(game, NoKnowledge(), 1, 0.1), om.Noisy(game, NoKnowledge(), 2, 0.1)
    states = random_positions(game, 20, 6, seed=1)
    values = [first.value(state) for state in states]
    assert values == [first.value(state) for state in states]
    assert values != [second.value(state) for state in states]
    assert max(map(abs, values)) <= 0.2
    assert min(values) < 0 < max(values)


def test_points_of_both_colours_are_counted() -> None:
    game = game_named("tic_tac_toe")
    openings = random_positions(game, 2, 1, seed=1)

    def first_move(state: object) -> int:
        return game.moves(state)[0]

    assert om.match(game, openings, first_move, first_move) == [0, 0, 2, 0, 0]
