"""A position of the book."""

from __future__ import annotations

from dataclasses import dataclass

from logistello.book.book_game import Step
from logistello.book.evaluation import Evaluation, RatedMove
from logistello.book.value import BookValue


@dataclass(frozen=True, slots=True)
class Node:
    """Everything the book knows of a position; see ``docs/explanation/book.md``.

    A *leaf* has a label and no edges. An *interior* node has edges, and a deviation unless every move is an edge. One
    whose label is proven counts as solved, edges or not.
    """

    key: bytes
    value: BookValue
    #: The moves of the book, ascending.
    edges: tuple[Step, ...] = ()
    #: The best move that is not an edge. Where it leads has no node of its own.
    deviation: RatedMove | None = None
    #: What is known of the position itself; estimates are dropped as soon as there are edges.
    label: Evaluation | None = None
    #: Games of the book that came here.
    games: int = 0
    #: A search is missing: the deviation, or the label of a line that breaks off.
    pending: bool = False

    @property
    def is_leaf(self) -> bool:
        return not self.edges

    @property
    def is_solved(self) -> bool:
        return self.label is not None and self.label.proven

    @property
    def moves(self) -> frozenset[int]:
        return frozenset(step.move for step in self.edges)

    def edge(self, move: int) -> Step | None:
        return next((step for step in self.edges if step.move == move), None)
