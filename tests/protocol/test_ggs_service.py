"""What a client needs that runs for days: logs of bounded size, lessons beside play, status over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from logistello.errors import BookError, UsageError
from logistello.othello import Game
from logistello.protocol.ggs.actions import FinishedMatch
from logistello.protocol.ggs.archive import Archive
from logistello.protocol.ggs.connection import Client, Reach
from logistello.protocol.ggs.keeper import _MOST_WAITING, Keeper
from logistello.protocol.ggs.login import Password
from logistello.protocol.ggs.session import GgsSession
from logistello.protocol.ggs.settings import GgsSettings
from logistello.protocol.ggs.status import ServiceStatus
from logistello.protocol.ggs.status_page import status_page
from logistello.protocol.ggs.status_server import StatusServer
from logistello.protocol.ggs.traffic_log import TrafficLog
from tests.waiting import PATIENCE

from .fake_ggs import FakeGgs
from .ggs_client import play, small_engines

# -- the log ----------------------------------------------------------------------------------


def test_the_log_is_rotated(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with TrafficLog(path, Password("sesame"), most_bytes=1000, files=3) as log:
        for number in range(200):
            log.write("<", f"line {number}")
        assert log.trouble is None
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["log", "log.1", "log.2"]
    assert all(file.stat().st_size <= 1000 for file in files)
    kept = [line.split()[-1] for file in files for line in file.read_text().splitlines()]
    assert sorted(map(int, kept)) == list(range(200 - len(kept), 200))
    assert path.read_text().splitlines()[-1].endswith("line 199")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_stops_no_match() -> None:
    with FakeGgs(challenges=["8r44"]) as server:
        run = play(server, matches=1, log=Path("/dev/full"))
    assert server.errors == []
    assert run.session.results.matches == 1
    assert sum("the log cannot be written" in line for line in run.told) == 1


def test_a_log_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        TrafficLog(tmp_path / "nowhere" / "log", Password("sesame"))


# -- after a match ----------------------------------------------------------------------------


def match_of(*games: Game) -> FinishedMatch:
    return FinishedMatch(".5", "bob", "8", rated=True, score=2.0, games=games)


def game_with(comment: str) -> Game:
    game = Game.from_moves("f5d6")
    game.comment = comment
    return game


class SlowStudent:
    """Learns when it may."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.may = threading.Event()
        self.learned: list[Game] = []

    def learn(self, game: Game) -> object:
        self.begun.set()
        self.may.wait(PATIENCE)
        if game.comment == "bad":
            raise BookError("no")
        self.learned.append(game)
        return game.comment or None


def test_matches_are_saved_before_they_are_learned(tmp_path: Path) -> None:
    student, told = SlowStudent(), []
    keeper = Keeper(Archive(tmp_path), student, told.append)
    for comment in ("one", "bad", ""):
        keeper.keep(match_of(game_with(comment)))
    assert student.begun.wait(PATIENCE)
    student.may.set()
    keeper.close()
    counts = keeper.counts
    assert (counts.saved, counts.lessons, counts.not_learned, counts.waiting) == (3, 1, 2, 0)
    assert len(list(tmp_path.iterdir())) == 3
    assert any("nothing was learned from match .5: no" in line for line in told)


def test_leaving_at_once_skips_lessons_but_saves_games(tmp_path: Path) -> None:
    student, told = SlowStudent(), []
    keeper = Keeper(Archive(tmp_path), student, told.append)
    for _ in range(4):
        keeper.keep(match_of(game_with("x")))
    assert student.begun.wait(PATIENCE)
    closing = threading.Thread(target=keeper.close, kwargs={"at_once": True})
    closing.start()
    student.may.set()
    closing.join(PATIENCE)
    assert len(list(tmp_path.iterdir())) == 4
    assert keeper.counts.lessons + keeper.counts.not_learned == 4


def test_lessons_that_wait_are_bounded() -> None:
    student = SlowStudent()
    keeper = Keeper(None, student, lambda text: None)
    for _ in range(_MOST_WAITING + 50):
        keeper.keep(match_of(game_with("x")))
    assert keeper.counts.waiting <= _MOST_WAITING
    student.may.set()
    keeper.close()
    assert keeper.counts.lessons + keeper.counts.not_learned == _MOST_WAITING + 50
    assert keeper.counts.not_learned >= 49


# -- status -----------------------------------------------------------------------------------


