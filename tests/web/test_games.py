"""The library over HTTP."""

from __future__ import annotations

import json
from pathlib import Path

import httpx

from logistello.othello.notation import read_path


def test_the_life_of_a_game(client: httpx.Client) -> None:
    saved = client.post("/api/games", json={"text": "f5d6c3d3c4", "black": "Ann Example", "white": "100% Bob_"})
    assert saved.status_code == 201
    (number,) = saved.json()["ids"]
    again = client.post("/api/games", json={"text": "f5d6c3d3c4", "black": "Ann Example", "white": "100% Bob_"})
    assert again.json()["ids"] == [number]
    for wanted in ({"player": "ann EX"}, {"white": "100%"}, {"white": "bob_"}, {"opening": "tiger", "black": "Ann"}):
        found = client.get("/api/games", params=wanted).json()
        assert [game["id"] for game in found["games"]] == [number], wanted
    assert client.get("/api/games", params={"white": "%ann"}).json()["total"] == 0
    whole = client.get(f"/api/games/{number}").json()
    assert whole["game"]["black"]["name"] == "Ann Example"
    assert whole["game"]["transcript"] == whole["stored"]["transcript"] == "f5d6c3d3c4"
    changed = client.patch(f"/api/games/{number}", json={"black": "Eve", "date": "1999"}).json()
    assert (changed["black"], changed["white"], changed["date"]) == ("Eve", "100% Bob_", "1999")
    exported = client.get(f"/api/games/{number}/export", params={"format": "ggf"})
    assert b"PB[Eve]" in exported.content
    assert client.delete(f"/api/games/{number}").status_code == 204
    assert client.get(f"/api/games/{number}").status_code == 404
    assert client.delete(f"/api/games/{number}").status_code == 404
    assert client.patch(f"/api/games/{number}", json={}).status_code == 404


def test_import_with_names_and_statistics(client: httpx.Client, data: Path) -> None:
    names = ("WTH_1977.wtb", "WTH.JOU", "WTH.TRN")
    files = [("files", (f"some/folder/{name}", (data / name).read_bytes())) for name in names]
    files.append(("files", ("broken.ggf", b"(;GM[Othello]PB[")))
    lines = [json.loads(line) for line in client.post("/api/games/import", files=files).text.splitlines()]
    assert [line["type"] for line in lines[:-1]] == ["progress"] * (len(lines) - 1)
    assert (lines[-1]["type"], lines[-1]["games"], lines[-1]["duplicates"]) == ("done", 12, 0)
    assert any("broken.ggf" in problem for problem in lines[-1]["problems"])
    again = client.post("/api/games/import", files=files[:3]).text.splitlines()
    assert json.loads(again[-1])["games"] == 0
    assert json.loads(again[-1])["duplicates"] == 12
    found = client.get("/api/games", params={"since": "1977", "until": "1977", "limit": 100}).json()
    assert found["total"] == 12
    expected = {(game.black.name, game.white.name, game.place) for game in read_path(data / "WTH_1977.wtb").games}
    assert {(game["black"], game["white"], game["place"]) for game in found["games"]} == expected
    whole = client.get("/api/games/statistics", params={"position": "f5"}).json()
    assert whole["games"] >= 12
    assert sum(move["games"] for move in whole["moves"]) == whole["games"]
    first = found["games"][0]
    through = client.get("/api/games", params={"position": first["transcript"][:24], "since": "1977"}).json()
    assert first["id"] in [game["id"] for game in through["games"]]
    won = client.get("/api/games", params={"result": "black", "since": "1977", "limit": 100}).json()
    assert all(game["black_score"] > 0 for game in won["games"])
    exported = client.get("/api/games/export", params={"format": "wthor", "until": "1977", "since": "1977"})
    assert exported.status_code == 200
    assert client.get("/api/games/export", params={"format": "ggf", "player": "nobody at all"}).status_code == 400


def test_what_is_no_game(client: httpx.Client) -> None:
    board = "---------------------------OX------XO--------------------------- X"
    assert client.post("/api/games", json={"text": board}).status_code == 400
    assert client.post("/api/games", json={"text": "hello"}).status_code == 400
    assert client.get("/api/games", params={"position": "a1"}).status_code == 400
    assert client.get("/api/games", params={"limit": "0"}).status_code == 422


def test_without_a_book(client: httpx.Client) -> None:
    reply = client.get("/api/book", params={"position": "f5"}).json()
    assert (reply["available"], reply["found"], reply["moves"]) == (False, False, [])
    info = client.get("/api/info").json()
    assert info["book"] is False
    assert {"ggf", "wthor"} <= {each["name"] for each in info["formats"]}
