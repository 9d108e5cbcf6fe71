"""``logistello analyse`` and ``logistello bench``: the real commands."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from logistello import Engine, Position
from tests.waiting import PATIENCE, wait_until_it_works

from .conftest import COMMAND, Run

START = Position.initial().text
ENDING = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
OVER = "X" * 40 + "O" * 24 + " X"
SMALL = ("--hash-mb", "4")


def objects(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_best_moves_of_a_position(run: Run) -> None:
    done = run("analyse", START, "--best", "2", "--depth", "3", *SMALL)
    assert (done.returncode, done.stderr) == (0, "")
    position, heading, *rows = done.stdout.splitlines()
    assert position == START
    assert heading.split()[:3] == ["depth", "rank", "score"]
    assert [row.split()[1] for row in rows] == ["1", "2"] * 3


def test_json_lines_of_an_ending_are_exact_at_last(run: Run) -> None:
    done = run("analyse", ENDING, "--best", "2", "--json", *SMALL)
    *_, first, second = objects(done.stdout)
    assert list(first) == [
        *("position", "rank", "move", "score", "exact", "bound", "outcome", "depth", "confidence", "pv"),
        *("nodes", "seconds"),
        "outlook",
    ]
    assert (first["rank"], first["move"], first["score"], first["exact"]) == (1, "g8", 18, True)
    assert (second["rank"], second["move"], second["score"], second["exact"]) == (2, "h1", 12, True)
    assert first["outlook"] == {"win": 1.0, "draw": 0.0, "loss": 0.0, "low": 18, "high": 18}


def test_a_game_tells_what_each_move_lost(run: Run) -> None:
    done = run("analyse", "f5d6c3d3c4", "--depth", "4", "--json", *SMALL)
    rows = objects(done.stdout)
    assert [row["played"] for row in rows] == ["f5", "d6", "c3", "d3", "c4", None]
    assert [row["number"] for row in rows] == [1, 2, 3, 4, 5, 6]
    for row in rows[:-1]:
        assert isinstance(row["score"], float)
        assert isinstance(row["played_score"], float)
        assert row["loss"] == pytest.approx(max(row["score"] - row["played_score"], 0), abs=0.002)
        if row["played"] == row["best"]:
            assert row["loss"] == 0
    assert rows[-1]["loss"] is None
    table = run("analyse", "f5d6c3d3c4", "--depth", "4", *SMALL).stdout.splitlines()
    assert table[0].split()[:3] == ["move", "side", "played"]
    assert len(table) == 1 + 6 + 1 + 2
    assert table[7].startswith("discs for Black: ")
    assert table[-2].startswith("black: ")


def test_exact_losses_at_the_end_of_a_game(run: Run, data: Path, tmp_path: Path) -> None:
    """The last moves of a real game: the loss of each is the difference of exact scores."""
    from logistello.othello.notation import read_path

    game = read_path(data / "murakami.ggf").games[0]
    (tmp_path / "game.txt").write_text(game.transcript())
    rows = objects(run("analyse", "game.txt", "--time", "0.02", "--json", *SMALL).stdout)
    late = [row for row in rows if row["exact"]]
    assert len(late) >= 8
    with Engine(hash_mb=4) as engine:
        for row in late:
            position = Position.parse(str(row["position"]))
            assert engine.solve(position).score == row["score"]
            if row["played"] is not None:
                assert -engine.solve(position.play(str(row["played"]))).score == row["played_score"]


def test_the_last_position_of_a_game_and_a_game_that_is_over(run: Run) -> None:
    done = run("analyse", "f5d6c3", "--last", "--depth", "2", "--json", *SMALL)
    assert {row["position"] for row in objects(done.stdout)} == {
        Position.initial().play("f5").play("d6").play("c3").text
    }
    assert run("analyse", OVER, *SMALL).stdout.splitlines()[-1] == "The game is over: +16"
    assert run("analyse", OVER, "--json", *SMALL).stdout == ""


def test_standard_input_and_time(run: Run) -> None:
    done = run("analyse", "--time", "0.05", "--json", *SMALL, stdin=START)
    assert done.returncode == 0
    assert objects(done.stdout)[-1]["depth"] >= 4  # type: ignore[operator]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nonsense"], "neither a file nor a position"),
        (["--dept", START], "--dept"),
    ],
)
def test_bad_arguments(run: Run, arguments: list[str], complaint: str) -> None:
    done = run("analyse", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr


def test_a_model_that_is_not_there(run: Run) -> None:
    done = run("analyse", START, "--model", "missing.model")
    assert done.returncode == 1
    assert "missing.model" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_ends_it() -> None:
    command = [*COMMAND, "analyse", START, "--time", "6000", *SMALL]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        watchdog = threading.Timer(PATIENCE, process.kill)
        watchdog.start()
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == START + "\n"
            wait_until_it_works(pid=process.pid)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate()
            assert (process.returncode, errors) == (130, "")
        finally:
            watchdog.cancel()
            process.kill()


# -- bench ------------------------------------------------------------------------------------


def test_bench_counts_the_same_nodes_every_time(run: Run) -> None:
    first, second = (objects(run("bench", "--depth", "4", "--json", *SMALL).stdout)[0] for _ in range(2))
    assert first["nodes"] == second["nodes"]
    assert first["nodes_per_second"]
    positions = first["positions"]
    assert isinstance(positions, list)
    assert [row["depth"] for row in positions] == [4] * 6 + [20]
    assert sum(row["nodes"] for row in positions) == first["nodes"]


def test_bench_ends_with_one_line_of_summary(run: Run) -> None:
    done = run("bench", "--depth", "2", *SMALL)
    assert done.returncode == 0
    assert "million nodes/s (1 thread, " in done.stdout.splitlines()[-1]
    assert run("bench", "--depth", "0").returncode == 2
    assert run("bench", "--selectivity", "much").returncode == 2
