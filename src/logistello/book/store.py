"""Where a book keeps its positions: the contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from logistello.book.node import Node
from logistello.book.value import BookValue


@dataclass(frozen=True, slots=True)
class Entry:
    """What the journal says of a change that can be taken back."""

    number: int
    #: Entries of one run have the same: a run that another one interrupted has several.
    run: int
    #: ``add``, ``extend``, ``complete``, ``refresh``, ``merge``, ``import``.
    kind: str
    note: str
    time: datetime
    #: Positions that it changed.
    positions: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """Stands for one run while it goes on; changes name it."""

    number: int
    kind: str
    note: str = ""


class Store(Protocol):
    """A table of nodes by key, with transactions and a journal. Values are those that were put: it does not compute."""

    writable: bool

    def get(self, key: bytes) -> Node | None: ...

    def value(self, key: bytes) -> BookValue | None:
        """That of the node alone, which is found faster."""
        ...

    def parents(self, key: bytes) -> list[bytes]:
        """Keys of the nodes from which an edge or the deviation leads here."""
        ...

    def put(self, node: Node) -> None:
        """Inside a transaction only."""
        ...

    def delete(self, key: bytes) -> None:
        """Inside a transaction only."""
        ...

    def all_keys(self) -> Iterator[bytes]:
        """All of them; the table may be changed meanwhile."""
        ...

    def all_nodes(self) -> Iterator[Node]:
        """In the order of their keys; the table may be changed meanwhile."""
        ...

    def pending(self) -> Iterator[bytes]:
        """Keys of the nodes that lack a search; the table may be changed meanwhile."""
        ...

    def __len__(self) -> int: ...

    def new_run(self, kind: str, note: str = "") -> Run: ...

    def transaction(self, run: Run | None) -> AbstractContextManager[None]:
        """All or nothing. What it changes is entered in the journal under ``run``; ``None`` enters nothing."""
        ...

    def reading(self) -> AbstractContextManager[None]:
        """One state of the book for several questions, whatever others write meanwhile."""
        ...

    def entries(self) -> list[Entry]:
        """Newest first."""
        ...

    def before(self, entry: int) -> list[tuple[bytes, Node | None]]:
        """The nodes that an entry changed, as they were before it."""
        ...

    def forget(self, entries: Iterable[int]) -> None:
        """Drop entries from the journal. Inside a transaction only."""
        ...

    def check(self) -> list[str]:
        """What is wrong with the store itself, whatever it holds."""
        ...

    def compact(self) -> None:
        """Give back space that is not used."""
        ...

    def close(self) -> None: ...
