"""PGN, IOS archive lines, Othello Quest JSON, tables."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from logistello import NotationError
from logistello.othello import PASS, Ending, Game, Position, Square
from logistello.othello.notation import Document, read, write
from tests.random_games import games, random_game

PGN = """[Event "match"]
[Site "here"]
[Date "2024.01.02"]
[Black "A \\"a\\""]
[White "B"]

1. f5 d6 {good} 2. c3 d3
3. c4 *

[Event "second"]
[FEN "8/8/8/3ppp2/3Pp3/8/8/8 w - - 0 1"]

1. d6 c3 34-30
"""


def test_pgn() -> None:
    document = read(PGN)
    one, two = document.games
    assert document.format == "pgn"
    assert (str(one), one.black.name, one.place, one.tags) == ("f5d6c3d3c4", 'A "a"', "here", {"Event": "match"})
    assert (two.start, str(two), two.result.black_score) == (Position.initial().play("f5"), "d6c3", 4)
    assert [node.comment for node in one.root.main_line()] == ["", "good", "", "", ""]


def test_pgn_comments_come_back() -> None:
    # A pass that is left out does not shift what is said of the moves after it.
    game = next(game for game in map(random_game, range(100)) if PASS in game.moves[:-1])
    nodes = list(game.root.main_line())
    passed = next(place for place, node in enumerate(nodes) if node.move is PASS)
    game.comment, nodes[0].comment, nodes[passed + 1].comment = (
        "about it all",
        "a [start] 34-30; f5",
        "after the pass\n2nd",
    )
    text = write(Document("", [game]), "pgn").decode()
    for written in (text, text.replace(" PA", "")):
        again = read(written).games[0]
        assert again.comment == game.comment
        assert [node.comment for node in again.root.main_line()] == [node.comment for node in nodes]
    for comment in ("a } brace", "as if\n[it were a tag]"):
        nodes[0].comment = comment
        with pytest.raises(NotationError, match="cannot hold"):
            write(Document("", [game]), "pgn")


def test_pgn_errors_say_where() -> None:
    document = read(PGN + '\n[Event "third"]\n\n1. f5 a1\n')
    assert len(document.games) == 2
    assert (document.errors[0].line, document.errors[0].column) == (17, 7)


@given(games)
def test_pgn_round_trip(game: Game) -> None:
    game.black.name = 'quote " and \\ backslash'
    again = read(write(Document("", [game]), "pgn")).games[0]
    assert (again.moves, again.black.name) == (game.moves, game.black.name)
    assert again.result.black_score == game.result.black_score


def ios_line(game: Game) -> str:
    moves = "".join(
        f"{'+' if not node.mover else '-'}{node.move.column + 1}{node.move.row + 1}"
        for node in game.root.main_line()
        if node.move is not None and node.move is not Square.PASS
    )
    return f"772942166 e black 20 ( 30   0   0) white 44 ( 30   0   0) {moves} +0"


def test_ios() -> None:
    game = random_game(5)
    document = read(ios_line(game) + "\n772942166 r me 64 ( 30 0 0) you 0 ( 30 0 0) +43-33 +0\n")
    assert document.format == "ios"
    one, two = document.games
    assert one.moves == game.moves
    assert (one.black.name, one.white.clock, one.result.black_score) == ("black", "30 0 0", -24)
    assert (str(two), two.result.ending, two.date[:4]) == ("d3c3", Ending.RESIGNED, "1994")
    bad = read(ios_line(game) + "\n772942166 r me 64 ( 30 0 0) you 0 ( 30 0 0) +11 +0\n")
    assert (bad.errors[0].line, bad.errors[0].column) == (2, 45)


def test_quest() -> None:
    game = {
        "position": {"moves": [{"m": "f5", "t": 1500}, {"m": "d6", "t": 20}]},
        "players": [{"name": "a", "oldR": 1800}],
    }
    document = read(json.dumps(game))
    found = document.games[0]
    assert (document.format, str(found), found.black.name, found.black.rating) == ("quest", "f5d6", "a", 1800)
    assert next(found.root.main_line()).seconds == 1.5
    assert len(read(json.dumps([game, {"position": {"moves": [{"m": "a1"}]}}])).errors) == 1


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "{", "{}", "[]", "[1]", '{"position": 3}', '{"a": ' + "9" * 5000 + "}"]
)
def test_quest_errors(text: str) -> None:
    with pytest.raises(NotationError):
        read(text)


def test_tables() -> None:
    openings = read("moves\tname\nf5d6\tPerpendicular\nf5z6\tnone\n")
    assert (openings.games[0].tags, str(openings.games[0])) == ({"name": "Perpendicular"}, "f5d6")
    assert (openings.errors[0].line, openings.errors[0].column) == (2 + 1, 3)
    start = Position.initial().text.replace(" ", "\t")
    problems = read(f"board\tside\tscore\tmoves\n{start}\t+0\td3:+0 f5:-2\n{start}\tx\t\n")
    assert problems.problems[0].scores == {Square.D3: 0, Square.F5: -2}
    assert problems.errors[0].line == 3
