"""The file of games."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from logistello.errors import LibraryError
from logistello.library.game_row import GameRow
from logistello.library.moves_table import MovesTable
from logistello.library.position_statistics import PositionStatistics, count_position, most_frequent
from logistello.othello import Position
from logistello.othello.opening_names import opening_of

#: "LGLB"; tells our files from other SQLite files.
APPLICATION_ID = 0x4C474C42
VERSION = 1
#: Games of one transaction: large enough to be quick, small enough that others need not wait.
_PORTION = 2000
_SCHEMA = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    black TEXT NOT NULL, white TEXT NOT NULL, date TEXT NOT NULL, place TEXT NOT NULL,
    black_score REAL, ending TEXT NOT NULL, opening TEXT, plies INTEGER NOT NULL,
    start TEXT, moves BLOB NOT NULL, record TEXT, comment TEXT NOT NULL,
    source TEXT NOT NULL, added TEXT NOT NULL, identity BLOB NOT NULL UNIQUE
);
CREATE INDEX games_black ON games (black COLLATE NOCASE);
CREATE INDEX games_white ON games (white COLLATE NOCASE);
CREATE INDEX games_opening ON games (opening);
"""
_FIELDS = "black, white, date, place, black_score, ending, start, moves, record, comment"
_COLUMNS = f"id, {_FIELDS}, opening, plies, source, added"
_ORDERS = {
    "newest": "id DESC",
    "oldest": "id",
    "date": "date DESC, id DESC",
    "player": "black COLLATE NOCASE, white COLLATE NOCASE, id",
}

