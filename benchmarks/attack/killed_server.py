"""``kill -9`` of the web server while games are saved, imported and learned over HTTP."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx

from benchmarks.attack.samples import random_games
from logistello.book import Book
from logistello.library import Library
from logistello.othello import Game
from logistello.othello.notation import Document, write

#: The shortest game, and its reflections: won after nine moves, so little is to be searched.
_SHORT = ("e6f4e3f6g5d6e7f5c5", "d3c5d6c3b4e3d2c4f4", "f5d6c5f4e7")
_PATIENCE = 120.0
_LEARN_WAIT = 0.01


def kill_server(what: str, folder: Path, rng: random.Random) -> tuple[str, float, str]:
    """What was lost (nothing: empty), seconds, what was done."""
    folder.mkdir()
    begun = time.monotonic()
    library, book = folder / "games.sqlite", folder / "my.book"
    with Book.open(book, writable=True, create=True):
        pass
    command = [sys.executable, "-m", "logistello.cli.main", "web", "--port", "0", "--engines", "1", "--hash-mb", "1"]
    process = subprocess.Popen(
        [*command, "--library", str(library), "--book", str(book)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "LOGISTELLO_BOOK": str(book)},
    )
    try:
        found = re.search(r"http://\S+", process.stdout.readline() if process.stdout else "")
        if found is None:
            return "the server did not start", time.monotonic() - begun, what
        moment = rng.uniform(*SERVED[what][0])
        timer = threading.Timer(moment, process.kill)
        with httpx.Client(base_url=found.group(), timeout=_PATIENCE) as client:
            timer.start()
            check = SERVED[what][1](client, rng)
        timer.join()
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()
    return check(library, book), time.monotonic() - begun, f"{what}   [killed after {moment:.3f} s]"


#: Looks into the library and the book for what was confirmed.
_Check = Callable[[Path, Path], str]


def _save(client: httpx.Client, rng: random.Random) -> _Check:
    """Games one by one until the server is gone; each answer confirms one."""
    confirmed: dict[int, str] = {}
    with suppress(httpx.TransportError):
        while True:
            text = random_games(1, rng.randrange(10**9))[0].transcript()
            for number in client.post("/api/games", json={"text": text}).json()["ids"]:
                confirmed[number] = text

    def check(library: Path, book: Path) -> str:
        with Library(library) as opened:
            for number, text in confirmed.items():
                stored = opened.get(number)
                if stored is None or stored.row.game().transcript() != text:
                    return f"of {len(confirmed)} games that were confirmed number {number} is gone"
        return ""

    return check


def _import(client: httpx.Client, rng: random.Random) -> _Check:
    """A large file; the lines of the answer confirm how many games are stored."""
    data = write(Document("", random_games(3_000, rng.randrange(10**9), plies=20)), "transcript")
    confirmed = 0
    with (
        suppress(httpx.TransportError),
        client.stream("POST", "/api/games/import", files=[("files", ("many.txt", data))]) as reply,
    ):
        for line in reply.iter_lines():
            confirmed = max(confirmed, json.loads(line).get("games", 0))

    def check(library: Path, book: Path) -> str:
        with Library(library) as opened:
            return "" if len(opened) >= confirmed else f"{confirmed} games were confirmed, {len(opened)} are there"

    return check


def _learn(client: httpx.Client, rng: random.Random) -> _Check:
    """Games one by one; one that is called learned is confirmed."""
    learned: list[str] = []
    with suppress(httpx.TransportError):
        while True:
            text = _SHORT[0]
            begun = client.post("/api/book/learn", json={"text": text})
            if begun.status_code != httpx.codes.ACCEPTED:
                continue
            while True:
                state = client.get(f"/api/book/learn/{begun.json()['id']}").json()["state"]
                if state == "learned":
                    learned.append(text)
                if state not in ("waiting", "learning"):
                    break
                time.sleep(_LEARN_WAIT)

    def check(library: Path, book: Path) -> str:
        with Book.open(book) as opened:
            if problems := opened.verify():
                return f"the book: {problems[0]}"
            for text in learned:
                if Game.from_moves(text[:-2]).position not in opened:
                    return f"{text} was called learned and is not in the book"
        return ""

    return check


#: Seconds within which the kill comes, and what is done until then.
SERVED: dict[str, tuple[tuple[float, float], Callable[[httpx.Client, random.Random], _Check]]] = {
    "web saving": ((0.02, 1.5), _save),
    "web import": ((0.02, 1.5), _import),
    "web learning": ((0.1, 4.0), _learn),
}
