"""``logistello tune``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

pytest.importorskip("optuna")
SEARCH = ("tune", "run", "-p", "level=1,3", "--player", "mobility:seed=1", "--depth", "1", "--games", "4")


def test_a_search_and_the_test_of_its_winner(run: Run, tmp_path: Path) -> None:
    rest = ("--trials", "2", "--sprt-games", "6", "--workers", "1")
    done = run(*SEARCH, *rest)
    assert (done.returncode, done.stderr) == (0, "")
    assert "| trial | level | games | points | Elo |" in done.stdout
    assert "best: mobility:seed=1,level=" in done.stdout
    assert "after 6 games" in done.stdout
    files = {path.name for path in (tmp_path / "run").iterdir()}
    assert {"trials.jsonl", "tuning.svg", "tuning.md", "winner.jsonl"} <= files
    again = run(*SEARCH, *rest, "--json")  # all is there already
    answer = json.loads(again.stdout)
    assert answer["winner"]["level"] in ("1", "3")
    assert answer["sprt"]["games"] == 6


def test_mistakes(run: Run) -> None:
    assert "no limit" in run("tune", "run", "-p", "hash_mb=1..2").stderr
    assert "even number" in run(*SEARCH[:-1], "3").stderr
    assert "no option speed" in run("tune", "run", "-p", "speed=1,2", "--depth", "1").stderr
    assert not Path("run").exists()