Order = Literal["newest", "oldest", "date", "player"]
ResultKind = Literal["black", "white", "draw", "unknown"]
Changeable = Literal["black", "white", "date", "place", "comment"]


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games. Texts are parts of names, upper and lower case alike; empty ones and ``None`` let all pass."""

    player: str = ""
    black: str = ""
    white: str = ""
    opening: str = ""
    result: ResultKind | None = None
    #: First and last date, as text: 1997, or 1997-08.
    since: str = ""
    until: str = ""
    #: Games that went through it.
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class StoredRow:
    id: int
    row: GameRow
    opening: str | None
    plies: int
    source: str
    added: str


class Library:
    """Safe to use from several threads; several programs may share the file.

    >>> from logistello.othello import Game
    >>> from logistello.library import rows_of
    >>> with Library(None) as library:
    ...     ids = library.add(rows_of([Game.from_moves("f5d6c3d3c4")]), "by hand")
    ...     [(row.opening, row.plies) for row in library.find(GameFilter(opening="tiger"))[1]]
    [('Tiger', 5)]
    """

    def __init__(self, path: Path | None) -> None:
        """``None`` keeps the games in memory only. Raises ``LibraryError`` if the file is not a library."""
        self.path = path
        self._lock = threading.RLock()
        self._arrays: _Arrays | None = None
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                ":memory:" if path is None else path, check_same_thread=False, timeout=10, isolation_level=None
            )
            self._prepare()
        except (sqlite3.Error, OSError) as error:
            raise LibraryError(f"{path}: {error}; name another file with --library") from error

    def _prepare(self) -> None:
        # Looked at before anything is changed: even the switch to WAL would alter the file of another program.
        if not self._is_empty():
            (owner,) = self._connection.execute("PRAGMA application_id").fetchone()
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            if owner != APPLICATION_ID:
                raise LibraryError(f"{self.path} is a database of another program; name another file with --library")
            if version != VERSION:
                raise LibraryError(f"{self.path} has version {version}; this program knows {VERSION}: use another file")
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        with self._writing() as cursor:
            if self._is_empty():  # still: another process may have been quicker
                for statement in _SCHEMA.split(";\n"):
                    cursor.execute(statement)
                cursor.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                cursor.execute(f"PRAGMA user_version = {VERSION}")

    def _is_empty(self) -> bool:
        (tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return not tables

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Cursor]:
        """One transaction."""
        with self._lock:
            cursor = self._connection.cursor()
            try:
                cursor.execute("BEGIN IMMEDIATE")
                yield cursor
                cursor.execute("COMMIT")
            except BaseException as error:
                if self._connection.in_transaction:
                    cursor.execute("ROLLBACK")
                if isinstance(error, sqlite3.Error):
                    raise LibraryError(f"{self.path or 'the library'} cannot be written: {error}") from error
                raise
            finally:
                cursor.close()

    # -- keeping ------------------------------------------------------------------------------

    def add(
        self, games: Iterable[GameRow], source: str, on_portion: Callable[[int], None] = lambda stored: None
    ) -> list[int]:
        """Store games; returns their numbers, of those that it has already the old ones.

        ``on_portion`` is told after each transaction how many games are done; leaving it with an exception ends the
        work after that transaction.
        """
        ids: list[int] = []
        rest = iter(games)
        added = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        while portion := list(islice(rest, _PORTION)):
            openings = _openings(portion)
            with self._writing() as cursor:
                for row, opening in zip(portion, openings, strict=True):
                    ids.append(_insert(cursor, row, opening, source, added))
                self._arrays = None
            on_portion(len(ids))
        return ids

    def change(self, number: int, **fields: str | None) -> StoredRow | None:
        """Change what is said about a game (``Changeable``); ``None`` if there is no such game."""
        with self._lock:
            stored = self.get(number)
            if stored is None:
                return None
            new = replace(stored.row, **{name: text for name, text in fields.items() if text is not None})  # type: ignore[arg-type]
            with self._writing() as cursor:
                taken = cursor.execute(
                    "SELECT id FROM games WHERE identity = ? AND id != ?", (new.identity, number)
                ).fetchone()
                if taken:
                    raise LibraryError(f"game {taken[0]} is the same then; delete one of the two")
                cursor.execute(
                    "UPDATE games SET black = ?, white = ?, date = ?, place = ?, comment = ?, identity = ?"
                    " WHERE id = ?",
                    (new.black, new.white, new.date, new.place, new.comment, new.identity, number),
                )
                self._arrays = None
            return replace(stored, row=new)

    def delete(self, number: int) -> bool:
        """Whether there was such a game."""
        with self._writing() as cursor:
            cursor.execute("DELETE FROM games WHERE id = ?", (number,))
            self._arrays = None
            return cursor.rowcount > 0

    # -- finding ------------------------------------------------------------------------------

    def __len__(self) -> int:
        with self._lock:
            (number,) = self._connection.execute("SELECT count(*) FROM games").fetchone()
            return int(number)

    def get(self, number: int) -> StoredRow | None:
        with self._lock:
            found = self._connection.execute(f"SELECT {_COLUMNS} FROM games WHERE id = ?", (number,)).fetchone()  # noqa: S608
        return None if found is None else _stored(found)

    def find(
        self, wanted: GameFilter, *, limit: int = 50, offset: int = 0, order: Order = "newest"
    ) -> tuple[int, list[StoredRow]]:
        """How many games there are, and some of them."""
        conditions, values = _conditions(wanted)
        where = " AND ".join(conditions) or "1"
        with self._lock:
            if wanted.position is not None:
                self._select_games_through(wanted.position)
                where += " AND id IN (SELECT id FROM temp.through)"
            (total,) = self._connection.execute(f"SELECT count(*) FROM games WHERE {where}", values).fetchone()  # noqa: S608
            rows = self._connection.execute(
                f"SELECT {_COLUMNS} FROM games WHERE {where} ORDER BY {_ORDERS[order]} LIMIT ? OFFSET ?",  # noqa: S608
                [*values, limit, offset],
            ).fetchall()
        return int(total), [_stored(row) for row in rows]

    def statistics(self, position: Position) -> tuple[PositionStatistics, list[str]]:
        """What was played in a position and how it ended, and who reached it most often.

        Games from set-up positions are not counted.
        """
        with self._lock:
            arrays = self._loaded()
        found = count_position(arrays.table, arrays.black_scores, position)
        names = [name for row in found.rows[:20_000] for name in arrays.players[row]]
        return found, most_frequent(names, 10)

    def _select_games_through(self, position: Position) -> None:
        arrays = self._loaded()
        rows = [row for _, rows in arrays.table.images_of(position) for row in rows.tolist()]
        self._connection.execute("CREATE TEMP TABLE IF NOT EXISTS through (id INTEGER PRIMARY KEY)")
        self._connection.execute("DELETE FROM temp.through")
        numbers = [(int(number),) for number in arrays.ids[rows]]
        self._connection.execute("BEGIN")
        self._connection.executemany("INSERT OR IGNORE INTO temp.through VALUES (?)", numbers)
        self._connection.execute("COMMIT")

    def _loaded(self) -> _Arrays:
        """All games from the usual start as arrays; read again when this or another program has changed the file."""
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        if self._arrays is None or self._arrays.version != version:
            rows = self._connection.execute(
                "SELECT id, moves, black_score, black, white FROM games WHERE start IS NULL"
            ).fetchall()
            self._arrays = _Arrays(version, rows)
        return self._arrays

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Arrays:
    """Games as arrays, for questions about positions."""

    def __init__(self, version: int, rows: Sequence[tuple[int, bytes, float | None, str, str]]) -> None:
        self.version = version
        self.ids: NDArray[np.int64] = np.array([row[0] for row in rows], dtype=np.int64)
        self.table = MovesTable([row[1] for row in rows])
        scores = [np.nan if row[2] is None else row[2] for row in rows]
        self.black_scores: NDArray[np.float64] = np.array(scores, dtype=np.float64)
        self.players = [(row[3], row[4]) for row in rows]


def _openings(rows: list[GameRow]) -> list[str | None]:
    """For games from the usual start all at once."""
    usual = [number for number, row in enumerate(rows) if row.start is None]
    found: list[str | None] = [None] * len(rows)
    for number, name in zip(usual, MovesTable([rows[number].moves for number in usual]).openings(), strict=True):
        found[number] = name
    for number, row in enumerate(rows):
        if row.start is not None:
            opening = opening_of(row.game().positions())
            found[number] = None if opening is None else opening.name
    return found


def _insert(cursor: sqlite3.Cursor, row: GameRow, opening: str | None, source: str, added: str) -> int:
    identity = row.identity
    values = (row.black, row.white, row.date, row.place, row.black_score, row.ending, row.start, row.moves, row.record)
    cursor.execute(
        f"INSERT OR IGNORE INTO games ({_FIELDS}, opening, plies, source, added, identity) "  # noqa: S608
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*values, row.comment, opening, len(row.moves), source, added, identity),
    )
    if cursor.rowcount:
        return int(cursor.lastrowid or 0)
    (number,) = cursor.execute("SELECT id FROM games WHERE identity = ?", (identity,)).fetchone()
    return int(number)


def _conditions(wanted: GameFilter) -> tuple[list[str], list[str]]:
    conditions, values = [], []

    def part(text: str, *columns: str) -> None:
        if text:
            conditions.append("(" + " OR ".join(f"{column} LIKE ? ESCAPE '\\'" for column in columns) + ")")
            escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
            values.extend([f"%{escaped}%"] * len(columns))

    part(wanted.player, "black", "white")
    part(wanted.black, "black")
    part(wanted.white, "white")
    part(wanted.opening, "opening")
    results = {"black": "black_score > 0", "white": "black_score < 0", "draw": "black_score = 0"}
    if wanted.result is not None:
        conditions.append(results.get(wanted.result, "black_score IS NULL"))
    if wanted.since:
        conditions.append("date >= ?")
        values.append(wanted.since)
    if wanted.until:
        conditions.append("date < ?")
        values.append(wanted.until + "\U0010ffff")  # after every date that begins so
    return conditions, values


def _stored(row: tuple[object, ...]) -> StoredRow:
    number, *fields = row
    return StoredRow(number, GameRow(*fields[:10]), *fields[10:])  # type: ignore[arg-type]
