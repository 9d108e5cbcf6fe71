"""A file with what was learned, over a base that comes in a file of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any, Protocol

from logistello.book.book_game import BookGame
from logistello.book.graph import Graph
from logistello.book.layered_store import BookBase, LayeredStore
from logistello.book.memory_store import MemoryStore
from logistello.book.node import BookNode
from logistello.book.sqlite_store import SqliteStore
from logistello.book.store import Run
from logistello.errors import BookError


class FileBase(BookBase, Protocol):
    """A base that files can name."""

    #: Of its content.
    checksum: str


class LayeredFile(LayeredStore):
    """Before each change it is made sure that the file still lies over this base."""

    def __init__(self, base: FileBase, learned: SqliteStore) -> None:
        super().__init__(base, learned)
        self._file, self._checksum = learned, base.checksum

    @contextmanager
    def transaction(self, run: Run | None) -> Iterator[None]:
        with super().transaction(run):
            if self._file.base() != self._checksum:
                raise BookError(
                    f"{self._file.path}: another version of the program has put the book on another base; end this "
                    "program and begin again"
                )
            yield


def open_over(base: FileBase, learned: SqliteStore, game: BookGame[Any, Any]) -> LayeredStore:
    """What a file has learned, over this base; if it lay over another one, it is moved first.

    A file that may not be written is moved in memory, and can then only be read.
    """
    if learned.base() == base.checksum:
        return LayeredFile(base, learned)
    if learned.writable:
        _move_file(base, learned, game)
        return LayeredFile(base, learned)
    try:
        with closing(SqliteStore(learned.path, game, writable=True)) as writer:
            _move_file(base, writer, game)
    except BookError:
        return _moved_in_memory(base, learned, game)
    return LayeredFile(base, learned)


def _move_file(base: FileBase, learned: SqliteStore, game: BookGame[Any, Any]) -> None:
    """In one transaction. The journal is forgotten: it tells how positions were over the other base."""
    graph = Graph(LayeredStore(base, learned), game)
    with graph.change(None):
        if learned.base() == base.checksum:
            return  # another process was faster
        nodes = list(learned.all_nodes())
        learned.forget(entry.number for entry in learned.entries())
        for node in nodes:
            learned.delete(node.key)
        learned.set_base(base.checksum)
        graph.absorb(_still_leading_somewhere(nodes, base, game))


def _moved_in_memory(base: FileBase, learned: SqliteStore, game: BookGame[Any, Any]) -> LayeredStore:
    store = LayeredStore(base, MemoryStore(game))
    graph = Graph(store, game)
    with closing(learned), graph.change(None):
        graph.absorb(_still_leading_somewhere(list(learned.all_nodes()), base, game))
    store.writable = False
    return store


def _still_leading_somewhere(nodes: list[BookNode], base: BookBase, game: BookGame[Any, Any]) -> list[BookNode]:
    """Without moves to positions of the old base that the new one does not have, and without positions of which
    nothing is left then; games through those that the new base has, too, still count."""
    kept: dict[bytes, BookNode] = {}
    for node in sorted(nodes, key=lambda each: (-game.ply(each.key), each.key)):
        edges = tuple(step for step in node.edges if step.key in kept or base.value(step.key) is not None)
        if edges:
            kept[node.key] = replace(node, edges=edges)
        elif node.label is not None or base.value(node.key) is not None:
            kept[node.key] = replace(node, edges=(), deviation=None)
    return list(kept.values())
