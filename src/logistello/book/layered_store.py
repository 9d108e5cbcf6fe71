"""A book in two layers: a base that nobody changes, and above it a store with what was learned.

The upper layer holds a position whole as soon as anything of it differs from the base, its value included: a learned
line changes the values of the positions before it, and those stand above, too. What is the same as in the base is not
kept, so whoever asks sees one book, the same as if everything lay in one store.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Protocol

from logistello.book.node import BookNode
from logistello.book.store import Entry, Run, Store, Unfinished
from logistello.book.value import BookValue
from logistello.errors import BookError


class BookBase(Protocol):
    """What lies below: the part of a store that only reads."""

    def get(self, key: bytes) -> BookNode | None: ...

    def value(self, key: bytes) -> BookValue | None: ...

    def parents(self, key: bytes) -> list[bytes]: ...

    def all_keys(self) -> Iterator[bytes]: ...

    def all_nodes(self) -> Iterator[BookNode]: ...

    def pending(self) -> Iterator[bytes]: ...

    def __len__(self) -> int: ...

    def check(self) -> list[str]: ...


class LayeredStore:
    """Fulfils ``Store``. In the upper layer ``games`` counts only those that the base does not know of."""

    def __init__(self, base: BookBase, learned: Store, *, writable: bool | None = None) -> None:
        """``writable`` is that of the upper layer unless it is given."""
        self.base = base
        self.learned = learned
        self.writable = learned.writable if writable is None else writable

    # -- nodes --------------------------------------------------------------------------------

    def get(self, key: bytes) -> BookNode | None:
        learned = self.learned.get(key)
        return self.base.get(key) if learned is None else self._with_games(learned)

    def _with_games(self, learned: BookNode) -> BookNode:
        below = self.base.get(learned.key)
        return learned if below is None else replace(learned, games=learned.games + below.games)

    def value(self, key: bytes) -> BookValue | None:
        found = self.learned.value(key)
        return self.base.value(key) if found is None else found

    def parents(self, key: bytes) -> list[bytes]:
        still = (parent for parent in self.base.parents(key) if self.learned.value(parent) is None)
        return sorted({*self.learned.parents(key), *still})

    def put(self, node: BookNode) -> None:
        below = self.base.get(node.key)
        if below is None:
            self.learned.put(node)
        elif node != below:
            self.learned.put(replace(node, games=node.games - below.games))
        elif self.learned.value(node.key) is not None:
            self.learned.delete(node.key)

    def delete(self, key: bytes) -> None:
        if self.base.value(key) is not None:
            raise BookError("a position of the base cannot be removed")
        self.learned.delete(key)

    def all_keys(self) -> Iterator[bytes]:
        return (key for key, _ in groupby(heapq.merge(self.base.all_keys(), self.learned.all_keys())))

    def all_nodes(self) -> Iterator[BookNode]:
        learned = map(self._with_games, self.learned.all_nodes())
        both = heapq.merge(learned, self.base.all_nodes(), key=attrgetter("key"))  # of equals the first comes first
        return (next(same) for _, same in groupby(both, key=attrgetter("key")))

    def pending(self) -> Iterator[bytes]:
        below = (key for key in self.base.pending() if self.learned.value(key) is None)
        return heapq.merge(below, self.learned.pending())

    def __len__(self) -> int:
        return len(self.base) + sum(1 for _ in self._new_keys())

    def _new_keys(self) -> Iterator[bytes]:
        return (key for key in self.learned.all_keys() if self.base.value(key) is None)

    # -- transactions and journal -------------------------------------------------------------

    def new_run(self, kind: str, note: str = "") -> Run:
        return self.learned.new_run(kind, note)

    def unfinished(self, content: bytes) -> Unfinished | None:
        return self.learned.unfinished(content)

    def set_unfinished(self, content: bytes, unfinished: Unfinished) -> None:
        self.learned.set_unfinished(content, unfinished)

    def finish(self, run: int) -> None:
        self.learned.finish(run)

    @contextmanager
    def transaction(self, run: Run | None) -> Iterator[None]:
        with self.learned.transaction(run):
            yield

    @contextmanager
    def reading(self) -> Iterator[None]:
        with self.learned.reading():
            yield

    def entries(self) -> list[Entry]:
        return self.learned.entries()

    def changes(self) -> dict[int, int]:
        return self.learned.changes()

    def before(self, entry: int) -> list[tuple[bytes, BookNode | None]]:
        """What was not above yet was as in the base."""
        return [
            (key, self.base.get(key) if node is None else self._with_games(node))
            for key, node in self.learned.before(entry)
        ]

    def forget(self, entries: Iterable[int]) -> None:
        self.learned.forget(entries)

    # -- life ---------------------------------------------------------------------------------

    def check(self) -> list[str]:
        return [*(f"the base: {fault}" for fault in self.base.check()), *self.learned.check()]

    def compact(self) -> None:
        self.learned.compact()

    def close(self) -> None:
        self.learned.close()
