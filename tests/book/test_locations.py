"""Where books are looked for and made."""

from __future__ import annotations

from pathlib import Path

import pytest

from logistello.book import Book, EngineRecipe, locations, package_book
from logistello.errors import BookError, UsageError
from logistello.othello import Game

RECIPE = EngineRecipe(depth=1, hash_mb=1)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without any book; the package has none either."""
    monkeypatch.delenv("LOGISTELLO_BOOK", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(package_book, "default_book_path", lambda: tmp_path / "package" / "default.book")
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


def ship(path: Path, *games: str) -> None:
    """A book of the package that has learned these games."""
    path.parent.mkdir(exist_ok=True)
    book = Book.in_memory()
    book.add_games([Game.from_moves(game) for game in games], RECIPE)
    book.pack(path)


def test_the_own_book_lies_over_that_of_the_package(home: Path) -> None:
    shipped = home / "package" / "default.book"
    ship(shipped, "f5d6")
    before = shipped.read_bytes()
    with locations.open_usual_book() as read:
        assert read.path == shipped
        assert not read.writable
        assert len(read) == 3
    with locations.open_usual_book(writable=True) as own:
        assert own.path == locations.user_book_path()
        assert own.learned == 0
        own.add_games([Game.from_moves("f5f6")], RECIPE)
        assert len(own) == 4
        assert own.learned < 4  # the position after f5d6 is the package's
    with locations.open_usual_book() as read:
        assert len(read) == 4
        assert read.base is not None
        assert read.base.path == shipped
    assert shipped.read_bytes() == before
    assert {path.name for path in shipped.parent.iterdir()} == {"default.book"}
    assert not list(locations.user_book_path().parent.glob(".*"))


def test_an_update_of_the_package_shows_at_once(home: Path) -> None:
    shipped = home / "package" / "default.book"
    ship(shipped, "f5d6")
    with locations.open_usual_book(writable=True) as own:
        own.add_games([Game.from_moves("f5f6e6")], RECIPE)
    ship(shipped, "f5d6", "f5f4")
    for writable in (False, True):
        with locations.open_usual_book(writable=writable) as own:
            assert {Game.from_moves(moves).position in own for moves in ("f5d6", "f5f4", "f5f6e6")} == {True}
            assert own.verify() == []


def test_an_old_whole_copy_stays_as_it_is(home: Path) -> None:
    """Before the package's book was packed, one's own began as a copy of it."""
    ship(home / "package" / "default.book", "f5d6")
    own = locations.user_book_path()
    own.parent.mkdir(parents=True)
    with Book.open(own, writable=True, create=True) as copy:
        copy.add_games([Game.from_moves("f5f6")], RECIPE)
    with locations.open_usual_book(writable=True) as opened:
        assert opened.base is None
        assert Game.from_moves("f5d6").position not in opened
        opened.add_games([Game.from_moves("f5f4")], RECIPE)
        assert opened.verify() == []


def test_without_the_base(home: Path) -> None:
    shipped = home / "package" / "default.book"
    ship(shipped, "f5d6")
    locations.open_usual_book(writable=True).close()
    shipped.unlink()
    with pytest.raises(BookError, match="install the package again"):
        locations.open_usual_book()


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
    ship(shipped, "f5d6")
    locations.open_book(shipped).close()
    with pytest.raises(UsageError, match="book merge"):
        locations.open_book(shipped, writable=True)
    elsewhere = home / "elsewhere.book"
    elsewhere.write_bytes(shipped.read_bytes())
    with pytest.raises(BookError, match="book merge"):
        locations.open_book(elsewhere, writable=True)
