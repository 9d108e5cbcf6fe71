"""``logistello lab play``, ``match``, ``train`` and ``td``: games played, compared and learned by real commands."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from .conftest import Run


def test_a_game_is_played_to_its_end(run: Run) -> None:
    """Tic-tac-toe against a search: five moves of ours are enough for any game."""
    done = run("lab", "play", "tic_tac_toe", "search:nothing,depth=6", stdin="x(0,1)\nx(2,1)\nx(1,0)\nx(2,2)\nx(1,2)\n")
    assert done.returncode == 0
    assert "was played" in done.stdout
    assert re.fullmatch(r"(you won|you lost|a draw) \([-+]?[01]\)", done.stdout.splitlines()[-1])


def test_moves_are_listed_taken_back_and_refused(run: Run) -> None:
    done = run("lab", "play", "tic_tac_toe", "random", stdin="moves\nx(1,1)\nundo\nnowhere\nquit\n")
    assert done.returncode == 0
    lists = re.findall(r"moves: (.*)", done.stdout)
    assert len(lists) == 2
    assert lists[0] == lists[1]  # after "undo" everything is as before
    assert len(lists[0].split()) == 9
    assert "'nowhere' is not a move here" in done.stdout


def test_what_is_no_text_is_no_move(run: Run) -> None:
    done = run("lab", "play", "tic_tac_toe", "random", stdin=b"\xff\xfe\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "is not a move here" in done.stdout


def test_the_second_player_waits_for_the_first(run: Run) -> None:
    done = run("lab", "play", "tic_tac_toe", "random", "--side", "second", stdin="")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].endswith("was played")
    assert done.stdout.splitlines()[0].startswith("x(")


def test_dice_are_rolled(run: Run) -> None:
    first, second = (run("lab", "play", "backgammon", "random", "--seed", "5", stdin="quit\n").stdout for _ in "ab")
    assert "rolled" in first
    assert first == second


def test_a_match_is_counted_and_continued(run: Run, tmp_path: Path) -> None:
    players = ("tic_tac_toe", "search:nothing,depth=4", "random")
    told = ("--opening-moves", "1", "--workers", "1", "--output", str(tmp_path / "games"))
    done = run("lab", "match", *players, "--games", "4", *told)
    assert done.returncode == 0
    won, drawn, lost = map(int, re.findall(r"(\d+) (?:won|drawn|lost)", done.stdout))
    assert won + drawn + lost == 4
    assert won > lost
    stored = {path: path.read_bytes() for path in (tmp_path / "games").iterdir()}
    more = json.loads(run("lab", "match", *players, "--games", "7", *told, "--json").stdout)
    assert more["wins"] + more["draws"] + more["losses"] == 8  # pairs
    assert more["wins"] >= won
    assert more["leaves"][0] > more["leaves"][1] == 0
    assert all(path.read_bytes() == content for path, content in stored.items())


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("match", "tic_tac_toe", "random", "nobody"), 2, "no kind 'nobody'"),
        (("match", "tic_tac_toe", "random", "mcts"), 2, "simulations"),
        (("match", "poohsticks", "random", "random"), 1, "has no game"),
        (("play", "tic_tac_toe", "search:model=missing.gm,depth=3"), 1, "no such file"),
        (("td", "backgammon", "b.td", "--games", "1", "--model", "b.model"), 2, "--model is for othello"),
        (("train", "poohsticks", "folder"), 1, "has no game"),
    ],
)
def test_what_cannot_be_is_refused_in_words(run: Run, arguments: tuple[str, ...], code: int, words: str) -> None:
    done = run("lab", *arguments)
    assert done.returncode == code
    assert words in done.stderr
    assert not done.stdout


def test_td_backgammon_goes_on_from_its_file(run: Run, tmp_path: Path) -> None:
    at_once, in_parts = tmp_path / "once.td", tmp_path / "parts.td"
    assert run("lab", "td", "backgammon", str(at_once), "--games", "6").stdout.endswith("once.td: 6 games\n")
    run("lab", "td", "backgammon", str(in_parts), "--games", "2")
    begun = in_parts.read_bytes()
    run("lab", "td", "backgammon", str(in_parts), "--games", "6")
    assert in_parts.read_bytes() != begun
    assert in_parts.read_bytes() == at_once.read_bytes()


def test_td_othello_writes_a_model_that_the_engine_reads(run: Run, tmp_path: Path) -> None:
    model = tmp_path / "td.model"
    done = run("lab", "td", "othello", str(tmp_path / "othello.td"), "--games", "2", "--model", str(model))
    assert done.returncode == 0
    assert "2 games" in done.stdout
    shown = run("model", "info", str(model))
    assert shown.returncode == 0, shown.stderr


def test_a_game_is_learned_and_its_model_plays(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    told = ("--generations", "1", "--games", "30", "--nodes", "10", "--workers", "1")
    done = run("lab", "train", "tic_tac_toe", str(folder), *told)
    assert done.returncode == 0
    assert "best.gm: the model" in done.stdout
    report = json.loads(run("lab", "train", "tic_tac_toe", str(folder), *told, "--json").stdout)
    assert [each["generation"] for each in report["generations"]] == [1]
    other = run("lab", "train", "tic_tac_toe", str(folder), *told[:2], "--games", "40", "--workers", "1")
    assert other.returncode == 1
    assert "another run" in other.stderr
    match = run(
        *("lab", "match", "tic_tac_toe", f"search:model={folder / 'best.gm'},depth=2", "random", "--games", "2"),
        *("--workers", "1"),
    )
    assert re.search(r"\d won, \d drawn, \d lost", match.stdout)
