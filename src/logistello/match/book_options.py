"""Books of players in matches: the options ``book=...,learn=yes`` and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from logistello.engine import BookPolicy, Limit
from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.book import Book

#: An empty book that goes away with the match.
NEW_BOOK = "new"

_MOST_SOLVED = BookPolicy().solve_empties


def yes_or_no(text: str) -> bool:
    if text not in ("yes", "no", "true", "false"):
        raise UsageError(f"{text!r}: expected yes or no")
    return text in ("yes", "true")


def _book(text: str) -> str:
    from logistello.book.locations import USUAL_BOOK

    if text not in (NEW_BOOK, USUAL_BOOK) and not Path(text).is_file():
        raise UsageError(f"book={text}: no such file; expected a book, {NEW_BOOK!r} or {USUAL_BOOK!r}")
    return text


#: Options of a player and how their text becomes a value.
BOOK_OPTIONS: Mapping[str, Callable[[str], Any]] = {
    "book": _book,
    "learn": yes_or_no,
    "learn_depth": int,
    "learn_solve": int,
    "book_tolerance": float,
    "book_seed": int,
    "novelty": float,
    "copying": float,
    "draw_value": float,
}


def open_book(options: Mapping[str, Any]) -> Book | None:
    """The book that these options name. Raises ``BookError``."""
    name = options.get("book")
    writable = bool(options.get("learn"))
    if name is None:
        if writable:
            raise UsageError("learn=yes needs a book: book=FILE, or book=new for one that goes away with the match")
        return None
    from logistello.book import Book
    from logistello.book.locations import open_book as open_book_file
    from logistello.book.locations import path_of

    return Book.in_memory() if name == NEW_BOOK else open_book_file(path_of(name), writable=writable)


def book_policy(options: Mapping[str, Any], limit: Limit | None) -> BookPolicy:
    """How the book is used. Who plays to a fixed depth learns with the same, and what it solves itself is proven.

    Raises ``UsageError``.
    """
    depth = limit.depth if limit is not None else None
    usual = BookPolicy() if depth is None else BookPolicy(learn_depth=depth, solve_empties=min(depth, _MOST_SOLVED))
    try:
        return BookPolicy(
            tolerance=options.get("book_tolerance", usual.tolerance),
            draw_value=options.get("draw_value", usual.draw_value),
            novelty=options.get("novelty", usual.novelty),
            copying=options.get("copying", usual.copying),
            seed=options.get("book_seed", 0),
            learn_depth=options.get("learn_depth", usual.learn_depth),
            solve_empties=options.get("learn_solve", usual.solve_empties),
        )
    except ValueError as error:
        raise UsageError(str(error)) from None
