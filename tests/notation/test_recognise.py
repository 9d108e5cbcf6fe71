from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from logistello import NotationError
from logistello.othello.notation import FORMATS, Document, find_files, read, read_path, write, write_path
from tests.random_games import random_game


def test_table_of_formats() -> None:
    for name, entry in FORMATS.items():
        assert entry.name == name
        assert entry.binary == (entry.read_bytes is not None)
    suffixes = [suffix for entry in FORMATS.values() for suffix in entry.suffixes]
    assert len(suffixes) == len(set(suffixes))


@pytest.mark.parametrize("name", [name for name, entry in FORMATS.items() if entry.games and entry.write])
def test_what_is_written_is_recognised(name: str) -> None:
    game = random_game(7)
    data = write(Document("", [game]), name)
    for source in (data, gzip.compress(data)):
        document = read(source)
        assert document.format == name
        assert document.games[0].moves == game.moves
        assert read(source, format=name).games[0].moves == game.moves


@pytest.mark.parametrize("text", ["", " \n\n", "hello world", "???", "\0\0\0", "12345", "(", "[", "%", "{"])
def test_what_is_nothing(text: str) -> None:
    with pytest.raises(NotationError):
        read(text)
    with pytest.raises(NotationError):
        read(text.encode())


def test_latin_1_is_noted() -> None:
    document = read("(;GM[2]PB[Björn];B[f5])".encode("latin-1"))
    assert document.games[0].black.name == "Björn"
    assert "Latin-1" in document.notes[0]


def test_formats_refuse_what_they_cannot_hold() -> None:
    with pytest.raises(NotationError, match="holds no games"):
        write(read("f5d6"), "obf")
    with pytest.raises(NotationError, match="holds no positions"):
        write(read("X" * 64 + " O"), "pgn")
    with pytest.raises(NotationError, match="no format to write"):
        write(read("f5d6"), "nonsense")
    with pytest.raises(NotationError, match="unknown format"):
        read("f5d6", format="nonsense")


def test_folders(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "one.sgf").write_text("(;GM[2];B[f5])\n(;GM[2];B[a1])")
    (tmp_path / "sub" / "two.txt").write_text("f5d6")
    (tmp_path / "bad.ggf").write_text("(;GM[Go];)")
    (tmp_path / "readme.md").write_text("nothing")
    document = read_path(tmp_path)
    assert document.format == "folder"
    assert [str(game) for game in document.games] == ["f5", "f5d6"]
    assert [error.reason.split(":")[0] for error in document.errors] == ["bad.ggf", "one.sgf"]
    assert "readme.md: skipped" in document.notes
    assert [path.name for path in find_files(tmp_path)[1]] == ["readme.md"]


def test_write_path_takes_the_format_from_the_name(tmp_path: Path) -> None:
    written = write_path(read("f5d6"), tmp_path / "x.sgf")
    assert written == [tmp_path / "x.sgf"]
    assert read_path(tmp_path / "x.sgf").format == "sgf"


def test_murakami_in_all_formats(data: Path) -> None:
    document = read_path(data / "murakami.ggf")
    for name in ("ggf", "sgf", "pgn", "wthor", "logbook", "transcript"):
        again = read(write(document, name))
        assert [game.moves for game in again.games] == [game.moves for game in document.games]
        assert [game.result.black_score for game in again.games] == [-32, 32, -12, -12, 46, 10]


def test_a_path_is_no_text() -> None:
    with pytest.raises(TypeError, match=r"read\(\) takes a text or bytes, not .*; read_file\(\)"):
        read(Path("games.sgf"))  # type: ignore[arg-type]
