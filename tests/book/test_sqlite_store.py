"""The file: errors in words, several users, a full disk, nothing read at the start that grows with the book."""

from __future__ import annotations

import os
import random
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from logistello.book import Book, BookLine, BookNode, GameBook, MemoryStore, SqliteStore, sqlite_store
from logistello.book.othello_game import OthelloBookGame
from logistello.book.schema import APPLICATION_ID
from logistello.errors import BookError
from logistello.othello import Game, Position, Square
from tests.book.small_games import GraphGame, HashRecipe, random_graph, random_line

NOISE = HashRecipe(OthelloBookGame())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.book"


def test_a_book_is_there_again(path: Path) -> None:
    game = Game.from_moves("f5d6c3d3c4f4")
    with Book.open(path, writable=True, create=True) as book:
        book.add_games([game], NOISE)
        nodes = list(book.nodes())
    with Book.open(path) as book:
        assert list(book.nodes()) == nodes
        assert len(book) == 7
        assert game.position in book
        assert [entry.kind for entry in book.journal()] == ["add"]
        assert book.verify() == []
        with pytest.raises(BookError, match="opened for reading"):
            book.add_games([game], NOISE)
    with Book.open(path, writable=True, create=True) as book:  # what is there is not made anew
        assert len(book) == 7
    with pytest.raises(BookError, match="closed"):
        len(book)


def foreign_files(folder: Path) -> list[tuple[Path, str]]:
    text, database, newer, other_game = (folder / name for name in ("text", "database", "newer", "other"))
    text.write_text("f5d6c3\n" * 50)
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE a (b)")
    connection.close()
    with sqlite3.connect(newer) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 99")
        connection.execute("CREATE TABLE a (b)")
    connection.close()
    SqliteStore.create(other_game, random_graph(1)).close()
    empty = folder / "empty"
    empty.touch()
    return [
        (text, "no book"),
        (database, "no book"),
        (newer, "version 99"),
        (other_game, "a book of graph; expected one of othello"),
        (empty, "no book"),
        (folder / "missing", "no such book"),
        (folder, "directory"),
    ]


def test_other_files_are_refused_in_words(tmp_path: Path) -> None:
    for path, message in foreign_files(tmp_path):
        for writable in (False, True):
            with pytest.raises(BookError, match=message):
                Book.open(path, writable=writable)
    with pytest.raises(BookError, match="cannot make a book here"):
        Book.open(tmp_path / "no folder" / "book", writable=True, create=True)


def test_a_damaged_file_is_an_error_and_no_crash(path: Path) -> None:
    with Book.open(path, writable=True, create=True) as book:
        book.add_games([Game.from_moves("f5d6c3d3c4f4")], NOISE)
        book.compact()
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(BookError, match="damaged"):
        list(Book.open(path).nodes())


def test_a_text_whose_name_is_no_text_can_be_imported(path: Path) -> None:
    strange = path.with_name(os.fsdecode(b"book\xff.txt"))
    with Book.open(path, writable=True, create=True) as book:
        book.add_games([Game.from_moves("f5d6")], NOISE)
        book.write_text(strange)
        book.undo(1)
        book.read_text(strange)
        assert book.journal()[0].note == "book\\udcff.txt"


