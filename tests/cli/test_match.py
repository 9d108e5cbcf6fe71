"""``logistello match`` and ``logistello openings``."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from logistello.othello.notation import read_path
from tests.waiting import PATIENCE, wait_until

from .conftest import COMMAND, Run

LINES = "f5d6c3d3\nf5d6c4d3\nf5f6e6f4\nf5f6e6d6\nf5f4e3f6\nf5f4e3d2\n"
PROGRAM = Path(__file__).parent.parent / "match" / "gtp_engine.py"


@pytest.fixture
def openings(tmp_path: Path) -> str:
    (tmp_path / "openings.txt").write_text(LINES)
    return "openings.txt"


def gtp(*arguments: str) -> str:
    return shlex.join([sys.executable, str(PROGRAM), *arguments])


def test_table_and_files(run: Run, openings: str, tmp_path: Path) -> None:
    done = run(
        *("match", "mobility:level=2,name=Mob", "random", "--openings", openings, "--games", "12", "--parallel", "2"),
        *("-o", "games.jsonl", "--plot", "score.svg"),
    )
    assert (done.returncode, done.stderr) == (0, "")
    heading, first, second, score, elo, course = done.stdout.splitlines()
    assert heading.split()[:7] == ["player", "games", "wins", "draws", "losses", "%", "discs"]
    assert first.split()[:2] == ["Mob", "12"]
    assert second.split()[:2] == ["random", "12"]
    assert score.startswith("Mob against random: ")
    assert elo.startswith(("Elo +", "Elo over"))
    assert len(course.rpartition(" ")[2]) == 12  # a bar for every game
    games = read_path(tmp_path / "games.ggf").games
    assert len(games) == 12
    assert {game.black.name for game in games} == {"Mob", "random"}
    assert [game.transcript()[:8] for game in games[::2]] == [game.transcript()[:8] for game in games[1::2]]
    assert all(game.is_over for game in games)
    assert (tmp_path / "score.svg").read_text().startswith("<svg")


def test_json_and_a_round_robin(run: Run, openings: str) -> None:
    arguments = ("match", "mobility:level=1", "greedy", "random", "--openings", openings, "--games", "2")
    done = run(*arguments, "--json", "--adjudicate", "8")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert (answer["complete"], answer["interrupted"], answer["games"]) == (True, False, 6)
    assert [player["name"] for player in answer["players"]] == ["mobility:level=1", "greedy", "random"]
    assert len(answer["pairings"]) == 3
    assert sum(player["wins"] - player["losses"] for player in answer["players"]) == 0
    table = run(*arguments)
    assert "(3) random" in table.stdout


def test_a_program_with_clocks(run: Run, openings: str) -> None:
    done = run(
        *("match", f"gtp:{gtp()}", f"gtp:time=none name=Slow {gtp('--slow', '0.01')}", "--openings", openings),
        *("--games", "2", "--clock", "5+0.1", "--parallel", "2", "--json"),
    )
    answer = json.loads(done.stdout)
    assert answer["failures"] == []
    tiny, slow = answer["players"]
    assert (tiny["name"], slow["name"]) == ("Tiny 1", "Slow")
    assert 0 < tiny["least_left"] <= 10
    assert slow["least_left"] is None
    assert slow["seconds_per_move"] >= 0.01


def test_failures_are_told(run: Run, openings: str) -> None:
    program = f"gtp:name=Bad {gtp('--at', '2', '--do', 'illegal')}"
    done = run("match", program, "random", "--openings", openings, "--games", "2")
    assert done.returncode == 0
    assert "game 0: Bad lost (illegal): played a1" in done.stdout


def test_a_test_is_reported(run: Run, openings: str) -> None:
    arguments = ("match", "mobility:level=2", "random", "--openings", openings, "--games", "12")
    done = run(*arguments, "--sprt", "0,300,0.3,0.3")
    assert "accepted: +300 Elo rather than +0" in done.stdout
    answer = json.loads(run(*arguments, "--sprt=0,300,0.3,0.3", "--json").stdout)
    assert answer["complete"] is True
    assert answer["games"] < 12
    assert answer["pairings"][0]["sprt"]["decision"] == "elo1"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("random",), "two players"),
        (("random", "greedy", "--games", "3"), "even number"),
        (("random", "greedy", "--openings", "nowhere.txt"), "xot"),
        (("random", "greedy", "--time", "1", "--clock", "5"), "only one of them"),
        (("random", "greedy", "--sprt", "5"), "ELO0,ELO1"),
        (("random", "greedy", "-o", "no/folder.jsonl"), "no such folder"),
    ],
)
def test_usage_errors(run: Run, openings: str, arguments: tuple[str, ...], words: str) -> None:
    extra = () if "--openings" in arguments else ("--openings", openings)
    done = run("match", *arguments, *extra)
    assert done.returncode == 2
    assert words in done.stderr


def test_other_settings_are_refused(run: Run, openings: str) -> None:
    arguments = ("match", "random", "greedy", "--openings", openings, "--games", "2", "-o", "games.jsonl")
    assert run(*arguments).returncode == 0
    done = run(*arguments, "--adjudicate", "10")
    assert done.returncode == 1
    assert "adjudicate_empties was 0 and is now 10" in done.stderr


def start(tmp_path: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *arguments], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def wait_for_games(path: Path, count: int) -> None:
    wait_until(lambda: path.exists() and len(path.read_bytes().splitlines()) > count, f"{path.name} has {count} games")


def test_killed_and_resumed(run: Run, openings: str, tmp_path: Path) -> None:
    slow = f"gtp:name=Slow {gtp('--slow', '0.005')}"
    arguments = ("match", slow, "random", "--openings", openings, "--games", "12", "-o", "games.jsonl")
    process = start(tmp_path, *arguments)
    wait_for_games(tmp_path / "games.jsonl", 2)
    process.kill()
    process.communicate()
    before = (tmp_path / "games.jsonl").read_text().splitlines()
    assert 2 < len(before) < 13
    done = run(*arguments, "--json")
    assert json.loads(done.stdout)["complete"] is True
    after = (tmp_path / "games.jsonl").read_text().splitlines()
    assert len(after) == 13
    assert after[: len(before) - 1] == before[:-1]
    numbers = [json.loads(line)["number"] for line in after[1:]]
    assert sorted(numbers) == list(range(12))


def test_ctrl_c_shows_the_table_so_far(openings: str, tmp_path: Path) -> None:
    slow = f"gtp:name=Slow {gtp('--slow', '0.01', '--log', str(tmp_path / 'log'))}"
    process = start(tmp_path, "match", slow, "random", "--openings", openings, "--games", "12", "-o", "games.jsonl")
    wait_for_games(tmp_path / "games.jsonl", 1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, "")
    assert "Slow against random" in out
    assert "stopped after" in out
    assert read_path(tmp_path / "games.ggf").games
    listing = subprocess.run(["ps", "-eo", "args="], capture_output=True, text=True, check=True)  # noqa: S607
    assert str(tmp_path / "log") not in listing.stdout  # the program is gone too


# -- openings ---------------------------------------------------------------------------------


def test_a_list_of_openings(run: Run, tmp_path: Path) -> None:
    done = run("openings", "-o", "list.txt", "--plies", "4", "--depth", "2", "--within", "4", "--parallel", "2")
    assert (done.returncode, done.stderr) == (0, "")
    heading, *lines = (tmp_path / "list.txt").read_text().splitlines()
    assert heading.startswith(f"# {len(lines)} of 60 positions after 4 plies")
    assert 0 < len(lines) <= 60
    assert not (tmp_path / "list.txt.partial").exists()
    arguments = ("match", "engine:depth=2,hash_mb=1", "greedy", "--openings", "list.txt", "--games", "4", "--json")
    answer = json.loads(run(*arguments).stdout)
    assert answer["players"][0]["percent"] > 50
