"""Thinking on a person's time: a real server, requests that wait and are given up."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from logistello.othello import Game, Position
from logistello.web.server_settings import Limits
from tests.waiting import PATIENCE, wait_until

from .conftest import Server, served

LEVEL = 20
PLAYED = "f5d6c3"


def play(client: httpx.Client, position: Position, **more: object) -> dict[str, object]:
    reply = client.post("/api/play", json={"position": position.text, "level": LEVEL, "seconds": 0.3, **more})
    reply.raise_for_status()
    answer: dict[str, object] = reply.json()
    return answer


def test_what_was_found_before_the_reply_came_is_used() -> None:
    with served(Limits()) as (server, backend), server.client() as client, ThreadPoolExecutor(1) as threads:
        ours = Game.from_moves(PLAYED).position
        first = play(client, ours)
        assert first["pondered"] is None
        theirs = ours.play(str(first["move"]))
        expected = str(first["expected"])
        assert theirs.is_legal(expected)
        question = {"position": theirs.text, "expected": expected}
        waiting = threads.submit(_ask, server, question)
        wait_until(lambda: backend.scheduler.active > 0, "it thinks")
        task, _ = backend.pondered._tasks[theirs.play(expected).text]
        wait_until(lambda: any(depth >= 12 for _, depth in task._passes), "it has looked some way ahead")
        second = play(client, theirs.play(expected))
        pondered = second["pondered"]
        assert isinstance(pondered, dict)
        assert pondered["depth"] >= 12
        assert isinstance(second["depth"], int)
        assert second["depth"] >= pondered["depth"]
        assert waiting.result(PATIENCE) == pondered  # the one who asked for it hears of it too
        assert play(client, theirs.play(expected))["pondered"] is None  # once


def _ask(server: Server, question: dict[str, str]) -> dict[str, object]:
    with server.client() as client:
        answer: dict[str, object] = client.post("/api/ponder", json=question).json()
        return answer


def test_a_page_that_goes_away_ends_it() -> None:
    with served(Limits()) as (server, backend):
        position = Game.from_moves(PLAYED).position
        client = server.client()
        gone = threading.Event()

        def ask() -> None:
            with pytest.raises(httpx.HTTPError):
                client.post(
                    "/api/ponder",
                    json={"position": position.text, "expected": str(position.legal_moves[0])},
                    timeout=0.5,
                )
            gone.set()

        threading.Thread(target=ask).start()
        wait_until(lambda: backend.scheduler.active > 0, "it thinks")
        assert gone.wait(PATIENCE)
        client.close()
        wait_until(lambda: backend.scheduler.active == 0, "it has ended")


def test_bad_questions(client: httpx.Client) -> None:
    reply = client.post("/api/ponder", json={"position": PLAYED, "expected": "a1"})
    assert reply.status_code == 400
    assert client.post("/api/ponder", json={"position": PLAYED, "expected": "nonsense!"}).status_code in (400, 422)


def test_weak_levels_do_not(client: httpx.Client) -> None:
    reply = client.post("/api/play", json={"position": PLAYED, "level": 5}).json()
    assert (reply["expected"], reply["pondered"]) == (None, None)


def test_a_move_by_the_clock(client: httpx.Client) -> None:
    """Little is left: the move comes at once, and it is a move."""
    position = Game.from_moves(PLAYED).position
    reply = client.post(
        "/api/play", json={"position": position.text, "level": LEVEL, "clock": {"remaining": 0.5, "increment": 0.1}}
    ).json()
    assert position.is_legal(reply["move"])
    assert reply["outcome"] is None
    bad = {"position": PLAYED, "level": LEVEL, "clock": {"remaining": -1}}
    assert client.post("/api/play", json=bad).status_code == 422
