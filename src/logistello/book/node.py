"""A position of the book: what is known of it, what it is worth, and one made of two."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from logistello.book.book_game import Step
from logistello.book.evaluation import Evaluation, RatedMove
from logistello.book.value import BookValue
from logistello.errors import BookError


@dataclass(frozen=True, slots=True)
class BookNode:
    """Everything the book knows about a position; see ``docs/explanation/book.md``.

    A *leaf* has a label and no edges. An *interior* node has edges, and a deviation unless every move is an edge. One
    whose label is a proven result counts as solved, edges or not. If the label is only half known, the value of the
    moves is held within it.
    """

    key: bytes
    value: BookValue
    #: The moves of the book, ascending.
    edges: tuple[Step, ...] = ()
    #: The best move that is not an edge. Where it leads has no node of its own.
    deviation: RatedMove | None = None
    #: What is known of the position itself; estimates are dropped as soon as there are edges.
    label: Evaluation | None = None
    #: Games of the book that reached this position.
    games: int = 0
    #: A search is missing: that of the deviation, or of the last position of a line that stops early.
    pending: bool = False

    @property
    def is_leaf(self) -> bool:
        return not self.edges

    @property
    def is_solved(self) -> bool:
        return self.label is not None and self.label.is_result

    @property
    def moves(self) -> frozenset[int]:
        return frozenset(step.move for step in self.edges)

    def edge(self, move: int) -> Step | None:
        return next((step for step in self.edges if step.move == move), None)


#: No count and no depth is larger: sums of them stay far from what a file can hold.
LARGEST_COUNT = 2**53


def check_node(node: BookNode) -> BookNode:
    """For what comes from outside: raises ``ValueError`` with a number that no book can have; returns the node."""
    if not 0 <= node.games <= LARGEST_COUNT:
        raise ValueError(f"{node.games} games; expected 0 or more")
    if not node.value.low <= node.value.high:
        raise ValueError(f"a value between {node.value.low} and {node.value.high}")
    if node.label is not None:
        _check_evaluation("label", node.label)
    if node.deviation is not None:
        _check_evaluation("deviation", node.deviation.evaluation)
    return node


def _check_evaluation(what: str, evaluation: Evaluation) -> None:
    if not math.isfinite(evaluation.value):
        raise ValueError(f"a {what} of value {evaluation.value}; expected a number")
    if not 0 <= evaluation.depth <= LARGEST_COUNT:
        raise ValueError(f"a {what} of depth {evaluation.depth}; expected 0 or more")
    if not 0 <= evaluation.confidence <= 100:
        raise ValueError(f"a {what} of confidence {evaluation.confidence}; expected 0 to 100 percent")


def move_values(node: BookNode, value_of: Callable[[bytes], BookValue]) -> Iterator[tuple[int, BookValue]]:
    """The moves whose values the book knows, edges first, each for the side that makes it."""
    for step in node.edges:
        yield step.move, value_of(step.key).signed(step.sign)
    if node.deviation is not None:
        yield node.deviation.move, node.deviation.evaluation.book_value


def lacks_search(node: BookNode, moves: int) -> bool:
    """Whether it is pending, given how many moves its position has."""
    if node.is_solved:
        return False
    if node.is_leaf:
        return node.label is not None and (node.label.depth == 0 or node.label.is_half_known)
    return node.deviation is None and len(node.edges) < moves


def negamax(node: BookNode, value_of: Callable[[bytes], BookValue]) -> BookValue:
    """The value of a node, given those of its successors."""
    if node.label is not None and (node.is_solved or node.is_leaf):
        return node.label.book_value
    values = [value for _, value in move_values(node, value_of)]
    if not values:
        raise BookError("a position without label and without moves; 'logistello book verify' tells more")
    best = BookValue.best(values)
    if node.pending and best.outcome in ("loss", "draw"):
        best = BookValue.estimate(best.score())  # a move that has not been searched yet may be better
    return best if node.label is None or not node.label.is_half_known else node.label.bounded(best)


def united(mine: BookNode, theirs: BookNode) -> BookNode:
    """The same position of two books in one. Edges of both are kept, and of two evaluations the surer one."""
    edges = {step.move: step for step in (*theirs.edges, *mine.edges)}
    label = _surer(mine.label, theirs.label)
    if edges and label is not None and not label.proven:
        label = None
    offered = [each for each in (mine.deviation, theirs.deviation) if each is not None and each.move not in edges]
    deviation: RatedMove | None = max(offered, key=lambda each: each.evaluation.sureness, default=None)
    return replace(
        mine,
        edges=tuple(edges[move] for move in sorted(edges)),
        deviation=deviation,
        label=label,
        games=mine.games + theirs.games,
    )


def _surer(mine: Evaluation | None, theirs: Evaluation | None) -> Evaluation | None:
    if mine is None or theirs is None:
        return mine or theirs
    return theirs if theirs.sureness > mine.sureness else mine
