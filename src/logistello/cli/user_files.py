"""What the program keeps for its user: whether it is whole, and what can be repaired without losing anything."""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from logistello.cli.checked_item import CheckedItem
from logistello.files import DRAFTS, data_folder

_FIX = "'logistello doctor --fix' puts it aside, so that a new one can be begun; nothing is deleted"
#: A draft's name ends so, after the name of the file that it was to become.
_DRAFT = re.compile(r"\..+\.[0-9a-f]{12}\.tmp")
#: No file of ours takes as long to write.
_STALE_SECONDS = 24 * 3600


def user_files() -> list[CheckedItem]:
    """The book that commands use when none is named, the file of games, and what killed programs left."""
    return [_book(), _games(), *_leftovers()]


def repair_user_files() -> list[CheckedItem]:
    """Puts damaged files aside and removes stale drafts, both in the data folder only; says what it did."""
    done = []
    for path in (_own_book(), _own_games()):
        if path is not None and _damage(path) is not None:
            done.append(CheckedItem("repaired", f"{path} was damaged and is now {_put_aside(path).name}"))
    for draft in _stale_drafts():
        draft.unlink(missing_ok=True)
        done.append(CheckedItem("repaired", f"{draft}, the draft of a program that was killed, is removed"))
    return done


def _own_book() -> Path | None:
    """``None`` if the user chose a file elsewhere, which is not ours to move."""
    from logistello.book.locations import user_book_path

    return user_book_path() if user_book_path().parent == data_folder() else None


def _own_games() -> Path:
    from logistello.library.locations import default_library

    return default_library()


def _book() -> CheckedItem:
    from logistello.book.locations import open_book, readable_book_path, user_book_path
    from logistello.errors import LogistelloError

    path = readable_book_path()
    if path is None:
        return CheckedItem("book", f"none yet; the first game that is learned makes {user_book_path()}")
    try:
        with open_book(path) as book:
            positions = len(book)
        fault = _damage(path) if path == user_book_path() else None  # the package's is checked when it is opened
    except (LogistelloError, OSError) as error:
        fault = str(error)
    if fault is not None:
        fixable = path == _own_book() and _damage(path) is not None
        advice = _FIX if fixable else "move the file away to begin anew, or name another one in LOGISTELLO_BOOK"
        return CheckedItem("book", fault, ok=False, advice=advice)
    whose = "your own" if path == user_book_path() else "from the package"
    return CheckedItem("book", f"{path} ({whose}, {positions:,} positions)")


def _games() -> CheckedItem:
    path = _own_games()
    if not path.is_file():
        return CheckedItem("games", f"none yet; the first game on the page makes {path}")
    fault = _damage(path)
    if fault is not None:
        return CheckedItem("games", fault, ok=False, advice=_FIX)
    return CheckedItem("games", f"{path} ({path.stat().st_size / 1e6:.1f} MB)")


def _leftovers() -> list[CheckedItem]:
    drafts = _stale_drafts()
    if not drafts:
        return []
    size = sum(draft.stat().st_size for draft in drafts) / 1e6
    found = f"drafts of programs that were killed: {len(drafts)} ({size:.1f} MB) in {data_folder()}"
    return [CheckedItem("leftovers", found, advice="'logistello doctor --fix' removes them")]


def _stale_drafts() -> list[Path]:
    """Those that nobody can be writing any more."""
    long_ago = time.time() - _STALE_SECONDS
    drafts = [path for path in data_folder().glob(DRAFTS) if _DRAFT.fullmatch(path.name) and path.is_file()]
    return sorted(path for path in drafts if path.stat().st_mtime < long_ago)


def _damage(path: Path) -> str | None:
    """What SQLite finds wrong with a database; ``None`` for one that is whole, busy, not there or not to be read."""
    if not path.is_file():
        return None
    if path.stat().st_size == 0:
        return f"{path} is empty"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            [(found,), *_] = connection.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return f"{path} is damaged: {error}" if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) else None
    return None if found == "ok" else f"{path} is damaged: {found}"


def _put_aside(path: Path) -> Path:
    """The database and its journals under another name; the journals first, so that no new database meets old ones."""
    mark = time.strftime("damaged-%Y%m%d-%H%M%S")
    for suffix in ("-shm", "-wal", ""):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(path.with_name(f"{path.name}.{mark}{suffix}"))
    return path.with_name(f"{path.name}.{mark}")
