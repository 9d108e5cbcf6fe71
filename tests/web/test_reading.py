"""What clients send to be read: bounded in what it makes, beside the loop that serves, ended with its client."""

from __future__ import annotations

import gzip
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from logistello.jobs.limited_worker import LimitedWorker
from logistello.library import Library, rows_of
from logistello.othello import Game
from logistello.othello.notation import ReadingLimits
from logistello.web.backend import Backend
from logistello.web.importing import Upload, import_games
from logistello.web.received_file import ReceivedFile
from logistello.web.schemas.base import Reply
from logistello.web.schemas.stored_games import ImportDone
from logistello.web.server_settings import Limits
from tests.random_games import random_game
from tests.waiting import PATIENCE, wait_until
from tests.web.conftest import Server, served

FILE = "/api/position/file"
GGF = b"(;GM[Othello]PB[a]PW[b]RE[?]B[f5]W[d6]B[c3]W[d3]B[c4];)\n"
#: One reader that is given as long as it takes: it is busy until the test is done with it.
PATIENT = Limits(readers=1, read_wait_seconds=0.05, read_seconds=PATIENCE, read_memory_mb=1000)


@pytest.fixture(scope="module")
def patient() -> Iterator[tuple[Server, Backend]]:
    with served(PATIENT) as found:
        yield found


@pytest.fixture(scope="module")
def hasty() -> Iterator[Server]:
    with served(Limits(read_seconds=0.2, read_memory_mb=24, import_memory_mb=48, import_seconds=PATIENCE)) as (
        server,
        _,
    ):
        yield server


def _error(reply: httpx.Response) -> tuple[int, str]:
    return reply.status_code, reply.json()["error"]["message"]


def test_files_of_the_worst_kind() -> None:
    """The first took 38 seconds and 1.4 GB, the second gave no answer in five minutes."""
    lines = b"f5d6c3d3c4\n" * 380_000
    with served(Limits(read_seconds=PATIENCE)) as (server, _), server.client() as client:
        status, said = _error(client.post(FILE, content=gzip.compress(lines)))
        assert (status, said.split()[-1]) == (400, "file")  # too many games
        status, said = _error(client.post(FILE, content=gzip.compress(b"f5d6c3d3c4\n" * 6_000_000, compresslevel=1)))
        assert (status, said[:60]) == (400, "gzip data that unpacks to more than 33,554,432 bytes; expect")
        found = client.post(FILE, content=lines[: 11 * 10_000]).json()
    assert (found["count"], len(found["games"]), found["game"]["transcript"]) == (10_000, 200, "f5d6c3d3c4")


def test_time_and_memory_of_a_reading_are_bounded(hasty: Server) -> None:
    with hasty.client() as client:
        status, said = _error(client.post(FILE, content=GGF * 60_000))
        assert (status, said[:38]) == (413, "reading this takes more than 0.2 secon")
        # Every route that reads text reads it there.
        text = "(;GM[2]" + "(;B[f5])" * 24_000 + ")"
        for path, body in (
            ("/api/position", {"text": text}),
            ("/api/move", {"position": text, "move": "d6"}),
            ("/api/export", {"text": text, "format": "sgf"}),
            ("/api/games", {"text": text}),
            ("/api/review", {"text": text}),
            ("/api/search", {"position": text}),
            ("/api/solve", {"position": text}),
            ("/api/analyse", {"position": text}),
            ("/api/play", {"position": text, "level": 1}),
            ("/api/explain", {"position": text}),
        ):
            status, said = _error(client.post(path, json=body))
            assert (status, said[:18]) == (413, "reading this takes"), path
        assert client.post(FILE, content=GGF * 10).json()["count"] == 10


def test_others_are_served_while_a_file_is_read(patient: tuple[Server, Backend]) -> None:
    server, backend = patient
    with server.client() as client, server.client() as other:
        leaving = _half_served(server, GGF * 200_000)
        wait_until(lambda: bool(backend.reader.busy), "a file is read")
        for _ in range(20):
            assert client.get("/api/ping").status_code == 200
        assert client.post("/api/move", json={"position": "f5", "move": "d6"}).status_code == 200
        refused = other.post(FILE, content=GGF * 1000)
        assert _error(refused) == (429, "many files are being read; try again in a moment")
        assert refused.headers["retry-after"] == "1"
        assert backend.reader.busy  # it has gone on all the time
        leaving.close()
        wait_until(lambda: not backend.reader.busy, "the reading for a client that left has ended")
        assert other.post(FILE, content=GGF * 100).json()["count"] == 100


