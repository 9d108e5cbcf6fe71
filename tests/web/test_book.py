"""A server with an opening book."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from logistello.book import Book, EngineRecipe
from logistello.othello import Game
from tests.waiting import PATIENCE

from .conftest import start


@pytest.fixture(scope="module")
def with_book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder: Path = tmp_path_factory.mktemp("with_book")
    path = folder / "some.book"
    with Book.open(path, writable=True, create=True) as book:
        book.add_games([Game.from_moves("f5d6c3d3c4f4c5b3c2")], EngineRecipe(depth=4, solve_empties=6, hash_mb=1))
    with start(folder / "games.sqlite", "--engines", "1", "--hash-mb", "1", "--book", str(path)) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[3]
        with httpx.Client(base_url=address, timeout=PATIENCE, verify=False) as client:  # noqa: S501 - no TLS at all
            yield client
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)


def test_what_the_book_knows(with_book: httpx.Client) -> None:
    reply = with_book.get("/api/book", params={"position": "f5d6"}).json()
    assert (reply["available"], reply["found"]) == (True, True)
    assert "c3" in [each["move"] for each in reply["moves"]]
    assert with_book.get("/api/info").json()["book"] is True


def test_strong_levels_play_from_it_and_weak_ones_do_not(with_book: httpx.Client) -> None:
    assert with_book.post("/api/play", json={"position": "f5", "level": 20}).json()["book"] is True
    assert with_book.post("/api/play", json={"position": "f5", "level": 1}).json()["book"] is False
