"""Live values over a real WebSocket."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import MutableMapping
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from logistello.othello import Position
from logistello.web.routes.live import live
from logistello.web.server_settings import Limits
from tests.waiting import PATIENCE
from tests.web.conftest import Server, served
from tests.web.test_searching import check_never_less_sure, until_idle


def midgame(seed: int) -> Position:
    rng = random.Random(seed)
    position = Position.initial()
    for _ in range(20):
        position = position.play(rng.choice(position.legal_moves))
    return position


async def hear(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
    return message


async def ask(socket: ClientConnection, **message: Any) -> None:
    await socket.send(json.dumps(message))


def test_values_come_at_once_and_improve(server: Server) -> None:
    position = midgame(1)

    async def talk() -> list[dict[str, Any]]:
        async with connect(server.live) as socket:
            await ask(socket, type="analyse", id=5, position=position.text, depth=7)
            messages = [await hear(socket)]
            while not messages[-1]["done"]:
                messages.append(await hear(socket))
            return messages

    messages = asyncio.run(talk())
    legal = {str(move) for move in position.legal_moves}
    assert all({each["move"] for each in message["moves"]} == legal for message in messages)
    assert all(message["type"] == "values" and message["id"] == 5 for message in messages)
    assert messages[0]["depth"] == 0
    assert messages[-1]["depth"] == 7
    check_never_less_sure(messages)


def test_a_new_position_replaces_the_old_one(server: Server, client: httpx.Client) -> None:
    async def talk() -> None:
        async with connect(server.live) as socket:
            await ask(socket, type="analyse", id=1, position="f5")
            await hear(socket)
            await ask(socket, type="analyse", id=2, position="f5d6", depth=4)
            numbers = []
            while True:
                message = await hear(socket)
                numbers.append(message["id"])
                if message["id"] == 2 and message["done"]:
                    break
            assert numbers == sorted(numbers)
            await ask(socket, type="analyse", id=3, position="f5")
            await hear(socket)
            await ask(socket, type="stop")
            await ask(socket, type="ping", id=9)
            while (message := await hear(socket))["type"] != "pong":
                assert message["id"] == 3
            assert message["id"] == 9
            # Nothing more about 3: the next word is about 4.
            await ask(socket, type="analyse", id=4, position="XXXXXXXX" * 8 + " O")
            message = await hear(socket)
            assert (message["id"], message["moves"], message["done"]) == (4, [], True)

    asyncio.run(talk())
    until_idle(client)


def test_nonsense_is_answered_and_forgiven(server: Server) -> None:
    rng = random.Random(7)
    nonsense = [
        "",
        "{",
        "[]",
        "null",
        '{"type":"x"}',
        '{"type":"analyse"}',
        '{"type":"analyse","position":5}',
        '{"type":"analyse","position":"f5","id":-1}',
        '{"type":"analyse","position":"f5","more":1}',
        '{"type":"analyse","position":"\\ud800"}',
        '{"type":"analyse","id":1,"position":"a1"}',
        '{"type":"analyse","id":1,"position":""}',
        *("".join(chr(rng.randrange(32, 0x2FF)) for _ in range(rng.randrange(60))) for _ in range(40)),
    ]

    async def talk() -> None:
        async with connect(server.live) as socket:
            for text in nonsense:
                await socket.send(text)
                message = await hear(socket)
                assert message["type"] == "error", text
                assert message["error"]["message"]
            await ask(socket, type="ping", id=1)
            assert (await hear(socket))["type"] == "pong"
            await socket.send("x" * 300_000)
            with pytest.raises(ConnectionClosed) as closed:
                await hear(socket)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009

    asyncio.run(talk())


def test_other_sites_are_turned_away(server: Server) -> None:
    async def talk(**headers: str) -> None:
        async with connect(server.live, additional_headers=headers):
            pass

    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        with pytest.raises(InvalidStatus) as refused:
            asyncio.run(talk(**headers))
        assert refused.value.response.status_code == 403
    asyncio.run(talk(Origin=server.address.rstrip("/")))


def test_ten_pages_all_get_on_and_the_server_answers(server: Server, client: httpx.Client) -> None:
    """Two engines, ten pages that would think for ever: everybody's values get better."""

    async def page(number: int, others: asyncio.Barrier) -> int:
        async with connect(server.live) as socket:
            await ask(socket, type="analyse", id=number, position=midgame(number).text)
            depth = 0
            while depth < 4:
                depth = (await hear(socket))["depth"]
            # Nobody leaves before all have come so far: each got its share beside the others.
            await others.wait()
            await ask(socket, type="ping", id=77)
            while (await hear(socket))["type"] != "pong":
                pass
            return depth

    async def all_pages() -> list[int]:
        others = asyncio.Barrier(10)
        async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as asking:
            pages = [asyncio.create_task(page(number, others)) for number in range(10)]
            search = await asking.post("/api/search", json={"position": "f5", "depth": 4})
            assert search.json()["complete"] is True
            return await asyncio.gather(*pages)

    assert min(asyncio.run(all_pages())) >= 4
    until_idle(client)


def test_a_page_that_is_gone_when_it_is_answered_is_no_error() -> None:
    """Its first question is there, and nobody to send the answer to."""
    question = {"type": "websocket.receive", "text": json.dumps({"type": "ping", "id": 1})}
    messages = iter([{"type": "websocket.connect"}, question])

    async def receive() -> dict[str, Any]:
        return next(messages)

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            raise OSError("connection lost")

    with served(Limits()) as (_, backend):
        app = SimpleNamespace(state=SimpleNamespace(backend=backend))
        asyncio.run(live(WebSocket({"type": "websocket", "app": app}, receive, send)))
