"""Where books are: the one that comes with the package, and the user's own."""

from __future__ import annotations

import os
from pathlib import Path

from logistello.book import package_book
from logistello.book.othello_book import Book
from logistello.book.packed_book import PackedBook
from logistello.errors import BookError, UsageError
from logistello.files import data_folder

#: What options call the user's own book, or for reading the package's until there is one.
USUAL_BOOK = "usual"
_OWN_NAME = "my.book"


def user_book_path() -> Path:
    """The user's own book, in the folder where the system keeps data of programs. It need not exist.

    ``LOGISTELLO_BOOK`` names another file.
    """
    named = os.environ.get("LOGISTELLO_BOOK")
    return Path(named).expanduser() if named else data_folder() / _OWN_NAME


def path_of(name: str) -> Path | None:
    """The file that an option names; ``None`` stands for the usual book."""
    return None if name == USUAL_BOOK else Path(name)


def readable_book_path() -> Path | None:
    """The user's own book, else the package's, else ``None``."""
    return next((path for path in (user_book_path(), package_book.default_book_path()) if path.is_file()), None)


def open_book(path: Path | None, *, writable: bool = False, create: bool = False) -> Book:
    """The book in a file, ``None`` for the usual one; with ``create`` (and ``writable``) made if it is not there.

    Raises ``BookError``; ``UsageError`` for a place where nobody is to write.
    """
    if path is None:
        return open_usual_book(writable=writable)
    shipped = package_book.default_book_path()
    if writable and path.exists() and shipped.exists() and path.samefile(shipped):
        raise UsageError(
            f"{path} comes with the package and is not changed; 'logistello book merge {path} --book NEW.book' makes a "
            "copy that can be"
        )
    if create and not path.parent.is_dir():
        raise UsageError(f"{path.parent}: no such folder")
    return Book.open(path, writable=writable, create=create)


def open_usual_book(*, writable: bool = False) -> Book:
    """The user's own book; for reading the package's until there is one.

    For writing, the user's own is made when it is first needed: it lies over the package's and holds only what is
    learned. If the package has no book, it is an empty one. Raises ``BookError``.
    """
    own = user_book_path()
    if writable:
        return Book.open(own, writable=True) if own.exists() else _made(own)
    path = readable_book_path()
    if path is None:
        raise BookError(
            f"there is no book yet: neither {own} nor one that comes with the package; "
            "'logistello book add GAMES' or 'logistello book extend' makes one"
        )
    return Book.open(path)


def _made(own: Path) -> Book:
    """It appears whole or not at all; one that another process has made meanwhile is opened."""
    try:
        own.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BookError(f"{own}: your own book cannot be made here: {error.strerror or error}") from error
    shipped = package_book.default_book_path()
    if not shipped.is_file():
        return Book.open(own, writable=True, create=True)
    return Book.learning_over(PackedBook(shipped), own)
