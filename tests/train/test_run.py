"""Whole runs from nothing by the real command: what comes out, and what a stop may not change."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from logistello.evaluation.model import Model
from logistello.jobs import InlinePool
from logistello.train.generation import STAGES
from logistello.train.preset import Preset
from logistello.train.run import START, train
from tests.waiting import PATIENCE, wait_until

from .conftest import Start, contents, events


def test_from_nothing_to_a_model_that_wins(finished: Path) -> None:
    report = json.loads((finished / "report.json").read_text())
    best = report["generations"][report["best"] - 1]
    against = {row["against"]: row for row in best["yardsticks"]}
    assert against["random player"]["percent"][0] == 100.0
    assert against["mobility player, level 1"]["percent"][0] >= 75.0
    model = Model.load(finished / "best.model")
    assert model.checksum == best["model"]
    assert model.probcut is not None
    assert best["gate"]["accepted"]


def test_the_report_needs_nothing_else(finished: Path) -> None:
    page = (finished / "report.html").read_text()
    assert page.count("<svg xmlns=") == 3
    assert not re.search(r"<script|<link|<img|@import|url\(|https?://(?!www\.w3\.org/2000/svg)", page)
    for text in ("random player", "mobility player", "generation 2", "Error by stage"):
        assert text in page


def test_the_log_tells_everything(finished: Path) -> None:
    found = events(finished)
    assert [(each["generation"], each["stage"]) for each in found if each["event"] == "end"] == [
        (generation, stage) for generation in (1, 2) for stage in STAGES
    ]
    told = [each for each in found if each["event"] == "progress" and each["stage"] == "self-play"]
    assert told
    assert {"done", "total", "per_second", "seconds_left"} <= told[0].keys()
    losses = [each for each in found if each["event"] == "loss" and each["stage"] == "fit"]
    assert {each["game_stage"] for each in losses} == {0, 1, 2, 3}
    left_out = [each["left_out"] for each in found if each["event"] == "end" and each["stage"] == "calibration"]
    assert all(each["measured"] > each["beyond_limit"] + each["without_line"] for each in left_out)
    assert len(left_out) == 2
    assert found[-1]["event"] == "done"


def test_no_file_holds_a_path(finished: Path) -> None:
    files = contents(finished)
    assert "best.model" in files
    for name, data in files.items():
        assert str(finished).encode() not in data, name


def test_workers_do_not_change_the_result(finished: Path, start: Start, tmp_path: Path) -> None:
    folder = tmp_path / "two"
    process = start(folder, workers=2)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err.decode()
    assert contents(folder) == contents(finished)


def test_killed_in_every_stage(finished: Path, start: Start, tmp_path: Path) -> None:
    """One run, killed as soon as it enters a stage that it was not killed in before; then left alone."""
    folder = tmp_path / "killed"
    for number, stage in enumerate(STAGES):
        _kill_in(start(folder, workers=1 + number % 2), folder, (1, stage))
    assert not (folder / "generation-002" / "yardsticks.json").exists()
    process = start(folder)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err.decode()
    assert contents(folder) == contents(finished)


def _kill_in(process: subprocess.Popen[bytes], folder: Path, place: tuple[int, str]) -> None:
    before = len(events(folder))

    def is_there() -> bool:
        reached = [(each.get("generation"), each.get("stage")) for each in events(folder)[before:]]
        assert place in reached or process.poll() is None, process.communicate()[1].decode()
        return place in reached

    try:
        wait_until(is_there, f"the run comes to {place}")
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()


def test_what_is_done_is_not_done_again(finished: Path, start: Start) -> None:
    """The stored seed and preset are used; all that exists is taken as it is."""
    before = {path: path.stat().st_mtime_ns for path in finished.rglob("*.games")}
    left_behind = finished / "generation-001" / ".fitted.model.123.tmp"
    left_behind.write_bytes(b"half")
    process = start(finished)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err.decode()
    assert {path: path.stat().st_mtime_ns for path in finished.rglob("*.games")} == before
    assert not left_behind.exists()


def test_ctrl_c_stops_and_says_how_to_go_on(start: Start, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = start(folder)
    wait_until(lambda: bool(events(folder)), "the run has begun")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert f"'logistello train {folder}' continues" in err.decode()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--seed", "7"), "was made from another seed"),
        (("--model", str(files("logistello.evaluation") / "data" / "default.model")), "was made from another start"),
    ],
)
def test_other_settings_are_refused(finished: Path, start: Start, options: tuple[str, ...], message: str) -> None:
    process = start(finished, *options)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert message in err.decode()
    assert "name another folder" in err.decode()


def test_a_run_may_begin_with_a_model(finished: Path, micro: Preset, tmp_path: Path) -> None:
    """It plays the first games and stands at the first gate; a copy is kept, so that the file may go."""
    given = tmp_path / "given.model"
    given.write_bytes((finished / "best.model").read_bytes())
    games = replace(micro.games, games=(120,), depth=(1,))
    labels = replace(micro.labels, per_game=(4,), depth=(3,))
    matches = {"gate": replace(micro.gate, pairs=3), "yardsticks": replace(micro.yardsticks, pairs=2)}
    small = replace(micro, stages=2, generations=1, games=games, labels=labels, **matches)
    first = train(tmp_path / "run", small, InlinePool(), start=given)
    assert first.outcomes[0].gate["against"] == "start"
    against = [row["against"] for row in first.outcomes[0].yardsticks]
    assert against == ["random player", "mobility player, level 1", "the model it began with"]
    given.unlink()
    again = train(tmp_path / "run", small, InlinePool(), start=tmp_path / "run" / START)
    assert again.outcomes == first.outcomes


def test_a_run_that_learns_vectors(finished: Path, micro: Preset, tmp_path: Path) -> None:
    """From nothing: the first generation labels with weights of its own, the second is labelled by the first."""
    games = replace(micro.games, games=(150,), depth=(1,))
    labels = replace(micro.labels, per_game=(6,), depth=(2,), by_player=True, inside_successors=1.0)
    matches = {"gate": replace(micro.gate, pairs=3, elo0=-400.0), "yardsticks": replace(micro.yardsticks, pairs=2)}
    fit = {**micro.fit, "vectors": 3, "tempo": 20}
    small = replace(micro, stages=2, generations=2, games=games, labels=labels, fit=fit, **matches)
    done = train(tmp_path / "run", small, InlinePool())
    assert len(done.outcomes) == 2
    for number in (1, 2):
        folder = tmp_path / "run" / f"generation-{number:03d}"
        model = Model.load(next(folder.glob("*.model")))
        assert model.vectors is not None
        # Weights for labels alone are made by the first generation only.
        assert bool(list((folder / "labels").glob("until-*.model"))) == (number == 1)
