"""Where a book keeps its positions: the contract of a store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from logistello.book.node import BookNode
from logistello.book.value import BookValue


@dataclass(frozen=True, slots=True)
class Entry:
    """Changes of one run with none of another between them. A run has several if others wrote in between."""

    number: int
    run: int
    #: As in :class:`Run`.
    kind: str
    note: str
    begun: datetime


@dataclass(frozen=True, slots=True)
class Run:
    """A run in progress; the journal records its changes under it."""

    number: int
    #: ``add``, ``extend``, ``complete``, ``refresh``, ``merge``, ``import``, ``link``, ``proofs``.
    kind: str
    note: str = ""
    begun: datetime = field(default_factory=lambda: datetime.now(UTC))


@dataclass(frozen=True, slots=True)
class Unfinished:
    """How far a run came that adds lines."""

    run: int
    #: Lines that were taken in, from the first one on.
    taken: int


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

    def unfinished(self, content: bytes) -> Unfinished | None:
        """The run that began to add lines of this digest and has not come to its end."""
        ...

    def set_unfinished(self, content: bytes, unfinished: Unfinished) -> None:
        """Inside a transaction only."""
        ...

    def finish(self, run: int) -> None:
        """The run has come to its end, or has been taken back. Inside a transaction only."""
        ...

    def transaction(self, run: Run | None) -> AbstractContextManager[None]:
        """All or nothing. The journal records the changes under ``run``; with ``None`` it records nothing."""
        ...

    def reading(self) -> AbstractContextManager[None]:
        """A consistent view of the book for several reads, whatever others write in the meantime."""
        ...

    def entries(self) -> list[Entry]:
        """Newest first."""
        ...

    def changes(self) -> dict[int, int]:
        """How many positions each run of the journal changed."""
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
