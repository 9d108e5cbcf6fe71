"""A store in one SQLite file: many readers, one writer at a time, safe against kill -9 and a full disk."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from logistello.book.book_game import BookGame, named
from logistello.book.node import LARGEST_COUNT, BookNode
from logistello.book.schema import (
    APPLICATION_ID,
    COLUMNS,
    PORTABLE_KEYS,
    STATEMENTS,
    USUAL_OFFSET,
    VERSION,
    VERSION_OVER_BASE,
    BookRows,
    check_about,
    check_header,
    check_tables,
    moves_of,
)
from logistello.book.store import Entry, Run, Unfinished
from logistello.book.value import BookValue
from logistello.errors import BookError
from logistello.files import drafting

#: Seconds to wait for another writer. Most transactions take milliseconds, merging and undoing take seconds.
_PATIENCE = 60.0
#: The second one: SQLite's message repeats the damaged schema, which Python cannot read as text.
_READING_FAILED = (sqlite3.Error, UnicodeDecodeError)
_PAGE = 500
#: Seconds since 1970 that no clock shows: the year 9999.
_LATEST = 253_000_000_000.0

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
        self.path = path
        #: Whether it holds only what was learned over a base (:meth:`base`).
        self.over_base = check_header(path) == VERSION_OVER_BASE
        self.writable = writable
        self._game = game
        self._lock = threading.RLock()
        self._run: Run | None = None
        self._entry: int | None = None
        self._inside = False
        self._connection: sqlite3.Connection | None = _connect(path, writable)
        try:
            # Whoever edited the file has no say in what its statements do.
            self._execute("PRAGMA trusted_schema = OFF")
            offset = self._checked()
            if writable:
                self._execute("PRAGMA journal_mode = WAL")
                # What was committed survives a power failure, not only the end of the process.
                self._execute("PRAGMA synchronous = FULL")
            self._rows = BookRows(self._execute, game, offset)
        except BaseException:
            self.close()
            raise

    def _checked(self) -> float:
        """What must hold of a book and takes no longer for a large one; returns where it puts proven results."""
        about = "SELECT name, value FROM about WHERE name IN ('game', 'runs', 'proven')"
        try:
            check_tables(self._execute, self._game)
            return check_about(dict(self._execute(about)), self._game)
        except BookError as error:
            raise error if error.__cause__ is not None else BookError(f"{self.path}: {error}") from None

    @classmethod
    def create(cls, path: Path, game: BookGame[Any, Any], *, base: str | None = None) -> SqliteStore:
        """A new, empty book; with the checksum of a ``base``, for what is learned over that. An existing file is left
        as it is."""
        try:
            with (
                drafting(path, keep_existing=True) as draft,
                closing(sqlite3.connect(draft, isolation_level=None)) as made,
            ):
                made.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                made.execute(f"PRAGMA user_version = {VERSION if base is None else VERSION_OVER_BASE}")
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
                if base is not None:
                    about["base"] = base
                made.executemany("INSERT INTO about VALUES (?, ?)", about.items())
                made.execute("COMMIT")
        except (OSError, sqlite3.Error) as error:
            raise BookError(f"{path}: cannot make a book here: {error}") from error
        return cls(path, game, writable=True)

    def base(self) -> str | None:
        """The checksum of the base over which this was learned; ``None`` for a whole book."""
        for (value,) in self._execute("SELECT value FROM about WHERE name = 'base'"):
            if not isinstance(value, str):
                raise BookError(f"{self.path}: damaged: its base is {value!r:.40}; take a copy that is whole")
            return value
        if self.over_base:
            raise BookError(f"{self.path}: damaged: it does not say over which base it lies; take a copy that is whole")
        return None

    def set_base(self, checksum: str) -> None:
        """Inside a transaction only."""
        self._execute("UPDATE about SET value = ? WHERE name = 'base'", (checksum,))

    # -- nodes --------------------------------------------------------------------------------

    def get(self, key: bytes) -> BookNode | None:
        row = self._row(key)
        return None if row is None else self._node(key, row)

    def _row(self, key: bytes) -> tuple[Any, ...] | None:
        return next(iter(self._execute(_GET, (key,))), None)

    def _node(self, key: bytes, row: Sequence[Any]) -> BookNode:
        with self._reading_row(key):
            self._recall(key)
            return self._rows.node(key, row)

    @contextmanager
    def _reading_row(self, key: object, what: str = "position") -> Iterator[None]:
        """Faults of a row as errors of the book."""
        try:
            yield
        except ValueError as error:
            raise BookError(
                f"{self.path}: the {what} {named(self._game, key)} is damaged: {error}; 'logistello book verify' tells "
                "more, a copy that is whole helps"
            ) from error

    def _recall(self, key: bytes) -> None:
        """Tell the game the position of a key that does not contain it."""
        if not self._game.self_contained:
            for (portable,) in self._execute("SELECT portable FROM portable WHERE key = ?", (key,)):
                if not isinstance(portable, bytes):
                    raise ValueError(f"its text is {portable!r:.40}; expected bytes")
                self._game.remember(portable)

    def value(self, key: bytes) -> BookValue | None:
        found = self._execute("SELECT low, high FROM position WHERE key = ?", (key,))
        with self._reading_row(key):
            return self._rows.value(*found[0]) if found else None

    def parents(self, key: bytes) -> list[bytes]:
        found = self._execute("SELECT parent FROM parent WHERE child = ? ORDER BY parent", (key,))
        with self._reading_row(key):
            return [self._checked_parent(parent) for (parent,) in found]

    def _checked_parent(self, key: object) -> bytes:
        if not isinstance(key, bytes):
            raise ValueError(f"the way back to {key!r:.40}; expected bytes")
        self._game.ply(key)  # raises ValueError for a key that is none
        return key

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
        before = self._row(key)
        if self._run is not None:
            if self._entry is None:
                self._entry = self._current_entry(self._run)
            self._execute(_REMEMBER, (self._entry, key, *(before or [None] * len(COLUMNS))))
        return before

    def _link(self, key: bytes, before: Sequence[Any] | None, after: Sequence[Any] | None) -> None:
        """Keep the table of parents up to date."""
        with self._reading_row(key):
            if moves_of(before) == moves_of(after):
                return
            self._recall(key)
            left, reached = self._successors(key, before), self._successors(key, after)
        for child in left - reached:
            self._execute("DELETE FROM parent WHERE child = ? AND parent = ?", (child, key))
        for child in reached - left:
            self._execute("INSERT OR IGNORE INTO parent VALUES (?, ?)", (child, key))

    def _successors(self, key: bytes, row: Sequence[Any] | None) -> set[bytes]:
        """Where the edges and the deviation of a row lead. Raises ``ValueError``."""
        return {self._game.step(key, move).key for move in moves_of(row)}

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
        while rows := self._execute(statement, (last, _PAGE)):
            yield from rows
            if len(rows) < _PAGE:
                return
            key = rows[-1][0]
            if not isinstance(key, bytes) or key <= last:  # a damaged index would lead in circles
                raise BookError(f"{self.path}: damaged: its positions are not in the order of their keys")
            last = key

    def __len__(self) -> int:
        [(count,)] = self._execute("SELECT COUNT(*) FROM position")
        return int(count)

    # -- transactions and journal -------------------------------------------------------------

    def new_run(self, kind: str, note: str = "") -> Run:
        with self.transaction(None):
            self._execute("UPDATE about SET value = value + 1 WHERE name = 'runs'")
            [(number,)] = self._execute("SELECT value FROM about WHERE name = 'runs'")
        return Run(number, kind, note)

    def unfinished(self, content: bytes) -> Unfinished | None:
        for (value,) in self._execute("SELECT value FROM about WHERE name = ?", (_unfinished_name(content),)):
            run, _, taken = str(value).partition(" ")
            if not (run.isdecimal() and taken.isdecimal()):
                raise BookError(f"{self.path}: damaged: a run that was cut short is {value!r:.40}")
            return Unfinished(int(run), int(taken))
        return None

    def set_unfinished(self, content: bytes, unfinished: Unfinished) -> None:
        value = f"{unfinished.run} {unfinished.taken}"
        self._execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (_unfinished_name(content), value))

    def finish(self, run: int) -> None:
        self._execute("DELETE FROM about WHERE name GLOB 'unfinished *' AND value GLOB ?", (f"{run} *",))

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
        for number, last_run in self._execute("SELECT number, run FROM entry ORDER BY number DESC LIMIT 1"):
            if last_run == run.number:
                return int(number)
            if number >= LARGEST_COUNT:  # SQLite would take any free number: newer entries would not be last
                raise BookError(f"{self.path}: the journal is damaged: its last entry has the number {number}")
        note = run.note.encode(errors="backslashreplace").decode()  # names of files need not be text
        self._execute(
            "INSERT INTO entry (run, kind, note, time) VALUES (?, ?, ?, ?)",
            (run.number, run.kind, note, run.begun.timestamp()),
        )
        [(made,)] = self._execute("SELECT last_insert_rowid()")
        return int(made)

    def entries(self) -> list[Entry]:
        rows = self._execute("SELECT number, run, kind, note, time FROM entry ORDER BY number DESC")
        return [self._read_entry(row) for row in rows]

    def _read_entry(self, row: Sequence[Any]) -> Entry:
        number, run, kind, note, seconds = row
        with self._reading_row(number, "entry of the journal"):
            if type(run) is not int or not 0 < run <= LARGEST_COUNT:
                raise ValueError(f"the run {run!r:.40}; expected a number, 1 or more")
            if not isinstance(kind, str) or not isinstance(note, str):
                raise ValueError(f"{kind!r:.40} {note!r:.40}; expected words")
            if type(seconds) is not float or not 0 <= seconds < _LATEST:
                raise ValueError(f"the time {seconds!r:.40}; expected seconds since 1970")
            return Entry(number, run, kind, note, datetime.fromtimestamp(seconds, UTC))

    def changes(self) -> dict[int, int]:
        counts = "SELECT run, COUNT(DISTINCT key) FROM entry JOIN before ON entry = number GROUP BY run"
        return dict(self._execute(counts))

    def before(self, entry: int) -> list[tuple[bytes, BookNode | None]]:
        found = self._execute(_BEFORE, (entry,))
        return [(key, None if self._was_absent(row) else self._node(key, row)) for key, *row in found]

    def _was_absent(self, row: Sequence[Any]) -> bool:
        return all(cell is None for cell in row)

    def forget(self, entries: Iterable[int]) -> None:
        for number in list(entries):
            self._execute("DELETE FROM before WHERE entry = ?", (number,))
            self._execute("DELETE FROM entry WHERE number = ?", (number,))

    # -- life ---------------------------------------------------------------------------------

    def check(self) -> list[str]:
        return [*self._check_file(), *self._check_ways_back(), *self._check_journal()]

    def _check_file(self) -> Iterator[str]:
        yield from (f"the file: {row[0]}" for row in self._execute("PRAGMA integrity_check") if row[0] != "ok")
        for count, *_ in self._execute("SELECT COUNT(*) FROM position WHERE typeof(key) <> 'blob' OR key = X''"):
            if count:
                yield f"{count} positions whose keys are no bytes"
        for number, name in self._execute("SELECT id, name FROM model WHERE typeof(name) <> 'text'"):
            yield f"the model {number} is called {name!r:.40}; expected text"

    def _check_ways_back(self) -> Iterator[str]:
        moves = 0
        for key, *row in self._paged_rows(_NODES):
            with suppress(ValueError):  # rows that cannot be read are reported elsewhere
                self._recall(key)
                moves += len(self._successors(key, row))
        [(known,)] = self._execute("SELECT COUNT(*) FROM parent")
        if moves != known:
            yield f"{moves} moves between positions, but {known} ways back"

    def _check_journal(self) -> Iterator[str]:
        lost = "SELECT COUNT(*) FROM before WHERE entry NOT IN (SELECT number FROM entry)"
        for (count,) in self._execute(lost):
            if count:
                yield f"{count} positions in the journal that belong to none of its entries"
        late = "SELECT number, run FROM entry WHERE run > (SELECT value FROM about WHERE name = 'runs')"
        for number, run in self._execute(late):
            yield f"entry {number} of the journal belongs to run {run!r:.40}, which has not been yet"
        idle = "SELECT number FROM entry WHERE NOT EXISTS (SELECT 1 FROM before WHERE entry = number)"
        for (number,) in self._execute(idle):
            yield f"entry {number} of the journal changed nothing"

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

    def _execute(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of the answer: damage shows when they are fetched, not before."""
        with self._lock:
            if self._connection is None:
                raise BookError("the book is closed")
            try:
                return self._connection.execute(statement, values).fetchall()
            except _READING_FAILED as error:
                raise BookError(f"{self.path}: {_explained(error)}") from error


