from __future__ import annotations

import pytest
from hypothesis import given

from logistello import NotationError
from logistello.othello import Ending, Game, Result
from logistello.othello.notation import Document, parse_transcript, read, write
from tests.random_games import games

# The second game of Murakami against LOGISTELLO, 48-16; White must pass before the last move.
GAME_TWO = (
    "f5f6e6f4g5e7e3f3c5c4g3c6d6d7c7g4h5h3d3h4h2c3h6d2e8f8g6c8d8f2"
    "e2f1c1d1c2b3b6b4f7g7a4g8a3a6b7a5e1b1b5a2b8g2h8h7h1g1a1a7b2a8"
)


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3d3c4",
        "F5D6C3D3C4",
        "F5d6C3d3C4",
        "f5 d6 c3 d3 c4",
        "f5, d6, c3, d3, c4",
        "1. F5 d6 2. C3 d3 3. C4",
        "1.F5 d6\n2.C3 d3\n3.C4",
        "1) f5 2) d6 3) c3 4) d3 5) c4",
        "+f5-d6+c3-d3+c4",
        "P@f5 P@d6 @c3 p@d3 P@c4",
        "\ufeff f5d6c3d3c4\r\n",
    ],
)
def test_dialects(text: str) -> None:
    assert read(text).games[0].transcript() == "f5d6c3d3c4"


@pytest.mark.parametrize("word", ["", "PA", "ps", "pass", "--", "@@@@"])
def test_passes_may_be_written_or_not(word: str) -> None:
    full = Game.from_moves(GAME_TWO).transcript(passes=True)
    assert "pa" in full
    text = full.replace("pa", f" {word} ")
    assert read(text).games[0].transcript(passes=True) == full


def test_written_passes_are_moves() -> None:
    assert [str(move) for move in parse_transcript("f5 PA d6")] == ["f5", "pass", "d6"]


def test_disc_count_at_the_end() -> None:
    game = read(GAME_TWO + " 48-16").games[0]
    assert game.stated_result == Result(32, Ending.PLAYED)


def test_lines_are_games_when_each_is_legal() -> None:
    document = read("f5d6\nf5f4\nd3c5")
    assert [str(game) for game in document.games] == ["f5d6", "f5f4", "d3c5"]


def test_lines_that_could_also_be_one_game_are_noted() -> None:
    document = read("f5d6\nc4")
    assert len(document.games) == 2
    assert "one legal game" in document.notes[0]


def test_wrapped_game() -> None:
    document = read("f5d6c3\nd3c4")
    assert [str(game) for game in document.games] == ["f5d6c3d3c4"]


def test_bad_lines_do_not_hide_good_ones() -> None:
    document = read("f5d6\nf5a1\nd3c5\nf5 zz")
    assert [str(game) for game in document.games] == ["f5d6", "d3c5"]
    assert [(error.line, error.column) for error in document.errors] == [(2, 3), (4, 4)]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("f5a1", 1, 3), ("1. f5\n2. x9", 2, 4), ("f5 d6 f5", 1, 7), ("f5 pa", 1, 4), ("+f5+d6", 1, 4), ("+f5d6", 1, 4)],
)
def test_errors_say_where(text: str, line: int, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@given(games)
def test_round_trip(game: Game) -> None:
    again = read(write(Document("", [game]), "transcript")).games[0]
    assert str(again) == str(game)
    assert again.is_over == game.is_over
