"""Which leaf to expand next: best-first, with adjustable breadth."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from logistello.book.node import BookNode, move_values
from logistello.book.store import Store
from logistello.book.value import BookValue


@dataclass(frozen=True, slots=True)
class Selection:
    """Leaves are taken in order of ``losses + ply_cost * plies``.

    The losses are those of all moves on the way, of both sides, against the best move of the book. With a
    ``ply_cost`` of 0 the first leaf is the principal one, as in the paper; with more, a line of lesser moves is
    preferred to one that is already much longer.
    """

    #: Cost of each move on the way, in the unit of values (discs in Othello).
    ply_cost: float = 0.0
    #: Lines that give away more than this are not followed.
    max_loss: float = math.inf
    #: Lines longer than this many moves from the root are not followed.
    max_plies: int | None = None


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf that can be expanded: a node, or the deviation of one."""

    key: bytes
    #: The deviation; ``None`` if ``key`` is the leaf itself, or lacks a search (``pending``).
    move: int | None
    value: BookValue
    #: What the moves on the way give away, both sides together.
    loss: float
    plies: int
    pending: bool = False

    @property
    def name(self) -> tuple[bytes, int | None]:
        """The same as ``Work.leaf``."""
        return self.key, self.move

    def is_still_one(self, store: Store) -> bool:
        """The book may have grown since it was found."""
        node = store.get(self.key)
        if node is None or node.value.outcome is not None:
            return False
        if self.move is not None:
            return node.deviation is not None and node.deviation.move == self.move
        return node.pending if self.pending else node.is_leaf


@dataclass(frozen=True, slots=True)
class Visit:
    """A position on the way to the leaves."""

    node: BookNode
    #: As in :class:`Leaf`.
    loss: float
    plies: int

    @property
    def key(self) -> bytes:
        return self.node.key


def visits(store: Store, root: bytes, selection: Selection) -> Iterator[Visit | Leaf]:
    """Positions and leaves, best first. Proven positions are closed: there is nothing left to find below them."""
    order = count()
    queue: list[tuple[float, int, float, int, bytes, int | None]] = [(0.0, next(order), 0.0, 0, root, None)]
    seen: set[bytes] = set()
    while queue:
        _, _, loss, plies, key, move = heapq.heappop(queue)
        if move is None and key in seen:
            continue
        node = store.get(key)
        if node is None:
            continue
        if move is not None:
            if node.deviation is not None:
                yield Leaf(key, move, node.deviation.evaluation.book_value, loss, plies)
            continue
        seen.add(key)
        if node.value.outcome is not None:
            continue
        if node.is_leaf or node.pending:
            yield Leaf(key, None, node.value, loss, plies, node.pending)
        if node.is_leaf:
            continue
        yield Visit(node, loss, plies)
        if selection.max_plies is not None and plies >= selection.max_plies:
            continue
        best = node.value.at()
        children = {step.move: step.key for step in node.edges}
        for edge, value in move_values(node, lambda child: _value(store, child)):
            lost = loss + best - value.at()
            if value.outcome is None and lost <= selection.max_loss:
                cost = lost + selection.ply_cost * (plies + 1)
                child = children.get(edge)
                item = (lost, plies + 1, key, edge) if child is None else (lost, plies + 1, child, None)
                heapq.heappush(queue, (cost, next(order), *item))


def leaves(store: Store, root: bytes, selection: Selection) -> Iterator[Leaf]:
    """Only the leaves."""
    return (visit for visit in visits(store, root, selection) if isinstance(visit, Leaf))


def _value(store: Store, key: bytes) -> BookValue:
    """A position that an undo has just removed counts as lost, so that no leaf is looked for there."""
    return store.value(key) or BookValue.proven(-1)
