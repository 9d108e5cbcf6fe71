"""Values of nodes from those of their successors, brought up to date where something changed."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from logistello.book.node import Node
from logistello.book.store import Store
from logistello.book.value import BookValue
from logistello.errors import BookError


def move_values(node: Node, value_of: Callable[[bytes], BookValue]) -> Iterator[tuple[int, BookValue]]:
    """The moves of which the book knows a value, edges first, each for the side that makes it."""
    for step in node.edges:
        yield step.move, value_of(step.key).signed(step.sign)
    if node.deviation is not None:
        yield node.deviation.move, node.deviation.evaluation.book_value


def negamax(node: Node, value_of: Callable[[bytes], BookValue]) -> BookValue:
    """The value of a node; ``value_of`` tells those of its successors."""
    if node.label is not None and (node.is_solved or node.is_leaf):
        return node.label.book_value
    values = [value for _, value in move_values(node, value_of)]
    if not values:
        raise BookError("a position without label and without moves; 'logistello book verify' tells more")
    return BookValue.best(values)


def propagate(store: Store, ply: Callable[[bytes], int], changed: Iterable[bytes]) -> int:
    """Recompute these nodes and, as far as values change, those before them. Returns how many changed.

    The latest positions come first, so that none is computed before all of its successors are right.
    """
    queue = [(-ply(key), key) for key in set(changed)]
    heapq.heapify(queue)
    waiting = {key for _, key in queue}
    count = 0
    while queue:
        _, key = heapq.heappop(queue)
        waiting.discard(key)
        node = store.get(key)
        if node is None:
            continue
        value = negamax(node, lambda successor: _value(store, successor))
        if value == node.value:
            continue
        count += 1
        store.put(replace(node, value=value))
        for parent in store.parents(key):
            if parent not in waiting:
                waiting.add(parent)
                heapq.heappush(queue, (-ply(parent), parent))
    return count


def _value(store: Store, key: bytes) -> BookValue:
    value = store.value(key)
    if value is None:
        raise BookError("an edge that leads nowhere; 'logistello book verify' tells more")
    return value
