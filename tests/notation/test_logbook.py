from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given

from logistello import NotationError
from logistello.othello import Color, Ending, Game, Result
from logistello.othello.notation import Document, read, read_path, write
from tests.random_games import finished_games

# White is left without discs after nine moves: many empty squares at the end.
WIPE_OUT = "+e6-f4+e3-f6+g5-d6+e7-f5+c5: +13 10"


def test_lines(data: Path) -> None:
    document = read_path(data / "logbook.gam")
    assert (document.format, len(document.games), document.errors) == ("logbook", 20, [])
    game = document.games[0]
    assert (str(game)[:6], game.tags) == ("d3c3c4", {"raw_difference": "-04", "flag": "10"})
    assert write(document, "logbook") == (data / "logbook.gam").read_bytes()


def test_gzip(data: Path) -> None:
    packed = gzip.compress((data / "logbook.gam").read_bytes())
    assert len(read(packed, name="logbook.gam.gz").games) == 20
    with pytest.raises(NotationError, match="gzip"):
        read(packed[:50])


def test_scores_are_raw_differences() -> None:
    game = read(WIPE_OUT).games[0]
    assert game.is_over
    assert game.result == Result(64, Ending.PLAYED)
    assert game.position.count(Color.BLACK) == 13
    assert write(Document("", [game]), "logbook").decode() == WIPE_OUT + "\n"


def test_unusual_layout() -> None:
    assert len(read("\n" + WIPE_OUT.replace(": ", " :  ") + " \r\n").games) == 1
    assert read(WIPE_OUT.removesuffix(" 10")).games[0].tags["flag"] == "10"
    assert read(WIPE_OUT.replace(" 10", " 7")).games[0].tags["flag"] == "7"


def test_bad_lines_do_not_hide_good_ones() -> None:
    lines = [
        WIPE_OUT,
        WIPE_OUT.replace("-f4", "+f4"),
        WIPE_OUT.replace("-f4", "-a1"),
        WIPE_OUT.replace("-f4", "-z9"),
        WIPE_OUT.replace(": +13", ": +99"),
        WIPE_OUT.replace(":", "+a1:"),
        "hello",
    ]
    document = read("\n".join(lines))
    assert len(document.games) == 1
    places = [(error.line, error.column) for error in document.errors]
    assert places == [(2, 4), (3, 4), (4, 4), (5, 30), (6, 28), (7, 1)]


@given(finished_games)
def test_round_trip(game: Game) -> None:
    again = read(write(Document("", [game]), "logbook")).games[0]
    assert (again.moves, again.result) == (game.moves, game.result)


def test_unfinished_games_cannot_be_written() -> None:
    with pytest.raises(NotationError, match="not over"):
        write(read("f5d6"), "logbook")
