"""Where books are: the one that comes with the package, and the user's own."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from importlib import resources
from pathlib import Path

from logistello.book.othello_book import Book
from logistello.errors import BookError

_OWN_NAME = "my.book"


def default_book_path() -> Path:
    """The book that comes with the package; nobody writes there. It need not exist."""
    return Path(str(resources.files("logistello.book") / "data" / "default.book"))


def user_book_path() -> Path:
    """The user's own book, in the folder where the system keeps data of programs. It need not exist.

    ``LOGISTELLO_BOOK`` names another file.
    """
    named = os.environ.get("LOGISTELLO_BOOK")
    return Path(named).expanduser() if named else _data_folder() / "logistello" / _OWN_NAME


def _data_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    given = os.environ.get("XDG_DATA_HOME", "")
    return Path(given) if Path(given).is_absolute() else Path.home() / ".local" / "share"


def readable_book_path() -> Path | None:
    """The user's own book, else the package's, else ``None``."""
    return next((path for path in (user_book_path(), default_book_path()) if path.is_file()), None)


def open_usual_book(*, writable: bool = False) -> Book:
    """The user's own book; for reading the package's until there is one.

    For writing, the user's own is made when it is first needed: a copy of the package's, or an empty one if the
    package has none. Raises ``BookError``.
    """
    if writable:
        own = user_book_path()
        _make_own(own)
        return Book.open(own, writable=True, create=True)
    path = readable_book_path()
    if path is None:
        raise BookError(
            f"there is no book yet: neither {user_book_path()} nor one that comes with the package; "
            "'logistello book add GAMES' or 'logistello book extend' makes one"
        )
    return Book.open(path)


def _make_own(own: Path) -> None:
    """A copy of the package's book appears whole or not at all; one that is there already is left alone."""
    if own.exists():
        return
    try:
        own.parent.mkdir(parents=True, exist_ok=True)
        shipped = default_book_path()
        if not shipped.is_file():
            return
        draft = own.with_name(f".{own.name}.{os.getpid()}.tmp")
        try:
            shutil.copyfile(shipped, draft)
            with suppress(FileExistsError):  # somebody else was faster
                os.link(draft, own)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise BookError(f"{own}: your own book cannot be made here: {error.strerror or error}") from error
