"""A book in two layers is the same as one book with the same content, whatever is done to it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logistello.book import BookNode, GameBook, MemoryStore, SqliteStore, Store
from logistello.book.layered_file import open_over
from logistello.book.layered_store import LayeredStore
from logistello.errors import BookError
from tests.book.small_games import GraphGame, HashRecipe, random_graph, random_line
from tests.book.test_properties import OPERATIONS, Operation, perform, summary


class NamedBase(MemoryStore):
    """A base as a file would be one."""

    def __init__(self, game: GraphGame, checksum: str) -> None:
        super().__init__(game)
        self.checksum = checksum


def filled(store: MemoryStore, nodes: Iterable[BookNode]) -> MemoryStore:
    with store.transaction(None):
        for node in nodes:
            store.put(node)
    return store


def grown_base(game: GraphGame, operations: list[Operation], checksum: str = "base") -> NamedBase:
    """As a rule no position of a base lacks a search."""
    base = NamedBase(game, checksum)
    book = GameBook(base, game)
    for operation in operations:
        perform(book, game, operation)
    if len(operations) % 4:
        book.complete(HashRecipe(game))
    book.forget_journal()
    return base


def assert_the_same(layered: GameBook[bytes, int], flat: GameBook[bytes, int]) -> None:
    nodes = list(flat.nodes())
    assert list(layered.nodes()) == nodes
    assert list(layered.store.all_keys()) == [node.key for node in nodes]
    assert list(layered.store.pending()) == list(flat.store.pending())
    assert len(layered) == len(flat)
    for node in nodes:
        assert layered.store.get(node.key) == node
        assert layered.store.value(node.key) == node.value
        assert layered.store.parents(node.key) == flat.store.parents(node.key)
        assert layered.probe(node.key) == flat.probe(node.key)
        assert layered.line(node.key) == flat.line(node.key)
    assert [summary(run) for run in layered.journal()] == [summary(run) for run in flat.journal()]
    for entry in flat.store.entries():
        assert layered.store.before(entry.number) == flat.store.before(entry.number)


def assert_only_what_differs(store: LayeredStore) -> None:
    for node in store.all_nodes():
        assert (store.learned.value(node.key) is not None) == (node != store.base.get(node.key))


@settings(max_examples=40)
@given(st.integers(0, 1000), OPERATIONS, OPERATIONS)
def test_layers_in_memory(seed: int, below: list[Operation], above: list[Operation]) -> None:
    game = random_graph(seed)
    base = grown_base(game, below)
    content = list(base.all_nodes())
    layered = GameBook(LayeredStore(base, MemoryStore(game)), game)
    flat = GameBook(filled(MemoryStore(game), content), game)
    for operation in above:
        perform(layered, game, operation)
        perform(flat, game, operation)
        assert_the_same(layered, flat)
    assert layered.verify() == []
    assert_only_what_differs(layered.store)
    assert list(base.all_nodes()) == content


@settings(max_examples=4)
@given(st.integers(0, 1000), OPERATIONS, OPERATIONS)
def test_layers_in_a_file(seed: int, below: list[Operation], above: list[Operation]) -> None:
    game = random_graph(seed)
    base = grown_base(game, below)
    flat = GameBook(filled(MemoryStore(game), base.all_nodes()), game)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "learned.book"
        with GameBook(open_over(base, SqliteStore.create(path, game, base="base"), game), game) as layered:
            for operation in above:
                perform(layered, game, operation)
                perform(flat, game, operation)
        for writable in (False, True):
            with GameBook(open_over(base, SqliteStore(path, game, writable=writable), game), game) as again:
                assert_the_same(again, flat)
                assert again.verify() == []


@settings(max_examples=25)
@given(st.integers(0, 1000), OPERATIONS, OPERATIONS)
def test_undo_shows_the_base_again(seed: int, below: list[Operation], above: list[Operation]) -> None:
    game = random_graph(seed)
    base = grown_base(game, below)
    layered = GameBook(LayeredStore(base, MemoryStore(game)), game)
    for operation in above:
        if operation[0] != "undo":
            perform(layered, game, operation)
    if runs := len(layered.journal()):
        layered.undo(runs)
    assert list(layered.nodes()) == list(base.all_nodes())
    assert len(layered.store.learned) == 0


@settings(max_examples=15)
@given(st.integers(0, 1000), OPERATIONS, OPERATIONS, OPERATIONS, st.booleans())
def test_what_was_learned_moves_to_a_new_base(
    seed: int, old: list[Operation], above: list[Operation], new: list[Operation], writable: bool
) -> None:
    """It is the new base with everything that was learned merged into it."""
    game = random_graph(seed)
    bases = [grown_base(game, old, "old"), grown_base(game, new, "new")]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "learned.book"
        with GameBook(open_over(bases[0], SqliteStore.create(path, game, base="old"), game), game) as book:
            for operation in above:
                perform(book, game, operation)
            games = {node.key: node.games for node in book.store.learned.all_nodes()}
            learned = [node for node in book.nodes() if node.key in games]
        with GameBook(open_over(bases[1], SqliteStore(path, game, writable=writable), game), game) as moved:
            assert moved.verify() == []
            assert moved.journal() == []
            for node in bases[1].all_nodes():
                found = moved.store.get(node.key)
                assert found is not None
                assert found.moves >= node.moves
            for node in learned:
                found = moved.store.get(node.key)
                if found is not None:
                    below = bases[1].get(node.key)
                    assert found.games == games[node.key] + (0 if below is None else below.games)
                    leading = {step.move for step in node.edges if moved.store.value(step.key) is not None}
                    assert found.moves >= leading
            assert_only_what_differs(moved.store)
            content = list(moved.nodes())
        with GameBook(open_over(bases[1], SqliteStore(path, game), game), game) as again:
            assert list(again.nodes()) == content


def test_a_new_base_changes_values_at_once() -> None:
    """The same line over a base that knows better."""
    game = random_graph(3)
    poor, rich = grown_base(game, [], "poor"), grown_base(game, [("add", 1), ("extend", 9)], "rich")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "learned.book"
        with GameBook(open_over(poor, SqliteStore.create(path, game, base="poor"), game), game) as book:
            book.add_lines([random_line(game, 5)], HashRecipe(game))
        with GameBook(open_over(rich, SqliteStore(path, game, writable=True), game), game) as book:
            flat = GameBook(filled(MemoryStore(game), rich.all_nodes()), game)
            flat.add_lines([random_line(game, 5)], HashRecipe(game))
            assert book.store.value(game.start()) == flat.store.value(game.start())


def test_another_version_beside(tmp_path: Path) -> None:
    """Who has opened the book over the old base must not write once it lies over the new one."""
    game = random_graph(3)
    bases = [grown_base(game, [], "old"), grown_base(game, [("add", 1)], "new")]
    path = tmp_path / "learned.book"
    old = GameBook(open_over(bases[0], SqliteStore.create(path, game, base="old"), game), game)
    GameBook(open_over(bases[1], SqliteStore(path, game, writable=True), game), game).close()
    with pytest.raises(BookError, match="another base"):
        old.add_lines([random_line(game, 5)], HashRecipe(game))
    old.close()


def test_where_nothing_may_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file over an old base can still be read over the new one."""
    game = random_graph(3)
    bases = [grown_base(game, [], "old"), grown_base(game, [("add", 1)], "new")]
    path = tmp_path / "learned.book"
    with GameBook(open_over(bases[0], SqliteStore.create(path, game, base="old"), game), game) as book:
        book.add_lines([random_line(game, 5)], HashRecipe(game))

    def refuse(*_: Any, **__: Any) -> None:
        raise BookError("the file may not be written")

    monkeypatch.setattr("logistello.book.layered_file._move_file", refuse)
    with GameBook(open_over(bases[1], SqliteStore(path, game), game), game) as read:
        assert read.verify() == []
        assert not read.store.writable
        assert len(read) >= len(bases[1])
        with pytest.raises(BookError, match="for reading"):
            read.link()


