"""How much one may ask for: a real server with small bounds, and one that other machines can reach."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from logistello.web.server_settings import Limits
from tests.waiting import PATIENCE
from tests.web.conftest import Server, served, start
from tests.web.test_searching import until_idle

LIMITS = Limits(live_sockets=2, waiting=1, body_bytes=20_000, file_bytes=30_000, import_bytes=40_000)
LONG = {"position": "f5d6c3d3c4", "depth": 60}


@pytest.fixture(scope="module")
def narrow() -> Iterator[Server]:
    with served(LIMITS) as (server, _):
        yield server


async def hear(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
    return message


def test_more_searches_than_may_wait(narrow: Server) -> None:
    with narrow.client() as client, narrow.client() as other, ExitStack() as stack:
        lines = stack.enter_context(client.stream("POST", "/api/analyse", json=LONG)).iter_lines()
        next(lines)
        for path in ("/api/search", "/api/solve"):
            question = {"position": "f5"} if path == "/api/solve" else {**LONG}
            refused = other.post(path, json=question)
            assert (refused.status_code, refused.json()["error"]["code"]) == (429, "busy")
            assert refused.headers["retry-after"] == "1"
        # Analyses are streams: the refusal is their only line.
        line = json.loads(other.post("/api/analyse", json=LONG).text)
        assert (line["type"], line["error"]["code"]) == ("error", "busy")
        assert other.get("/api/ping").status_code == 200
        next(lines)  # it has gone on all the time
        stack.close()
        until_idle(other)
        assert other.post("/api/search", json={"position": "f5", "depth": 2}).status_code == 200


def test_more_pages_than_may_analyse(narrow: Server) -> None:
    async def talk() -> None:
        async with connect(narrow.live) as first, connect(narrow.live) as second:
            for socket in (first, second):
                await socket.send(json.dumps({"type": "analyse", "id": 1, "position": "f5"}))
                await hear(socket)
            async with connect(narrow.live) as third:
                message = await hear(third)
                assert (message["type"], message["error"]["code"]) == ("error", "busy")
                with pytest.raises(ConnectionClosed):
                    await hear(third)
        async with connect(narrow.live) as again:
            await again.send(json.dumps({"type": "ping", "id": 3}))
            assert (await hear(again))["type"] == "pong"

    asyncio.run(talk())
    with narrow.client() as client:
        until_idle(client)


@pytest.mark.parametrize(
    ("path", "most"),
    [("/api/position", 20_000), ("/api/position/file", 30_000), ("/api/games/import", 40_000), ("/api/review", 20_000)],
)
def test_bodies_that_are_too_large(narrow: Server, path: str, most: int) -> None:
    with narrow.client() as client:
        reply = client.post(path, content=b"x" * (most + 1))
        assert (reply.status_code, reply.json()["error"]["code"]) == (413, "too_large")

        def unannounced() -> Iterator[bytes]:
            for _ in range(most // 1000 + 1):
                yield b"x" * 1000

        kind = "multipart/form-data; boundary=b" if path.endswith("import") else "application/json"
        endless = client.post(path, content=unannounced(), headers={"Content-Type": kind})
        assert endless.status_code in (400, 413)


def test_unknown_ids(narrow: Server) -> None:
    with narrow.client() as client:
        for path in ("/api/games/7", "/api/games/7/export?format=ggf"):
            assert client.get(path).status_code == 404
        assert client.delete("/api/games/7").status_code == 404
        assert client.patch("/api/games/7", json={"black": "Ann"}).status_code == 404
        for number in ("0", "-1", "1.5", "99999999999999999999", "%00"):
            assert client.get(f"/api/games/{number}").status_code == 422


def test_a_server_that_others_can_reach_asks_everybody_for_its_token(tmp_path: Path) -> None:
    options = ("--host", "0.0.0.0", "--token", "secret123", "--engines", "1", "--hash-mb", "1", "--no-book")  # noqa: S104
    with start(tmp_path / "games.sqlite", *options) as process:
        assert process.stdout is not None
        printed = httpx.URL(process.stdout.readline().split()[3])
        assert printed.query == b"token=secret123"
        address = f"http://127.0.0.1:{printed.port}/"
        with httpx.Client(base_url=address, timeout=PATIENCE) as client:
            for path in ("/", "/static/js/main.js", "/api/ping", "/api/openapi.json", "/?token=secret12"):
                assert client.get(path).status_code == 401, path
            assert client.post("/api/search", json={"position": "f5", "depth": 1}).status_code == 401
            live = Server(address).live
            for headers in ({}, {"Authorization": "Bearer wrong"}):
                with pytest.raises(InvalidStatus) as refused:
                    asyncio.run(_pong(live, headers))
                assert refused.value.response.status_code == 403
            assert client.get("/", params={"token": "secret123"}).status_code == 303
            assert client.get("/").status_code == 200  # by the cookie
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            assert asyncio.run(_pong(live, {"Cookie": cookie})) == "pong"
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)


async def _pong(live: str, headers: dict[str, str]) -> str:
    async with connect(live, additional_headers=headers) as socket:
        await socket.send(json.dumps({"type": "ping", "id": 1}))
        return str((await hear(socket))["type"])
