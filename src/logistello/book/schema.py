"""The file of a book: one SQLite database, its tables and rows; described in ``docs/reference/book-file.md``."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from logistello.book.book_game import BookGame
from logistello.book.evaluation import Bound, Evaluation, RatedMove
from logistello.book.node import BookNode
from logistello.book.value import PROVEN as OFFSET
from logistello.book.value import BookValue
from logistello.errors import BookError

#: Stands in the header of the file: "LgBk".
APPLICATION_ID = 0x4C67426B
VERSION = 1

_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100

#: Columns of a position except its key; the journal has the same ones for its previous state.
COLUMNS = (
    "low",
    "high",
    "games",
    "pending",
    "edges",
    "deviation_move",
    "deviation_value",
    "deviation_depth",
    "deviation_confidence",
    "deviation_flags",
    "deviation_model",
    "label_value",
    "label_depth",
    "label_confidence",
    "label_flags",
    "label_model",
)

_TYPES = """
  low REAL, high REAL,
  games INTEGER, pending INTEGER, edges BLOB,
  deviation_move INTEGER, deviation_value REAL, deviation_depth INTEGER, deviation_confidence INTEGER,
  deviation_flags INTEGER, deviation_model INTEGER,
  label_value REAL, label_depth INTEGER, label_confidence INTEGER, label_flags INTEGER, label_model INTEGER,
"""

STATEMENTS = (
    "CREATE TABLE about (name TEXT PRIMARY KEY, value) WITHOUT ROWID",
    "CREATE TABLE model (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    f"CREATE TABLE position (key BLOB NOT NULL, {_TYPES} PRIMARY KEY (key)) WITHOUT ROWID",
    "CREATE INDEX pending ON position (key) WHERE pending",
    "CREATE TABLE parent (child BLOB NOT NULL, parent BLOB NOT NULL, PRIMARY KEY (child, parent)) WITHOUT ROWID",
    "CREATE TABLE entry (number INTEGER PRIMARY KEY, run INTEGER NOT NULL, kind TEXT NOT NULL, note TEXT NOT NULL, "
    "time REAL NOT NULL)",
    f"CREATE TABLE before (entry INTEGER NOT NULL, key BLOB NOT NULL, {_TYPES} PRIMARY KEY (entry, key)) WITHOUT ROWID",
)

#: Only in files of games whose keys do not contain their positions.
PORTABLE_KEYS = "CREATE TABLE portable (key BLOB NOT NULL PRIMARY KEY, portable BLOB NOT NULL) WITHOUT ROWID"

#: How far proven wins lie beyond estimates in files that do not say so themselves.
USUAL_OFFSET = 1000.0

_EDGES = COLUMNS.index("edges")
_DEVIATION = COLUMNS.index("deviation_move")

#: Bits of the flags.
PROVEN, LOWER, UPPER = 1, 2, 4
_FLAGS: dict[Bound, int] = {"exact": 0, "lower": LOWER, "upper": UPPER}


def check_header(path: Path) -> None:
    """Raises ``BookError`` unless the file is a book of this version. Reads 100 bytes."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    except FileNotFoundError:
        raise BookError(f"{path}: there is no such book; 'logistello book add' makes one") from None
    except OSError as error:
        raise BookError(f"{path}: {error.strerror or error}") from error
    if len(header) < _HEADER_BYTES or not header.startswith(_MAGIC):
        raise BookError(f"{path}: this is no book; expected an SQLite database made by 'logistello book'")
    application = int.from_bytes(header[68:72], "big")
    version = int.from_bytes(header[60:64], "big")
    if application != APPLICATION_ID:
        raise BookError(f"{path}: an SQLite database, but no book; expected one made by 'logistello book'")
    if version != VERSION:
        raise BookError(
            f"{path}: a book of version {version}; this program reads version {VERSION}: let the program "
            "that made it export it as text"
        )


