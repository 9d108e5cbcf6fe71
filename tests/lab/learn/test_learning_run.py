"""A game learned from its rules, in small: the whole road, its files, and going on after a stop."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from logistello.errors import MatchError, TrainingDataError, TrainingRunError, UsageError
from logistello.games import openspiel_rules
from logistello.glem import Configuration
from logistello.jobs import InlinePool
from logistello.lab.learn.configuration_search import (
    ConfigurationSettings,
    find_configurations,
    image_of,
    orbits,
)
from logistello.lab.learn.features import features_of
from logistello.lab.learn.game_model import GameModel
from logistello.lab.learn.matches import MatchPlan, play_match, play_pairs
from logistello.lab.learn.model_fit import LabelledPositions, ModelFitSettings, fit_model
from logistello.lab.learn.plans import plan_for
from logistello.lab.learn.players import parse_player
from logistello.lab.learn.probcut_lines import ModelCalibration
from logistello.lab.learn.run import BEST, LearningRun, TrainingPlan
from logistello.lab.learn.training_games import SelfPlaySettings, play_games
from logistello.match.player_text import pieces_of

GAME = "connect_four(rows=4,columns=5)"


class StoppedError(Exception):
    pass


def plan() -> TrainingPlan:
    return plan_for(
        openspiel_rules(GAME),
        generations=2,
        games=150,
        games_in_task=75,
        gate_pairs=2,
        gate_nodes=30,
        play=SelfPlaySettings(nodes=20, random_moves=4, explore=0.1),
        calibration=ModelCalibration(positions=80, depth=2),
    )


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    LearningRun(folder, plan(), InlinePool()).run()
    return folder


def test_a_run_leaves_a_model_a_table_and_a_picture(run: Path) -> None:
    model = GameModel.load(run / BEST)
    assert model.game == openspiel_rules(GAME).name
    assert model.provenance["plan"]["games"] == 150
    assert 0 < model.calibrated().line(0, 2, 0).sigma < 2
    assert (run / "report.svg").read_text().startswith("<svg")
    assert '"against_plain"' in (run / "report.json").read_text()


def test_it_goes_on_and_gives_the_same_bytes(run: Path, tmp_path: Path) -> None:
    def stop(what: str, done: int, total: int) -> None:
        if what == "generation 2: games":
            raise StoppedError

    with pytest.raises(StoppedError):
        LearningRun(tmp_path, plan(), InlinePool(), stop).run()
    LearningRun(tmp_path, plan(), InlinePool()).run()
    assert (tmp_path / BEST).read_bytes() == (run / BEST).read_bytes()
    other = replace(plan(), seed=2)
    with pytest.raises(TrainingRunError, match="seed"):
        LearningRun(tmp_path, other, InlinePool()).run()


def test_players_of_a_trained_model(run: Path) -> None:
    rules = openspiel_rules(GAME)
    for text in (
        f"search:model={run / BEST},nodes=40",
        f"mpc:model={run / BEST},nodes=40,t=0.5",
        "search:nothing,depth=2",
        "mcts:simulations=20",
        "random",
    ):
        player = parse_player(text).make(rules, seed=3)
        assert player.choose(rules.start()) in rules.moves(rules.start())
        assert text == "random" or player.work[1] > 0


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("chess", "kind"),
        ("search:depth=3", "evaluator"),
        ("search:plain", "limit"),
        ("mcts", "simulations"),
        ("search:plain,depth=x", "depth"),
        ("random:depth=3", "option"),
        ("mpc:plain,depth=3", "plain"),
    ],
)
def test_players_that_cannot_be(text: str, word: str) -> None:
    with pytest.raises(UsageError, match=word):
        parse_player(text)


def test_matches_go_on_and_count_pairs(tmp_path: Path) -> None:
    match = MatchPlan(openspiel_rules(GAME).name, "search:nothing,depth=3", "random", 3)
    told: list[int] = []
    result = play_match(InlinePool(), match, tmp_path, on_result=lambda done, _: told.append(done))
    assert told == [2, 3]
    assert result.wins + result.draws + result.losses == 6
    assert sum(result.pairs) == 3
    assert result.score > 0.5
    assert result.leaves[0] > 0 == result.leaves[1]
    again = play_match(_Refusing(), match, tmp_path)  # nothing is played again
    assert again == result
    with pytest.raises(MatchError):
        play_match(InlinePool(), replace(match, pairs=0), tmp_path)
    points = play_pairs(match.game, pieces_of(match.first), pieces_of(match.second), match.seed, 0, 1, 4)["points"]
    assert points.shape == (1, 2)


class _Refusing(InlinePool):
    def run(self, tasks: object) -> object:  # type: ignore[override]
        assert not list(tasks)  # type: ignore[call-overload]
        return (each for each in ())


def test_games_depend_on_seed_and_number_alone() -> None:
    settings = SelfPlaySettings(nodes=30, random_moves=3)
    whole = play_games(GAME, None, 5, 0, 4, settings)
    parts = [play_games(GAME, None, 5, first, 2, settings) for first in (0, 2)]
    for name, array in whole.items():
        assert np.array_equal(array, np.concatenate([part[name] for part in parts]))
    assert set(np.unique(whole["outcomes"])) <= {-1.0, 0.0, 1.0}
    assert np.abs(whole["values"]).max() <= 1


def test_a_planted_evaluation_is_found_again() -> None:
    """Outcomes that one square decides, which a constant would miss by 0.45: the model's values follow them."""
    rules = openspiel_rules(GAME)
    features = features_of(rules)
    random = np.random.default_rng(4)
    shown = random.integers(0, 4, (3000, features.count)).astype(np.uint8)
    shown[:, features.count // 2 :] = 0  # no threats
    middle = 2  # its own image: squares share their weights with their mirror images
    targets = np.where(shown[:, middle] == 1, 0.8, -0.4).astype(np.float32)
    positions = LabelledPositions(shown, np.zeros(3000, np.uint8), targets, np.arange(3000) // 10)
    settings = ModelFitSettings(ConfigurationSettings(min_share=0.02), shrinkage=1.0, iterations=20)
    model = fit_model(rules.name, features, positions, 1.0, settings)
    assert model.provenance["validation_mae"] < 0.1
    few = LabelledPositions(shown[:3], np.zeros(3, np.uint8), targets[:3], np.arange(3))
    with pytest.raises(TrainingDataError, match="play more games"):
        fit_model(rules.name, features, few, 1.0, ModelFitSettings())
    with pytest.raises(TrainingDataError):
        LabelledPositions(shown, np.zeros(2, np.uint8), targets, np.arange(3000))


def test_configurations_are_closed_under_symmetries() -> None:
    random = np.random.default_rng(6)
    shown = random.integers(0, 3, (500, 4)).astype(np.uint8)
    mirror = ((1, 0, 3, 2),)
    outcomes = shown[:, 0].astype(np.float32)
    found = find_configurations(shown, outcomes, ((0, 1), (2, 3)), mirror, ConfigurationSettings())
    assert found == sorted(found)
    assert {image_of(each, mirror[0]) for each in found} == set(found)
    shared = orbits(found, mirror)
    pair = [shared[found.index(Configuration.of(each))] for each in ({0: 1, 1: 2}, {0: 2, 1: 1})]
    assert pair[0] == pair[1] != shared[found.index(Configuration.of({0: 1, 1: 1}))]
    elsewhere = [Configuration.of(each) for each in ({0: 1, 1: 2}, {2: 1, 3: 2})]
    assert len({int(shared[found.index(each)]) for each in elsewhere}) == 2
    tied = orbits(found, mirror, ((0, 1), (2, 3)))
    assert len({int(tied[found.index(each)]) for each in elsewhere}) == 1
    free = find_configurations(shown, outcomes, (), (), ConfigurationSettings(max_size=2))
    assert all(value for each in free for _, value in each.relations)  # nobody asks for what is not there
