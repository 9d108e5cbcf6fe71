"""The file of games."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logistello.errors import LibraryError
from logistello.library.counted_games import CountedGames
from logistello.library.game_row import GameRow
from logistello.library.moves_table import MovesTable
from logistello.library.position_statistics import PositionStatistics
from logistello.othello import Position
from logistello.othello.opening_names import opening_of, openings_named

#: "LGLB"; tells our files from other SQLite files.
APPLICATION_ID = 0x4C474C42
VERSION = 2
#: Days for which a deleted game can be brought back.
_DAYS_DELETED = 30
#: Games of one transaction: large enough to be quick, small enough that others need not wait.
_PORTION = 2000
_SCHEMA = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    black TEXT NOT NULL, white TEXT NOT NULL, date TEXT NOT NULL, place TEXT NOT NULL,
    black_score REAL, ending TEXT NOT NULL, opening TEXT, plies INTEGER NOT NULL,
    start TEXT, moves BLOB NOT NULL, record TEXT, comment TEXT NOT NULL,
    source TEXT NOT NULL, added TEXT NOT NULL, identity BLOB NOT NULL UNIQUE,
    play_key TEXT, play_state TEXT, deleted TEXT
);
CREATE INDEX games_black ON games (black COLLATE NOCASE);
CREATE INDEX games_white ON games (white COLLATE NOCASE);
CREATE INDEX games_opening ON games (opening);
"""
#: What a file of version 1 lacks.
_SINCE_VERSION_1 = ("play_key TEXT", "play_state TEXT", "deleted TEXT")
_FIELDS = "black, white, date, place, black_score, ending, start, moves, record, comment, play_key, play_state"
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
    """Which games. Texts are words of names in any order, upper and lower case alike, or parts of them; empty ones and
    ``None`` let all pass.
    """

    player: str = ""
    black: str = ""
    white: str = ""
    #: Also games that went through it on their way to another one, in any order of moves.
    opening: str = ""
    result: ResultKind | None = None
    #: First and last date, as text: 1997, or 1997-08.
    since: str = ""
    until: str = ""
    #: Games that went through it.
    position: Position | None = None
    #: Games that were played on a board of this program.
    played_here: bool = False
    unfinished: bool = False
    #: The other player, whichever colour the two had.
    opponent: str = ""
    #: Where: of WTHOR's games the tournament.
    place: str = ""


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A game of the library: its number, what is stored of it, and when it came from where."""

    id: int
    row: GameRow
    opening: str | None
    plies: int
    source: str
    added: str


class Added(NamedTuple):
    """What :meth:`Library.add` did."""

    #: The number of each game, in order.
    ids: list[int]
    #: How many of them the library did not have before.
    new: int


class Library:
    """Safe to use from several threads; several programs may share the file.

    >>> from logistello.othello import Game
    >>> from logistello.library import rows_of
    >>> with Library(None) as library:
    ...     added = library.add(rows_of([Game.from_moves("f5d6c3d3c4")]), "by hand")
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
            if version not in (1, VERSION):
                raise LibraryError(f"{self.path} has version {version}; this program knows {VERSION}: use another file")
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        with self._writing() as cursor:
            if self._is_empty():  # still: another process may have been quicker
                for statement in _SCHEMA.split(";\n"):
                    cursor.execute(statement)
                cursor.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                cursor.execute(f"PRAGMA user_version = {VERSION}")
            (version,) = cursor.execute("PRAGMA user_version").fetchone()
            if version == 1:
                for column in _SINCE_VERSION_1:
                    cursor.execute(f"ALTER TABLE games ADD COLUMN {column}")
                cursor.execute(f"PRAGMA user_version = {VERSION}")
            long_ago = datetime.now(UTC) - timedelta(days=_DAYS_DELETED)
            cursor.execute("DELETE FROM games WHERE deleted < ?", (_time_text(long_ago),))

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
        self,
        games: Iterable[GameRow],
        source: str,
        on_portion: Callable[[int], None] = lambda stored: None,
        *,
        renew: bool = False,
    ) -> Added:
        """Store games; returns their numbers, of those that it has already the old ones, and how many are new.

        ``renew`` replaces what is said of those (comments, marks, variations); otherwise it stays as it is.

        ``on_portion`` is told after each transaction how many games are done; leaving it with an exception ends the
        work after that transaction.
        """
        ids: list[int] = []
        new = 0
        rest = iter(games)
        added = _time_text(datetime.now(UTC))
        while portion := list(islice(rest, _PORTION)):
            openings = _openings(portion)
            with self._writing() as cursor:
                for row, opening in zip(portion, openings, strict=True):
                    number, is_new = _insert(cursor, row, opening, source, added)
                    ids.append(number)
                    new += is_new
                    if renew and not is_new:
                        words = (row.record, row.comment, number)
                        cursor.execute("UPDATE games SET record = ?, comment = ? WHERE id = ?", words)
                self._arrays = None
            on_portion(len(ids))
        return Added(ids, new)

    def keep(self, row: GameRow, source: str, unless: Callable[[StoredRow], bool] = lambda _: False) -> StoredRow:
        """Store a game that is being played here, in place of what was known of it before.

        ``unless`` is asked about that, and may say that it is newer: then it stays, and is returned. A game that was
        deleted meanwhile comes back: it goes on. Raises ``ValueError`` for a row without ``play_key``.
        """
        if row.play_key is None:
            raise ValueError("a game that is not played here has no key to find it by")
        (opening,) = _openings([row])
        with self._writing() as cursor:
            number, _ = _insert(cursor, row, opening, source, _time_text(datetime.now(UTC)))
            if unless(known := _game(cursor, number)):
                return known
            columns = ", ".join(f"{name} = ?" for name in _FIELDS.split(", "))
            cursor.execute(
                f"UPDATE games SET {columns}, opening = ?, plies = ? WHERE id = ?",  # noqa: S608
                (*_values(row), opening, len(row.moves), number),
            )
            self._arrays = None
            return _game(cursor, number)

    def change(self, number: int, **fields: str | None) -> StoredRow | None:
        """Change what is said about a game (``Changeable``); ``None`` if there is no such game."""
        with self._lock:
            stored = self.get(number)
            if stored is None:
                return None
            new = replace(stored.row, **{name: text for name, text in fields.items() if text is not None})  # type: ignore[arg-type]
            with self._writing() as cursor:
                cursor.execute("DELETE FROM games WHERE identity = ? AND deleted IS NOT NULL", (new.identity,))
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
        """Whether there was such a game. For some weeks it can be brought back."""
        with self._writing() as cursor:
            cursor.execute(
                "UPDATE games SET deleted = ? WHERE id = ? AND deleted IS NULL", (_time_text(datetime.now(UTC)), number)
            )
            self._arrays = None
            return cursor.rowcount > 0

    def restore(self, number: int) -> StoredRow | None:
        """Bring a deleted game back; ``None`` if there is no such game (any more)."""
        with self._writing() as cursor:
            cursor.execute("UPDATE games SET deleted = NULL WHERE id = ?", (number,))
            self._arrays = None
        return self.get(number)

    # -- finding ------------------------------------------------------------------------------

    def __len__(self) -> int:
        with self._lock:
            (number,) = self._connection.execute("SELECT count(*) FROM games WHERE deleted IS NULL").fetchone()
            return int(number)

    def get(self, number: int) -> StoredRow | None:
        with self._lock:
            found = self._connection.execute(
                f"SELECT {_COLUMNS} FROM games WHERE id = ? AND deleted IS NULL",  # noqa: S608
                (number,),
            ).fetchone()
        return None if found is None else _stored(found)

    def find(
        self, wanted: GameFilter, *, limit: int = 50, offset: int = 0, order: Order = "newest"
    ) -> tuple[int, list[StoredRow]]:
        """How many games there are, and some of them."""
        conditions, values = _conditions(wanted)
        where = " AND ".join(["deleted IS NULL", *conditions])
        with self._lock:
            if wanted.position is not None:
                self._select_games_through("through", [wanted.position])
                where += " AND id IN (SELECT id FROM temp.through)"
            if wanted.opening.strip():
                self._select_games_through("opened", [each.position for each in openings_named(wanted.opening)])
            (total,) = self._connection.execute(f"SELECT count(*) FROM games WHERE {where}", values).fetchone()  # noqa: S608
            rows = self._connection.execute(
                f"SELECT {_COLUMNS} FROM games WHERE {where} ORDER BY {_ORDERS[order]} LIMIT ? OFFSET ?",  # noqa: S608
                [*values, limit, offset],
            ).fetchall()
        return int(total), [_stored(row) for row in rows]

    def statistics(self, position: Position) -> tuple[PositionStatistics, list[str]]:
        """What was played in a position and how it ended, and who reached it most often.

        Games from set-up positions are not counted, nor those that are still played here.
        """
        with self._lock:
            games = self._loaded().games
        return games.statistics(position)

    def _select_games_through(self, table: Literal["through", "opened"], positions: Iterable[Position]) -> None:
        """Numbers of the games that reached one of the positions, into a table of their own."""
        arrays = self._loaded()
        table_of_moves = arrays.games.table
        rows = {
            row for position in positions for _, rows in table_of_moves.images_of(position) for row in rows.tolist()
        }
        self._connection.execute(f"CREATE TEMP TABLE IF NOT EXISTS {table} (id INTEGER PRIMARY KEY)")
        self._connection.execute(f"DELETE FROM temp.{table}")  # noqa: S608
        numbers = [(int(number),) for number in arrays.ids[sorted(rows)]]
        self._connection.execute("BEGIN")
        self._connection.executemany(f"INSERT OR IGNORE INTO temp.{table} VALUES (?)", numbers)  # noqa: S608
        self._connection.execute("COMMIT")

    def _loaded(self) -> _Arrays:
        """All games from the usual start as arrays; read again when this or another program has changed the file."""
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        if self._arrays is None or self._arrays.version != version:
            rows = self._connection.execute(
                "SELECT id, moves, black_score, black, white, date FROM games"
                " WHERE start IS NULL AND deleted IS NULL AND (play_key IS NULL OR ending != 'unfinished')"
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
    """Games as arrays, and which state of the file they are."""

    def __init__(self, version: int, rows: Sequence[tuple[int, bytes, float | None, str, str, str]]) -> None:
        self.version = version
        self.ids: NDArray[np.int64] = np.array([row[0] for row in rows], dtype=np.int64)
        self.games = CountedGames([row[1:] for row in rows])


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


def _insert(cursor: sqlite3.Cursor, row: GameRow, opening: str | None, source: str, added: str) -> tuple[int, bool]:
    identity = row.identity
    cursor.execute(
        f"INSERT OR IGNORE INTO games ({_FIELDS}, opening, plies, source, added, identity) "  # noqa: S608
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*_values(row), opening, len(row.moves), source, added, identity),
    )
    if cursor.rowcount:
        return int(cursor.lastrowid or 0), True
    cursor.execute("UPDATE games SET deleted = NULL WHERE identity = ? AND deleted IS NOT NULL", (identity,))
    is_back = cursor.rowcount > 0
    (number,) = cursor.execute("SELECT id FROM games WHERE identity = ?", (identity,)).fetchone()
    return int(number), is_back