def test_a_position_of_the_base_is_not_removed() -> None:
    game = random_graph(3)
    base = grown_base(game, [("add", 1)])
    store: Store = LayeredStore(base, MemoryStore(game))
    with store.transaction(None), pytest.raises(BookError, match="base"):
        store.delete(game.start())


# -- what may happen to a file ----------------------------------------------------------------


def open_layers(base: NamedBase, path: Path, game: GraphGame, *, writable: bool = False) -> GameBook[bytes, int]:
    store = SqliteStore(path, game, writable=writable) if path.exists() else SqliteStore.create(path, game, base="base")
    return GameBook(open_over(base, store, game), game)


def test_a_full_disk_loses_nothing_that_was_confirmed(tmp_path: Path) -> None:
    game = random_graph(3, size=1500)
    recipe = HashRecipe(game)
    base = NamedBase(game, "base")
    GameBook(base, game).add_lines([random_line(game, 9, length=300)], recipe)
    with open_layers(base, tmp_path / "learned.book", game) as book:
        assert isinstance(book.store, LayeredStore)
        file = book.store.learned
        assert isinstance(file, SqliteStore)
        book.add_lines([random_line(game, 1, length=5)], recipe)
        before = list(book.nodes())
        [(pages,)] = file._execute("PRAGMA page_count")
        file._execute(f"PRAGMA max_page_count = {pages + 1}")
        line = random_line(game, 2, length=400)
        with pytest.raises(BookError, match="disk is full"):
            book.add_lines([line], recipe)
        assert list(book.nodes()) == before
        assert book.verify() == []
        file._execute("PRAGMA max_page_count = 1000000")
        book.add_lines([line], recipe)
        assert book.verify() == []
        assert len(book) > len(before)


def test_a_full_disk_while_it_moves_to_a_new_base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file stays over the old base, and the next one to open it moves it."""
    game = random_graph(3, size=200)
    old, new = grown_base(game, [("add", 1)], "base"), grown_base(game, [("add", 2)], "new")
    path = tmp_path / "learned.book"
    with open_layers(old, path, game) as book:
        book.add_lines([random_line(game, seed) for seed in range(3, 9)], HashRecipe(game))
        before = list(book.nodes())

    def full(*_: Any) -> None:
        raise BookError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(SqliteStore, "put", full)
        with pytest.raises(BookError, match="full"):
            open_layers(new, path, game, writable=True)
    with open_layers(old, path, game) as book:
        assert list(book.nodes()) == before
    with open_layers(new, path, game, writable=True) as book:
        assert book.verify() == []


def test_two_writers_and_a_reader(tmp_path: Path) -> None:
    game = random_graph(8)
    recipe = HashRecipe(game)
    base = grown_base(game, [("add", 7), ("extend", 3)])
    path = tmp_path / "learned.book"
    first = open_layers(base, path, game)
    second, reader = open_layers(base, path, game, writable=True), open_layers(base, path, game)
    flat = GameBook(filled(MemoryStore(game), base.all_nodes()), game)
    for seed in range(6):
        for book in ((first, second)[seed % 2], flat):
            book.add_lines([random_line(game, seed)], recipe)
        for book in (first, second, reader):
            assert_the_same(book, flat)
    first.undo(3)
    flat.undo(3)
    assert_the_same(second, flat)
    assert reader.verify() == []
    for book in (first, second, reader):
        book.close()
