"""``logistello book``: the real commands on real files."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
from pathlib import Path

import pytest

from benchmarks.book.killed_command import kill_once
from logistello.book import Book, EngineRecipe
from logistello.cli.book.subcommands import BOOK_COMMANDS
from logistello.cli.main import main
from logistello.othello import Game
from tests.cli.conftest import COMMAND, Run
from tests.waiting import PATIENCE, wait_until

QUICK = ("--depth", "1", "--solve", "2", "--hash-mb", "1", "--workers", "1")
TIGER = "f5d6c3d3c4"


@pytest.fixture(autouse=True)
def own_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own book, in nobody's way."""
    path = tmp_path / "own" / "my.book"
    monkeypatch.setenv("LOGISTELLO_BOOK", str(path))
    return path


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "some.book"
    with Book.open(path, writable=True, create=True) as made:
        games = [Game.from_moves(f"{TIGER}f4"), Game.from_moves("f5f6e6f4")]
        made.add_games(games, EngineRecipe(depth=1, solve_empties=2, hash_mb=1))
    return path


def answer(capsys: pytest.CaptureFixture[str], *arguments: str | Path, code: int = 0) -> str:
    """The command in this process: a new one takes half a second."""
    assert main(["book", *map(str, arguments)]) == code
    return capsys.readouterr().out


def answer_json(capsys: pytest.CaptureFixture[str], *arguments: str | Path, code: int = 0) -> dict[str, object]:
    found: dict[str, object] = json.loads(answer(capsys, *arguments, "--json", code=code))
    return found


def test_add_makes_the_own_book_and_the_rest_reads_it(
    run: Run, capsys: pytest.CaptureFixture[str], tmp_path: Path, own_book: Path
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "games.txt").write_text(f"{TIGER}\nf5f6e6f4\n")
    done = run("book", "add", "folder", "f5d6c4", *QUICK)
    assert done.returncode == 0, done.stderr
    assert "3 games" in done.stdout
    assert own_book.is_file()
    probe = answer_json(capsys, "probe", "f5d6c3")
    assert probe["in_book"]
    moves: list[dict[str, object]] = probe["moves"]  # type: ignore[assignment]
    assert "d3" in [move["move"] for move in moves if not move["deviation"]]
    with Book.open(own_book) as book:  # it began as a copy of the package's
        assert len(book) > 8


def test_add_cuts_and_selects(capsys: pytest.CaptureFixture[str], tmp_path: Path, data: Path) -> None:
    path = tmp_path / "new.book"
    found = answer_json(capsys, "add", f"{TIGER}f4", "--plies", "2", "--book", path, *QUICK)
    assert (found["games"], found["positions"], found["interrupted"]) == (1, 3, False)
    assert "add moves, 3 positions" in answer(capsys, "undo", "--list", "--book", path)
    lines = []
    for seed in range(3):
        rng, game = random.Random(seed), Game.from_moves(TIGER)
        while not game.is_over:
            game.play("pass" if game.position.must_pass else rng.choice(game.position.legal_moves))
        lines.append(game.transcript())
    games = tmp_path / "games.txt"
    games.write_text("\n".join(lines))
    found = answer_json(capsys, "add", games, "--min-games", "3", "--book", path, *QUICK)
    assert found["positions"] == 6
    assert main(["book", "add", str(tmp_path / "missing"), "--min-games", "3"]) == 2
    assert main(["book", "add"]) == 2


def test_probe_in_words(capsys: pytest.CaptureFixture[str], book: Path) -> None:
    text = answer(capsys, "probe", "f5", "--book", book)
    assert "2 games, plays" in text
    assert "deviation, depth 1" in text
    assert "line: " in text
    assert "not in the book" in answer(capsys, "probe", "f5d6c7", "--book", book, code=1)
    assert answer_json(capsys, "probe", "f5d6c7", "--book", book, code=1)["in_book"] is False
    assert main(["book", "probe", "--nonsense"]) == 2


