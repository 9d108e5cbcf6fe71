"""The packed file: the same book in fewer bytes, refused if anything is wrong with it."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logistello.book import Book, Evaluation, Selection
from logistello.book.node import BookNode
from logistello.book.othello_game import OthelloBookGame
from logistello.book.packed_book import PackedBook, is_packed, write_packed
from logistello.book.value import BookValue
from logistello.errors import BookError
from logistello.othello import Game, Position
from tests.book.small_games import HashRecipe
from tests.random_games import random_game

NOISE = HashRecipe(OthelloBookGame(), solves_from=54)


def some_book(seed: int) -> Book:
    """Lines to the end of the game, with proven results, draws among them, and estimates that are no whole units."""
    book = Book.in_memory()
    book.add_games([random_game(seed), random_game(seed + 1, length=20)], NOISE)
    book.extend(NOISE, expansions=10, selection=Selection(ply_cost=0.5))
    return book


@settings(max_examples=8)
@given(st.integers(0, 10_000))
def test_it_holds_the_same_book(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    path = tmp_path_factory.mktemp("packed") / "book"
    book = some_book(seed)
    packed = book.pack(path, note="of a test")
    base = PackedBook(path)
    assert base.about["note"] == "of a test"
    assert len(base) == packed.positions == len(book)
    assert packed.bytes == path.stat().st_size
    assert list(base.all_keys()) == list(book.store.all_keys())
    assert list(base.all_nodes()) == list(book.nodes())
    assert base.check() == []
    for node in book.nodes():
        assert base.get(node.key) == node
        assert base.value(node.key) == node.value
        assert base.games(node.key) == node.games
        assert base.parents(node.key) == book.store.parents(node.key)
        if node.deviation is not None:  # leads to no position, but the way back is known
            target = book.game.step(node.key, node.deviation.move).key
            assert base.parents(target) == book.store.parents(target)
    with Book.open(path) as opened:
        assert opened.verify() == []
        assert not opened.writable


def test_what_is_not_there(tmp_path: Path) -> None:
    some_book(1).pack(tmp_path / "book")
    base = PackedBook(tmp_path / "book")
    for seed in range(20):
        key = OthelloBookGame().place(random_game(seed + 100, length=9).position).key
        assert base.get(key) is None
        assert base.value(key) is None
        assert base.games(key) == 0
        assert key not in base


def test_draws_with_and_without_a_choice(tmp_path: Path) -> None:
    """Values with two bounds: a draw that both sides can have, and one that may be left for an estimate."""
    book = Book.in_memory()
    book.add_games([Game.from_moves("f5d6")], HashRecipe(OthelloBookGame()))
    root = book.node(Position.initial())
    assert root is not None
    for value in (0.0, 4.0, -2.0):
        with book.graph.change(None):
            leaf = next(node for node in book.nodes() if node.is_leaf)
            book.graph.put(replace(leaf, label=Evaluation(value, 50, proven=True, model="proof")))
        book.pack(tmp_path / "book")
        assert list(PackedBook(tmp_path / "book").all_nodes()) == list(book.nodes())


def test_evaluations_are_rounded_and_values_follow(tmp_path: Path) -> None:
    book = Book.in_memory()
    book.add_games([Game.from_moves("f5")], HashRecipe(OthelloBookGame()))
    with book.graph.change(None):
        leaf = next(node for node in book.nodes() if node.is_leaf)
        book.graph.put(replace(leaf, label=Evaluation(1 / 3, 7, model="thirds")))
    book.pack(tmp_path / "book")
    base = PackedBook(tmp_path / "book")
    assert [node.value for node in base.all_nodes() if node.is_leaf] == [BookValue.estimate(43 / 128)]
    with Book.open(tmp_path / "book") as opened:
        assert opened.verify() == []


def test_the_same_bytes_twice(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_packed(tmp_path / name, some_book(4).nodes(), {"note": "twice"})
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_it_can_be_taken_over_and_grown(tmp_path: Path) -> None:
    book = some_book(5)
    book.pack(tmp_path / "packed", note="first")
    with Book.open(tmp_path / "packed") as packed, Book.open(tmp_path / "grown", writable=True, create=True) as grown:
        grown.merge(packed)
        assert [replace(node, games=0) for node in grown.nodes()] == [replace(node, games=0) for node in book.nodes()]
        grown.extend(NOISE, expansions=3)
        grown.pack(tmp_path / "again")
    assert [line.split(" ", 1)[1].split(":")[0] for line in PackedBook(tmp_path / "again").about["history"]] == [
        "merge",
        "extend",
    ]


def test_a_search_that_is_missing(tmp_path: Path) -> None:
    book = some_book(6)
    book.add_games([random_game(7)], NOISE, stop=iter([False] + [True] * 99).__next__)
    assert book.statistics().pending
    book.pack(tmp_path / "book")
    base = PackedBook(tmp_path / "book")
    assert list(base.all_nodes()) == list(book.nodes())
    assert list(base.pending()) == list(book.store.pending())


def test_proofs(tmp_path: Path) -> None:
    """Of a draw as a bound: beside a deviation, and of a position that has not been searched yet."""
    book = some_book(8)
    inner = next(node for node in book.nodes() if node.deviation is not None and node.value.outcome is None)
    proofs = [
        (book.game.position(inner.key), Evaluation(0.0, 50, proven=True, bound="lower", model="a proof")),
        (random_game(70, length=10).position, Evaluation(0.0, 50, proven=True, bound="upper", model="a proof")),
    ]
    book.add_proofs(proofs)
    for _ in range(2):
        book.pack(tmp_path / "book")
        assert list(PackedBook(tmp_path / "book").all_nodes()) == list(book.nodes())
        assert book.verify() == []
        book.complete(NOISE)
    assert not list(book.store.pending())
    for (position, _), sign in zip(proofs, (1, -1), strict=True):
        probe = book.probe(position)
        assert probe is not None
        assert probe.value.at() * sign >= 0


def test_an_edge_to_nowhere(tmp_path: Path) -> None:
    game = OthelloBookGame()
    start = game.place(game.start()).key
    node = BookNode(start, BookValue(0.0, 0.0), game.steps(start)[:1])
    with pytest.raises(BookError, match="leads to no position"):
        write_packed(tmp_path / "book", [node], {})


def test_damage_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "book"
    some_book(1).pack(path)
    whole = path.read_bytes()
    rng = random.Random(1)
    for _ in range(40):
        damaged = bytearray(whole)
        damaged[rng.randrange(8, len(whole))] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        with pytest.raises(BookError, match="book"):
            Book.open(path)
    for length in (8, 15, 100, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(BookError):
            Book.open(path)
    assert is_packed(path)
    path.write_bytes(whole)
    with pytest.raises(BookError, match="cannot be changed"):
        Book.open(path, writable=True)
    with pytest.raises(BookError):
        PackedBook(tmp_path / "nothing")
