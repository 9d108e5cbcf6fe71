"""Several programs that change one book: what is taken back is what was asked for, all of it, or nothing."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import httpx
import pytest

from logistello.book import Book, BookInPlay, BookLine, BookNode, EngineRecipe, GameBook, MemoryStore, line_of
from logistello.book.packed_book import PackedBook
from logistello.cli.main import main
from logistello.engine import BookPolicy, Engine
from logistello.errors import BookError
from logistello.othello import Game, Position
from tests.book.small_games import HashRecipe, random_graph, random_line
from tests.cli.conftest import COMMAND
from tests.random_games import random_game
from tests.waiting import PATIENCE, wait_until
from tests.web.conftest import start

QUICK = ("--depth", "1", "--solve", "2", "--hash-mb", "1", "--workers", "1")
RECIPE = EngineRecipe(depth=1, solve_empties=2, hash_mb=1)
TIGER = "f5d6c3d3c4f4"
#: The shortest game: won by a wipe-out after nine moves.
SHORT = "e6f4e3f6g5d6e7f5c5"
SHALLOW = BookPolicy(learn_depth=2, solve_empties=4)


def nodes(path: Path) -> list[BookNode]:
    with Book.open(path) as book:
        return list(book.nodes())


def called(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """``logistello book`` in a process of its own."""
    command = [*COMMAND, "book", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def asked(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The same in this process, which takes less time."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        code = main(["book", *map(str, arguments)])
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


@contextmanager
def growing(path: Path) -> Iterator[None]:
    """``logistello book extend`` at work. It has written before the block, pauses in it, and writes again after it."""
    process = subprocess.Popen([*COMMAND, "book", "extend", "--book", str(path), *QUICK], stdout=subprocess.DEVNULL)
    try:
        _wait_for_extend(path, process)
        with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # so that it is not stopped in the middle of a transaction
            process.send_signal(signal.SIGSTOP)
            other.execute("ROLLBACK")
        yield
        with Book.open(path) as book:
            newest = book.store.entries()[0].number
        process.send_signal(signal.SIGCONT)
        _wait_for_extend(path, process, after=newest)
    finally:
        process.send_signal(signal.SIGCONT)
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
    assert process.returncode == 130


def _wait_for_extend(path: Path, process: subprocess.Popen[bytes], after: int = 0) -> None:
    def has_written() -> bool:
        assert process.poll() is None
        with Book.open(path) as book:
            return any(entry.kind == "extend" and entry.number > after for entry in book.store.entries()[:1])

    wait_until(has_written, "extend has written")


@pytest.fixture(params=["whole", "over a base"])
def path(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "some.book"
    if request.param == "over a base":
        base = Book.in_memory()
        base.add_games([Game.from_moves("f5d6c5f4d3")], RECIPE)
        base.pack(tmp_path / "base.book")
        monkeypatch.setenv("LOGISTELLO_BASE_BOOK", str(tmp_path / "base.book"))
        Book.learning_over(PackedBook(tmp_path / "base.book"), made).close()
    with Book.open(made, writable=True, create=True) as book:
        book.add_games([Game.from_moves(TIGER)], RECIPE)
        book.forget_journal()
    return made


def test_runs_at_the_same_time_are_taken_back_together_or_not_at_all(path: Path) -> None:
    before = nodes(path)
    with growing(path):
        assert called("add", "f5f6e6f4", "--book", path, *QUICK).returncode == 0
    state = nodes(path)
    listed = json.loads(asked("undo", "--list", "--json", "--book", path).stdout)["listed"]
    assert [(run["kind"], run["together_with"]) for run in listed] == [
        ("extend", [listed[1]["run"]]),
        ("add", [listed[0]["run"]]),
    ]
    for arguments in ((), ("1",), ("--run", str(listed[0]["run"])), ("--run", str(listed[1]["run"]))):
        refused = asked("undo", *arguments, "--book", path)
        assert refused.returncode == 1
        assert "'logistello book undo 2'" in refused.stderr
        assert f"run {listed[0]['run']}" in refused.stderr
        assert f"run {listed[1]['run']}" in refused.stderr
        assert refused.stdout == ""
    assert nodes(path) == state
    done = called("undo", "2", "--book", path)
    assert done.returncode == 0
    assert [line.split(",")[0] for line in done.stdout.splitlines()] == [
        f"taken back: run {listed[0]['run']}",
        f"taken back: run {listed[1]['run']}",
    ]
    assert nodes(path) == before
    with Book.open(path) as book:
        assert book.verify() == []
        assert book.journal() == []


def test_a_run_that_another_program_followed_is_not_taken_back(path: Path, tmp_path: Path) -> None:
    assert called("add", "f5f6e6f4", "--book", path, *QUICK).returncode == 0
    without = tmp_path / "without.book"
    shutil.copyfile(path, without)
    assert called("add", "f5d6c4", "--book", path, *QUICK).returncode == 0
    with Book.open(path) as book:
        last, first = book.journal()
    refused = asked("undo", "--run", str(first.run), "--book", path)
    assert refused.returncode == 1
    assert f"changed since by run {last.run} (add moves)" in refused.stderr
    done = called("undo", "--run", str(last.run), "--book", path)
    assert (done.returncode, done.stdout.split(",")[0]) == (0, f"taken back: run {last.run}")
    assert nodes(path) == nodes(without)
    again = asked("undo", "--run", str(last.run), "--book", path)
    assert (again.returncode, "taken back or forgotten already" in again.stderr) == (1, True)
    assert asked("undo", "1", "--run", "1", "--book", path).returncode == 2


def test_the_page_says_undone_only_of_what_is(path: Path, tmp_path: Path) -> None:
    options = ("--engines", "1", "--hash-mb", "1", "--book", str(path))
    with start(tmp_path / "games.sqlite", *options) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[3]
        with httpx.Client(base_url=address, timeout=PATIENCE, verify=False) as client:  # noqa: S501 - no TLS at all
            with growing(path):
                number = client.post("/api/book/learn", json={"text": SHORT}).json()["id"]
                assert _until(client, number, "learned", "failed") == ("learned", "")
            client.delete(f"/api/book/learn/{number}")
            state, problem = _until(client, number, "undone")
            assert state == "learned"
            assert "changed since by run" in problem
            assert "(extend)" in problem
            asked = client.get("/api/book", params={"position": SHORT[:-2]}).json()
            assert asked["found"] is True
            # Once nothing is in the way any more, it is what it says.
            number = client.post("/api/book/learn", json={"text": SHORT}).json()["id"]
            before = nodes(path)
            assert _until(client, number, "learned", "failed") == ("learned", "")
            assert nodes(path) != before
            client.delete(f"/api/book/learn/{number}")
            assert _until(client, number, "undone") == ("undone", "")
            assert nodes(path) == before
        server.send_signal(signal.SIGINT)
        server.wait(PATIENCE)


def _until(client: httpx.Client, number: int, *states: str) -> tuple[str, str]:
    pause = threading.Event()
    while True:
        reply = client.get(f"/api/book/learn/{number}").json()
        if reply["state"] in states or reply["problem"]:
            return reply["state"], reply["problem"]
        pause.wait(0.05)


def test_a_lesson_of_a_book_that_was_replaced_is_not_taken_back(path: Path) -> None:
    """The other book has a run of the same number: it is not the one that was asked for."""
    original = path.with_name("original.book")
    shutil.copyfile(path, original)
    given_up = Game.from_moves(SHORT)
    with Engine(hash_mb=1) as engine, BookInPlay(path, SHALLOW) as book:
        lesson = book.learn(given_up, engine)
        assert lesson is not None
        book.close()
        shutil.copyfile(original, path)
        other = book.learn(given_up, engine)
        assert other is not None
        assert other.run == lesson.run
        state = nodes(path)
        with pytest.raises(BookError, match="has been replaced since"):
            book.undo(lesson)
        assert nodes(path) == state
        book.undo(other)
    assert nodes(path) == nodes(original)


def test_runs_that_are_kept_are_kept_whole() -> None:
    game = random_graph(8)
    book = GameBook(MemoryStore(game), game)
    runs = [book.store.new_run(name) for name in ("old", "first", "second")]
    for seed, index in enumerate((0, 1, 2, 1)):
        with book.graph.change(runs[index]):
            book.graph.add_path(book._path(random_line(game, seed), HashRecipe(game)))
    book.forget_journal(keep=1)
    assert [run.kind for run in book.journal()] == ["first", "second"]
    book.undo(2)
    assert book.verify() == []


# -- adding again ------------------------------------------------------------------------------


def test_a_killed_add_goes_on_and_counts_once(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    played = [random_game(seed, length=16).transcript() for seed in range(40)]
    games.write_text("".join(f"{moves}\n" for moves in played))
    lines = [line_of(Game.from_moves(moves)) for moves in played]
    killed, whole = tmp_path / "killed.book", tmp_path / "whole.book"
    add = [*COMMAND, "book", "add", str(games), *QUICK, "--book"]
    process = subprocess.Popen([*add, str(killed)], stdout=subprocess.DEVNULL)

    def is_at_work() -> bool:
        assert process.poll() is None
        if not killed.exists():
            return False
        with Book.open(killed) as book:
            return book.taken_in(lines) > 3

    wait_until(is_at_work, "some games are in the book")
    process.kill()
    process.wait()
    with Book.open(killed) as book:
        taken = book.taken_in(lines)
        assert 3 < taken <= len(lines)
        assert book.verify() == []
    again = called("add", games, *QUICK, "--book", killed)
    assert again.returncode == 0
    assert f"{taken} of the games were learned before" in again.stderr
    with Book.open(whole, writable=True, create=True) as book:
        book.add_lines(lines, RECIPE)
    assert nodes(killed) == nodes(whole)
    with Book.open(killed, writable=True) as book:
        assert book.verify() == []
        assert len(book.journal()) == 1
        root = book.node(Position.initial())
        assert root is not None
        assert root.games == len(lines)
        # On purpose: now they count twice.
        assert book.add_lines(lines, RECIPE, continuing=True).games == len(lines)
        root = book.node(Position.initial())
        assert root is not None
        assert root.games == 2 * len(lines)


def make_lines(count: int) -> tuple[GameBook[bytes, int], list[BookLine[bytes, int]], HashRecipe]:
    game = random_graph(8)
    return GameBook(MemoryStore(game), game), [random_line(game, seed) for seed in range(count)], HashRecipe(game)


def test_an_add_that_was_stopped_goes_on_and_is_one_run() -> None:
    book, lines, recipe = make_lines(5)
    oracle, _, _ = make_lines(5)
    oracle.add_lines(lines, recipe)
    calls = iter([False] * 3)
    stopped = book.add_lines(lines, recipe, continuing=True, stop=lambda: next(calls, True))
    assert 0 < stopped.games < 5
    assert book.taken_in(lines) == stopped.games
    assert book.taken_in(lines[:4]) == 0  # other lines are another matter
    rest = book.add_lines(lines, recipe, continuing=True)
    assert (stopped.games + rest.games, book.taken_in(lines)) == (5, 0)
    assert list(book.nodes()) == list(oracle.nodes())
    assert [run.run for run in book.undo()] == [stopped.run]
    assert (len(book), book.journal()) == (0, [])


def test_what_was_taken_back_is_added_from_the_beginning() -> None:
    book, lines, recipe = make_lines(5)
    calls = iter([False] * 3)
    book.add_lines(lines, recipe, continuing=True, stop=lambda: next(calls, True))
    book.undo()
    assert book.taken_in(lines) == 0
    assert book.add_lines(lines, recipe, continuing=True).games == 5


def test_a_run_whose_beginning_was_forgotten_goes_on_as_another() -> None:
    """Else taking it back would take back a part of it and say it was all."""
    book, lines, recipe = make_lines(5)
    calls = iter([False] * 3)
    first = book.add_lines(lines, recipe, continuing=True, stop=lambda: next(calls, True))
    book.forget_journal()
    state = list(book.nodes())
    rest = book.add_lines(lines, recipe, continuing=True)
    assert (first.games + rest.games, rest.run != first.run) == (5, True)
    book.undo()
    assert list(book.nodes()) == state


def test_two_that_add_the_same_lines_count_each_once() -> None:
    book, lines, recipe = make_lines(6)
    oracle, _, _ = make_lines(6)
    oracle.add_lines(lines, recipe)
    others: list[int] = []

    def beside(_: object) -> None:
        if not others:
            others.append(0)
            others[0] = GameBook(book.store, book.game).add_lines(lines, recipe, continuing=True).games

    mine = book.add_lines(lines, recipe, continuing=True, on_progress=beside)
    assert (mine.games, others) == (1, [5])
    assert list(book.nodes()) == list(oracle.nodes())
