"""Sessions with a book, and whole games through the loop."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.attack.edited_books import small_book
from logistello.book import BookInPlay
from logistello.engine import BookPolicy, Engine, Limit
from logistello.othello import Color, Game, Position
from logistello.othello.notation import write_ggf_game
from tests.book.hand_made import contested

from .in_process import Exchange, talk

GAME = "set game " + write_ggf_game(Game.from_moves("f5"))
#: The shortest game: won by a wipe-out after nine moves, so little is to be searched.
SHORT = Game.from_moves("e6f4e3f6g5d6e7f5c5")
QUICK = BookPolicy(learn_depth=2, solve_empties=4)


def test_nboard_tells_the_book_and_plays_by_contempt() -> None:
    """White is to move: +100 makes a draw worth a disc to Black, so White avoids it."""
    exchange = Exchange(
        [
            ("nboard 2", "set myname"),
            (GAME, ""),
            ("hint 3", "status"),
            ("", "nodestats"),
            ("go", "==="),
            ("set contempt -100", ""),
            ("go", "==="),
            ("set contempt 100", ""),
            ("go", "==="),
            ("hint 1", "status"),
            ("", "nodestats"),
        ]
    )
    said = talk("nboard", exchange, book=contested().in_play(), hear=exchange.hear)
    lines = ["book D6c3 0.50,-1.00 1 2", "book F6 -0.50 0 8", "book F4 -9.00 0 8"]
    assert said[2:5] == lines
    assert [line for line in said if line.startswith("===")] == [
        "=== D6/0.00/0.00",
        "=== D6/0.50/0.00",
        "=== F6/-0.50/0.00",
    ]
    assert [line for line in said[5:] if line.startswith("book")] == [lines[1], lines[0], lines[2]]
    # The book knows every move here: a line of the search would replace what it knows better.
    assert not any(line.startswith("search") for line in said)


def test_nboard_learns(tmp_path: Path) -> None:
    book = BookInPlay(tmp_path / "my.book", QUICK)
    exchange = Exchange([("nboard 2", "set myname"), ("set game " + write_ggf_game(SHORT), ""), ("learn", "learned")])
    assert talk("nboard", exchange, book=book, hear=exchange.hear)[-1] == "learned"
    known = book.look_up(Position.initial())
    assert known is not None
    assert known.games == 1
    book.close()


def test_nboard_tells_what_could_not_be_learned(tmp_path: Path) -> None:
    book = BookInPlay(tmp_path / "nowhere" / "my.book", QUICK)
    exchange = Exchange(
        [
            ("nboard 2", "set myname"),
            ("set game " + write_ggf_game(SHORT), ""),
            ("learn", "learned"),
            ("", "status The game could not be learned"),
        ]
    )
    said = talk("nboard", exchange, book=book, hear=exchange.hear)
    assert "no such folder" in said[-1]


def damaged_book(folder: Path) -> BookInPlay:
    """It can be opened; its positions cannot be read."""
    folder.mkdir()
    path = folder / "my.book"
    small_book(path)
    with closing(sqlite3.connect(path)) as connection:
        page_size, page = connection.execute(
            "SELECT (SELECT * FROM pragma_page_size), rootpage FROM sqlite_schema WHERE name = 'position'"
        ).fetchone()
    data = bytearray(path.read_bytes())
    data[(page - 1) * page_size : page * page_size] = b"\xff" * page_size
    path.write_bytes(data)
    return BookInPlay(path, QUICK)


def test_nboard_goes_on_beside_a_damaged_book(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    exchange = Exchange(
        [("nboard 2", "set myname"), ("set depth 2", ""), (GAME, ""), ("hint 1", ""), ("", "nodestats"), ("go", "===")]
    )
    said = talk("nboard", exchange, book=damaged_book(tmp_path / "nboard"), hear=exchange.hear)
    assert any(line.startswith("search") for line in said)
    assert any(line.startswith("status ") and "my.book" in line for line in said)
    assert any(line.startswith("===") for line in said)  # the book is lost, not the move
    assert len(caplog.records) == 2
    for record in caplog.records:
        assert (record.levelname, record.exc_info) == ("WARNING", None)
        assert "my.book" in record.message


def test_gtp_xboard_and_engines_go_on_beside_a_damaged_book(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    said = talk("gtp", ["play b f5", "genmove w"], book=damaged_book(tmp_path / "gtp"))
    assert said[2] in ("= d6", "= f4", "= f6")
    exchange = Exchange([("new", ""), ("sd 2", ""), ("usermove P@f5", "move P@")])
    said = talk("xboard", exchange, book=damaged_book(tmp_path / "xboard"), hear=exchange.hear)
    assert said[-1] in ("move P@d6", "move P@f4", "move P@f6")
    with Engine(hash_mb=1, book=damaged_book(tmp_path / "ggs")) as engine:  # as on GGS
        assert not engine.search(Position.initial(), Limit(depth=2)).from_book
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 3
    assert all("my.book" in record.message for record in caplog.records)


def test_gtp_and_xboard_tell_of_the_book() -> None:
    said = talk("gtp", ["play b f5", "genmove w", "oth-explain"], book=contested().in_play())
    assert said[:4] == ["=", "", "= d6", ""]
    assert '"move": "d6"' in said[4]
    said = talk("xboard", ["new", "force", "usermove P@f5", "bk"], book=contested().in_play())
    assert len(said) == 4
    assert said[0].startswith(" P@d6 +0.00")


def test_a_whole_game_of_gtp_by_its_own_moves() -> None:
    lines = [f"genmove {'bw'[number % 2]}" for number in range(70)]
    said = talk("gtp", [*lines, "final_score"])
    moves = [line.removeprefix("= ") for line in said if line.startswith("= ")][:-1]
    game = Game()
    for move in moves:
        if not game.is_over:
            game.play(move)
    assert game.is_over
    score = game.position.final_score(Color.BLACK)
    assert said[-2] == f"= {'B' if score > 0 else 'W'}+{abs(score)}" if score else "= 0"


@pytest.mark.parametrize("protocol", ["nboard", "xboard"])
def test_a_search_that_fails_is_told(protocol: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from logistello.engine.question import SearchQuestion

    def fail(*arguments: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(SearchQuestion, "ask", fail)
    steps = {"nboard": ("go", "status The search failed"), "xboard": ("go", "tellusererror The search failed")}
    exchange = Exchange([steps[protocol], ("ping 1", "pong 1")])
    said = talk(protocol, exchange, hear=exchange.hear)
    assert said[-1] == "pong 1"
    monkeypatch.undo()


def test_gtp_refuses_when_the_search_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    from logistello.engine.question import SearchQuestion

    def fail(*arguments: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(SearchQuestion, "ask", fail)
    assert talk("gtp", ["3 genmove b", "name"]) == ["?3 the search failed", "", "= Logistello", ""]
