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
    assert client.post(f"/api/games/{number}/restore").json()["black"] == "Eve"
    assert client.get(f"/api/games/{number}").status_code == 200
    assert client.delete(f"/api/games/{number}").status_code == 204
    assert client.post("/api/games/987654321/restore").status_code == 404


def test_comments_and_marks_go_with_a_game(client: httpx.Client) -> None:
    arrow = {"shape": "arrow", "square": "d3", "to": "c5", "text": ""}
    label = {"shape": "label", "square": "b2", "to": None, "text": "X]"}
    notes = [
        {"moves": "", "comment": "a fine game", "marks": []},
        {"moves": "f5d6", "comment": "here", "marks": [label, arrow]},
        {"moves": "f5f6", "comment": "or so", "marks": []},
    ]
    game = {"text": "f5d6c3", "black": "Noted", "variations": ["f5f6"]}
    (number,) = client.post("/api/games", json=game).json()["ids"]
    # The same game again, with what is said of it now.
    assert client.post("/api/games", json={**game, "notes": notes}).json()["ids"] == [number]
    assert client.get(f"/api/games/{number}").json()["game"]["notes"] == notes
    for form in ("sgf", "ggf"):
        asked = {"text": "f5d6c3", "format": form, "notes": notes[:2]}
        written = client.post("/api/export", json=asked).text
        back = client.post("/api/position", json={"text": written}).json()["game"]["notes"]
        assert [note["comment"] for note in back] == ["a fine game", "here"]
        assert back[1]["marks"] == ([label, arrow] if form == "sgf" else [])
    play = {"text": "f5d6", "notes": notes[1:2], "play": {"white_level": 3}}
    kept = client.put("/api/games/played/noted-0001", json=play).json()
    assert client.get(f"/api/games/{kept['id']}").json()["game"]["notes"] == notes[1:2]
    wrong = {"shape": "arrow", "square": "d3"}
    refused = client.post("/api/export", json={"text": "f5", "format": "sgf", "notes": [{"marks": [wrong]}]})
    assert refused.status_code == 400
    assert "two squares" in refused.json()["error"]["message"]
    two = client.post("/api/export", json={"text": "f5\nf5", "format": "sgf", "notes": notes[:1]})
    assert two.status_code == 400


def test_a_game_is_kept_while_it_is_played(client: httpx.Client) -> None:
    def keep(key: str, text: str, **more: object) -> httpx.Response:
        play = {"white_level": 3, "minutes": 5, "black_seconds": 290.5, "white_seconds": 300, "seed": 7}
        return client.put(f"/api/games/played/{key}", json={"text": text, "black": "Zoe", "play": play, **more})

    first = keep("game-0001", "f5").json()
    # Its twin of the same day is another game.
    assert keep("game-0002", "f5").json()["id"] != first["id"]
    grown = keep("game-0001", "f5d6c3").json()
    assert (grown["id"], grown["transcript"], grown["ending"]) == (first["id"], "f5d6c3", "unfinished")
    assert (grown["play"]["white_level"], grown["play"]["black_seconds"]) == (3, 290.5)
    here = {"played_here": True, "unfinished": True, "player": "zoe"}
    assert client.get("/api/games", params=here).json()["total"] == 2
    ended = keep("game-0001", "f5d6c3", loser="black", ending="timeout").json()
    assert (ended["id"], ended["black_score"], ended["ending"]) == (first["id"], -64, "timeout")
    assert [game["play_key"] for game in client.get("/api/games", params=here).json()["games"]] == ["game-0002"]
    # Names may change; the game stays the same one.
    assert client.patch(f"/api/games/{first['id']}", json={"black": "Ida"}).status_code == 200
    assert keep("game-0001", "f5d6").json()["id"] == first["id"]
    # A deleted one that goes on is there again.
    client.delete(f"/api/games/{first['id']}")
    assert keep("game-0001", "f5d6c3").json()["id"] == first["id"]
    assert client.get(f"/api/games/{first['id']}").status_code == 200
    assert keep("game-0003", "---------------------------OX------XO--------------------------- X").status_code == 400
    assert keep("game-0003", "f5", play={"white_level": 99}).status_code == 400
    assert keep("not a key", "f5").status_code == 422


def test_what_is_sent_late_does_not_take_the_place_of_what_is_newer(client: httpx.Client) -> None:
    def keep(text: str, revision: int) -> str:
        body = {"text": text, "play": {"white_level": 3, "revision": revision}}
        kept: str = client.put("/api/games/played/revised-01", json=body).json()["transcript"]
        return kept

    assert keep("f5d6", 1) == "f5d6"
    assert keep("f5d6c3d3", 3) == "f5d6c3d3"
    assert keep("f5d6c3", 2) == "f5d6c3d3"
    assert keep("f5", 4) == "f5"  # moves were taken back
    assert keep("f5d6", 4) == "f5d6"


def test_a_level_is_advised_after_three_games(client: httpx.Client) -> None:
    def finish(number: int, loser: str, **play: object) -> int | None:
        body = {"text": "f5d6", "loser": loser, "play": {"white_level": 5, **play}}
        assert client.put(f"/api/games/played/advice-{number:03}", json=body).status_code == 200
        level: int | None = client.get("/api/games/played/level").json()["level"]
        return level

    before = client.get("/api/games/played/level").json()["games"]
    assert finish(1, "white") is None
    assert finish(2, "white") is None
    assert finish(3, "white", mixed=True) is None  # the engine helped
    assert finish(4, "white", white_level=None) is None  # two people
    assert finish(5, "white") == 8
    advice = client.get("/api/games/played/level").json()
    assert (advice["games"], advice["won"]) == (before + 3, 3)


def test_import_with_names_and_statistics(client: httpx.Client, data: Path) -> None:
    names = ("WTH_1977.wtb", "WTH.JOU", "WTH.TRN")
    files = [("files", (f"some/folder/{name}", (data / name).read_bytes())) for name in names]
    files.append(("files", ("broken.ggf", b"(;GM[Othello]PB[")))
    lines = [json.loads(line) for line in client.post("/api/games/import", files=files).text.splitlines()]
    assert [line["type"] for line in lines[:-1]] == ["progress"] * (len(lines) - 1)
    assert (lines[-1]["type"], lines[-1]["games"], lines[-1]["duplicates"]) == ("done", 12, 0)
    assert ("broken.ggf", "bad_notation") in {(each["file"], each["code"]) for each in lines[-1]["problems"]}
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
    assert [each["games"] for each in whole["years"] if each["year"] == 1977] == [12]
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
