"""Marks on the board as SGF holds them: ``CR``, ``TR``, ``SQ``, ``MA``, ``LB`` with a text, ``AR`` for arrows."""

from __future__ import annotations

from collections.abc import Iterable

from logistello.othello.mark import Mark, Shape
from logistello.othello.notation.sgf_squares import read_area, read_square
from logistello.othello.notation.sgf_tree import SgfProperty, escape, unescape
from logistello.othello.notation.source import SourceText
from logistello.othello.square import squares_of

_SHAPES = {
    "CR": Shape.CIRCLE,
    "TR": Shape.TRIANGLE,
    "SQ": Shape.SQUARE,
    "MA": Shape.CROSS,
    "LB": Shape.LABEL,
    "AR": Shape.ARROW,
}
#: Names of the properties that hold marks.
MARKS = frozenset(_SHAPES)


def read_marks(source: SourceText, prop: SgfProperty) -> frozenset[Mark]:
    """The marks of one value of a property of ``MARKS``. Raises ``NotationError``."""
    shape = _SHAPES[prop.name]
    value = unescape(prop.value)
    if shape not in (Shape.LABEL, Shape.ARROW):
        return frozenset(Mark(shape, square) for square in squares_of(read_area(source, value, prop.offset)))
    word, _, rest = value.partition(":")
    square = read_square(source, word, prop.offset)
    if shape is Shape.LABEL:
        return frozenset((Mark(shape, square, text=rest),))
    return frozenset((Mark(shape, square, read_square(source, rest, prop.offset)),))


def write_marks(marks: Iterable[Mark]) -> str:
    """The properties, in an order that depends on the marks alone."""
    parts = []
    for name, shape in _SHAPES.items():
        values = sorted(_value(mark) for mark in marks if mark.shape is shape)
        if values:
            parts.append(name + "".join(f"[{value}]" for value in values))
    return "".join(parts)


def _value(mark: Mark) -> str:
    if mark.shape is Shape.ARROW:
        return f"{mark.square}:{mark.to}"
    return f"{mark.square}:{escape(mark.text)}" if mark.text else str(mark.square)
