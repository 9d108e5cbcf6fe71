"""``logistello train`` at its edges; whole runs stand in tests/train."""

from __future__ import annotations

import io
import json
from pathlib import Path

from logistello.cli.train.display import TrainDisplay

from .conftest import Run

PATTERNS = Path(__file__).parent.parent / "train" / "small_patterns.toml"
#: As small as a run can be, and two of it.
SETTINGS = f"""
generations = 2
patterns = "{PATTERNS}"
stages = 2
[games]
games = 80
depth = 1
exact_empties = 6
[labels]
depth = 2
per_game = 8
[calibration]
positions = 20
depth = 2
solve = 8
[gate]
depth = 1
pairs = 2
[yardsticks]
depth = 1
pairs = 2
mobility_level = 1
"""


def test_hours_end_a_run_between_generations(run: Run, tmp_path: Path) -> None:
    (tmp_path / "smallest.toml").write_text(SETTINGS)
    first = run("train", "one", "--preset", "smallest.toml", "--hours", "1e-6", "--workers", "1", "--json")
    assert first.returncode == 0, first.stderr
    told = [json.loads(line) for line in first.stdout.splitlines()]
    assert [each["event"] for each in told[-2:]] == ["enough", "done"]
    assert not told[-1]["complete"]
    assert {each.get("generation") for each in told if each["event"] == "end"} == {1}
    then = run("train", "one", "--plot", "one.svg")
    assert then.returncode == 0, then.stderr
    drawn = (tmp_path / "one.svg").read_text()
    assert all(word in drawn for word in ("Elo", "points won", "error, discs"))
    assert [line.split()[0] for line in then.stdout.splitlines()[-2:]] == ["Elo", "error"]
    assert "one/best.model: generation" in then.stdout
    assert "continues" not in then.stdout
    assert len(list((tmp_path / "one").glob("generation-*"))) == 2


def test_a_model_that_is_not_there(run: Run) -> None:
    done = run("train", "folder", "--model", "none.model")
    assert done.returncode == 2
    assert "none.model: no such file" in done.stderr


def test_failures(run: Run, tmp_path: Path) -> None:
    done = run("train", "folder", "--preset", "enormous")
    assert done.returncode == 1
    assert "neither a preset (full, laptop, tiny) nor a TOML file" in done.stderr
    (tmp_path / "file").touch()
    done = run("train", "file")
    assert done.returncode == 2
    assert "is a file; expected the name of a folder" in done.stderr


def test_display() -> None:
    stream = io.StringIO()
    told = {"generation": 2, "stage": "self-play", "unit": "games"}
    with TrainDisplay(stream) as display:
        display({"event": "begin", **told, "total": 100})
        display({"event": "progress", **told, "done": 50, "total": 100, "per_second": 25.0, "seconds_left": 2.0})
        display({"event": "end", **told, "done": 100, "seconds": 4.0})
        display({"event": "loss", "generation": 2, "stage": "fit", "game_stage": 3, "iteration": 10, "loss": 30.5})
        display({"event": "loss", **told, "game_stage": 3, "discs": [20, 23], "positions": 9, "mae": 4.5})
        display({"event": "end", **told, "stage": "gate", "done": 8, "seconds": 1.0, "percent": 62.5})
        display({"event": "end", **told, "stage": "yardsticks", "done": 8, "seconds": 1.0, "percent": {"random": 99.0}})
        display({"event": "generation", "generation": 2, "accepted": False})
        display({"event": "enough", "generation": 3, "hours": 2.0})
    assert stream.getvalue().splitlines() == [
        "generation 2: self-play, 100 games, 4.0 s (25/s)",
        "generation 2: gate, 8 games, 1.0 s, 62.5 % of the points",
        "generation 2: yardsticks, 8 games, 1.0 s; random 99.0 %",
        "generation 2 does not replace the best one",
        "no generation would end within 2 hours",
    ]
