"""A store in one SQLite file: many readers, one writer at a time, safe against kill -9 and a full disk."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from logistello.book.book_game import BookGame
from logistello.book.node import BookNode
from logistello.book.schema import (
    APPLICATION_ID,
    COLUMNS,
    PORTABLE_KEYS,
    STATEMENTS,
    USUAL_OFFSET,
    VERSION,
    BookRows,
    check_header,
    moves_of,
)
from logistello.book.store import Entry, Run
from logistello.book.value import BookValue
from logistello.errors import BookError, IllegalMoveError
from logistello.files import drafting

#: Seconds to wait for another writer. Most transactions take milliseconds, merging and undoing take seconds.
_PATIENCE = 60.0
_PAGE = 500

_COLUMN_LIST = ", ".join(COLUMNS)
_MARKS = ", ".join("?" * len(COLUMNS))
_GET = f"SELECT {_COLUMN_LIST} FROM position WHERE key = ?"  # noqa: S608 - constants
_PUT = f"INSERT OR REPLACE INTO position (key, {_COLUMN_LIST}) VALUES (?, {_MARKS})"  # noqa: S608
_REMEMBER = f"INSERT OR IGNORE INTO before (entry, key, {_COLUMN_LIST}) VALUES (?, ?, {_MARKS})"  # noqa: S608
_BEFORE = f"SELECT key, {_COLUMN_LIST} FROM before WHERE entry = ? ORDER BY key"  # noqa: S608
_KEYS = "SELECT key FROM position WHERE key > ? ORDER BY key LIMIT ?"
_NODES = f"SELECT key, {_COLUMN_LIST} FROM position WHERE key > ? ORDER BY key LIMIT ?"  # noqa: S608
_PENDING = "SELECT key FROM position WHERE pending AND key > ? ORDER BY key LIMIT ?"


class SqliteStore:
    """Fulfils ``Store``. Threads may share it; their calls are serialised."""

    def __init__(self, path: Path, game: BookGame[Any, Any], *, writable: bool = False) -> None:
        """Raises ``BookError`` if there is no book of this game at ``path``."""
        check_header(path)
        self.path = path
        self.writable = writable
        self._game = game
        self._lock = threading.RLock()
        self._run: Run | None = None
        self._entry: int | None = None
        self._inside = False
        self._connection: sqlite3.Connection | None = _connect(path, writable)
        try:
            if writable:
                self._execute("PRAGMA journal_mode = WAL")
                # What was committed survives a power failure, not only the end of the process.
                self._execute("PRAGMA synchronous = FULL")
            found = self._execute("SELECT value FROM about WHERE name = 'game'").fetchone()
            if found is None or found[0] != game.name:
                raise BookError(f"{path}: a book of {found[0] if found else 'nothing'}; expected one of {game.name}")
            offset = self._execute("SELECT value FROM about WHERE name = 'proven'").fetchone()
            self._rows = BookRows(self._execute, game, USUAL_OFFSET if offset is None else offset[0])
        except BaseException:
            self.close()
            raise

    @classmethod
    def create(cls, path: Path, game: BookGame[Any, Any]) -> SqliteStore:
        """A new, empty book. An existing file is left as it is."""
        try:
            with (
                drafting(path, keep_existing=True) as draft,
                closing(sqlite3.connect(draft, isolation_level=None)) as made,
            ):
                made.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                made.execute(f"PRAGMA user_version = {VERSION}")
                made.execute("BEGIN")
                for statement in STATEMENTS if game.self_contained else (*STATEMENTS, PORTABLE_KEYS):
                    made.execute(statement)
                about: dict[str, str | float] = {
                    "game": game.name,
                    "created": datetime.now(UTC).isoformat(timespec="seconds"),
                    "runs": 0,
                }
                if game.proven_offset != USUAL_OFFSET:
                    about["proven"] = game.proven_offset
                made.executemany("INSERT INTO about VALUES (?, ?)", about.items())
                made.execute("COMMIT")
        except (OSError, sqlite3.Error) as error:
            raise BookError(f"{path}: cannot make a book here: {error}") from error
        return cls(path, game, writable=True)

    # -- nodes --------------------------------------------------------------------------------

    def get(self, key: bytes) -> BookNode | None:
        row = self._execute(_GET, (key,)).fetchone()
        return None if row is None else self._node(key, row)

    def _node(self, key: bytes, row: Sequence[Any]) -> BookNode:
        self._recall(key)
        return self._rows.node(key, row)

    def _recall(self, key: bytes) -> None:
        """Tell the game the position of a key that does not contain it."""
        if not self._game.self_contained:
            found = self._execute("SELECT portable FROM portable WHERE key = ?", (key,)).fetchone()
            if found is not None:
                self._game.remember(found[0])

    def value(self, key: bytes) -> BookValue | None:
        row = self._execute("SELECT low, high FROM position WHERE key = ?", (key,)).fetchone()
        return None if row is None else self._rows.value(*row)

    def parents(self, key: bytes) -> list[bytes]:
        return [row[0] for row in self._execute("SELECT parent FROM parent WHERE child = ? ORDER BY parent", (key,))]

    def put(self, node: BookNode) -> None:
        row = self._rows.row(node)
        before = self._remember(node.key)
        if before is None and not self._game.self_contained:
            portable = self._game.portable(node.key)
            self._game.remember(portable)
            self._execute("INSERT OR IGNORE INTO portable VALUES (?, ?)", (node.key, portable))
        self._execute(_PUT, (node.key, *row))
        self._link(node.key, before, row)

    def delete(self, key: bytes) -> None:
        before = self._remember(key)
        self._execute("DELETE FROM position WHERE key = ?", (key,))
        self._link(key, before, None)
        if not self._game.self_contained:
            self._execute("DELETE FROM portable WHERE key = ?", (key,))

    def _remember(self, key: bytes) -> tuple[Any, ...] | None:
        """The current row; its first change in a run goes into the journal."""
        if not self._inside:
            raise BookError("a change outside a transaction")
        before: tuple[Any, ...] | None = self._execute(_GET, (key,)).fetchone()
        if self._run is not None:
            if self._entry is None:
                self._entry = self._current_entry(self._run)
            self._execute(_REMEMBER, (self._entry, key, *(before or [None] * len(COLUMNS))))
        return before

    def _link(self, key: bytes, before: Sequence[Any] | None, after: Sequence[Any] | None) -> None:
        """Keep the table of parents up to date."""
        old, new = moves_of(before), moves_of(after)
        if old == new:
            return
        self._recall(key)
        left, reached = ({self._game.step(key, move).key for move in moves} for moves in (old, new))
        for child in left - reached:
            self._execute("DELETE FROM parent WHERE child = ? AND parent = ?", (child, key))
        for child in reached - left:
            self._execute("INSERT INTO parent VALUES (?, ?)", (child, key))

    def all_keys(self) -> Iterator[bytes]:
        return self._paged(_KEYS)

    def pending(self) -> Iterator[bytes]:
        return self._paged(_PENDING)

    def all_nodes(self) -> Iterator[BookNode]:
        return (self._node(key, row) for key, *row in self._paged_rows(_NODES))

    def _paged(self, statement: str) -> Iterator[bytes]:
        return (row[0] for row in self._paged_rows(statement))

    def _paged_rows(self, statement: str) -> Iterator[tuple[Any, ...]]:
        """Read page by page: a long read would keep other processes from checkpointing the file."""
        last = b""
        while rows := self._execute(statement, (last, _PAGE)).fetchall():
            yield from rows
            last = rows[-1][0]

    def __len__(self) -> int:
        count: int = self._execute("SELECT COUNT(*) FROM position").fetchone()[0]
        return count

    # -- transactions and journal -------------------------------------------------------------

    def new_run(self, kind: str, note: str = "") -> Run:
        with self.transaction(None):
            self._execute("UPDATE about SET value = value + 1 WHERE name = 'runs'")
            number: int = self._execute("SELECT value FROM about WHERE name = 'runs'").fetchone()[0]
        return Run(number, kind, note)

    @contextmanager
    def transaction(self, run: Run | None) -> Iterator[None]:
        with self._lock:
            if self._inside:
                raise BookError("a transaction inside another one")
            self._execute("BEGIN IMMEDIATE")
            self._inside, self._run, self._entry = True, run, None
            try:
                yield
                self._execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise
            finally:
                self._inside, self._run, self._entry = False, None, None

    def _roll_back(self) -> None:
        with suppress(BookError):  # some errors roll back on their own
            if self._connection is not None and self._connection.in_transaction:
                self._execute("ROLLBACK")
        self._rows.models.forget()

    @contextmanager
    def reading(self) -> Iterator[None]:
        with self._lock:
            if self._inside or self._connection is None or self._connection.in_transaction:
                yield
                return
            self._execute("BEGIN")
            try:
                yield
            finally:
                self._execute("COMMIT")

    def _current_entry(self, run: Run) -> int:
        """The current entry of this run; a new one if another run has written since."""
        last = self._execute("SELECT number, run FROM entry ORDER BY number DESC LIMIT 1").fetchone()
        if last is not None and last[1] == run.number:
            return int(last[0])
        made = self._execute(
            "INSERT INTO entry (run, kind, note, time) VALUES (?, ?, ?, ?)",
            (run.number, run.kind, run.note, time.time()),
        )
        return made.lastrowid or 0

    def entries(self) -> list[Entry]:
        rows = self._execute(
            "SELECT number, run, kind, note, time, (SELECT COUNT(*) FROM before WHERE entry = number) "
            "FROM entry ORDER BY number DESC"
        )
        return [
            Entry(number, run, kind, note, datetime.fromtimestamp(seconds, UTC), positions)
            for number, run, kind, note, seconds, positions in rows.fetchall()
        ]

    def before(self, entry: int) -> list[tuple[bytes, BookNode | None]]:
        rows = self._execute(_BEFORE, (entry,)).fetchall()
        return [(key, None if row[0] is None else self._node(key, row)) for key, *row in rows]

    def forget(self, entries: Iterable[int]) -> None:
        for number in list(entries):
            self._execute("DELETE FROM before WHERE entry = ?", (number,))
            self._execute("DELETE FROM entry WHERE number = ?", (number,))

    # -- life ---------------------------------------------------------------------------------

    def check(self) -> list[str]:
        found = [f"the file: {row[0]}" for row in self._execute("PRAGMA integrity_check").fetchall() if row[0] != "ok"]
        moves = 0
        for key, *row in self._paged_rows(_NODES):
            self._recall(key)
            with suppress(IllegalMoveError, ValueError):  # rows that cannot be read are reported elsewhere
                moves += len({self._game.step(key, move).key for move in moves_of(row)})
        known: int = self._execute("SELECT COUNT(*) FROM parent").fetchone()[0]
        return found if moves == known else [*found, f"{moves} moves between positions, but {known} ways back"]

    def compact(self) -> None:
        """Release unused space and leave a single file, readable on read-only media."""
        self._execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._execute("PRAGMA journal_mode = DELETE")
        self._execute("VACUUM")

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _execute(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        with self._lock:
            if self._connection is None:
                raise BookError("the book is closed")
            try:
                return self._connection.execute(statement, values)
            except sqlite3.Error as error:
                raise BookError(f"{self.path}: {_explained(error)}") from error


def _connect(path: Path, writable: bool) -> sqlite3.Connection:
    uri = path.absolute().as_uri()
    mode = "rw" if writable else "ro"
    for options in (f"mode={mode}", "mode=ro&immutable=1"):
        try:
            connection = sqlite3.connect(
                f"{uri}?{options}", uri=True, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise BookError(f"{path}: {_explained(error)}") from error
        try:
            connection.execute("SELECT 1 FROM about").fetchone()
        except sqlite3.Error as error:
            connection.close()
            # In a read-only folder SQLite cannot coordinate readers with writers; but there are no writers.
            if not writable and error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CANTOPEN and "immutable" not in options:
                continue
            raise BookError(f"{path}: {_explained(error)}") from error
        return connection
    raise BookError(f"{path}: cannot be opened")


def _explained(error: sqlite3.Error) -> str:
    advice = {
        sqlite3.SQLITE_FULL: "the disk is full; what was confirmed before is safe: make room and go on",
        sqlite3.SQLITE_BUSY: "another process is writing and does not end; try again when it is done",
        sqlite3.SQLITE_READONLY: "the file may not be written",
        sqlite3.SQLITE_CORRUPT: "the file is damaged; take a copy that is whole",
        sqlite3.SQLITE_NOTADB: "the file is damaged; take a copy that is whole",
        sqlite3.SQLITE_IOERR: "the disk failed",
    }
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return f"{advice[code]} ({error})" if code in advice else str(error)
