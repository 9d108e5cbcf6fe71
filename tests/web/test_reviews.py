"""Reviews and explanations over HTTP."""

from __future__ import annotations

import json

import httpx
import pytest

from logistello.evaluation import Model
from logistello.othello import Game
from tests.web.test_searching import until_idle

#: Black plays beside a corner much too early; White does so too, and loses it.
GAME = "f5d6c3d3c4b3b2b1a1"


def test_a_review_streams_moves_and_ends_with_a_summary(client: httpx.Client) -> None:
    with client.stream("POST", "/api/review", json={"text": GAME, "depth": 5, "skip": 2}) as stream:
        lines = [json.loads(line) for line in stream.iter_lines()]
    assert [line["type"] for line in lines] == ["start", *["move"] * 7, "summary"]
    assert lines[0]["total"] == 7
    moves = lines[1:-1]
    assert [move["number"] for move in moves] == list(range(3, 10))
    assert [move["played"] for move in moves] == [str(move) for move in Game.from_moves(GAME).moves][2:]
    given = next(move for move in moves if move["played"] == "b2")
    assert given["move_class"] == "blunder"
    assert given["disc_loss"] > 3
    summary = lines[-1]
    assert summary["black"]["classes"]["blunder"] >= 1
    assert summary["black"]["accuracy"] < 100
    assert summary["opening"] == "Aubrey"


def test_whoever_leaves_a_review_stops_it(client: httpx.Client) -> None:
    """The server must not complain about it either: the fixture looks at its error output."""
    for _ in range(3):
        with client.stream("POST", "/api/review", json={"text": GAME, "seconds": 3}) as stream:
            assert json.loads(next(stream.iter_lines()))["type"] == "start"
    until_idle(client)


def test_games_without_moves_cannot_be_reviewed(client: httpx.Client) -> None:
    board = "---------------------------OX------XO--------------------------- X"
    assert client.post("/api/review", json={"text": board}).status_code == 400


def test_explanations_add_up(client: httpx.Client) -> None:
    model = Model.default()
    position = Game.from_moves("f5d6").position
    plain = client.post("/api/explain", json={"position": "f5d6"}).json()
    assert plain["value"] == pytest.approx(float(model.evaluate([position])[0]))
    after = {move: -float(model.evaluate([position.play(move)])[0]) for move in ("c3", "c5")}
    both = client.post("/api/explain", json={"position": "f5d6", "line": "c3", "other": "c5"}).json()
    assert both["value"] == pytest.approx(after["c3"] - after["c5"])
    assert both["line_value"] == pytest.approx(after["c3"])
    for reply in (plain, both):
        assert sum(reply["squares"]) + reply["constant"] == pytest.approx(reply["value"])
        assert sum(each["discs"] for each in reply["patterns"]) + reply["constant"] == pytest.approx(reply["value"])
    assert "c3" in both["sentence"]
    assert "c5" in both["sentence"]
    assert client.post("/api/explain", json={"position": "f5d6", "line": "a1"}).status_code == 400
    assert client.post("/api/explain", json={"position": "f5d6", "other": "c3"}).status_code == 400


def test_why_takes_what_was_shown_or_searches(client: httpx.Client) -> None:
    asked = {"position": "f5d6c3d3c4b3b2", "line": "b1", "other": "c2"}
    shown = client.post("/api/why", json={**asked, "line": "b1 a1", "line_score": -20.5, "other_score": -3.25}).json()
    assert (shown["better"]["move"], shown["worse"]["move"]) == ("c2", "b1")
    assert (shown["better"]["score"], shown["worse"]["score"]) == (-3.25, -20.5)
    assert shown["worse"]["line"] == ["b1", "a1"]
    assert len(shown["worse"]["positions"]) == 2
    assert shown["reasons"][0]["kind"] == "corner"
    assert shown["reasons"][0]["squares"] == ["a1"]
    assert shown["sentence"].startswith("c2 is 17.2 discs better than b1: ")
    searched = client.post("/api/why", json=asked).json()
    assert searched["better"]["score"] > searched["worse"]["score"]
    assert searched["worse"]["move"] == "b1"
    assert client.post("/api/why", json={**asked, "line": "h8"}).status_code == 400
    until_idle(client)


def test_a_review_of_a_named_effort(client: httpx.Client) -> None:
    with client.stream("POST", "/api/review", json={"text": GAME, "effort": "quick", "skip": 6}) as stream:
        lines = [json.loads(line) for line in stream.iter_lines()]
    assert lines[0]["disc_thresholds"][0]["name"] == "blunder"
    given = next(line for line in lines if line.get("played") == "b1")
    assert given["disc_class"] == "blunder"
    assert given["played_pv"][0] == "b1"
    both = {"text": GAME, "effort": "quick", "seconds": 1}
    assert client.post("/api/review", json=both).status_code == 400
