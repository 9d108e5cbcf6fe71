"""Books that somebody has edited: rows, types, the schema and the bytes of a real book, at random by a seed.

``edited_books(folder, seed, count)`` makes them, one after the other in the same file; ``book_uses`` says what is then
done with each.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from logistello.book import Book, EngineEvaluator
from logistello.engine import Engine
from logistello.othello import Game

GAMES = ("f5d6c3d3c4f4", "f5f6e6f4e3", "f5d6c3d3c4b3")
#: A game of nine moves that ends with the last disc of one side.
SHORT_GAME = "e6f4e3f6g5d6e7f5c5"
_PAGE = 4096
_TABLES = ("about", "model", "position", "parent", "entry", "before")
_NASTY: tuple[object, ...] = (
    None, 0, 1, -1, -5, 7, 64, 65, 99, 255, 256, 2**31, 2**62, 2**63 - 1, -(2**63), 0.5, -0.0, 1e308, float("inf"),
    float("-inf"), 1000.0, -999.5, "", "abc", "3,x", "1,2", "-1", "\ud7ff", b"", b"\x00", b"\xff" * 16, b"\x13\x12",
    b"\x13\x13", bytes(16), b"\x00" * 7 + b"\x01" + b"\x00" * 7 + b"\x01", b"a" * 5000, "x" * 5000,
)  # fmt: skip


@dataclass(frozen=True)
class EditedBook:
    """A file, and what was done to it."""

    number: int
    path: Path
    edit: str


def small_book(path: Path) -> None:
    """A real book with all that one may hold: lines, deviations, results, a search that is missing, several runs."""
    with Engine(hash_mb=1) as engine, Book.open(path, writable=True, create=True) as book:
        search = EngineEvaluator(engine, depth=1, solve_empties=2)
        for moves in GAMES:
            book.add_games([Game.from_moves(moves)], search, note=moves)
        book.add_games([Game.from_moves(SHORT_GAME)], search, note="to the end")
        book.extend(search, expansions=6)
        book.add_games([Game.from_moves("f5f4")], search, stop=_after(1), note="cut short")
        book.compact()


def _after(calls: int) -> Callable[[], bool]:
    left = iter([False] * calls)
    return lambda: next(left, True)


def edited_books(folder: Path, seed: int, count: int) -> Iterator[EditedBook]:
    """``count`` books, each with one to three edits. All are the same file, which the next one replaces."""
    for number in range(count):
        yield edited_book(folder, seed, number)


def edited_book(folder: Path, seed: int, number: int) -> EditedBook:
    """One of them alone."""
    original, path = folder / "original.book", folder / "edited.book"
    if not original.exists():
        small_book(original)
    rng = random.Random(f"{seed} {number}")  # noqa: S311 - not for secrets
    remove_book(path)
    shutil.copyfile(original, path)
    edits = [rng.choices(_EDITS, _WEIGHTS)[0](path, rng) for _ in range(rng.choice((1, 1, 1, 2, 3)))]
    return EditedBook(number, path, "; ".join(edits))


def remove_book(path: Path) -> None:
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm", f"{path.name}-journal"):
        path.with_name(name).unlink(missing_ok=True)


# -- edits ------------------------------------------------------------------------------------


def _carried_out(path: Path, statement: str, values: tuple[object, ...] = ()) -> str:
    """What SQLite refuses leaves the book as it is."""
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as connection,
        suppress(sqlite3.Error, OverflowError, UnicodeError),
    ):
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(statement, values)
    return f"{statement} {values!r}"[:300]


def _columns(path: Path, table: str) -> list[str]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection, suppress(sqlite3.Error):
        return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    return []


def _row_of(path: Path, table: str, columns: list[str], rng: random.Random) -> tuple[object, ...] | None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection, suppress(sqlite3.Error):
        rows = connection.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()  # noqa: S608
        return rng.choice(rows) if rows else None
    return None


def _table(rng: random.Random) -> str:
    return rng.choices(_TABLES, (2, 1, 6, 1, 2, 3))[0]


def _some_row(path: Path, table: str, rng: random.Random) -> tuple[str, tuple[object, ...]]:
    """A condition that one row fulfils, by its primary key."""
    names = {"about": 1, "model": 1, "position": 1, "parent": 2, "entry": 1, "before": 2}
    columns = _columns(path, table)[: names[table]]
    row = _row_of(path, table, columns, rng) if columns else None
    if row is None:
        return "0", ()
    return " AND ".join(f"{column} IS ?" for column in columns), row


def _cell(path: Path, rng: random.Random) -> str:
    table = _table(rng)
    column = rng.choice(_columns(path, table) or ["key"])
    condition, row = _some_row(path, table, rng)
    value = rng.choice(_NASTY)
    return _carried_out(path, f"UPDATE {table} SET {column} = ? WHERE {condition}", (value, *row))  # noqa: S608


def _cell_of_another(path: Path, rng: random.Random) -> str:
    """A value of the right type at the wrong place."""
    table = rng.choice(("position", "position", "before", "parent", "entry", "model"))
    column = rng.choice(_columns(path, table) or ["key"])
    condition, row = _some_row(path, table, rng)
    other = _row_of(path, table, [column], rng)
    values = (None if other is None else other[0], *row)
    return _carried_out(path, f"UPDATE {table} SET {column} = ? WHERE {condition}", values)  # noqa: S608


def _number(path: Path, rng: random.Random) -> str:
    """A little more or less."""
    table = rng.choice(("position", "before", "entry", "model"))
    column = rng.choice(_columns(path, table) or ["key"])
    condition, row = _some_row(path, table, rng)
    step = rng.choice((-1, 1, 0.25, 1000, -1000))
    return _carried_out(path, f"UPDATE {table} SET {column} = {column} + ? WHERE {condition}", (step, *row))  # noqa: S608


def _edges(path: Path, rng: random.Random) -> str:
    table = rng.choice(("position", "position", "before"))
    condition, row = _some_row(path, table, rng)
    moves = bytes(rng.choice((rng.randrange(64), 64, 200)) for _ in range(rng.randrange(4)))
    written: object = rng.choice((moves, bytes(sorted(moves)), ",".join(map(str, moves))))
    return _carried_out(path, f"UPDATE {table} SET edges = ? WHERE {condition}", (written, *row))  # noqa: S608


def _whole_column(path: Path, rng: random.Random) -> str:
    table = _table(rng)
    column = rng.choice(_columns(path, table) or ["key"])
    return _carried_out(path, f"UPDATE OR REPLACE {table} SET {column} = ?", (rng.choice(_NASTY),))  # noqa: S608


def _no_text(path: Path, rng: random.Random) -> str:
    """Bytes that are called text and are none."""
    table = _table(rng)
    column = rng.choice(_columns(path, table) or ["key"])
    condition, row = _some_row(path, table, rng)
    return _carried_out(path, f"UPDATE {table} SET {column} = CAST(X'fffe41' AS TEXT) WHERE {condition}", row)  # noqa: S608


def _missing_row(path: Path, rng: random.Random) -> str:
    table = _table(rng)
    condition, row = _some_row(path, table, rng)
    return _carried_out(path, f"DELETE FROM {table} WHERE {condition}", row)  # noqa: S608


def _new_row(path: Path, rng: random.Random) -> str:
    table = _table(rng)
    columns = _columns(path, table)
    known = _row_of(path, table, columns, rng) if columns else None
    row = [rng.choice(_NASTY) if known is None or rng.random() < 0.3 else cell for cell in known or columns]
    if row:
        row[0] = rng.choice((rng.choice(_NASTY), rng.randbytes(16)))
    return _carried_out(path, f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})", tuple(row))  # noqa: S608


def _empty_table(path: Path, rng: random.Random) -> str:
    return _carried_out(path, f"DELETE FROM {_table(rng)}")  # noqa: S608


def _schema(path: Path, rng: random.Random) -> str:
    table = _table(rng)
    column = rng.choice(_columns(path, table) or ["key"])
    statement = rng.choice(
        (
            f"DROP TABLE {table}",
            f"ALTER TABLE {table} RENAME TO other",
            f"ALTER TABLE {table} RENAME COLUMN {column} TO other",
            f"ALTER TABLE {table} DROP COLUMN {column}",
            f"ALTER TABLE {table} ADD COLUMN other",
            "DROP INDEX pending",
            "CREATE TABLE other (a, b)",
            "CREATE VIEW other AS SELECT * FROM position",
            "CREATE TRIGGER other BEFORE INSERT ON position BEGIN SELECT RAISE(ABORT, 'no'); END",
            "CREATE TRIGGER other AFTER UPDATE ON position BEGIN DELETE FROM position; END",
            f"UPDATE sqlite_schema SET sql = 'CREATE TABLE {table} (a)' WHERE name = '{table}'",  # noqa: S608
            f"UPDATE sqlite_schema SET rootpage = 3 WHERE name = '{table}'",  # noqa: S608
            f"DELETE FROM sqlite_schema WHERE name = '{table}'",  # noqa: S608
            "PRAGMA user_version = 2",
            "PRAGMA application_id = 7",
            "PRAGMA journal_mode = WAL",
        )
    )
    return _carried_out(path, statement)


def _bytes(path: Path, rng: random.Random) -> str:
    data = bytearray(path.read_bytes())
    if not data:
        return "nothing left"
    what = rng.choice(("header", "some", "some", "some", "page", "swap", "cut", "longer"))
    at = rng.randrange(min(100, len(data)) if what == "header" else len(data))
    if what == "page":
        begin = at // _PAGE * _PAGE
        data[begin : begin + _PAGE] = rng.choice((bytes(_PAGE), rng.randbytes(_PAGE)))
    elif what == "swap":
        one, two = (rng.randrange(len(data) // _PAGE or 1) * _PAGE for _ in range(2))
        data[one : one + _PAGE], data[two : two + _PAGE] = data[two : two + _PAGE], data[one : one + _PAGE]
    elif what == "cut":
        del data[at:]
    elif what == "longer":
        data += rng.randbytes(rng.choice((1, _PAGE)))
    else:
        for _ in range(rng.choice((1, 1, 4, 16))):
            data[rng.randrange(at, min(at + 16, len(data)))] = rng.randrange(256)
    path.write_bytes(data)
    return f"{what} of the bytes at {at}"


_EDITS = (
    _cell, _cell_of_another, _number, _edges, _whole_column, _no_text, _missing_row, _new_row, _empty_table, _schema,
    _bytes,
)  # fmt: skip
_WEIGHTS = (24, 8, 6, 8, 4, 4, 8, 8, 2, 10, 18)
