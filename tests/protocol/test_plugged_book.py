"""A real book file behind the hook of the protocols."""

from __future__ import annotations

from pathlib import Path

from logistello.othello import Position
from logistello.protocol.plugged_book import PluggedBook
from tests.random_games import random_game

from .in_process import talk

BOARD = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------"


def test_what_was_learned_is_known(tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    book = PluggedBook(path)
    assert book.moves(Position.initial()) == []
    game = random_game(5)
    book.learn(game)
    position = Position.initial().play(game.moves[0])
    known = book.moves(position)
    assert known
    assert game.moves[1] in [each.move for each in known]
    for each in known:
        assert position.is_legal(each.move)
        assert each.draw_sought >= each.draw_avoided
        assert each.line[0] == each.move
    book.close()


def test_a_session_answers_from_it(tmp_path: Path) -> None:
    book = PluggedBook(tmp_path / "my.book")
    book.learn(random_game(5))
    hints = talk(
        "nboard",
        ["nboard 2", "set game (;GM[Othello]PB[]PW[]TY[8]BO[8 " + BOARD + " *];)", "hint 1", "ping 7"],
        book=book,
    )
    assert any(line.startswith("book ") for line in hints)
    assert "pong 7" in hints
    book.close()
