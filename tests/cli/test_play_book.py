"""A game at the terminal and the opening book."""

from __future__ import annotations

import random
from pathlib import Path

from logistello.book import Book
from logistello.cli.play_book import TerminalBook
from logistello.cli.play_session import PlaySession
from logistello.cli.play_words import handle
from logistello.othello import Game, Position


def finished_game(seed: int) -> Game:
    rng = random.Random(seed)
    game = Game()
    while game.position.legal_moves:
        game.play(rng.choice(list(game.position.legal_moves)))
    return game


def test_a_finished_game_becomes_a_line(tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    book = TerminalBook(path, seed=1)
    assert book.move(Position.initial()) is None  # there is none yet
    book.learn(finished_game(3))
    with Book.open(path) as learned:
        assert learned.statistics().games == 1
        assert not learned.verify()
    assert book.move(Position.initial()) in Position.initial().legal_moves
    book.close()


def test_a_game_that_was_only_begun_is_not_learned(tmp_path: Path) -> None:
    TerminalBook(tmp_path / "my.book", seed=1).learn(Game.from_moves("f5d6"))
    assert not (tmp_path / "my.book").exists()


def test_a_session_learns_what_is_resigned(tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    session = PlaySession(frozenset(), learner=TerminalBook(path, seed=1))
    for line in ("f5d6c3", "resign"):
        handle(session, line)
    with Book.open(path) as learned:
        assert Game.from_moves("f5d6c3").position in learned
