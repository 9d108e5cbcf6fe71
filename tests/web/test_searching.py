"""Give a position, get a move."""

from __future__ import annotations

import http.client
import json
from typing import Any

import httpx
import pytest

from logistello.othello import Game, Position
from tests.waiting import PATIENCE, wait_until

#: Few empty squares: solved in a moment.
SHORT_ENDING = "OXOOOO-XOOXOXOXXOOXXOXOXOOXOXOXXOOOXXOXXOOOOOOOXOOOOOOXX-X---O-X X"
OVER = "XXXXXXXX" * 8 + " O"


def test_a_position_gives_a_move(client: httpx.Client) -> None:
    reply = client.post("/api/search", json={"position": "f5d6", "depth": 5}).json()
    position = Game.from_moves("f5d6").position
    assert reply["position"] == position.text
    assert reply["move"] == reply["pv"][0]
    assert position.is_legal(reply["move"])
    assert reply["depth"] == 5
    assert reply["complete"] is True
    assert reply["exact"] is False
    assert abs(sum(reply["outlook"][each] for each in ("win", "draw", "loss")) - 1) < 0.001
    timed = client.post("/api/search", json={"position": "f5d6", "seconds": 0.05}).json()
    assert timed["complete"] is False
    assert position.is_legal(timed["move"])


def test_the_end_of_the_game(client: httpx.Client) -> None:
    reply = client.post("/api/search", json={"position": OVER}).json()
    assert (reply["move"], reply["score"], reply["exact"]) == (None, -64.0, True)
    lines = client.post("/api/analyse", json={"position": OVER}).text.splitlines()
    assert [json.loads(line)["done"] for line in lines] == [True]
    assert client.post("/api/play", json={"position": OVER, "level": 1}).status_code == 400


def test_solving(client: httpx.Client) -> None:
    exact = client.post("/api/solve", json={"position": SHORT_ENDING, "all_moves": True}).json()
    assert exact["exact"] is True
    assert exact["complete"] is True
    values = {each["move"]: each["lower"] for each in exact["moves"]}
    position = Position.parse(SHORT_ENDING)
    assert set(values) == {str(move) for move in position.legal_moves}
    assert max(values.values()) == values[exact["move"]] == exact["score"] == plain_score(position)
    wld = client.post("/api/solve", json={"position": SHORT_ENDING, "mode": "wld"}).json()
    assert (wld["lower"] > 0) == (exact["score"] > 0)
    bounds = client.post("/api/solve", json={"position": "f5d6", "seconds": 0.02}).json()
    assert bounds["complete"] is False
    assert bounds["lower"] < bounds["upper"]


def plain_score(position: Position) -> int:
    """Minimax without anything."""
    if position.is_over:
        return position.final_score()
    return max(-plain_score(position.play(move)) for move in position.legal_moves)


def test_values_of_all_moves_get_better(client: httpx.Client) -> None:
    with client.stream("POST", "/api/analyse", json={"position": "f5d6c3", "depth": 6}) as stream:
        assert stream.headers["content-type"].startswith("application/x-ndjson")
        messages = [json.loads(line) for line in stream.iter_lines()]
    legal = {str(move) for move in Game.from_moves("f5d6c3").position.legal_moves}
    assert all({each["move"] for each in message["moves"]} == legal for message in messages)
    check_never_less_sure(messages)
    assert messages[0]["depth"] == 0
    assert [message["done"] for message in messages] == [False] * (len(messages) - 1) + [True]
    assert messages[-1]["complete"] is True
    assert all(each["depth"] == 6 for each in messages[-1]["moves"])


def check_never_less_sure(messages: list[dict[str, Any]]) -> None:
    known: dict[str, tuple[bool, int, int]] = {}
    for message in messages:
        for each in message["moves"]:
            sureness = (each["exact"], each["depth"], each["confidence"])
            # Of the first glance only the depth counts: it prunes nothing.
            assert sureness >= known.get(each["move"], sureness) or known[each["move"]][1] == 0
            known[each["move"]] = sureness


def test_only_some_moves(client: httpx.Client) -> None:
    lines = client.post("/api/analyse", json={"position": "f5d6c3", "depth": 3, "best": 2}).text.splitlines()
    assert len(json.loads(lines[-1])["moves"]) >= 2


@pytest.mark.parametrize("level", [1, 3])
def test_an_opponent(client: httpx.Client, level: int) -> None:
    levels = client.get("/api/levels").json()
    assert levels["default"] in [each["level"] for each in levels["levels"]]
    reply = client.post("/api/play", json={"position": "f5d6", "level": level}).json()
    assert Game.from_moves("f5d6").position.is_legal(reply["move"])
    assert reply["level"] == level
    assert client.post("/api/play", json={"position": "f5d6", "level": 99}).status_code == 400


def active(client: httpx.Client) -> int:
    count: int = client.get("/api/info").json()["active"]
    return count


def until_idle(client: httpx.Client) -> None:
    wait_until(lambda: active(client) == 0, "nothing is searched")


def test_whoever_leaves_stops_the_search(client: httpx.Client) -> None:
    with client.stream("POST", "/api/analyse", json={"position": "f5d6", "seconds": 3600}) as stream:
        next(stream.iter_lines())
    until_idle(client)  # left alone it would think for an hour
    connection = http.client.HTTPConnection(client.base_url.host, client.base_url.port, timeout=PATIENCE)
    body = json.dumps({"position": "f5d6", "seconds": 3600})
    connection.request("POST", "/api/search", body, {"Content-Type": "application/json"})
    wait_until(lambda: active(client) == 1, "the position is searched")
    connection.close()
    until_idle(client)
