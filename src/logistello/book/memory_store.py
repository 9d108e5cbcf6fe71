"""A store in memory, for books that need not last, and as the plain counterpart of the file in tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from logistello.book.book_game import BookGame
from logistello.book.node import BookNode
from logistello.book.store import Entry, Run, Unfinished
from logistello.book.value import BookValue
from logistello.errors import BookError


class MemoryStore:
    """Dictionaries. Fulfils ``Store``."""

    writable = True

    def __init__(self, game: BookGame[Any, Any]) -> None:
        self._game = game
        self._nodes: dict[bytes, BookNode] = {}
        self._parents: dict[bytes, set[bytes]] = {}
        self._entries: dict[int, Entry] = {}
        self._before: dict[int, dict[bytes, BookNode | None]] = {}
        self._unfinished: dict[bytes, Unfinished] = {}
        self._runs = 0
        #: During a transaction: the nodes that it changed, as they were before.
        self._changed: dict[bytes, BookNode | None] | None = None

    def get(self, key: bytes) -> BookNode | None:
        return self._nodes.get(key)

    def value(self, key: bytes) -> BookValue | None:
        node = self._nodes.get(key)
        return None if node is None else node.value

    def parents(self, key: bytes) -> list[bytes]:
        return sorted(self._parents.get(key, ()))

    def put(self, node: BookNode) -> None:
        self._game.remember(self._game.portable(node.key))
        self._set(node.key, node)

    def delete(self, key: bytes) -> None:
        self._set(key, None)

    def _set(self, key: bytes, node: BookNode | None) -> None:
        if self._changed is None:
            raise BookError("a change outside a transaction")
        before = self._nodes.get(key)
        self._changed.setdefault(key, before)
        self._replace(key, before, node)

    def _replace(self, key: bytes, before: BookNode | None, after: BookNode | None) -> None:
        for child in self._children(before):
            self._parents[child].discard(key)
        for child in self._children(after):
            self._parents.setdefault(child, set()).add(key)
        if after is None:
            self._nodes.pop(key, None)
        else:
            self._nodes[key] = after

    def _children(self, node: BookNode | None) -> set[bytes]:
        if node is None:
            return set()
        deviation = [] if node.deviation is None else [self._game.step(node.key, node.deviation.move)]
        return {step.key for step in (*node.edges, *deviation)}

    def all_keys(self) -> Iterator[bytes]:
        return iter(sorted(self._nodes))

    def all_nodes(self) -> Iterator[BookNode]:
        return (node for key in self.all_keys() if (node := self._nodes.get(key)) is not None)

    def pending(self) -> Iterator[bytes]:
        return iter(sorted(key for key, node in self._nodes.items() if node.pending))

    def __len__(self) -> int:
        return len(self._nodes)

    # -- transactions and journal -------------------------------------------------------------

    def new_run(self, kind: str, note: str = "") -> Run:
        self._runs += 1
        return Run(self._runs, kind, note)

    def unfinished(self, content: bytes) -> Unfinished | None:
        return self._unfinished.get(content)

    def set_unfinished(self, content: bytes, unfinished: Unfinished) -> None:
        self._unfinished = {**self._unfinished, content: unfinished}

    def finish(self, run: int) -> None:
        self._unfinished = {content: each for content, each in self._unfinished.items() if each.run != run}

    @contextmanager
    def transaction(self, run: Run | None) -> Iterator[None]:
        if self._changed is not None:
            raise BookError("a transaction inside another one")
        self._changed = {}
        unfinished = self._unfinished
        try:
            yield
        except BaseException:
            for key, node in self._changed.items():
                self._replace(key, self._nodes.get(key), node)
            self._unfinished = unfinished
            raise
        else:
            if run is not None and self._changed:
                self._enter(run, self._changed)
        finally:
            self._changed = None

    def _enter(self, run: Run, changed: dict[bytes, BookNode | None]) -> None:
        number = max(self._entries, default=0)
        if not number or self._entries[number].run != run.number:
            number += 1
            self._entries[number] = Entry(number, run.number, run.kind, run.note, run.begun)
        images = self._before.setdefault(number, {})
        for key, node in changed.items():
            images.setdefault(key, node)

    @contextmanager
    def reading(self) -> Iterator[None]:
        yield

    def entries(self) -> list[Entry]:
        return [self._entries[number] for number in sorted(self._entries, reverse=True)]

    def changes(self) -> dict[int, int]:
        changed: dict[int, set[bytes]] = {}
        for number, entry in self._entries.items():
            changed.setdefault(entry.run, set()).update(self._before[number])
        return {run: len(keys) for run, keys in changed.items()}

    def before(self, entry: int) -> list[tuple[bytes, BookNode | None]]:
        return sorted(self._before.get(entry, {}).items())

    def forget(self, entries: Iterable[int]) -> None:
        for number in list(entries):
            self._entries.pop(number, None)
            self._before.pop(number, None)

    def check(self) -> list[str]:
        moves = sum(len(self._children(node)) for node in self._nodes.values())
        known = sum(len(parents) for parents in self._parents.values())
        return [] if moves == known else [f"{moves} moves between positions, but {known} ways back"]

    def compact(self) -> None:
        """Nothing to release."""

    def close(self) -> None:
        """Nothing to close."""
