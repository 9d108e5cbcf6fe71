"""``logistello tournament``."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path

from logistello.othello.notation import read_path

from .conftest import COMMAND, Run

PLAYERS = ("mobility:level=1", "greedy", "random:seed=3", "level:1")


def test_table_report_and_record(run: Run, tmp_path: Path) -> None:
    command = ("tournament", *PLAYERS, "--system", "swiss", "--openings", "xot-small", "--depth", "1")
    done = run(*command, "-o", "games.jsonl", "--report", "report.html")
    assert (done.returncode, done.stderr) == (0, "")
    head, *places = done.stdout.partition("\n\n")[0].splitlines()
    assert head.split()[:4] == ["place", "player", "points", "games"]
    assert {line.split()[1] for line in places} == set(PLAYERS)
    assert len(read_path(tmp_path / "games.ggf").games) == 8  # two rounds of two encounters
    assert (tmp_path / "report.html").read_text().count("<details>") == 8
    again = run(*command, "-o", "games.jsonl", "--json")
    assert (again.returncode, again.stderr) == (0, "")
    answer = json.loads(again.stdout)
    assert (answer["complete"], answer["games"], len(answer["rounds"])) == (True, 8, 2)
    assert len(answer["black_advantage"]) == 3
    assert 0 < answer["dispersion"] < 3
    assert [each["name"] for each in answer["table"]] == [line.split()[1] for line in places]


def test_killed_and_continued_with_the_same_pairings(run: Run, tmp_path: Path) -> None:
    """Swiss rounds depend on results: after kill -9 the same players meet as if nothing had happened."""
    players = ("mobility:level=1", "greedy", "random:seed=3", "level:1", "mobility:level=2", "random:seed=4")
    command = ("tournament", *players, "--system", "swiss", "--rounds", "3", "--openings", "xot-small", "--depth", "1")
    record = tmp_path / "killed.jsonl"
    kills = 0
    for enough in (2, 9):
        process = subprocess.Popen([*COMMAND, *command, "-o", str(record)], cwd=tmp_path, stdout=subprocess.DEVNULL)
        while process.poll() is None and len(lines_of(record)) <= enough:
            time.sleep(0.005)
        process.kill()
        kills += process.wait() != 0
    assert kills  # a machine so fast that it was never killed in time has shown nothing
    assert run(*command, "-o", "killed.jsonl", "--report", "killed.html").returncode == 0
    assert run(*command, "-o", "whole.jsonl").returncode == 0

    def games(name: str) -> list[tuple[int, ...]]:
        found = [json.loads(line) for line in lines_of(tmp_path / name)[1:]]
        keys = ("number", "opening", "black", "white", "black_score")
        return sorted(tuple(game[key] for key in keys) for game in found)

    assert games("killed.jsonl") == games("whole.jsonl")
    assert len(games("whole.jsonl")) == 18
    assert (tmp_path / "killed.html").read_text().count("<details>") == 18


def lines_of(path: Path) -> list[bytes]:
    """Whole lines of a file that may be being written."""
    return path.read_bytes().rpartition(b"\n")[0].splitlines() if path.exists() else []


def test_what_makes_no_sense_is_refused(run: Run, tmp_path: Path) -> None:
    for arguments, complaint in (
        (("random",), "a tournament needs two players or more"),
        (("random", "greedy", "--games", "3"), "--games 3: expected an even number"),
        (("random", "greedy", "--system", "swiss", "--rounds", "9"), "2 players can play 1 at most"),
        (("random", "greedy", "-o", "a.jsonl", "--report", "a.ggf"), "a.ggf"),
        (("random", "greedy", "--openings", "none.txt"), "neither a file nor a list of the package"),
    ):
        done = run("tournament", *arguments)
        assert done.returncode in (1, 2)
        assert complaint in done.stderr
        assert not list(tmp_path.iterdir())
