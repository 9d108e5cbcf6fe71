"""Reading anything, and all that the rules say of it."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import get_args

import httpx
import pytest

from logistello.othello import PASS, Color, Game, Position
from logistello.othello.square import squares_of
from logistello.othello.xot import XotList, xot_openings

GGF_BOARD = Position.initial().text[:64].replace("X", "*")


def random_game(seed: int) -> Game:
    rng = random.Random(seed)
    game = Game()
    while moves := game.position.legal_moves:
        game.play(rng.choice(moves))
    return game


@pytest.mark.parametrize("seed", range(3))
def test_every_position_of_a_game_with_its_rules(client: httpx.Client, seed: int) -> None:
    game = random_game(seed)
    reply = client.post("/api/position", json={"text": game.transcript()}).json()
    assert (reply["format"], reply["count"], reply["errors"]) == ("transcript", 1, [])
    states = reply["game"]["positions"]
    positions = list(game.positions())
    assert [state["position"] for state in states] == [position.text for position in positions]
    assert [state["move"] for state in states[1:]] == [str(move) for move in game.moves]
    for state, position in zip(states, positions, strict=True):
        legal = {entry["move"]: entry["flips"] for entry in state["legal"]}
        assert list(legal) == [str(move) for move in position.legal_moves]
        for move in position.legal_moves:
            assert legal[str(move)] == [str(square) for square in squares_of(position.flips(move))]
        assert state["must_pass"] == position.must_pass == (legal.keys() == {"pass"})
        assert state["discs"] == {"black": position.count(Color.BLACK), "white": position.count(Color.WHITE)}
        assert state["over"] == position.is_over
    assert states[-1]["black_score"] == positions[-1].final_score(Color.BLACK)
    for before, after in pairwise(states):
        flips = next(entry["flips"] for entry in before["legal"] if entry["move"] == after["move"])
        assert after["flipped"] == flips


def test_names_of_openings_stay_until_there_is_a_longer_one(client: httpx.Client) -> None:
    states = client.post("/api/position", json={"text": "F5 d6 c3 d3 c4 f4 a1"[:17]}).json()["game"]["positions"]
    assert [state["opening"] for state in states] == [
        None,
        None,
        "Perpendicular",
        *["Perpendicular"] * 2,
        "Tiger",
        "Tiger",
    ]
    next_names = {entry["move"]: entry["opening"] for entry in states[-1]["legal"]}
    assert next_names["f6"] == "Stephenson"
    assert {entry["name"] for entry in client.get("/api/openings").json()["openings"]} >= {"Tiger", "Heath"}


def test_nothing_is_the_start(client: httpx.Client) -> None:
    game = client.post("/api/position", json={}).json()["game"]
    assert game["start"] == Position.initial().text
    assert len(game["positions"]) == 1


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (Position.initial().play("f5").text, "position"),
        (str(Position.initial().play("f5")), "position"),
        ("8/8/8/3pP3/3Pp3/8/8/8 w", "position"),
        (f"(;GM[Othello]PB[a]PW[b]TY[8]RE[?]BO[8 {GGF_BOARD} *]B[f5];)", "ggf"),
        ("(;GM[2]PB[a]PW[b];B[f5](;W[d6])(;W[f6];B[e6]))", "sgf"),
    ],
)
def test_dialects(client: httpx.Client, text: str, kind: str) -> None:
    reply = client.post("/api/position", json={"text": text})
    assert reply.status_code == 200, reply.text
    assert reply.json()["format"] == kind


def test_variations_are_kept(client: httpx.Client) -> None:
    text = "(;GM[2];B[f5](;W[d6];B[c3])(;W[f6];B[e6](;W[f4])(;W[d6])))"
    variations = client.post("/api/position", json={"text": text}).json()["game"]["variations"]
    assert {(each["ply"], each["before"], each["moves"]) for each in variations} == {
        (1, "f5", "f6e6f4"),
        (3, "f5f6e6", "d6"),
    }


def test_an_error_has_its_place(client: httpx.Client) -> None:
    reply = client.post("/api/position", json={"text": "f5a1d6"})
    assert reply.status_code == 400
    error = reply.json()["error"]
    assert error["code"] == "bad_notation"
    assert (error["line"], error["column"]) == (1, 3)
    assert "a1" in error["message"]
    # Where there is a game before it, that is kept.
    reply = client.post("/api/position", json={"text": "f5d6a1"})
    assert reply.status_code == 200
    (error,) = reply.json()["errors"]
    assert (error["line"], error["column"]) == (1, 5)
    assert reply.json()["game"]["transcript"] == "f5d6"
    # What is to be stored or searched must be right.
    assert client.post("/api/games", json={"text": "f5d6a1"}).status_code == 400


def test_a_file_of_games(client: httpx.Client, data: Path) -> None:
    content = (data / "WTH_1977.wtb").read_bytes()
    reply = client.post("/api/position/file", params={"name": "WTH_1977.wtb", "game": 1}, content=content).json()
    assert (reply["format"], reply["count"], len(reply["games"])) == ("wthor", 12, 12)
    assert reply["game"]["result"]["black_score"] == reply["games"][1]["black_score"]
    missing = client.post("/api/position/file", params={"name": "WTH_1977.wtb", "game": 12}, content=content)
    assert missing.status_code == 400


def test_moves_one_by_one(client: httpx.Client) -> None:
    for game in map(random_game, range(10, 30)):
        if PASS in game.moves:
            break
    before = list(game.positions())[game.moves.index(PASS)]
    after = client.post("/api/move", json={"position": before.text, "move": "pass"}).json()
    assert after["position"] == before.play(PASS).text
    refused = client.post("/api/move", json={"position": "f5d6", "move": "a1"})
    assert refused.status_code == 400
    assert refused.json()["error"]["code"] == "illegal_move"
    assert "c3" in refused.json()["error"]["message"]
    assert client.post("/api/move", json={"position": "f5d6", "move": "k9"}).status_code == 400


def test_export(client: httpx.Client) -> None:
    reply = client.post("/api/export", json={"text": "f5d6c3", "format": "ggf", "black": "Ann"})
    assert reply.status_code == 200
    assert b"PB[Ann]" in reply.content
    assert reply.headers["content-disposition"] == 'attachment; filename="game.ggf"'
    assert client.post("/api/export", json={"text": "f5d6c3", "format": "fen"}).status_code == 400
    assert client.post("/api/export", json={"text": "f5d6c3", "format": "../x"}).status_code == 400


def test_export_with_variations(client: httpx.Client) -> None:
    question = {"text": "f5d6c3", "variations": ["f5f6", "f5d6c4"], "format": "sgf"}
    reply = client.post("/api/export", json=question)
    assert "B[f5](;W[d6](;B[c3])(;B[c4]))(;W[f6])" in reply.text
    again = client.post("/api/position", json={"text": reply.text}).json()["game"]
    assert again["transcript"] == "f5d6c3"
    assert {each["before"] + each["moves"] for each in again["variations"]} == {"f5f6", "f5d6c4"}
    plain = client.post("/api/export", json={**question, "format": "transcript"})
    assert plain.text.strip() == "f5d6c3"
    for bad in (["f5a1"], ["f5d"], ["zz"]):
        assert client.post("/api/export", json={**question, "variations": bad}).status_code == 400
    assert client.post("/api/export", json={**question, "variations": ["f5"] * 201}).status_code == 422
    two_games = client.post("/api/export", json={**question, "text": "f5\nf5d6"})
    assert two_games.status_code == 400


def test_variations_are_kept_in_the_library(client: httpx.Client) -> None:
    saved = client.post("/api/games", json={"text": "f5d6c3", "variations": ["f5f6"], "black": "Vera"}).json()["ids"]
    stored = client.get(f"/api/games/{saved[0]}").json()
    assert [each["before"] + each["moves"] for each in stored["game"]["variations"]] == ["f5f6"]
    assert "(;W[f6])" in client.get(f"/api/games/{saved[0]}/export", params={"format": "sgf"}).text
    client.delete(f"/api/games/{saved[0]}")


def test_xot_begins_with_eight_moves_to_an_even_position(client: httpx.Client) -> None:
    for which in get_args(XotList):
        known = {"".join(map(str, moves)) for moves in xot_openings(which)}
        drawn = [client.get("/api/openings/xot", params={"list": which}).json() for _ in range(3)]
        assert {each["moves"] for each in drawn} <= known
        assert len({each["moves"] for each in drawn}) > 1
        assert {each["openings"] for each in drawn} == {len(known)}
    assert client.get("/api/openings/xot", params={"list": "huge"}).status_code == 422
