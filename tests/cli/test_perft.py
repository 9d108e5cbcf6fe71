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


@pytest.mark.parametrize("free_pass", [False, True])
def test_long_counts_are_made_in_parts(free_pass: bool) -> None:
    """So that there is something to show; games that end early and passes count as before."""
    from logistello import Position, _native
    from logistello.cli.perft import _parts

    for text in (
        "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX--XXXXXXO- X",
        "-OX-----" + "--------" * 6 + "XXXXXXO- X",
        "--OXXXXX--OOOOXXXXOXOOXX-XOOOXXXXXXOXXXXXXXXXXXX--XXXX----XXXX-- O",
    ):
        start = Position.parse(text)
        parts = _parts(start, 12, free_pass)
        counts = [_native.perft(each.own, each.opponent, left, free_pass, 1) for each, left in parts]
        assert sum(counts) == _native.perft(start.own, start.opponent, 12, free_pass, 1)
