"""``logistello ggs`` against the fake server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from pathlib import Path

import pytest

from logistello.book import Book
from logistello.cli.main import main
from logistello.match.players import RandomPlayer
from logistello.othello import Position, Square
from logistello.othello.notation import read_path
from tests.protocol.fake_ggs import FakeGgs, Manners

from .conftest import COMMAND, Run

SECRET = "correct-horse"  # noqa: S105 - that of the fake server
SMALL = ("--login", "logist", "--depth", "1", "--hash-mb", "1")


def where(server: FakeGgs) -> tuple[str, ...]:
    return ("ggs", "--host", "127.0.0.1", "--port", str(server.port), *SMALL)


def test_matches_games_and_log(run: Run, tmp_path: Path) -> None:
    manners = Manners(hang_up_at={4})
    with FakeGgs(password=SECRET, challenges=["8r40", "s8r44"], manners=manners) as server:
        done = run(*where(server), "--matches", "2", "--games", "games", "--log", "log", LOGISTELLO_GGS_PASSWORD=SECRET)
    assert (done.returncode, done.stderr) == (0, "")
    assert server.errors == []
    lines = done.stdout.splitlines()
    assert lines[0] == "accepted: 8r40 05:00//02:00 against bob (1720)"
    assert "connection lost during match .6 against bob" in done.stdout
    assert lines[-1].startswith("logist: 2 matches, ")
    saved = [game for path in sorted((tmp_path / "games").iterdir()) for game in read_path(path).games]
    assert len(saved) == 3
    assert SECRET not in done.stdout + (tmp_path / "log").read_text()


def test_json_and_a_password_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "secret").write_text(f"{SECRET}\n")
    (tmp_path / "secret").chmod(0o600)
    with FakeGgs(password=SECRET) as server:
        ask = ("--ask", "8r44", "--opponent", "bob", "--clock", "5:00//1:00", "--style", "ggf", "--unrated")
        secret = ("--password-file", str(tmp_path / "secret"))
        assert main([*where(server), *ask, *secret, "--matches", "1", "--json"]) == 0
    told = capsys.readouterr()
    [match] = [json.loads(line) for line in told.out.splitlines()]
    assert (match["opponent"], match["type"], match["rated"]) == ("bob", "8r44", False)
    assert match["score"] == server.matches[0].score()
    assert match["games"] == [server.matches[0].boards[0].game.transcript()]
    assert "match .6" in told.err


def test_a_match_is_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGISTELLO_GGS_PASSWORD", SECRET)
    path = tmp_path / "my.book"
    with FakeGgs(password=SECRET) as server:
        ask = ("--ask", "8", "--opponent", "bob", "--clock", "5:00//1:00", "--unrated")
        assert main([*where(server), *ask, "--matches", "1", "--book", str(path), "--learn"]) == 0
    with Book.open(path) as book:
        assert book.statistics().games == 1
        first = server.matches[0].boards[0].game.moves[0]
        assert Position.initial().play(first) in book


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--learn",), "needs a book"),
        ((), "LOGISTELLO_GGS_PASSWORD"),
        (("--password", "x"), "--password"),
        (("--password-file", "open"), "chmod 600"),
        (("--accept", "clok>3"), "column 1: 'clok'"),
        (("--ask", "10"), "a board of size 10"),
        (("--opponent", "bob"), "--ask"),
        (("--login", "far-too-long"), "2 to 8 characters"),
    ],
)
def test_usage_errors(
    tmp_path: Path,
    arguments: tuple[str, ...],
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LOGISTELLO_GGS_PASSWORD", raising=False)
    (tmp_path / "open").write_text(SECRET)
    (tmp_path / "open").chmod(0o644)
    login = () if "--login" in arguments else ("--login", "logist")
    assert main(["ggs", "--host", "127.0.0.1", *login, *arguments]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert words in told
    assert SECRET not in told


def test_a_refused_login(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGISTELLO_GGS_PASSWORD", "guess")
    with FakeGgs(password=SECRET) as server:
        assert main(where(server)) == 1
    told = capsys.readouterr()
    assert "refused the login" in told.err
    assert "guess" not in told.out + told.err


class Patient(RandomPlayer):
    """Does not move before it is allowed to."""

    def __init__(self) -> None:
        super().__init__(seed=1)
        self.may_move = threading.Event()

    def choose(self, position: Position) -> Square:
        assert self.may_move.wait(300)
        return super().choose(position)


@pytest.mark.parametrize("presses", [1, 2])
def test_ctrl_c(presses: int, tmp_path: Path) -> None:
    """Once: the match is finished, no other begins. Twice: it is left where it is."""
    opponent = Patient()
    with FakeGgs(password=SECRET, challenges=["8r40", "8r40"], opponent=opponent) as server:
        process = subprocess.Popen(
            [*COMMAND, *where(server)],
            cwd=tmp_path,
            env={**os.environ, "LOGISTELLO_GGS_PASSWORD": SECRET},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        out = read_until(process, "match .6")
        process.send_signal(signal.SIGINT)
        out += read_until(process, "is played to its end")
        if presses == 2:
            process.send_signal(signal.SIGINT)
            out += read_until(process, "nothing is resigned")
        opponent.may_move.set()
        rest, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (130, "")
    assert rest.splitlines()[-1].startswith(f"logist: {2 - presses} matches")
    assert len(server.matches) == 1
    assert not any("resign" in line for line in server.received)
    assert len(server.stored) == presses - 1


def read_until(process: subprocess.Popen[str], words: str) -> str:
    assert process.stdout is not None
    seen = ""
    while words not in seen:
        line = process.stdout.readline()
        assert line, seen
        seen += line
    return seen
