"""The book of another game, grown until it is solved."""

from __future__ import annotations

from pathlib import Path

import pytest

from logistello.book import Book, BookLine, GameBook, MemoryStore, SqliteStore
from logistello.errors import BookError
from logistello.othello import Position
from tests.book.small_games import HashRecipe
from tests.book.tic_tac_toe import Board, TicTacToe

GAME = TicTacToe()


def test_games_that_are_turned_are_one_line(tmp_path: Path) -> None:
    with GameBook(SqliteStore.create(tmp_path / "book", GAME), GAME) as book:
        book.add_lines([BookLine((0, 4, 8)), BookLine((2, 4, 6)), BookLine((8, 4, 0))], HashRecipe(GAME))
        assert len(book) == 4
        assert book.statistics().leaves == 1
        assert Board(1 << 1, 1 << 4) not in book
        found = book.probe(GAME.play(GAME.play(Board(), 2), 4))
        assert found is not None
        assert 6 in {each.move for each in found.moves}
        assert book.verify() == []


def test_growing_solves_the_game() -> None:
    """By expansion: estimates are noise, results are known from five moves on. It is a draw."""
    book = GameBook(MemoryStore(GAME), GAME)
    book.extend(HashRecipe(GAME, solves_from=5))
    found = book.probe(Board())
    assert found is not None
    assert found.value.outcome == "draw"
    assert len(book) < 765  # positions that differ in more than the way they are turned
    assert book.leaves(1) == []
    assert book.verify() == []
    assert {outcome for outcome, count in book.statistics().outcomes.items() if count} >= {"draw", "win", "loss"}


def test_a_book_of_another_game_is_refused(tmp_path: Path) -> None:
    SqliteStore.create(tmp_path / "book", GAME).close()
    with pytest.raises(BookError, match="a book of tic-tac-toe; expected one of othello"):
        Book.open(tmp_path / "book")
    assert Position.initial() not in Book.in_memory()
