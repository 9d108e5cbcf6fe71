"""Many open pages that analyse at once: does the server still answer, is the work shared, do closed pages stop?

A page is its WebSocket: what a browser does with the messages is not the server's work, and fifty browsers would take
the cores from it.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

import httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.measure import Record
from logistello.othello import Position

_LATECOMERS = 10
_PING_PAUSE = 0.1


def midgame(seed: int) -> str:
    """A random position with 10 to 40 moves played."""
    rng = random.Random(seed)  # noqa: S311
    position = Position.initial()
    for _ in range(10 + seed % 31):
        if position.legal_moves:
            position = position.play(rng.choice(position.legal_moves))
    return position.text


@dataclass
class Tab:
    """One open page: the last message about its position, and how many there were."""

    position: str
    last: str = ""
    messages: int = 0

    async def stay(self, address: str, stop: asyncio.Event) -> None:
        async with connect(live(address)) as socket:
            await ask(socket, self.position)
            while not stop.is_set():
                try:
                    self.last = str(await asyncio.wait_for(socket.recv(), 0.5))
                except TimeoutError:
                    continue
                self.messages += 1

    @property
    def depth(self) -> int:
        return int(json.loads(self.last)["depth"]) if self.last else 0

    @property
    def thought(self) -> float:
        """Seconds that engines gave it."""
        return float(json.loads(self.last)["seconds"]) if self.last else 0.0

    @property
    def done(self) -> bool:
        return bool(self.last) and bool(json.loads(self.last)["done"])


def live(address: str) -> str:
    return address.replace("http", "ws", 1) + "api/live"


async def ask(socket: ClientConnection, position: str) -> None:
    await socket.send(json.dumps({"type": "analyse", "id": 1, "position": position}))


async def first_values(address: str, position: str) -> tuple[float, float]:
    """Seconds until a page that comes late has any values, and until it has searched ones."""
    async with connect(live(address)) as socket:
        began = time.perf_counter()
        await ask(socket, position)
        await socket.recv()
        glance = time.perf_counter() - began
        while json.loads(await socket.recv())["depth"] == 0:
            pass
        return glance, time.perf_counter() - began


def pings(address: str, seconds: float) -> list[float]:
    """Seconds of each; in a process of its own, as what the pages do here must not be counted."""
    found = []
    with httpx.Client(base_url=address, timeout=60) as client:
        client.get("/api/ping")
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            began = time.perf_counter()
            client.get("/api/ping")
            found.append(time.perf_counter() - began)
            time.sleep(_PING_PAUSE)
    return found


async def seconds_until_idle(client: httpx.AsyncClient) -> float:
    """How long searches of pages that are gone go on."""
    began = time.perf_counter()
    while (await client.get("/api/info")).json()["active"]:
        await asyncio.sleep(0.01)
    return time.perf_counter() - began


def summary(values: Sequence[float]) -> Record:
    ordered = sorted(values)
    return {
        "median": round(statistics.median(ordered), 4),
        "p95": round(ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))], 4),
        "worst": round(ordered[-1], 4),
        "count": len(ordered),
    }


async def measure(address: str, pages: int, seconds: float) -> Record:
    stop = asyncio.Event()
    tabs = [Tab(midgame(seed)) for seed in range(pages)]
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as other:
        await loop.run_in_executor(other, pings, address, 0.5)  # server and process warm up
        opening_pings = loop.run_in_executor(other, pings, address, 3.0)
        await asyncio.sleep(0.3)
        running = [asyncio.create_task(tab.stay(address, stop)) for tab in tabs]
        opening = await opening_pings  # while all of them come at once
        steady = await loop.run_in_executor(other, pings, address, seconds)
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        late = [await first_values(address, midgame(1000 + number)) for number in range(_LATECOMERS)]
        thinking = [tab for tab in tabs if not tab.done]
        stop.set()
        await asyncio.gather(*running)
        idle = await seconds_until_idle(client)
    thought = [tab.thought for tab in thinking]
    return {
        "pages": pages,
        "ping_while_opening": summary(opening),
        "ping": summary(steady),
        "first_glance": summary([each[0] for each in late]),
        "first_search": summary([each[1] for each in late]),
        "depths": sorted(tab.depth for tab in tabs),
        "thinking_seconds": {
            "pages": len(thinking),
            "least": round(min(thought, default=0.0), 3),
            "median": round(statistics.median(thought), 3) if thought else 0.0,
            "most": round(max(thought, default=0.0), 3),
        },
        "messages": sum(tab.messages for tab in tabs),
        "idle_after_closing": round(idle, 3),
    }
