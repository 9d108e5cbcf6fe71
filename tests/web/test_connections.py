"""Connections that never finish what they began, and the end of a server: real sockets, real signals."""

from __future__ import annotations

import signal
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest

from logistello.web.server_settings import Limits
from tests.waiting import PATIENCE
from tests.web.conftest import COMMAND, Server, served, start

HEAD = b"POST /api/position HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
TOKEN = "secret123"  # noqa: S105


@pytest.fixture(scope="module")
def impatient() -> Iterator[Server]:
    with served(Limits(head_seconds=0.2, body_bytes_per_second=1e6)) as (server, _):
        yield server


def _connected(address: str, sent: bytes) -> socket.socket:
    url = httpx.URL(address)
    found = socket.create_connection(("127.0.0.1", url.port or 0), timeout=PATIENCE)
    found.sendall(sent)
    return found


def _is_given_up(connection: socket.socket) -> bool:
    """Waits until something comes: an answer, or the end."""
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET / HT", HEAD, HEAD + b"Content-Length: 20\r\n\r\n", HEAD + b'Content-Length: 20\r\n\r\n{"text"'],
    ids=["nothing", "half a line", "half a head", "no body", "half a body"],
)
def test_a_request_that_never_ends_is_given_up(impatient: Server, sent: bytes) -> None:
    with _connected(impatient.address, sent) as connection:
        assert _is_given_up(connection)


def test_the_second_request_of_a_connection_is_watched_too(impatient: Server) -> None:
    with _connected(impatient.address, b"GET /api/ping HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") as connection:
        answer = b""
        while b"}" not in answer:
            part = connection.recv(4096)
            assert part, answer
            answer += part
        connection.sendall(b"GET /api/pi")
        assert _is_given_up(connection)


def test_a_request_in_small_pieces_is_served(server: Server) -> None:
    body = b'{"text":"f5"}'
    with _connected(server.address, HEAD) as connection:
        connection.sendall(b"Content-Length: %d\r\n\r\n" % len(body))
        for byte in body:
            connection.sendall(bytes([byte]))
        assert connection.recv(12) == b"HTTP/1.1 200"


def test_more_half_open_connections_than_descriptors(tmp_path: Path) -> None:
    """They shut everybody out, and the log grew by megabytes a second."""
    options = ["--host", "0.0.0.0", "--token", TOKEN, "--no-book", "--engines", "1", "--hash-mb", "1"]  # noqa: S104
    command = [*COMMAND, "--port", "0", "--library", str(tmp_path / "games.sqlite"), *options]
    with (
        ExitStack() as held,
        (tmp_path / "log").open("wb") as log,
        subprocess.Popen(
            ["/bin/bash", "-c", 'ulimit -n 128; exec "$@"', "bash", *command],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as process,
    ):
        assert process.stdout is not None
        printed = httpx.URL(process.stdout.readline().split()[3])
        address = f"http://127.0.0.1:{printed.port}/"
        half = [held.enter_context(_connected(address, b"GET / HT")) for _ in range(150)]
        half += [held.enter_context(_connected(address, HEAD + b"Content-Length: 9\r\n\r\n")) for _ in range(150)]
        for _ in range(3):
            reply = httpx.get(f"{address}api/ping", headers={"Authorization": f"Bearer {TOKEN}"}, timeout=PATIENCE)
            assert reply.status_code == 200
        assert _is_given_up(half[0])
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 130
    assert (tmp_path / "log").stat().st_size < 1000


def test_sigterm_ends_in_good_order(tmp_path: Path) -> None:
    """As Ctrl-C does: the games stand in the one file, and nothing lies beside it."""
    library = tmp_path / "games.sqlite"
    with start(library, "--no-book", "--engines", "1", "--hash-mb", "1") as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[3]
        saved = httpx.post(f"{address}api/games", json={"text": "f5d6c3"}, timeout=PATIENCE)
        assert saved.status_code == 201
        assert (tmp_path / "games.sqlite-wal").exists()
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 130
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert [path.name for path in tmp_path.iterdir()] == ["games.sqlite"]
    with closing(sqlite3.connect(library)) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (1,)