def test_a_schema_that_is_no_text_is_an_error(path: Path) -> None:
    with Book.open(path, writable=True, create=True) as book:
        book.compact()
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE before", b"CREATE TABLE \xff\xfe) xx"))
    with pytest.raises(BookError, match="damaged"):
        Book.open(path)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ("UPDATE position SET deviation_move = 99 WHERE deviation_move IS NOT NULL", "cannot be read: 99 is not legal"),
        ("UPDATE position SET deviation_move = NULL", "half of a deviation"),
        ("UPDATE position SET games = -5 WHERE games = 1", "cannot be read: -5 games; expected 0 or more"),
        ("UPDATE position SET games = 'x'", "cannot be read: 'x' games; expected a whole number"),
        ("UPDATE position SET low = NULL", "cannot be read: a value between None and"),
        ("UPDATE position SET deviation_model = 77 WHERE deviation_model IS NOT NULL", "unknown model 77"),
        ("UPDATE position SET deviation_flags = 6 WHERE deviation_flags IS NOT NULL", "with the flags 6"),
        ("UPDATE position SET deviation_depth = -1 WHERE deviation_depth IS NOT NULL", "of depth -1"),
        ("UPDATE position SET deviation_confidence = 101 WHERE deviation_confidence IS NOT NULL", "of confidence 101"),
        ("UPDATE position SET deviation_value = 9e999 WHERE deviation_value IS NOT NULL", "of value inf"),
        ("UPDATE position SET pending = 2", "pending is 2"),
        ("UPDATE position SET low = low + 1, high = high + 1", "its value is stored as"),
        ("UPDATE position SET edges = CAST(X'fffe' AS TEXT) WHERE length(edges) = 1", "Could not decode to UTF-8"),
        ("UPDATE position SET key = CAST(key AS TEXT) WHERE games = 1 AND length(edges) = 0", "keys are no bytes"),
        ("UPDATE before SET low = 3, high = 4, games = 1", "entry 1 of the journal cannot be read"),
        ("DELETE FROM before", "entry 1 of the journal changed nothing"),
        ("DELETE FROM entry", "that belong to none of its entries"),
        ("UPDATE entry SET run = 9", "belongs to run 9, which has not been yet"),
        ("UPDATE entry SET time = 'noon'", "the time 'noon'"),
        ("UPDATE position SET edges = X'63' WHERE length(edges) = 1", "cannot be read: 99 is not legal"),
        ("INSERT INTO position (key, low, high, edges) VALUES (X'0102', 0, 0, X'')", "0102: cannot be read"),
        ("DELETE FROM position WHERE length(edges) = 0", "leads to no position of the book"),
        ("DELETE FROM parent", "does not know where it comes from"),
        ("DELETE FROM position WHERE length(edges) = 1", "0 moves between positions, but"),
        ("INSERT INTO parent VALUES (X'01', X'02')", "moves between positions, but"),
    ],
)
def test_verify_finds_damage_that_no_change_of_ours_makes(path: Path, damage: str, message: str) -> None:
    with Book.open(path, writable=True, create=True) as book:
        book.add_games([Game.from_moves("f5d6c3d3c4f4")], NOISE)
        book.store._execute(damage)  # type: ignore[attr-defined]
        assert any(message in str(problem) for problem in book.verify())


def test_opening_reads_nothing_that_grows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Book.open(path, writable=True, create=True) as book:
        book.add_games([Game.from_moves("f5d6c3d3c4f4")], NOISE)
    statements: list[str] = []
    connect = sqlite3.connect

    def traced(*arguments: object, **options: object) -> sqlite3.Connection:
        connection = connect(*arguments, **options)  # type: ignore[call-overload]
        connection.set_trace_callback(statements.append)
        return connection

    monkeypatch.setattr(sqlite_store.sqlite3, "connect", traced)
    Book.open(path).close()
    Book.open(path, writable=True).close()
    assert len(statements) >= 4
    for statement in statements:
        assert not {"position", "parent", "before", "entry"} & set(statement.split()), statement


def test_what_the_book_asks_uses_indices(path: Path) -> None:
    with Book.open(path, writable=True, create=True) as book:
        connection = book.store._connection  # type: ignore[attr-defined]
        for statement, values in (
            (sqlite_store._GET, 1),
            (sqlite_store._PENDING, 2),
            (sqlite_store._NODES, 2),
            ("SELECT parent FROM parent WHERE child = ? ORDER BY parent", 1),
        ):
            plan = connection.execute(f"EXPLAIN QUERY PLAN {statement}", (b"",) * values).fetchall()
            assert all("SCAN" not in row[-1] and "TEMP B-TREE" not in row[-1] for row in plan), plan


def test_a_full_disk_loses_nothing_that_was_confirmed(path: Path) -> None:
    game = random_graph(3, size=1500)
    recipe = HashRecipe(game)
    with GameBook(SqliteStore.create(path, game), game) as book:
        book.add_lines([random_line(game, 1, length=5)], recipe)
        before = list(book.nodes())
        [(pages,)] = book.store._execute("PRAGMA page_count")  # type: ignore[attr-defined]
        book.store._execute(f"PRAGMA max_page_count = {pages + 1}")  # type: ignore[attr-defined]
        line = random_line(game, 2, length=400)
        with pytest.raises(BookError, match="disk is full"):
            book.add_lines([line], recipe)
        assert list(book.nodes()) == before
        assert book.verify() == []
        book.store._execute("PRAGMA max_page_count = 1000000")  # type: ignore[attr-defined]
        book.add_lines([line], recipe)
        assert book.verify() == []
        assert len(book) > len(before)


def _delete_but_one(book: GameBook[bytes, int], nodes: list[BookNode]) -> None:
    first = next(node for node in nodes if node.edges)
    for node in nodes:
        if node.key != first.key:
            book.store.delete(node.key)
    book.graph.put(first)


