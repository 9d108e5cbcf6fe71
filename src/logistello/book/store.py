"""Where a book keeps its positions: the contract of a store, and taking back what its journal holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Protocol

from logistello.book.node import BookNode
from logistello.book.value import BookValue
from logistello.errors import BookError


@dataclass(frozen=True, slots=True)
class Entry:
    """A change in the journal, which can be undone."""

    number: int
    #: The run that made it. A run has several entries if another one wrote in between.
    run: int
    #: ``add``, ``extend``, ``complete``, ``refresh``, ``merge``, ``import``.
    kind: str
    note: str
    time: datetime
    #: Positions that it changed.
    positions: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """A run in progress; the journal records its changes under it."""

    number: int
    kind: str
    note: str = ""


class Store(Protocol):
    """A table of nodes by key, with transactions and a journal. It stores values as given and computes none."""

    writable: bool

    def get(self, key: bytes) -> BookNode | None: ...

    def value(self, key: bytes) -> BookValue | None:
        """The value of a node, without reading the rest of it."""
        ...

    def parents(self, key: bytes) -> list[bytes]:
        """Keys of the nodes with an edge or a deviation that leads here."""
        ...

    def put(self, node: BookNode) -> None:
        """Inside a transaction only."""
        ...

    def delete(self, key: bytes) -> None:
        """Inside a transaction only."""
        ...

    def all_keys(self) -> Iterator[bytes]:
        """All keys; the table may change during the iteration."""
        ...

    def all_nodes(self) -> Iterator[BookNode]:
        """All nodes in the order of their keys; the table may change during the iteration."""
        ...

    def pending(self) -> Iterator[bytes]:
        """Keys of the nodes that lack a search; the table may change during the iteration."""
        ...

    def __len__(self) -> int: ...

    def new_run(self, kind: str, note: str = "") -> Run: ...

    def transaction(self, run: Run | None) -> AbstractContextManager[None]:
        """All or nothing. The journal records the changes under ``run``; with ``None`` it records nothing."""
        ...

    def reading(self) -> AbstractContextManager[None]:
        """A consistent view of the book for several reads, whatever others write in the meantime."""
        ...

    def entries(self) -> list[Entry]:
        """Newest first."""
        ...

    def before(self, entry: int) -> list[tuple[bytes, BookNode | None]]:
        """The nodes that an entry changed, as they were before."""
        ...

    def forget(self, entries: Iterable[int]) -> None:
        """Drop entries from the journal. Inside a transaction only."""
        ...

    def check(self) -> list[str]:
        """Faults of the store itself, whatever it holds."""
        ...

    def compact(self) -> None:
        """Release unused space."""
        ...

    def close(self) -> None: ...


def undo(store: Store, runs: int) -> list[Entry]:
    """Undo the last runs exactly, newest first, each in one transaction."""
    if runs < 1:
        raise ValueError(f"{runs} runs; expected 1 or more")
    undone: list[Entry] = []
    for _ in range(runs):
        entries = store.entries()
        if not entries:
            if not undone:
                raise BookError("the journal is empty: there is nothing to take back")
            break
        _, group = next(groupby(entries, key=lambda entry: entry.run))
        last_run = list(group)
        with store.transaction(None):
            _put_back(store, last_run)
        undone += last_run
    return undone


def undo_run(store: Store, run: int) -> list[Entry]:
    """Undo this run and no other, in one transaction.

    Raises ``BookError`` if another run has changed the book since it began, or if the journal does not hold it.
    """
    with store.transaction(None):
        entries = store.entries()
        mine = [entry for entry in entries if entry.run == run]
        if not mine:
            raise BookError(f"the journal holds no run {run}: it was taken back or forgotten already")
        if entries[: len(mine)] != mine:
            raise BookError(
                "the book has been changed since, so this run alone cannot be taken back; "
                "'logistello book undo' takes back the newest runs"
            )
        _put_back(store, mine)
    return mine


def _put_back(store: Store, entries: list[Entry]) -> None:
    """Restore every position to what it was before these entries, newest first. Inside a transaction only."""
    for entry in entries:
        for key, node in store.before(entry.number):
            if node is None:
                store.delete(key)
            else:
                store.put(node)
    store.forget(entry.number for entry in entries)
