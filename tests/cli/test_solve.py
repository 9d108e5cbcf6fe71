"""``logistello solve``."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from logistello import Engine, Game

from .conftest import COMMAND, Run

OVER = "X" * 40 + "O" * 24 + " X"
FIELDS = ["line", "empties", "score", "move", "pv", "exact", "nodes", "seconds", "expected", "ok"]
TOTALS = ["positions", "wrong", "nodes", "seconds"]
SMALL = ("--hash-mb", "16")


def objects(text: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """One object a position, and the totals."""
    *answers, totals = (json.loads(line) for line in text.splitlines())
    return answers, totals


def some_lines(path: Path, count: int) -> str:
    return "".join(path.read_text().splitlines(keepends=True)[:count])


def test_json_of_a_file(run: Run, data: Path) -> None:
    done = run("solve", str(data / "ffo-1-19.obf"), *SMALL, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    answers, totals = objects(done.stdout)
    assert [answer["line"] for answer in answers] == list(range(1, 20))
    for answer in answers:
        assert list(answer)[: len(FIELDS)] == FIELDS
        assert answer["score"] == answer["expected"]
        assert answer["exact"] is answer["ok"] is True
        assert answer["pv"].split()[0] == answer["move"]
        assert answer["nodes"] > 0
        assert answer["seconds"] >= 0
    assert answers[0]["empties"] == 14
    assert list(totals) == TOTALS
    assert (totals["positions"], totals["wrong"]) == (19, 0)
    assert totals["nodes"] == sum(answer["nodes"] for answer in answers)


def test_table_of_a_file(run: Run, data: Path, tmp_path: Path) -> None:
    (tmp_path / "two.obf").write_text(some_lines(data / "ffo-1-19.obf", 2))
    done = run("solve", "two.obf", *SMALL)
    assert done.returncode == 0
    heading, first, second, totals = done.stdout.splitlines()
    assert heading.split()[:4] == ["line", "empties", "score", "move"]
    assert first.split()[:4] == ["1", "14", "+18", "g8"]
    assert second.split()[:4] == ["2", "14", "+10", "a4"]
    assert totals.startswith("2 positions, 0 wrong, ")


def test_a_wrong_score_in_the_file_is_exit_code_1(run: Run, data: Path, tmp_path: Path) -> None:
    (tmp_path / "wrong.obf").write_text(some_lines(data / "ffo-1-19.obf", 2).replace("G8:+18", "G8:+20"))
    done = run("solve", "wrong.obf", *SMALL, "--json")
    assert done.returncode == 1
    answers, totals = objects(done.stdout)
    assert [answer["ok"] for answer in answers] == [False, True]
    assert (answers[0]["score"], answers[0]["expected"], totals["wrong"]) == (18, 20, 1)
    table = run("solve", "wrong.obf", *SMALL)
    assert table.returncode == 1
    assert "the file says +20" in table.stdout


def test_several_positions_and_one_that_is_over(run: Run, data: Path) -> None:
    first = (data / "ffo-1-19.obf").read_text().splitlines()[0].split(";")[0]
    done = run("solve", first, OVER, *SMALL, "--json")
    assert done.returncode == 0
    (one, over), totals = objects(done.stdout)
    assert (one["score"], one["expected"], one["ok"]) == (18, None, None)
    assert (over["score"], over["move"], over["pv"], over["empties"]) == (16, None, "", 0)
    assert (totals["positions"], totals["wrong"]) == (2, 0)


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_standard_input(run: Run, data: Path, arguments: tuple[str, ...]) -> None:
    text = some_lines(data / "ffo-1-19.obf", 3)
    answers, totals = objects(run("solve", *arguments, *SMALL, "--json", stdin=text).stdout)
    assert [answer["score"] for answer in answers] == [18, 10, 2]
    assert totals["positions"] == 3


def test_a_game_is_solved_from_its_last_position(run: Run) -> None:
    rng = random.Random(7)
    game = Game()
    while game.position.empties > 9:
        game.play(rng.choice(game.position.legal_moves))
    (answer,), _ = objects(run("solve", game.transcript(), *SMALL, "--json").stdout)
    with Engine(hash_mb=1) as engine:
        assert (answer["empties"], answer["score"]) == (9, engine.solve(game.position).score)
    assert answer["position"] == game.position.text


def test_win_loss_draw(run: Run, data: Path, tmp_path: Path) -> None:
    (tmp_path / "some.obf").write_text(some_lines(data / "ffo-1-19.obf", 4))
    done = run("solve", "some.obf", *SMALL, "--json", "--wld")
    assert done.returncode == 0
    answers, totals = objects(done.stdout)
    assert totals["wrong"] == 0
    for answer in answers:
        sign = (answer["lower"] > 0) - (answer["upper"] < 0)
        assert sign == (answer["expected"] > 0) - (answer["expected"] < 0)
        assert answer["lower"] <= answer["expected"] <= answer["upper"]


def test_all_moves(run: Run, data: Path) -> None:
    text = some_lines(data / "ffo-1-19.obf", 1)
    (answer,), _ = objects(run("solve", *SMALL, "--json", "--all-moves", stdin=text).stdout)
    assert answer["moves"]["g8"] == [18, 18]
    assert answer["moves"]["g2"] == [-24, -24]
    assert len(answer["moves"]) == 8
    assert "h1 +12" in run("solve", *SMALL, "--all-moves", stdin=text).stdout


@pytest.mark.parametrize("limit", [("--seconds", "0.05"), ("--nodes", "100000")])
def test_limits_leave_bounds(run: Run, data: Path, limit: tuple[str, ...]) -> None:
    done = run("solve", str(data / "ffo.obf"), *SMALL, *limit, "--json")
    assert done.returncode == 1  # the file gives scores that stay open
    answers, totals = objects(done.stdout)
    assert totals["wrong"] == len(answers) == 5
    for answer in answers:
        assert answer["exact"] is answer["ok"] is False
        assert answer["lower"] <= answer["expected"] <= answer["upper"]


def test_threads(run: Run, data: Path) -> None:
    done = run("solve", str(data / "hard.obf"), *SMALL, "--threads", "2", "--json")
    assert done.returncode == 0
    assert objects(done.stdout)[0][0]["score"] == 22


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nonsense"], "neither a file nor a position"),
        (["missing.obf"], "no such file"),
        (["--wdl", OVER], "--wdl"),
    ],
)
def test_bad_arguments(run: Run, arguments: list[str], complaint: str) -> None:
    done = run("solve", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr.lower()


def test_a_broken_file_names_the_line(run: Run, data: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.obf").write_text(some_lines(data / "ffo-1-19.obf", 1) + "--XX; A1:+2;\n")
    done = run("solve", "broken.obf", *SMALL)
    assert done.returncode == 1
    assert "line 2" in done.stderr


def test_a_table_that_does_not_fit(run: Run) -> None:
    done = run("solve", OVER, "--hash-mb", "1000000")
    assert (done.returncode, done.stdout) == (1, "")
    assert "1000000 MB" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss in kilobytes, as on Linux")
def test_memory_stays_near_the_size_of_the_table(data: Path) -> None:
    command = [*COMMAND, "solve", str(data / "ffo.obf"), "--hash-mb", "64", "--threads", "2", "--seconds", "0.5"]
    # Through a small process: what a new one counts at first is the memory of the one that it was forked from.
    measure = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", measure, *command], capture_output=True, text=True, check=True)
    megabytes = int(done.stdout) / 1024
    assert 64 < megabytes < 64 + 200


def test_workers_give_the_same_answers_in_the_same_order(run: Run, data: Path) -> None:
    file = str(data / "ffo-1-19.obf")
    alone, together = (run("solve", file, *SMALL, "--json", "--workers", workers) for workers in ("1", "3"))
    told = [
        [(each["line"], each["score"], each["ok"]) for each in objects(done.stdout)[0]] for done in (alone, together)
    ]
    assert told[0] == told[1]
    assert len(told[0]) == 19


def test_workers_are_not_for_a_cluster(run: Run) -> None:
    done = run("solve", OVER, "--workers", "2", "--cluster", "local:2")
    assert done.returncode != 0
    assert "either" in done.stderr
