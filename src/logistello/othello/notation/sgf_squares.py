"""Squares as SGF files write them: ``f5``, or in Go style ``fe`` (column f, row e)."""

from __future__ import annotations

import re

from logistello.errors import NotationError
from logistello.othello.notation.source import SourceText, shorten
from logistello.othello.square import PASS, SQUARES, Square

_GO_STYLE = re.compile(r"[a-h]{2}", re.IGNORECASE)
_PASSES = frozenset(("", "tt", "pass", "pa", "ps", "--"))


def read_square(source: SourceText, word: str, offset: int) -> Square:
    """A square or a pass; ``offset`` is where an error is said to be."""
    word = word.strip().lower()
    if word in _PASSES:
        return PASS
    if _GO_STYLE.fullmatch(word):
        return SQUARES[8 * (ord(word[1]) - ord("a")) + ord(word[0]) - ord("a")]
    try:
        return Square.parse(word)
    except NotationError:
        raise source.error(offset, f"unknown square {shorten(word)}", expected="f5, fe, or a pass") from None


def read_area(source: SourceText, value: str, offset: int) -> int:
    """The bitboard of a square, or of a rectangle ``aa:cc`` given by two corners."""
    corners = [read_square(source, word, offset) for word in value.split(":", 1)]
    if PASS in corners:
        raise source.error(offset, f"no square: {shorten(value)}", expected="a square such as f5 or fe")
    first, last = corners[0], corners[-1]
    rows = range(min(first.row, last.row), max(first.row, last.row) + 1)
    columns = range(min(first.column, last.column), max(first.column, last.column) + 1)
    return sum(1 << (8 * row + column) for row in rows for column in columns)
