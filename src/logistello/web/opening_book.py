"""Looking into an opening book, if there is one: only what the server needs of it."""

from __future__ import annotations

import threading
from pathlib import Path

from logistello.book import Book, BookMove
from logistello.book.evaluation import Evaluation
from logistello.book.locations import open_book, readable_book_path
from logistello.engine import Info
from logistello.engine.book_use import BookUse
from logistello.engine.opening_book import BookPolicy
from logistello.othello import PASS, Position, Square
from logistello.web.schemas.games import BookMoveReply, BookReply

#: Discs that an opening may lose against the best one, so that games differ.
_TOLERANCE = 0.5


class BookShelf:
    """One book, opened anew by each thread that asks: a book belongs to one thread."""

    def __init__(self, path: Path | None = None) -> None:
        """``None`` stands for the user's own book, or the package's as long as there is no other."""
        self._named = path
        self._empty = False
        self._mine = threading.local()

    @classmethod
    def empty(cls) -> BookShelf:
        """Without any book."""
        shelf = cls()
        shelf._empty = True
        return shelf

    @property
    def available(self) -> bool:
        return self._path() is not None

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
            moves=[_move_reply(book, position, move) for move in found.moves],
            line=[str(move) for move in book.line(position)],
        )

    def _book(self) -> Book | None:
        path = self._path()
        if path is None:
            return None
        book: Book | None = getattr(self._mine, "book", None)
        if book is None or book.path != path:
            if book is not None:
                book.close()
            book = self._mine.book = open_book(path)
        return book

    def _path(self) -> Path | None:
        """The file as it is now: one's own book may appear while the server runs."""
        if self._empty:
            return None
        if self._named is None:
            return readable_book_path()
        return self._named if self._named.is_file() else None


def _origin(book: Book, position: Position, move: BookMove[Square]) -> tuple[int, Evaluation | None]:
    """Where a value comes from: moves of the book on the way there, and the search that was made there."""
    plies, evaluation = 0, move.evaluation
    here = position.play(move.move)
    while evaluation is None and not here.is_over:
        plies += 1
        if here.must_pass:
            here = here.play(PASS)
            continue
        found = book.probe(here)
        if found is None or not found.moves:
            return plies, None if found is None else found.label
        best = found.moves[0]
        evaluation = best.evaluation
        here = here.play(best.move)
    return plies, evaluation


def _move_reply(book: Book, position: Position, move: BookMove[Square]) -> BookMoveReply:
    plies, evaluation = _origin(book, position, move)
    return BookMoveReply(
        move=str(move.move),
        score=round(move.value.discs(), 3),
        outcome=move.value.outcome,
        in_book=move.in_book,
        games=move.games,
        plies=plies,
        depth=None if evaluation is None else evaluation.depth,
        confidence=None if evaluation is None else evaluation.confidence,
    )
