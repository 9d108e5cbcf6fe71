"""The file of a book: one SQLite database; described in ``docs/reference/book-file.md``."""

from __future__ import annotations

from pathlib import Path

from logistello.errors import BookError

#: Stands in the header of the file: "LgBk".
APPLICATION_ID = 0x4C67426B
VERSION = 1

_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100

#: Columns of a position but for its key; the journal holds the same of how it was before.
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

#: Bits of the flags.
PROVEN, LOWER, UPPER = 1, 2, 4


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