def test_an_error_in_a_transaction_takes_everything_back(path: Path) -> None:
    game = random_graph(3)
    with GameBook(SqliteStore.create(path, game), game) as book:
        book.add_lines([random_line(game, 1)], HashRecipe(game))
        before = list(book.nodes())
        with pytest.raises(BookError, match="leads nowhere"), book.graph.change(book.store.new_run("test")):
            _delete_but_one(book, before)
        assert list(book.nodes()) == before
        with pytest.raises(BookError, match="outside a transaction"):
            book.store.delete(before[0].key)


def test_readers_see_whole_states_while_one_writes(path: Path) -> None:
    """Every answer of a reader fits together: the value is that of the best move, and all moves lead somewhere."""
    game = random_graph(5, size=60)
    book = GameBook(SqliteStore.create(path, game), game)
    recipe = HashRecipe(game)
    book.add_lines([random_line(game, 1)], recipe)
    problems: list[str] = []
    answers = 0
    done = threading.Event()

    def read() -> None:
        nonlocal answers
        with GameBook(SqliteStore(path, game), game) as reader:
            while not done.is_set() or not answers:
                found = reader.probe(game.start())
                if found is None or found.value.at() != max(each.value.at() for each in found.moves):
                    problems.append(str(found))
                answers += 1

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    try:
        book.add_lines([random_line(game, seed) for seed in range(2, 5)], recipe)
        book.extend(recipe, expansions=15)
    finally:
        done.set()
        for reader in readers:
            reader.join()
        book.close()
    assert answers >= 2
    assert problems == []


def test_two_writers_take_turns_and_are_taken_back_together(path: Path) -> None:
    """Each is built upon the other: one alone is refused, both restore everything."""
    game = random_graph(8)
    first = GameBook(SqliteStore.create(path, game), game)
    second = GameBook(SqliteStore(path, game, writable=True), game)
    recipe = HashRecipe(game)
    runs = [first.store.new_run("first"), second.store.new_run("second")]
    states = []
    for seed in range(4):
        book, run = ((first, runs[0]), (second, runs[1]))[seed % 2]
        states.append(list(book.nodes()))
        with book.graph.change(run):
            book.graph.add_path(book._path(random_line(game, seed), recipe))
    assert [entry.run for entry in first.store.entries()] == [runs[1].number, runs[0].number] * 2
    assert [(run.run, run.together_with) for run in first.journal()] == [(2, (1,)), (1, (2,))]
    state = list(first.nodes())
    with pytest.raises(
        BookError, match=r"run 2 \(second\) and run 1 \(first\) .* together, by 'logistello book undo 2'"
    ):
        second.undo()
    for run in runs:
        with pytest.raises(
            BookError, match=r"changed since by run . .*'logistello book undo 2' takes back all of them"
        ):
            second.undo_run(run.number)
    assert list(first.nodes()) == state
    assert first.verify() == []
    assert [run.run for run in second.undo(2)] == [2, 1]
    assert list(first.nodes()) == states[0]
    assert first.verify() == []
    with pytest.raises(BookError, match="journal is empty"):
        first.undo()
    first.close()
    second.close()


def test_a_run_is_taken_back_alone_or_not_at_all(path: Path) -> None:
    game = random_graph(8)
    recipe = HashRecipe(game)
    file = GameBook(SqliteStore.create(path, game), game)
    for book in (file, GameBook(MemoryStore(game), game)):
        first = book.add_lines([random_line(game, 0)], recipe)
        state = list(book.nodes())
        second = book.add_lines([random_line(game, 1)], recipe)
        assert first.run is not None
        assert second.run is not None
        with pytest.raises(BookError, match="changed since"):
            book.undo_run(first.run)
        assert [entry.run for entry in book.undo_run(second.run)] == [second.run]
        assert list(book.nodes()) == state
        with pytest.raises(BookError, match="no run"):
            book.undo_run(second.run)
        book.undo_run(first.run)
        assert len(book) == 0
    file.close()


def test_a_run_that_another_one_interrupted_is_not_taken_back_in_part(path: Path) -> None:
    game = random_graph(8)
    recipe = HashRecipe(game)
    with GameBook(SqliteStore.create(path, game), game) as book:
        mine, other = book.store.new_run("mine"), book.store.new_run("other")
        for seed, run in enumerate((mine, other, mine)):
            with book.graph.change(run):
                book.graph.add_path(book._path(random_line(game, seed), recipe))
        state = list(book.nodes())
        with pytest.raises(BookError, match="changed since"):
            book.undo_run(mine.number)
        assert list(book.nodes()) == state


