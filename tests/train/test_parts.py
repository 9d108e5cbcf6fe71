"""Presets, the gate's arithmetic, the ladder, plots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from logistello.engine import Limit
from logistello.errors import TrainingRunError
from logistello.jobs import InlinePool
from logistello.match.bradley_terry import ladder
from logistello.match.elo import Sprt
from logistello.match.openings import load_openings
from logistello.match.plan import Match
from logistello.match.runner import MatchRun
from logistello.match.standings import Pairing
from logistello.train import matches
from logistello.train.matches import Contestant, gate, play_match, player_of
from logistello.train.models import ModelFile
from logistello.train.preset import GateSettings, Preset, preset_names
from logistello.train.progress import Log, Stage

from .test_artefacts import Backwards


@pytest.mark.parametrize("name", preset_names())
def test_presets_of_the_package_come_back(name: str) -> None:
    preset = Preset.find(name)
    assert Preset.from_dict(preset.as_dict()) == preset
    assert preset.name == name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("generations = 0", "generations is 0; expected a whole number from 1"),
        ("colour = 3", "unknown setting 'colour'; known: .*generations"),
        ("[games]\ngames = 'many'", "games: games is 'many'; expected a whole number from 1 to 1000000000, or a list"),
        ("[games]\ndepth = [4, 4.5]", "games: depth is .*; expected a whole number"),
        ("[games]\nper_task = true", "games: per_task is True; expected a whole number from 1"),
        ("[labels]\nresult_share = 2", "labels: result_share is 2; expected a number from 0 to 1"),
        ("games = 3", "games is 3; expected a dictionary"),
        ("[gate]\npears = 3", "gate: unknown setting 'pears'; known: depth, pairs"),
        ("patterns = 'none'", "none"),
        ("[fit]\nl3 = 1", "fit: .*l3"),
        ("generations =", "not TOML"),
    ],
)
def test_presets_that_cannot_be(text: str, message: str) -> None:
    with pytest.raises(Exception, match=message) as raised:
        Preset.parse(text, "mine")
    assert "Error" in type(raised.value).__name__


def test_a_preset_that_is_not_there() -> None:
    with pytest.raises(TrainingRunError, match="neither a preset"):
        Preset.find("huge")


def test_a_gate_depends_on_no_schedule(tmp_path: Path) -> None:
    """Whoever finishes first: the test looks at pairs in the order of their numbers."""
    settings = GateSettings(depth=1, pairs=40, pairs_per_task=4, elo0=0, elo1=100, alpha=0.2, beta=0.2)
    new, best = Contestant("mobility", {"level": 1}, name="new"), Contestant("random", {}, name="best")
    answers = [
        gate(pool, tmp_path / name, new, best, settings, {"seed": 1}, 5)
        for pool, name in ((InlinePool(), "in order"), (Backwards(), "backwards"))
    ]
    assert answers[0] == answers[1]
    assert answers[0]["accepted"]
    assert answers[0]["decided_by"] == "the test"
    assert sum(answers[0]["pairs"]) < 40
    # The decision fell at the first pair at which it could.
    test = Sprt(0, 100, 0.2, 0.2)
    tallies = play_match(
        InlinePool(), tmp_path / "in order", new, best, load_openings(None, seed=5),
        pairs=40, per_task=4, depth=1, inputs={"seed": 1},
    )  # fmt: skip
    for tally in tallies:
        if test.decide(tally.pairs) is not None:
            break
    assert list(tally.pairs) == answers[0]["pairs"]


def test_games_of_a_run_are_those_of_a_match(tmp_path: Path) -> None:
    """Cut into tasks, with players that roll dice: the same games as in one match, and the same sums."""
    players = Contestant("mobility", {"level": 1}, name="new"), Contestant("random", {}, name="best")
    openings = load_openings(None, seed=9)
    run = MatchRun(Match(players, openings, 14, Limit(depth=1)))
    run.play()
    wanted = run.standings.pairings[0, 1]
    *_, found = play_match(
        InlinePool(), tmp_path, *players, openings, pairs=7, per_task=3, depth=1, inputs={}
    )  # fmt: skip
    assert found.tally == wanted.tally
    assert found.pairs == wanted.pairs
    assert found.tally.wins < 14  # else equal sums would say little


@pytest.mark.parametrize(("pairs", "accepted"), [([(1, -1)] * 5 + [(1, 1)], True), ([(1, -1)] * 5 + [(-1, -1)], False)])
def test_at_the_cap_the_likelier_hypothesis_wins(
    pairs: list[tuple[int, int]], accepted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def played(*_: Any, **__: Any) -> Any:
        pairing = Pairing()
        for pair in pairs:
            pairing.add_pair(*pair)
            yield pairing

    monkeypatch.setattr(matches, "play_match", played)
    players = [player_of(name, ModelFile()) for name in "ab"]
    answer = gate(InlinePool(), tmp_path / "gate", *players, GateSettings(), {}, 1)
    assert answer["decided_by"] == "the cap of games"
    assert answer["accepted"] is accepted


def test_a_ladder_finds_planted_strengths() -> None:
    planted = {"a": 0.0, "b": 120.0, "c": 300.0}
    results = {
        (one, two): (10_000 / (1 + 10 ** ((planted[two] - planted[one]) / 400)), 10_000)
        for one in planted
        for two in planted
        if one < two
    }
    found = ladder(results, "a")
    assert found == pytest.approx(planted, abs=1)


def test_a_log_goes_on_after_half_a_line(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text('{"event": "be')
    log = Log(path)
    stage = Stage(log, 1, "gate", "games", 10)
    stage.advance(4)
    stage.end()
    log.close()
    lines = path.read_text().splitlines()
    assert lines[0] == '{"event": "be'
    assert [line.split('"event": ')[1].split(",")[0] for line in lines[1:]] == ['"begin"', '"progress"', '"end"']