def test_a_client_that_leaves_while_it_sends_is_no_error(
    patient: tuple[Server, Backend], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server, _ = patient
    left = threading.Event()
    drop = ReceivedFile._drop

    def noticed(file: ReceivedFile) -> None:
        drop(file)
        left.set()

    monkeypatch.setattr(ReceivedFile, "_drop", noticed)
    _half_served(server, GGF, missing=1000).close()
    assert left.wait(PATIENCE)
    with server.client() as other:
        assert other.get("/api/ping").status_code == 200
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def test_nobody_waits_for_the_end_of_a_process(
    patient: tuple[Server, Backend], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process is ended after a large file; as it stands back behind others, that may take long."""
    server, backend = patient
    may_end = threading.Event()
    close = LimitedWorker.close

    def slow_close(worker: LimitedWorker) -> None:
        assert may_end.wait(PATIENCE)
        close(worker)

    with server.client() as client:
        monkeypatch.setattr(LimitedWorker, "close", slow_close)
        try:
            assert _error(client.post(FILE, content=b"f5d6" * 300_000))[0] == 400
            assert client.get("/api/ping").status_code == 200
            assert backend.reader.busy == 1
            assert _error(client.post(FILE, content=GGF * 200))[0] == 429  # its place is not free yet
        finally:
            may_end.set()
        wait_until(lambda: not backend.reader.busy, "the process has ended")
        assert client.post(FILE, content=GGF * 200).json()["count"] == 200


def test_the_end_of_the_server_ends_a_reading() -> None:
    with served(PATIENT) as (server, backend), _half_served(server, GGF * 200_000):
        wait_until(lambda: bool(backend.reader.busy), "a file is read")
        backend.stop()
        wait_until(lambda: not backend.reader.busy, "the reading has ended")


def _half_served(server: Server, content: bytes, missing: int = 0) -> socket.socket:
    """A client that has sent its file, but for so many bytes, and waits."""
    address = httpx.URL(server.address)
    client = socket.create_connection((address.host, address.port or 0), timeout=PATIENCE)
    head = f"POST {FILE} HTTP/1.1\r\nHost: {address.host}\r\nContent-Length: {len(content) + missing}\r\n\r\n"
    client.sendall(head.encode() + content)
    return client


# -- imports ------------------------------------------------------------------------------------


def _imported(client: httpx.Client, name: str, content: bytes) -> dict[str, Any]:
    lines = client.post("/api/games/import", files=[("files", (name, content))]).text.splitlines()
    found: dict[str, Any] = json.loads(lines[-1])
    return found


def test_an_import_says_how_far_it_came(hasty: Server) -> None:
    with hasty.client() as client:
        nested = "(;GM[2]" + "(;B[f5])" * 300_000 + ")"
        done = _imported(client, "mixed.sgf", ("(;GM[2]PB[q];B[f5])\n" * 1000 + nested).encode())
        (problem,) = done["problems"]
        assert (problem["file"], problem["code"]) == ("mixed.sgf", "too_much")
        assert problem["message"] == "reading it takes more than 48 MB of memory; 1000 games before that are stored"
        assert (done["games"], done["duplicates"]) == (1, 999)


def test_what_others_save_meanwhile_does_not_count(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("f5d6\nf5f6\nf5d6\n")
    told: list[Reply] = []
    with Library(None) as library, LimitedWorker(200) as worker:

        def tell(reply: Reply) -> None:
            told.append(reply)
            library.add(rows_of([Game.from_moves("f5d6c3"), random_game(len(told))]), "somebody else")

        import_games(library, [Upload("games.txt", file)], tell, worker, ReadingLimits(), PATIENCE)
    done = told[-1]
    assert isinstance(done, ImportDone)
    assert (done.games, done.duplicates) == (2, 1)
