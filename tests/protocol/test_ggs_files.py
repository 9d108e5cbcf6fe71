"""Passwords, logs and saved games."""

from __future__ import annotations

import os
import traceback
from datetime import UTC, datetime
from pathlib import Path

import pytest

from logistello.errors import UsageError
from logistello.othello import Game, Player
from logistello.othello.notation import read_path
from logistello.protocol.ggs.actions import FinishedMatch
from logistello.protocol.ggs.archive import Archive
from logistello.protocol.ggs.login import ENVIRONMENT_VARIABLE, Password, read_password
from logistello.protocol.ggs.traffic_log import TrafficLog

NOON = datetime(2001, 2, 23, 12, 0, 0, 123_456, tzinfo=UTC)


def secret_file(folder: Path, content: bytes = b"sesame\n", mode: int = 0o600) -> Path:
    path = folder / "secret"
    path.write_bytes(content)
    path.chmod(mode)
    return path


def test_where_the_password_comes_from(tmp_path: Path) -> None:
    assert read_password(None, {ENVIRONMENT_VARIABLE: "abc"}).reveal() == "abc"
    assert read_password(secret_file(tmp_path), {ENVIRONMENT_VARIABLE: "abc"}).reveal() == "sesame"
    assert read_password(secret_file(tmp_path, b"two words\r\nmore\n"), {}).reveal() == "two words"


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o622])
def test_a_file_that_others_may_read(mode: int, tmp_path: Path) -> None:
    path = secret_file(tmp_path, mode=mode)
    with pytest.raises(UsageError, match="chmod 600") as caught:
        read_password(path, {})
    assert "sesame" not in "".join(traceback.format_exception(caught.value))


def test_no_password(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=ENVIRONMENT_VARIABLE):
        read_password(None, {})
    with pytest.raises(UsageError, match="No such file"):
        read_password(tmp_path / "nothing", {})
    with pytest.raises(UsageError, match="not a file"):
        read_password(tmp_path, {})
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(UsageError, match="not a file"):
        read_password(pipe, {})
    with pytest.raises(UsageError, match="one line"):
        read_password(secret_file(tmp_path, b"\n"), {})


@pytest.mark.parametrize("text", ["", "two\nlines", "a\x00b", "x" * 1000])
def test_passwords_that_cannot_be_sent(text: str) -> None:
    with pytest.raises(UsageError, match="one line") as caught:
        Password(text)
    assert not text or text not in str(caught.value)


def test_the_log(tmp_path: Path) -> None:
    path = tmp_path / "log"
    for _ in range(2):  # a second run goes on with the file
        with TrafficLog(path, Password("sesame"), wall_clock=lambda: NOON) as log:
            log.write("<", "bob: open sesame\n|x")
            log.write(">", "y" * 5000)
    first, second, third = path.read_text().splitlines()[:3]
    assert first == "2001-02-23T12:00:00.123Z < bob: open ********"
    assert second.endswith("< |x")
    assert len(third) < 2100
    assert len(path.read_text().splitlines()) == 6


def finished(*games: Game, opponent: str = "bob") -> FinishedMatch:
    return FinishedMatch(".5", opponent, "8", rated=True, score=2.0, games=games)


def test_saved_games(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "new" / "folder", wall_clock=lambda: NOON)
    game = Game.from_moves("f5d6c3")
    paths = [archive.save(finished(game, opponent="../b/b")) for _ in range(2)]
    assert [path.name for path in paths if path] == [
        "2001-02-23T120000Z-.._b_b-8.ggf",
        "2001-02-23T120000Z-.._b_b-8-2.ggf",
    ]
    assert sorted(archive.folder.iterdir()) == sorted(path for path in paths if path)
    [again] = read_path(archive.folder / "2001-02-23T120000Z-.._b_b-8.ggf").games
    assert (again.transcript(), again.place, again.date) == ("f5d6c3", "GGS/os", "2001.02.23_12:00:00.UTC")
    assert archive.save(finished()) is None


def test_nothing_remains_of_a_game_that_cannot_be_written(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    with pytest.raises(OSError, match="cannot hold"):
        archive.save(finished(Game(black=Player("a]b"))))
    assert list(tmp_path.iterdir()) == []