def _unfinished_name(content: bytes) -> str:
    return f"unfinished {content.hex()}"


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
        except _READING_FAILED as error:
            connection.close()
            # In a read-only folder SQLite cannot coordinate readers with writers; but there are no writers.
            if not writable and _code(error) == sqlite3.SQLITE_CANTOPEN and "immutable" not in options:
                continue
            raise BookError(f"{path}: {_explained(error)}") from error
        return connection
    raise BookError(f"{path}: cannot be opened")


def _code(error: Exception) -> int:
    """SQLite's number of what went wrong; a message of its own that is no text speaks of damage."""
    code: int = sqlite3.SQLITE_CORRUPT if isinstance(error, UnicodeError) else getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def _explained(error: Exception) -> str:
    advice = {
        sqlite3.SQLITE_FULL: "the disk is full; what was confirmed before is safe: make room and go on",
        sqlite3.SQLITE_BUSY: "another process is writing and does not end; try again when it is done",
        sqlite3.SQLITE_READONLY: "the file may not be written",
        sqlite3.SQLITE_CORRUPT: "the file is damaged; take a copy that is whole",
        sqlite3.SQLITE_NOTADB: "the file is damaged; take a copy that is whole",
        sqlite3.SQLITE_IOERR: "the disk failed",
    }
    code = _code(error)
    return f"{advice[code]} ({error})" if code in advice else str(error)