def get(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310 - our own server
        body: bytes = answer.read()
        return body


@contextlib.contextmanager
def looked_at(client: Client) -> Iterator[StatusServer]:
    status = ServiceStatus(client)
    with StatusServer(0, lambda: client.ask(status.as_json).result(PATIENCE)) as server:
        yield server


def test_the_status_of_a_run() -> None:
    """Asked from another thread, while a match is played and when it is over."""
    seen: list[dict[str, Any]] = []
    pages: list[str] = []

    with FakeGgs(challenges=["s8r40", "8r44"], rated="R") as server:
        client = Client(
            GgsSession(GgsSettings("logist", matches=2)),
            Reach("127.0.0.1", server.port),
            Password("sesame"),
            small_engines(2),
            depth=1,
        )

        def ask(address: str) -> None:
            seen.append(json.loads(get(f"{address}status.json")))
            pages.append(get(address).decode())

        with looked_at(client) as web:

            async def run() -> None:
                running = asyncio.ensure_future(client.run())
                while not running.done():
                    await asyncio.to_thread(ask, web.address) if not client.session.over else await running
                await running

            with contextlib.suppress(OSError):  # the last question may come after the end
                asyncio.run(asyncio.wait_for(run(), PATIENCE))
    assert seen
    for status, page in zip(seen, pages, strict=False):
        assert status["login"] == "logist"
        assert status["process"]["memory_mb"] > 1
        assert status["results"]["matches"] <= 2
        assert "<!doctype html>" in page
        assert "sesame" not in page + json.dumps(status)
    final = ServiceStatus(client).as_json()
    assert (final["results"]["matches"], final["results"]["games"]) == (2, 3)
    assert [match["type"] for match in final["recent_matches"]] == ["8r44", "s8r40"]
    assert final["state"].startswith("over: ")
    assert final["rating"] == 1736.06
    assert final["connection"]["made"] == 1


EXAMPLE: dict[str, Any] = {
    "login": "logist",
    "server": "localhost:5000",
    "state": "playing match .5 against <bob>",
    "rating": 1736.06,
    "started": "2026-11-16T08:29:13Z",
    "uptime_seconds": 90_065.0,
    "connection": {
        "since": "2026-11-16T08:29:13Z",
        "made": 3,
        "reconnects": 2,
        "failed_attempts": 1,
        "last_ended": "the server closed the connection",
    },
    "results": {"matches": 7, "won": 4, "drawn": 1, "lost": 2, "games": 9, "games_lost_on_time": 0},
    "learning": {"saved": 7, "not_saved": 1, "lessons": 6, "positions": 301, "not_learned": 2, "waiting": 1},
    "playing": [
        {
            "game": ".5",
            "black": "<bob>",
            "white": "logist",
            "we_play": "white",
            "our_turn": True,
            "position": Game.from_moves("f5").position.text,
            "moves": "f5",
            "last_move": "f5",
            "clocks": {"black": 75.0, "white": None},
            "seconds_since_last_move": 2.5,
        }
    ],
    "recent_matches": [
        {"ended": "2026-11-16T08:29:13Z", "opponent": "<bob>", "type": "8", "rated": True, "score": -2.0, "moves": []}
    ],
    "told": [{"at": "2026-11-16T08:29:13Z", "text": "bob says: <script>alert(1)</script>"}],
    "process": {"id": 1, "memory_mb": 150.0, "memory_mb_at_start": 149.0, "processor_seconds": 3.0},
}


def test_what_strangers_say_is_text() -> None:
    page = status_page(EXAMPLE)
    assert "<script" not in page
    assert "<bob>" not in page
    assert "&lt;bob&gt; (1:15)" in page
    assert "1 day 1:01:05" in page
    assert page.count("<svg") == 1


@pytest.fixture
def example() -> Iterator[StatusServer]:
    with StatusServer(0, lambda: EXAMPLE) as server:
        yield server


def test_only_this_machine_by_its_own_name(example: StatusServer) -> None:
    port = int(example.address.rsplit(":", 1)[1].rstrip("/"))
    for host, path, code in (
        (f"127.0.0.1:{port}", "/", 200),
        (f"localhost:{port}", "/status.json", 200),
        ("evil.example", "/", 403),
        ("[", "/", 403),
        (f"127.0.0.1:{port}", "/etc/passwd", 404),
    ):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        connection.request("GET", path, headers={"Host": host})
        answer = connection.getresponse()
        assert answer.status == code
        assert answer.headers["Cache-Control"] == "no-store"
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        connection.close()


def test_nonsense_does_not_end_it(example: StatusServer) -> None:
    port = int(example.address.rsplit(":", 1)[1].rstrip("/"))
    for data in (b"\x00\xff\r\n\r\n", b"GET\r\n\r\n", b"POST / HTTP/1.1\r\n\r\n", b"GET / HTTP/9.9\r\nHost: x\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as peer:
            peer.sendall(data)
            peer.recv(100)
    assert json.loads(get(f"{example.address}status.json")) == EXAMPLE


def test_a_client_that_does_not_answer() -> None:
    def fails() -> dict[str, Any]:
        raise TimeoutError

    with StatusServer(0, fails) as server, pytest.raises(urllib.error.HTTPError, match="503"):
        get(server.address)


def test_a_port_that_is_taken(example: StatusServer) -> None:
    port = int(example.address.rsplit(":", 1)[1].rstrip("/"))
    with pytest.raises(UsageError, match=f"--status {port}.*another port"):
        StatusServer(port, lambda: EXAMPLE)


# -- connections ------------------------------------------------------------------------------


def test_quitting_while_a_connection_is_being_made() -> None:
    """A machine that takes connections and never answers them: its queue is full."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as deaf, contextlib.ExitStack() as others:
        for _ in range(4):  # fill the queue
            peer = others.enter_context(socket.socket())
            peer.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                peer.connect(deaf.getsockname())
        client = Client(
            GgsSession(GgsSettings("logist")),
            Reach("127.0.0.1", deaf.getsockname()[1]),
            Password("sesame"),
            small_engines(1),
        )

        async def run() -> None:
            running = asyncio.ensure_future(client.run())
            await asyncio.sleep(0.2)
            client.leave()
            await running

        asyncio.run(asyncio.wait_for(run(), PATIENCE))
    assert client.session.over is not None
