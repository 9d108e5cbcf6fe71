"""``logistello tournament``."""

from __future__ import annotations

import json
from pathlib import Path

from logistello.othello.notation import read_path

from .conftest import Run

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
    assert [each["name"] for each in answer["table"]] == [line.split()[1] for line in places]


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
