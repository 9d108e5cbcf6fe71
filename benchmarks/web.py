"""Many open pages: how soon the server answers while all of them analyse.

``python -m benchmarks.web [--pages 50] [--seconds 15] [--no-save]``; the targets are a ping under 200 ms with 50 pages,
and first values within 300 ms of a move.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.measure import ROOT, Record, new_record, save, say
from logistello.othello import Position


def midgame(seed: int) -> str:
    """A random position with 10 to 40 moves played."""
    rng = random.Random(seed)  # noqa: S311
    position = Position.initial()
    for _ in range(10 + seed % 31):
        if position.legal_moves:
            position = position.play(rng.choice(position.legal_moves))
    return position.text


async def ask(socket: ClientConnection, position: str) -> None:
    await socket.send(json.dumps({"type": "analyse", "id": 1, "position": position}))


async def page(address: str, seed: int, stop: asyncio.Event) -> tuple[int, int]:
    """Depth that an open page has reached, and how many messages it got."""
    depth = messages = 0
    async with connect(address.replace("http", "ws") + "api/live") as socket:
        await ask(socket, midgame(seed))
        while not stop.is_set():
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), 0.5))
            except TimeoutError:
                continue
            depth, messages = message["depth"], messages + 1
    return depth, messages


async def first_values(address: str, seed: int) -> tuple[float, float]:
    """Seconds until a page that comes late has any values, and until it has searched ones."""
    async with connect(address.replace("http", "ws") + "api/live") as socket:
        began = time.perf_counter()
        await ask(socket, midgame(seed))
        await socket.recv()
        glance = time.perf_counter() - began
        while json.loads(await socket.recv())["depth"] == 0:
            pass
        return glance, time.perf_counter() - began


async def measure(address: str, pages: int, seconds: float) -> Record:
    stop = asyncio.Event()
    running = [asyncio.create_task(page(address, seed, stop)) for seed in range(pages)]
    await asyncio.sleep(2)
    pings, late = [], []
    end = time.perf_counter() + seconds
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        while time.perf_counter() < end:
            began = time.perf_counter()
            await client.get("/api/ping")
            pings.append(time.perf_counter() - began)
            await asyncio.sleep(0.1)
        late = [await first_values(address, 1000 + number) for number in range(10)]
    stop.set()
    found = await asyncio.gather(*running)
    return {
        "pages": pages,
        "ping": {"median": statistics.median(pings), "worst": max(pings), "count": len(pings)},
        "first_glance": {"median": statistics.median(each[0] for each in late), "worst": max(each[0] for each in late)},
        "first_search": {"median": statistics.median(each[1] for each in late), "worst": max(each[1] for each in late)},
        "depths": sorted(depth for depth, _ in found),
        "messages": sum(count for _, count in found),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web", description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--no-save", action="store_true", help="do not keep the result")
    arguments = parser.parse_args()
    record = new_record("web")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "logistello.cli.main", "web", "--port", "0"]
        with subprocess.Popen(
            [*command, "--library", str(Path(folder) / "games.sqlite")], stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdout is not None  # noqa: S101
            address = server.stdout.readline().split()[3]
            say(f"{arguments.pages} pages at {address}")
            record.update(asyncio.run(measure(address, arguments.pages, arguments.seconds)))
            server.send_signal(signal.SIGINT)
    print(json.dumps({name: record[name] for name in ("pages", "ping", "first_glance", "first_search", "depths")}))
    if not arguments.no_save:
        print(f"stored as {save(record).relative_to(ROOT)}")


if __name__ == "__main__":
    main()
