"""Books that somebody edited: right answers or an error of the book, wherever they are used."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.attack.book_uses import use_everywhere
from benchmarks.attack.edited_books import edited_books, small_book
from logistello.book import Book
from logistello.cli.main import main
from logistello.engine import Engine
from logistello.errors import BookError

QUICK = ("--depth", "1", "--solve", "2", "--hash-mb", "1", "--workers", "1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = tmp_path_factory.mktemp("edited")
    small_book(made / "original.book")
    return made


def test_every_use_succeeds_or_says_why_not(folder: Path) -> None:
    """``python -m benchmarks.attack`` tries many more."""
    seen = set()
    with Engine(hash_mb=1) as engine:
        for book in edited_books(folder, seed=3, count=16):
            for use in use_everywhere(book.path, engine):
                assert use.is_clear, f"book {book.number} ({book.edit}), {use.name}: {use.error!r}"
                seen.add((use.name, use.error is None))
    assert {("open", False), ("verify", True), ("verify", False), ("undo", True), ("undo", False)} <= seen


def test_commands_say_what_is_wrong(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands = (
        ("probe", "f5"),
        ("show",),
        ("stats",),
        ("verify",),
        ("undo", "--list"),
        ("export", str(folder / "text")),
        ("export", str(folder / "edax"), "--format", "edax"),
        ("merge", str(folder / "original.book")),
        ("link",),
        ("add", "f5d6c3", *QUICK),
        ("extend", "--expansions", "1", *QUICK),
        ("refresh", *QUICK),
        ("undo",),
        ("compact",),
    )
    codes = []
    for book in edited_books(folder, seed=4, count=5):
        for command in commands:
            code = main(["book", *command, "--book", str(book.path)])
            told = capsys.readouterr()
            assert code in (0, 1), (book, command)
            assert code == 0 or told.err.startswith("logistello: ") or command[0] == "verify", (book, command, told)
            codes.append(code)
    assert {*codes} == {0, 1}


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ("DROP INDEX pending", "the index pending is not that of a book"),
        ("ALTER TABLE position ADD COLUMN more", "the table position is not that of a book"),
        ("DROP TABLE before", "the table before is not that of a book"),
        ("CREATE TRIGGER t AFTER UPDATE ON position BEGIN DELETE FROM position; END", "no triggers and no views"),
        ("CREATE VIEW v AS SELECT 1", "no triggers and no views"),
        ("UPDATE about SET value = 'many' WHERE name = 'runs'", "its number of runs is 'many'"),
        ("INSERT INTO about VALUES ('proven', -3)", "its distance of proven results is -3"),
        ("UPDATE about SET value = X'00' WHERE name = 'game'", "expected one of othello"),
        ("UPDATE about SET value = CAST(X'ff' AS TEXT) WHERE name = 'game'", "Could not decode to UTF-8"),
    ],
)
def test_what_no_book_can_be_is_refused_when_it_is_opened(folder: Path, edit: str, message: str) -> None:
    path = folder / "refused.book"
    path.write_bytes((folder / "original.book").read_bytes())
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(edit)
    before = path.read_bytes()
    for writable in (False, True):
        with pytest.raises(BookError, match=message) as refused:
            Book.open(path, writable=writable)
        assert str(path) in str(refused.value)
    assert path.read_bytes() == before


def test_tables_of_others_are_left_alone(folder: Path) -> None:
    path = folder / "notes.book"
    path.write_bytes((folder / "original.book").read_bytes())
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE notes (text)")
    with Book.open(path) as book:
        assert book.verify() == []


def test_verify_finds_a_journal_that_leads_nowhere(folder: Path) -> None:
    """Each row of it matters: without any one of them taking back would leave no book."""
    path = folder / "journal.book"
    original = (folder / "original.book").read_bytes()
    path.write_bytes(original)
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT entry, key FROM before WHERE low IS NOT NULL ORDER BY entry, key").fetchall()
    assert len(rows) > 5
    for entry, key in rows[:: len(rows) // 5]:
        path.write_bytes(original)
        with closing(sqlite3.connect(path)) as connection, connection:
            statement = "UPDATE before SET low = low + 1, high = high + 1 WHERE entry = ? AND key = ?"
            connection.execute(statement, (entry, key))
        with Book.open(path) as book:
            assert any(f"entry {entry} of the journal" in str(problem) for problem in book.verify())
