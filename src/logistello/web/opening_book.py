"""Looking into an opening book, if there is one: only what the server needs of it."""

from __future__ import annotations

import threading
from pathlib import Path

from logistello.book import Book, BookMove
from logistello.engine import Info
from logistello.engine.book_use import BookUse
from logistello.engine.opening_book import BookPolicy
from logistello.othello import Position, Square
from logistello.web.schemas.games import BookMoveReply, BookReply

#: Discs that an opening may lose against the best one, so that games differ.
_TOLERANCE = 0.5


class BookShelf:
    """One book, opened anew by each thread that asks: a book belongs to one thread."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._mine = threading.local()

    @property
    def available(self) -> bool:
        return self._path is not None

    def move(self, position: Position, seed: int) -> Info | None:
        """What to play, if the book knows; another seed, another of the best openings."""
        book = self._book()
        if book is None:
            return None
        use = BookUse(book, BookPolicy(tolerance=_TOLERANCE, seed=seed), learn=False)
        found = use.answer(position).result
        return None if found is None else found.info

    def look_up(self, position: Position) -> BookReply:
        """An empty answer if there is no book, or the position is not in it."""
        book = self._book()
        found = None if book is None else book.probe(position)
        if book is None or found is None:
            return BookReply(available=self.available, position=position.text, found=False)
        return BookReply(
            available=True,
            position=position.text,
            found=True,
            score=round(found.value.discs(), 3),
            outcome=found.value.outcome,
            games=found.games,
            moves=[_move_reply(move) for move in found.moves],
            line=[str(move) for move in book.line(position)],
        )

    def _book(self) -> Book | None:
        if self._path is None:
            return None
        book: Book | None = getattr(self._mine, "book", None)
        if book is None:
            book = self._mine.book = Book.open(self._path)
        return book


def _move_reply(move: BookMove[Square]) -> BookMoveReply:
    evaluation = move.evaluation
    return BookMoveReply(
        move=str(move.move),
        score=round(move.value.discs(), 3),
        outcome=move.value.outcome,
        in_book=move.in_book,
        games=move.games,
        depth=None if evaluation is None else evaluation.depth,
        confidence=None if evaluation is None else evaluation.confidence,
    )