class Models:
    """The names of models, each stored once. Numbers never change once given."""

    def __init__(self, execute: Callable[..., sqlite3.Cursor]) -> None:
        self._execute = execute
        self._numbers: dict[str, int] = {}
        self._names: dict[int, str] = {}

    def number(self, name: str) -> int:
        """Stores a new name: inside a transaction only."""
        if name not in self._numbers:
            self._execute("INSERT OR IGNORE INTO model (name) VALUES (?)", (name,))
            found: int = self._execute("SELECT id FROM model WHERE name = ?", (name,)).fetchone()[0]
            self._numbers[name] = found
        return self._numbers[name]

    def name(self, number: int) -> str:
        if number not in self._names:
            found = self._execute("SELECT name FROM model WHERE id = ?", (number,)).fetchone()
            self._names[number] = found[0] if found else f"unknown model {number}"
        return self._names[number]

    def forget(self) -> None:
        """For a transaction that was rolled back: its numbers are void."""
        self._numbers.clear()
        self._names.clear()


class BookRows:
    """Nodes as rows and back."""

    def __init__(self, execute: Callable[..., sqlite3.Cursor], game: BookGame[Any, Any], offset: float) -> None:
        """``offset`` is how far the file puts proven wins beyond estimates."""
        self.models = Models(execute)
        self._game = game
        self._offset = offset

    def row(self, node: BookNode) -> tuple[Any, ...]:
        """In the order of ``COLUMNS``."""
        deviation = node.deviation
        return (
            self._stored(node.value.low),
            self._stored(node.value.high),
            node.games,
            int(node.pending),
            _written_moves(sorted(node.moves)),
            None if deviation is None else deviation.move,
            *self._written(None if deviation is None else deviation.evaluation),
            *self._written(node.label),
        )

    def node(self, key: bytes, row: Sequence[Any]) -> BookNode:
        low, high, games, pending, edges, move, *rest = row
        deviation = self._evaluation(rest[:5])
        return BookNode(
            key,
            self.value(low, high),
            tuple(self._game.step(key, edge) for edge in _read_moves(edges)),
            None if deviation is None else RatedMove(move, deviation),
            self._evaluation(rest[5:]),
            games,
            bool(pending),
        )

    def value(self, low: float, high: float) -> BookValue:
        return BookValue(self._loaded(low), self._loaded(high))

    def _stored(self, bound: float) -> float:
        """A bound of a value as the file has it."""
        if abs(bound) >= OFFSET:
            return bound - math.copysign(OFFSET - self._offset, bound)
        return max(1 - self._offset, min(bound, self._offset - 1))

    def _loaded(self, bound: float) -> float:
        return bound + math.copysign(OFFSET - self._offset, bound) if abs(bound) >= self._offset else bound

    def _written(self, evaluation: Evaluation | None) -> tuple[Any, ...]:
        if evaluation is None:
            return (None,) * 5
        return (
            evaluation.value,
            evaluation.depth,
            evaluation.confidence,
            _FLAGS[evaluation.bound] | (PROVEN if evaluation.proven else 0),
            self.models.number(evaluation.model),
        )

    def _evaluation(self, columns: Sequence[Any]) -> Evaluation | None:
        value, depth, confidence, flags, model = columns
        if value is None:
            return None
        bound: Bound = "lower" if flags & LOWER else "upper" if flags & UPPER else "exact"
        return Evaluation(value, depth, confidence, bool(flags & PROVEN), bound, self.models.name(model))


def moves_of(row: Sequence[Any] | None) -> set[int]:
    """The edges and the deviation of a row."""
    if row is None:
        return set()
    edges, deviation = _read_moves(row[_EDGES]), row[_DEVIATION]
    return {*edges} if deviation is None else {*edges, deviation}


def _written_moves(moves: list[int]) -> bytes | str:
    """A byte each; as text with commas where one does not fit into a byte."""
    return bytes(moves) if all(move < 256 for move in moves) else ",".join(map(str, moves))


def _read_moves(written: bytes | str) -> Iterable[int]:
    return written if isinstance(written, bytes) else map(int, written.split(","))