def _game(cursor: sqlite3.Cursor, number: int) -> StoredRow:
    return _stored(cursor.execute(f"SELECT {_COLUMNS} FROM games WHERE id = ?", (number,)).fetchone())  # noqa: S608


def _values(row: GameRow) -> tuple[object, ...]:
    return tuple(getattr(row, name) for name in _FIELDS.split(", "))


def _time_text(time: datetime) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


def _conditions(wanted: GameFilter) -> tuple[list[str], list[str]]:
    conditions: list[str] = []
    values: list[str] = []

    def words(*either: dict[str, str]) -> None:
        """One of some ways in which columns may hold words."""
        ways = []
        for way in either:
            likes = [(column, word) for column, text in way.items() for word in text.split()]
            ways.append(" AND ".join(f"{column} LIKE ? ESCAPE '\\'" for column, _ in likes))
            escaped = [word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") for _, word in likes]
            values.extend(f"%{word}%" for word in escaped)
        if all(ways):
            conditions.append("(" + " OR ".join(ways) + ")")

    words({"black": wanted.player, "white": wanted.opponent}, {"white": wanted.player, "black": wanted.opponent})
    words({"black": wanted.black})
    words({"white": wanted.white})
    words({"opening": wanted.opening})
    if wanted.opening.strip():  # the name that a game ended with, or one of those that it went through
        conditions[-1] = f"({conditions[-1]} OR id IN (SELECT id FROM temp.opened))"  # noqa: S608
    words({"place": wanted.place})
    results = {"black": "black_score > 0", "white": "black_score < 0", "draw": "black_score = 0"}
    if wanted.result is not None:
        conditions.append(results.get(wanted.result, "black_score IS NULL"))
    if wanted.played_here:
        conditions.append("play_key IS NOT NULL")
    if wanted.unfinished:
        conditions.append("ending = 'unfinished'")
    if wanted.since:
        conditions.append("date >= ?")
        values.append(wanted.since)
    if wanted.until:
        conditions.append("date < ?")
        values.append(wanted.until + "\U0010ffff")  # after every date that begins so
    return conditions, values


def _stored(row: tuple[object, ...]) -> StoredRow:
    number, *fields = row
    return StoredRow(number, GameRow(*fields[:12]), *fields[12:])  # type: ignore[arg-type]
