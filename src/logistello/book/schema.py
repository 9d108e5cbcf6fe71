"""The file of a book: one SQLite database, its tables and rows; described in ``docs/reference/book-file.md``."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from logistello.book.book_game import BookGame, Step
from logistello.book.evaluation import Bound, Evaluation, RatedMove
from logistello.book.node import LARGEST_COUNT, BookNode, check_node
from logistello.book.value import PROVEN as OFFSET
from logistello.book.value import BookValue
from logistello.errors import BookError

#: Stands in the header of the file: "LgBk".
APPLICATION_ID = 0x4C67426B
VERSION = 1
#: Of a file that holds only what was learned over a base: programs that know of no base must not read it.
VERSION_OVER_BASE = 2

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


def check_header(path: Path) -> int:
    """The version of the book. Raises ``BookError`` unless the file is one that can be read. Reads 100 bytes."""
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
    if version not in (VERSION, VERSION_OVER_BASE):
        raise BookError(
            f"{path}: a book of version {version}; this program reads versions {VERSION} and {VERSION_OVER_BASE}: let "
            "the program that made it export it as text"
        )
    return version


#: Carries out a statement and returns all its rows.
Execute = Callable[..., list[tuple[Any, ...]]]


def check_tables(execute: Execute, game: BookGame[Any, Any]) -> None:
    """Raises ``BookError`` unless the tables are as a book has them. Other tables are left alone, but there may be
    nothing that acts on its own."""
    found = {name: (kind, sql) for kind, name, sql in execute("SELECT type, name, sql FROM sqlite_schema")}
    for statement in STATEMENTS if game.self_contained else (*STATEMENTS, PORTABLE_KEYS):
        _, kind, name, *_ = statement.split()
        known_kind, sql = found.get(name, (None, None))
        if known_kind != kind.lower() or not isinstance(sql, str) or sql.split() != statement.split():
            raise BookError(f"the {kind.lower()} {name} is not that of a book; take a copy that is whole")
    if acting := [str(name) for name, (kind, _) in found.items() if kind not in ("table", "index")]:
        raise BookError(f"a book has no triggers and no views, but this file has {', '.join(acting)}")


def check_about(about: dict[Any, Any], game: BookGame[Any, Any]) -> float:
    """Raises ``BookError`` unless the book is one of this game; returns its distance of proven wins."""
    if about.get("game") != game.name:
        raise BookError(f"a book of {about.get('game', 'nothing')!s:.40}; expected one of {game.name}")
    runs = about.get("runs")
    if type(runs) is not int or not 0 <= runs <= LARGEST_COUNT:
        raise BookError(f"damaged: its number of runs is {runs!r:.40}; take a copy that is whole")
    offset = about.get("proven", USUAL_OFFSET)
    if type(offset) not in (int, float) or not 1 < offset <= OFFSET:
        raise BookError(f"damaged: its distance of proven results is {offset!r:.40}; take a copy that is whole")
    return float(offset)


class Models:
    """The names of models, each stored once. Numbers never change once given."""

    def __init__(self, execute: Execute) -> None:
        self._execute = execute
        self._numbers: dict[str, int] = {}
        self._names: dict[int, str] = {}

    def number(self, name: str) -> int:
        """Stores a new name: inside a transaction only."""
        if name not in self._numbers:
            self._execute("INSERT OR IGNORE INTO model (name) VALUES (?)", (name,))
            [(found,)] = self._execute("SELECT id FROM model WHERE name = ?", (name,))
            self._numbers[name] = found
        return self._numbers[name]

    def name(self, number: int) -> str:
        """Raises ``ValueError`` for a number that was never given."""
        if number not in self._names:
            found = self._execute("SELECT name FROM model WHERE id = ?", (number,))
            if not found or not isinstance(found[0][0], str):
                raise ValueError(f"unknown model {number}")
            self._names[number] = found[0][0]
        return self._names[number]

    def forget(self) -> None:
        """For a transaction that was rolled back: its numbers are void."""
        self._numbers.clear()
        self._names.clear()


class BookRows:
    """Nodes as rows and back. Whatever stands in a row is checked: somebody may have edited the file."""

    def __init__(self, execute: Execute, game: BookGame[Any, Any], offset: float) -> None:
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

    def node(self, key: object, row: Sequence[Any]) -> BookNode:
        """Raises ``ValueError`` for a row that is not that of a position."""
        low, high, games, pending, edges, move, *rest = row
        known = self._key(key)
        if type(games) is not int:
            raise ValueError(f"{games!r:.40} games; expected a whole number")
        if type(pending) is not int or pending not in (0, 1):
            raise ValueError(f"pending is {pending!r:.40}; expected 0 or 1")
        deviation = self._evaluation("deviation", rest[:5])
        if (move is None) != (deviation is None):
            raise ValueError("half of a deviation: its move or its value is missing")
        node = BookNode(
            known,
            self.value(low, high),
            tuple(self._step(known, edge) for edge in _read_moves(edges)),
            None if deviation is None else RatedMove(self._step(known, move).move, deviation),
            self._evaluation("label", rest[5:]),
            games,
            bool(pending),
        )
        return check_node(node)

    def value(self, low: object, high: object) -> BookValue:
        """Raises ``ValueError``."""
        if not isinstance(low, float) or not isinstance(high, float):
            raise ValueError(f"a value between {low!r:.40} and {high!r:.40}; expected numbers")
        return BookValue(self._loaded(low), self._loaded(high))

    def _key(self, key: object) -> bytes:
        if not isinstance(key, bytes):
            raise ValueError(f"the key {key!r:.40}; expected bytes")
        if self._game.self_contained:
            place = self._game.place(self._game.position(key))
            if place.key != key or place.sign < 0:
                raise ValueError("is not the representative of its class")
        return key

    def _step(self, key: bytes, move: object) -> Step:
        if type(move) is not int:
            raise ValueError(f"the move {move!r:.40}; expected a number")
        step = self._game.step(key, move)
        if step.move != move:
            raise ValueError(f"{self._game.move_text(move)} is not the first of the moves that lead where it does")
        return step

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

    def _evaluation(self, what: str, columns: Sequence[Any]) -> Evaluation | None:
        value, depth, confidence, flags, model = columns
        if value is depth is confidence is flags is model is None:
            return None
        if type(value) is not float:
            raise ValueError(f"a {what} of value {value!r:.40}; expected a number")
        if not type(depth) is type(confidence) is type(flags) is type(model) is int:
            raise ValueError(
                f"a {what} of depth {depth!r:.40}, confidence {confidence!r:.40}, flags {flags!r:.40}, "
                f"model {model!r:.40}; expected whole numbers"
            )
        if not 0 <= flags < LOWER + UPPER:
            raise ValueError(f"a {what} with the flags {flags}; expected 0 to {LOWER + UPPER - 1}")
        bound: Bound = "lower" if flags & LOWER else "upper" if flags & UPPER else "exact"
        return Evaluation(value, depth, confidence, bool(flags & PROVEN), bound, self.models.name(model))


def moves_of(row: Sequence[Any] | None) -> set[int]:
    """The edges and the deviation of a row. Raises ``ValueError``."""
    if row is None:
        return set()
    edges, deviation = _read_moves(row[_EDGES]), row[_DEVIATION]
    if deviation is None:
        return {*edges}
    if type(deviation) is not int:
        raise ValueError(f"the deviation {deviation!r:.40}; expected a number")
    return {*edges, deviation}


def _written_moves(moves: list[int]) -> bytes | str:
    """A byte each; as text with commas where one does not fit into a byte."""
    return bytes(moves) if all(move < 256 for move in moves) else ",".join(map(str, moves))


def _read_moves(written: object) -> list[int]:
    """Raises ``ValueError`` unless they are written as they should be: ascending, each once."""
    if not isinstance(written, bytes | str):
        raise ValueError(f"the edges {written!r:.40}; expected bytes")
    moves = list(written) if isinstance(written, bytes) else [int(move) for move in written.split(",")]
    if moves != sorted(set(moves)) or _written_moves(moves) != written:
        raise ValueError(f"the edges {written!r:.40}; expected moves in ascending order")
    return moves
