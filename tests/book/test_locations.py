"""Where books are looked for and made."""

from __future__ import annotations

from pathlib import Path

import pytest

from logistello.book import Book, EngineRecipe, locations
from logistello.errors import BookError, UsageError
from logistello.othello import Game

RECIPE = EngineRecipe(depth=1, hash_mb=1)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without any book; the package has none either."""
    monkeypatch.delenv("LOGISTELLO_BOOK", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(locations, "default_book_path", lambda: tmp_path / "package" / "default.book")
    return tmp_path


def test_names(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert locations.user_book_path() == home / "data" / "logistello" / "my.book"
    monkeypatch.setenv("LOGISTELLO_BOOK", str(home / "other.book"))
    assert locations.user_book_path() == home / "other.book"


def test_without_any_book(home: Path) -> None:
    with pytest.raises(BookError, match="book add"):
        locations.open_usual_book()
    with locations.open_usual_book(writable=True) as made:
        assert len(made) == 0
    with locations.open_usual_book() as again:
        assert again.path == locations.user_book_path()


def test_the_own_book_begins_as_a_copy(home: Path) -> None:
    shipped = home / "package" / "default.book"
    shipped.parent.mkdir()
    with Book.open(shipped, writable=True, create=True) as book:
        book.add_games([Game.from_moves("f5d6")], RECIPE)
        book.forget_journal()
        book.compact()
    before = shipped.read_bytes()
    with locations.open_usual_book() as read:
        assert read.path == shipped
        assert len(read) == 3
    with locations.open_usual_book(writable=True) as own:
        assert own.path == locations.user_book_path()
        own.add_games([Game.from_moves("f5f6")], RECIPE)
        assert len(own) == 4
    with locations.open_usual_book() as read:
        assert len(read) == 4
    assert shipped.read_bytes() == before
    assert {path.name for path in shipped.parent.iterdir()} == {"default.book"}
    assert not list(locations.user_book_path().parent.glob(".*"))


def test_a_folder_that_cannot_be(home: Path) -> None:
    (home / "data").write_text("a file in the way")
    with pytest.raises(BookError, match="cannot be made"):
        locations.open_usual_book(writable=True)


def test_a_named_book(home: Path) -> None:
    assert locations.path_of("usual") is None
    path = locations.path_of(str(home / "named.book"))
    assert path == home / "named.book"
    with pytest.raises(BookError):
        locations.open_book(path)
    with locations.open_book(path, writable=True, create=True) as made:
        assert made.path == path
    with pytest.raises(UsageError, match="no such folder"):
        locations.open_book(home / "nowhere" / "named.book", writable=True, create=True)


def test_nobody_writes_into_the_book_of_the_package(home: Path) -> None:
    shipped = home / "package" / "default.book"
    shipped.parent.mkdir()
    Book.open(shipped, writable=True, create=True).close()
    locations.open_book(shipped).close()
    with pytest.raises(UsageError, match="copy it"):
        locations.open_book(shipped, writable=True)