def test_show(capsys: pytest.CaptureFixture[str], book: Path) -> None:
    text = answer(capsys, "show", "--book", book, "--plies", "3", "--max-loss", "64")
    assert text.splitlines()[1].startswith("└─ f5 ")
    assert "(2)" in text
    assert "├─ " in text
    assert "[" in text
    tree = answer_json(capsys, "show", "f5", "--book", book, "--width", "9", "--max-loss", "64")
    moves = {move["move"]: move for move in tree["moves"]}  # type: ignore[attr-defined]
    assert {"d6", "f6"} <= set(moves)
    assert [deeper["move"] for deeper in moves["d6"]["moves"] if not deeper["deviation"]] == ["c3"]
    assert main(["book", "show", "f5d6c7", "--book", str(book)]) == 1


def test_stats_and_verify(capsys: pytest.CaptureFixture[str], book: Path) -> None:
    found = answer_json(capsys, "stats", "--book", book)
    assert (found["positions"], found["games"], found["pending"]) == (10, 2, 0)
    assert "missing     0 searches" in answer(capsys, "stats", "--book", book)
    assert "10 positions, no problem" in answer(capsys, "verify", "--book", book)
    with Book.open(book, writable=True) as opened, opened.store.transaction(None):  # somebody meddles with a value
        opened.store._execute("UPDATE position SET low = 7, high = 7 WHERE games = 2")
    assert answer_json(capsys, "verify", "--book", book, code=1)["problems"]


def test_extend_and_undo(capsys: pytest.CaptureFixture[str], book: Path) -> None:
    with Book.open(book) as opened:
        before = list(opened.nodes())
    found = answer_json(capsys, "extend", "--expansions", "4", "--book", book, *QUICK)
    assert found["expansions"] == 4
    assert found["new_positions"] != 0
    assert "taken back: run" in answer(capsys, "undo", "--book", book)
    with Book.open(book) as opened:
        assert list(opened.nodes()) == before
    assert main(["book", "undo", "0", "--book", str(book)]) == 2
    assert main(["book", "extend", "--hours", "0", "--book", str(book)]) == 2


def test_refresh(capsys: pytest.CaptureFixture[str], book: Path) -> None:
    found = answer_json(capsys, "refresh", "--book", book, *QUICK)
    assert found["expansions"] == 0
    deeper = ("--depth", "2", "--solve", "2", "--hash-mb", "1", "--workers", "1", "--min-depth", "2")
    assert answer_json(capsys, "refresh", "--book", book, *deeper)["expansions"] != 0
    assert "1" not in answer_json(capsys, "stats", "--book", book)["depths"]  # type: ignore[operator]


@pytest.mark.parametrize("form", ["text", "edax"])
def test_texts(capsys: pytest.CaptureFixture[str], book: Path, tmp_path: Path, form: str) -> None:
    text, copy = tmp_path / "book.txt", tmp_path / "copy.book"
    assert answer_json(capsys, "export", text, "--format", form, "--book", book)["positions"] != 0
    assert answer_json(capsys, "import", text, "--format", form, "--book", copy)["new_positions"] != 0
    if form == "text":
        with Book.open(book) as one, Book.open(copy) as other:
            assert list(one.nodes()) == list(other.nodes())
    assert main(["book", "import", str(tmp_path / "missing"), "--book", str(copy)]) == 2


def test_merge_and_compact(capsys: pytest.CaptureFixture[str], book: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.book"
    with Book.open(other, writable=True, create=True) as made:
        made.add_games([Game.from_moves("f5f4e3")], EngineRecipe(depth=1, hash_mb=1))
    assert answer_json(capsys, "merge", other, "--book", book)["positions"] == 12
    assert answer_json(capsys, "link", "--book", book)["new_moves"] == 0
    assert answer_json(capsys, "compact", "--forget", "--book", book)["file"] == str(book)
    assert [path.name for path in tmp_path.glob("some.book*")] == ["some.book"]
    assert "nothing can be taken back" in answer(capsys, "undo", "--list", "--book", book)
    assert main(["book", "merge", "--book", str(book)]) == 2


@pytest.mark.parametrize("name", BOOK_COMMANDS)
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], name: str) -> None:
    text = answer(capsys, name, "--help")
    assert text.startswith(f"Usage: logistello book {name}")
    assert "--book" in text or name in ("grow", "played")  # they read another kind of file


