"""``logistello show``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Run

INITIAL = "---------------------------OX------XO--------------------------- X"
BRIGHTWELL = "f5d6c3d3c4"


def test_the_start_without_arguments(run: Run) -> None:
    done = run("show")
    assert done.returncode == 0
    assert done.stdout.splitlines()[3] == "3 - - - . - - - - 3     Empty 60"
    assert done.stderr == ""


@pytest.mark.parametrize("text", [INITIAL, "8/8/8/3Pp3/3pP3/8/8/8 b", "d3"])
def test_any_text(run: Run, text: str) -> None:
    done = run("show", text)
    assert done.returncode == 0, done.stderr
    assert "to move" in done.stdout


def test_a_position_may_begin_with_hyphens(run: Run) -> None:
    assert "Black to move" in run("show", INITIAL).stdout


def test_a_game(run: Run) -> None:
    done = run("show", BRIGHTWELL)
    assert "Last move: c4" in done.stdout
    assert done.stdout.endswith("1. f5 d6 2. c3 d3 3. c4\n")


def test_after_some_moves(run: Run) -> None:
    done = run("show", BRIGHTWELL, "--move", "2")
    assert "Last move: d6" in done.stdout
    assert done.stdout.endswith("Shown: after move 2 of 5.\n")
    assert "Empty 60" in run("show", BRIGHTWELL, "--move", "0").stdout


def test_a_file_and_the_standard_input(run: Run, tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text("f5d6\nf5f6\n")
    assert "Game 2 of 2" in run("show", "two.txt", "--game", "2").stdout
    assert "Last move: d6" in run("show", "-", stdin="f5 d6").stdout


def test_players_and_result(run: Run) -> None:
    record = (
        "(;GM[Othello]PC[Oslo]DT[1999.01.02]PB[Ann]PW[Bob]RB[1500]RW[1600.5]TY[8]RE[+10.000:r]"
        "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6];)"
    )
    lines = run("show", record).stdout.splitlines()
    assert lines[0] == "Black: Ann (1500)   White: Bob (1600.5)"
    assert lines[1] == "Oslo  1999.01.02"
    assert lines[2].startswith("Result: Black wins 37-27 (resigned)")


def test_json(run: Run) -> None:
    answer = json.loads(run("show", BRIGHTWELL, "--json").stdout)
    assert answer["turn"] == "white"
    assert (answer["black"], answer["white"], answer["empties"]) == (6, 3, 55)
    assert answer["legal_moves"] == ["b3", "f3", "f4", "b5", "g5", "g6"]
    assert answer["game"]["moves"] == ["f5", "d6", "c3", "d3", "c4"]
    assert answer["game"]["ending"] == "unfinished"
    assert "game" not in json.loads(run("show", INITIAL, "--json").stdout)


def test_pictures(run: Run, tmp_path: Path) -> None:
    assert run("show", BRIGHTWELL, "--svg", "board.svg").returncode == 0
    picture = (tmp_path / "board.svg").read_text(encoding="utf-8")
    assert picture.startswith("<svg ")
    assert run("show", BRIGHTWELL, "--svg", "-").stdout == picture
    assert [file.name for file in tmp_path.iterdir()] == ["board.svg"]


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["nonsense"], 2, "neither a file nor a position or game"),
        (["f5a1"], 2, "column 3: a1 is not legal for white; legal: f4 d6 f6"),
        (["lost.ggf"], 2, "lost.ggf: no such file"),
        (["some/where"], 2, "no such file"),
        ([BRIGHTWELL, "--move", "6"], 2, "the game has 5 moves"),
        ([BRIGHTWELL, "--game", "2"], 2, "there is no game 2"),
        ([BRIGHTWELL, "--svg", "no/where.svg"], 1, "no/where.svg: No such file or directory"),
        (["x" * 5000], 2, "neither a file nor a position or game"),
        ([""], 2, "neither a file nor a position or game"),
    ],
)
def test_errors_are_one_line(run: Run, arguments: list[str], code: int, complaint: str) -> None:
    done = run("show", *arguments)
    assert done.returncode == code
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_a_mistyped_option_is_told_the_nearest(run: Run) -> None:
    done = run("show", "--jsn")
    assert (done.returncode, done.stdout) == (2, "")
    complaint, hint = done.stderr.splitlines()
    assert complaint == "logistello: Unknown option: --jsn. Did you mean --json?"
    assert "--help" in hint


def test_an_empty_standard_input(run: Run) -> None:
    done = run("show", "-", stdin="")
    assert done.returncode == 1
    assert "empty" in done.stderr
