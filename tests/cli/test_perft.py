"""``logistello perft``."""

from __future__ import annotations

import json

import pytest

from .conftest import Run

# A position where Black passes: White's only reply wipes Black out or goes on.
PASSING = "XO" + "-" * 62 + " O"


def test_the_count_stands_alone_on_stdout(run: Run) -> None:
    done = run("perft", "8")
    assert done.returncode == 0
    assert done.stdout == "390216\n"
    assert "per second" in done.stderr


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 4), (4, 244), (6, 8200)])
def test_small_depths(run: Run, depth: int, count: int) -> None:
    assert run("perft", str(depth), "--threads", "1").stdout == f"{count}\n"


def test_another_position_as_json(run: Run) -> None:
    done = run("perft", "1", PASSING, "--free-pass", "--json")
    answer = json.loads(done.stdout)
    assert (answer["depth"], answer["position"], answer["free_pass"], answer["count"]) == (1, PASSING, True, 1)
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["x"], "DEPTH"),
        (["3", "nonsense"], "not a position"),
        ([], "DEPTH"),
    ],
)
def test_bad_arguments(run: Run, arguments: list[str], complaint: str) -> None:
    done = run("perft", *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert complaint.lower() in done.stderr.lower()