def test_no_book_and_no_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.book")
    assert main(["book", "stats", "--book", missing]) == 1
    assert "no such book" in capsys.readouterr().err
    assert main(["book", "add", "f5", "--book", str(tmp_path / "no" / "x.book")]) == 2


def test_interrupt_keeps_what_was_found(book: Path) -> None:
    with Book.open(book) as opened:
        before = len(opened)
    command = [*COMMAND, "book", "extend", "--book", str(book), *QUICK, "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ)) as process:

        def has_grown() -> bool:
            assert process.poll() is None, "it goes on until it is stopped"
            with Book.open(book) as opened:
                return len(opened) > before + 2

        wait_until(has_grown, "the book has grown")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"Stopping" in err
    found = json.loads(out)
    assert found["interrupted"]
    with Book.open(book) as opened:
        assert len(opened) == found["positions"] == before + found["new_positions"]
        assert opened.verify() == []


def test_kill_loses_nothing_that_was_confirmed(tmp_path: Path) -> None:
    """``python -m benchmarks.book.killed_command`` does it fifty times."""
    book, rng = tmp_path / "killed.book", random.Random(5)
    for _ in range(3):
        done = kill_once(book, rng, workers=1)
        assert done.problems == ()
        assert done.changed > 0


def test_what_was_played_by_move_and_year(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from logistello.library import Library, rows_of

    games = [Game.from_moves(moves) for moves in (TIGER, f"{TIGER}f4", "f5d6c3d3c4b3", "f5f6")]
    for game, date in zip(games, ("1997", "1997.08.04", "2003", ""), strict=True):
        game.date = date
    library = tmp_path / "games.sqlite"
    with Library(library) as kept:
        kept.add(rows_of(games), "test")
    shown = answer(capsys, "played", TIGER, "--library", library)
    assert "(Tiger): 3 games" in shown
    assert "Aubrey" in shown  # the name of the position after b3
    found = answer_json(capsys, "played", TIGER, "--library", library)
    assert found["opening"] == "Tiger"
    assert [(each["year"], each["games"]) for each in found["years"]] == [(1997, 2), (2003, 1)]  # type: ignore[attr-defined]
    assert {each["move"] for each in found["moves"]} == {"f4", "b3"}  # type: ignore[attr-defined]
    decades = answer(capsys, "played", TIGER, "--library", library, "--years", "10")
    assert "1990-1999" in decades
    file = tmp_path / "games.txt"
    file.write_text(f"{TIGER}f4\n")
    assert answer_json(capsys, "played", "-", file)["games"] == 1
    answer(capsys, "played", "f5f4", file, code=1)
    answer(capsys, "played", "f5", tmp_path / "nothing", code=2)
    answer(capsys, "played", "f5", "--library", tmp_path / "nothing", code=2)


def test_pack(capsys: pytest.CaptureFixture[str], book: Path, tmp_path: Path) -> None:
    packed = tmp_path / "packed.book"
    found = answer_json(capsys, "pack", packed, "--book", book, "--note", "of a test")
    assert found["bytes"] == packed.stat().st_size
    figures = answer_json(capsys, "stats", "--book", packed)
    assert figures["positions"] == found["positions"] == answer_json(capsys, "stats", "--book", book)["positions"]
    assert figures["learned"] == 0
    assert "of a test" in answer(capsys, "stats", "--book", packed)
    assert answer_json(capsys, "verify", "--book", packed)["problems"] == []
    assert answer(capsys, "probe", TIGER, "--book", packed) == answer(capsys, "probe", TIGER, "--book", book)
    answer(capsys, "pack", packed, "--book", packed, code=2)
    answer(capsys, "extend", "--book", packed, code=1)
    grown = tmp_path / "grown.book"
    answer(capsys, "merge", packed, "--book", grown)
    answer(capsys, "extend", "--book", grown, "--expansions", "1", *QUICK)
