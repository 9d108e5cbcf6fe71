"""Games of the page that become part of the user's book."""

from __future__ import annotations

import signal
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from logistello.book import Book, BookInPlay
from logistello.engine import BookPolicy, Engine
from logistello.evaluation.model import find_model
from logistello.othello import Ending, Game, Position
from logistello.othello.game import Result
from logistello.web.learning import BookLearner
from tests.waiting import PATIENCE
from tests.web.conftest import start

#: The shortest game: won by a wipe-out after nine moves, so little is to be searched.
SHORT = "e6f4e3f6g5d6e7f5c5"
#: Quick, for tests that do not look at values.
SHALLOW = BookPolicy(learn_depth=2, solve_empties=4)


@pytest.fixture(scope="module")
def learning(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, Path]]:
    """A server that learns into a book which is not there yet."""
    folder: Path = tmp_path_factory.mktemp("learning")
    with Book.open(folder / "my.book", writable=True, create=True):
        pass
    with start(
        folder / "games.sqlite", "--engines", "1", "--hash-mb", "1", "--book", str(folder / "my.book")
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[3]
        with httpx.Client(base_url=address, timeout=PATIENCE, verify=False) as client:  # noqa: S501 - no TLS at all
            yield client, folder / "my.book"
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)


def until(client: httpx.Client, number: int, *states: str) -> dict[str, Any]:
    pause = threading.Event()
    while True:
        reply: dict[str, Any] = client.get(f"/api/book/learn/{number}").json()
        if reply["state"] in states or reply["problem"]:
            return reply
        pause.wait(0.05)


def test_a_game_is_learned_and_taken_back(learning: tuple[httpx.Client, Path]) -> None:
    client, book = learning
    assert client.get("/api/info").json()["learns"] is True
    begun = client.post("/api/book/learn", json={"text": SHORT})
    assert begun.status_code == 202
    number = begun.json()["id"]
    done = until(client, number, "learned")
    assert (done["state"], done["problem"]) == ("learned", "")
    assert done["positions"] > 0
    asked = {"position": SHORT[:4]}
    assert "e3" in {move["move"] for move in client.get("/api/book", params=asked).json()["moves"]}
    assert client.delete(f"/api/book/learn/{number}").status_code == 202
    assert until(client, number, "undone")["state"] == "undone"
    assert client.get("/api/book", params=asked).json()["found"] is False
    with Book.open(book) as opened:
        assert len(opened) == 0
    # Twice does no harm.
    assert client.delete(f"/api/book/learn/{number}").json()["state"] == "undone"


def test_only_what_came_to_an_end_is_learned(learning: tuple[httpx.Client, Path]) -> None:
    client, _ = learning
    left = client.post("/api/book/learn", json={"text": "f5d6c3"})
    assert left.status_code == 400
    assert "not finished" in left.json()["error"]["message"]
    assert client.post("/api/book/learn", json={"text": "f5\nf5d6"}).status_code == 400
    assert client.post("/api/book/learn", json={"text": SHORT, "loser": "green"}).status_code == 422
    assert client.get("/api/book/learn/999").status_code == 404
    assert client.delete("/api/book/learn/999").status_code == 404


def test_a_server_may_not_learn(client: httpx.Client) -> None:
    assert client.get("/api/info").json()["learns"] is False
    refused = client.post("/api/book/learn", json={"text": SHORT})
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "no_learning")


def settled(learner: BookLearner, number: int, *states: str) -> str:
    pause = threading.Event()
    while learner.get(number).state not in states and not learner.get(number).problem:
        pause.wait(0.02)
    return learner.get(number).problem


def test_a_book_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    broken = tmp_path / "my.book"
    broken.write_bytes(b"no book at all")
    learner = BookLearner(BookInPlay(broken, SHALLOW), find_model(None))
    learning = learner.submit(Game.from_moves(SHORT))
    problem = settled(learner, learning.id, "learned")
    assert learning.state == "failed"
    assert str(broken) in problem
    learner.close()


def test_while_another_writes_the_server_waits_in_the_background(tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    with Book.open(path, writable=True, create=True):
        pass
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    learner = BookLearner(BookInPlay(path, SHALLOW), find_model(None))
    learning = learner.submit(Game.from_moves(SHORT))  # returns at once
    assert learning.state in ("waiting", "learning")
    other.execute("ROLLBACK")
    other.close()
    assert settled(learner, learning.id, "learned", "failed") == ""
    learner.close()


def test_what_others_learned_since_is_not_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    learner = BookLearner(BookInPlay(path, SHALLOW), find_model(None))
    first = learner.submit(Game.from_moves(SHORT))
    assert settled(learner, first.id, "learned", "failed") == ""
    with Book.open(path, writable=True) as book, Engine(hash_mb=1) as engine:
        given_up = Game.from_moves("f5d6c3d3c4f4c5")
        given_up.stated_result = Result(-64, Ending.RESIGNED)
        book.in_play(SHALLOW).learn(given_up, engine)
    learner.undo(first.id)
    assert "changed since" in settled(learner, first.id, "undone")
    assert first.state == "learned"
    with Book.open(path) as book:
        assert Position.initial().play("f5").play("d6") in book
    learner.close()


def test_it_ends_in_the_middle_of_a_game(tmp_path: Path) -> None:
    deep = BookPolicy(learn_depth=40, solve_empties=20)
    learner = BookLearner(BookInPlay(tmp_path / "my.book", deep), find_model(None))
    learning = learner.submit(Game.from_moves(SHORT))
    pause = threading.Event()
    while learning.state == "waiting":
        pause.wait(0.02)
    learner.close()
    assert learning.state in ("learning", "failed")
