"""The laboratory's benchmarks do what they say; how fast and how well is nobody's test."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import pytest

from benchmarks.lab import causes, glem, om, plaat, speed
from logistello.games import openspiel_rules
from logistello.lab import NoKnowledge, game_named, random_positions
from logistello.lab.learn.features import features_of
from logistello.lab.learn.training_games import SelfPlaySettings, play_games
from logistello.train.artefact import write_arrays


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


@pytest.mark.parametrize("name", causes.SQUARES)
def test_features_taken_away_are_in_no_region(name: str) -> None:
    features = features_of(openspiel_rules(glem.GAMES[name]))
    fewer = causes.FewerRegions(features, causes.SQUARES[name])
    used = {feature for region in fewer.regions for feature in region}
    assert used <= set(causes.SQUARES[name])
    assert 0 < len(fewer.regions) < len(features.regions)


def test_labels_by_outcomes_alone_are_outcomes(tmp_path: Path) -> None:
    arrays = play_games("tic_tac_toe()", None, 1, 0, 3, SelfPlaySettings(nodes=10, random_moves=2, explore=0.5))
    (tmp_path / "2" / "games").mkdir(parents=True)
    write_arrays(tmp_path / "2" / "games" / "000000.run", {}, arrays)
    *_, outcomes, _ = causes.labelled(tmp_path / "2", 1.0, 0.8, outcomes_alone=True)
    *_, mixed, _ = causes.labelled(tmp_path / "2", 1.0, 0.8, outcomes_alone=False)
    assert np.array_equal(outcomes, arrays["outcomes"])
    assert not np.array_equal(mixed, outcomes)