def test_a_busy_book_is_an_error_in_words(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_store, "_PATIENCE", 0.01)
    game = random_graph(8)
    with GameBook(SqliteStore.create(path, game), game) as first:
        second = GameBook(SqliteStore(path, game, writable=True), game)
        with first.store.transaction(None), pytest.raises(BookError, match="another process is writing"):
            second.add_lines([random_line(game, 1)], HashRecipe(game))
        second.add_lines([random_line(game, 1)], HashRecipe(game))
        second.close()
        assert len(first) > 0


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="whoever is root may write everywhere")
def test_a_book_is_read_where_nothing_may_be_written(path: Path) -> None:
    with Book.open(path, writable=True, create=True) as book:
        book.add_games([Game.from_moves("f5d6c3")], NOISE)
        book.compact()
    path.parent.chmod(0o500)
    try:
        with Book.open(path) as book:
            assert Position.initial() in book
    finally:
        path.parent.chmod(0o700)


def test_a_compacted_book_is_one_file(path: Path) -> None:
    with Book.open(path, writable=True, create=True) as book:
        book.add_games([Game.from_moves("f5d6c3")], NOISE)
        book.forget_journal()
        book.compact()
        assert book.journal() == []
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    with Book.open(path) as reader:
        assert len(reader) == 4
        assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_the_journal_may_be_shortened(path: Path) -> None:
    game = random_graph(4)
    with GameBook(SqliteStore.create(path, game), game) as book:
        for seed in range(4):
            book.add_lines([BookLine(random_line(game, seed).moves[:2])], HashRecipe(game), note=f"game {seed}")
        book.forget_journal(keep=2)
        assert [entry.note for entry in book.journal()] == ["game 3", "game 2"]
        assert [entry.note for entry in book.undo(5)] == ["game 3", "game 2"]
        assert book.verify() == []


def test_the_file_of_othello_is_what_it_always_was(path: Path) -> None:
    """Moves are bytes, proven results stand 1000 beyond estimates, and there are no tables but the old ones."""
    game = OthelloBookGame()
    with Book.open(path, writable=True, create=True) as book:
        line = random_othello_line(5)
        book.add_lines([line], HashRecipe(game, solves_from=58))
        key = game.place(Position.initial()).key
        won = [node for node in book.nodes() if node.value.outcome in ("win", "loss")]
        book.compact()
    with closing(sqlite3.connect(path)) as file:
        tables = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert tables == {"about", "model", "position", "parent", "entry", "before"}
        assert {name for (name,) in file.execute("SELECT name FROM about")} == {"game", "created", "runs"}
        (edges,) = file.execute("SELECT edges FROM position WHERE key = ?", (key,)).fetchone()
        assert edges == bytes([19])
        assert won
        for node in won:
            (low,) = file.execute("SELECT low FROM position WHERE key = ?", (node.key,)).fetchone()
            assert low == node.value.score() + (1000 if node.value.outcome == "win" else -1000)


def random_othello_line(seed: int) -> BookLine[Position, Square]:
    rng = random.Random(seed)
    position, moves = Position.initial(), list[Square]()
    while not position.is_over:
        moves.append(rng.choice(position.legal_moves))
        position = position.play(moves[-1])
    return BookLine(tuple(moves))


def test_moves_beyond_a_byte_are_text(path: Path) -> None:
    """In a row with one of them, all are."""
    moves = tuple(f"p{number}" for number in range(300))
    game = GraphGame({"p": moves}, {name: float(number % 3 - 1) for number, name in enumerate(moves)})
    with GameBook(SqliteStore.create(path, game), game) as book:
        book.add_lines([BookLine((7,)), BookLine((299,))], HashRecipe(game))
        assert book.verify() == []
        node = book.node(b"p")
        assert node is not None
        assert {7, 299} <= node.moves
        [(edges,)] = book.store._execute("SELECT edges FROM position WHERE key = ?", (b"p",))  # type: ignore[attr-defined]
        assert edges.split(",")[-1] == "299"


def test_an_index_that_leads_in_circles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SqliteStore.create(tmp_path / "odd.book", OthelloBookGame())
    monkeypatch.setattr("logistello.book.sqlite_store._PAGE", 2)
    monkeypatch.setattr(SqliteStore, "_execute", lambda self, statement, values=(): [(b"b",), (b"a",)])
    with pytest.raises(BookError, match="damaged: its positions are not in the order of their keys"):
        list(store.all_keys())
