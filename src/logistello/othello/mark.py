"""What somebody drew on the board to explain a position: signs on squares, letters, arrows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from logistello.errors import NotationError
from logistello.othello.square import PASS, Square
from logistello.othello.symmetry import Symmetry


class Shape(Enum):
    """The kinds of marks."""

    CIRCLE = "circle"
    TRIANGLE = "triangle"
    SQUARE = "square"
    CROSS = "cross"
    LABEL = "label"  # a short text
    ARROW = "arrow"  # to another square


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on a square. Nodes hold them as a set: their order says nothing.

    >>> Mark(Shape.CIRCLE, Square.C3)
    Mark(shape=<Shape.CIRCLE: 'circle'>, square=<Square.C3: 18>, to=None, text='')
    >>> str(Mark(Shape.ARROW, Square.C3, to=Square.F6).transform(Symmetry.MIRROR_COLUMNS).to)
    'c6'
    """

    shape: Shape
    square: Square
    #: Where an arrow leads; ``None`` for everything else.
    to: Square | None = None
    #: What a label says; empty for everything else.
    text: str = ""

    def __post_init__(self) -> None:
        if PASS in (self.square, self.to):
            raise NotationError("a mark on a pass", expected="a square from a1 to h8")
        if (self.shape is Shape.ARROW) != (self.to is not None) or self.to is self.square:
            raise NotationError(
                f"{self.shape.value} from {self.square} to {self.to}", expected="two squares for an arrow"
            )
        if (self.shape is Shape.LABEL) != bool(self.text.strip()):
            raise NotationError(f"{self.shape.value} with the text {self.text[:40]!r}", expected="a text for a label")

    def transform(self, symmetry: Symmetry) -> Mark:
        """The same mark on a turned or mirrored board."""
        to = None if self.to is None else symmetry.apply(self.to)
        return Mark(self.shape, symmetry.apply(self.square), to, self.text)
