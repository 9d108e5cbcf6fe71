"""A book file in play: nothing there at first, learned into, read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from logistello.book import Book
from logistello.book.locations import path_of, user_book_path
from logistello.book.players_book import PlayersBook
from logistello.cli.play.session import PlaySession
from logistello.cli.play.words import handle
from logistello.engine import BookPolicy
from logistello.errors import BookError, UsageError
from logistello.othello import Game, Position
from tests.random_games import random_game

#: Quick searches.
POLICY = BookPolicy(learn_depth=2, solve_empties=2)


def test_a_finished_game_becomes_a_line(tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    book = PlayersBook(path, BookPolicy.varied(seed=1))
    assert book.move(Position.initial()) is None  # there is none yet
    book.learn(random_game(3))
    with Book.open(path) as learned:
        assert learned.statistics().games == 1
        assert not learned.verify()
    assert book.move(Position.initial()) in Position.initial().legal_moves
    book.close()


def test_what_is_learned_later_is_read_too(tmp_path: Path) -> None:
    book = PlayersBook(tmp_path / "my.book", POLICY)
    book.learn(random_game(3))
    second = random_game(4)
    position = Game.from_moves(second.moves[:10]).position
    assert book.advise(position) is None
    book.learn(second)
    assert book.advise(position) is not None
    book.close()


def test_a_game_that_was_only_begun_is_not_learned(tmp_path: Path) -> None:
    PlayersBook(tmp_path / "my.book").learn(Game.from_moves("f5d6"))
    assert not (tmp_path / "my.book").exists()


def test_a_file_that_is_no_book_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("dear reader, " * 200)
    with pytest.raises(BookError):
        PlayersBook(path)


def test_the_own_book_takes_the_place_of_the_package_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = tmp_path / "default.book"
    with Book.open(shipped, writable=True, create=True):
        pass
    before = shipped.read_bytes()
    monkeypatch.setenv("LOGISTELLO_BOOK", str(tmp_path / "own" / "my.book"))
    monkeypatch.setattr("logistello.book.locations.default_book_path", lambda: shipped)
    book = PlayersBook(path_of("usual"), POLICY)
    reader = book.reader()
    assert reader is not None
    assert reader.path == shipped
    book.learn(random_game(3))
    reader = book.reader()
    assert reader is not None
    assert reader.path == user_book_path()
    assert book.move(Position.initial()) is not None
    book.close()
    named = PlayersBook(path_of(str(shipped)), POLICY)
    with pytest.raises(UsageError, match="comes with the package"):
        named.learn(random_game(3))
    named.close()
    assert shipped.read_bytes() == before


def test_a_session_learns_what_is_resigned(tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    session = PlaySession(frozenset(), learner=PlayersBook(path, POLICY))
    for line in ("f5d6c3", "resign"):
        handle(session, line)
    with Book.open(path) as learned:
        assert Game.from_moves("f5d6c3").position in learned
