"""A text with a table of its lines, so that every complaint can say where."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from logistello.errors import NotationError

# Few digits on purpose: longer ones mean nothing here, and float() turns very long ones into infinity.
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})")


class SourceText:
    """Text that was pasted or read from a file.

    >>> raise SourceText("f5 d6\\nz9").error(6, "no move", expected="a1 to h8")
    Traceback (most recent call last):
    ...
    logistello.errors.NotationError: line 2, column 1: no move; expected a1 to h8
    """

    def __init__(self, text: str, first_line: int = 1) -> None:
        self.text = text
        self.first_line = first_line

    @cached_property
    def _line_starts(self) -> array[int]:
        return array("q", (0, *(match.end() for match in re.finditer("\n", self.text))))

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both counted from 1."""
        line = bisect_right(self._line_starts, offset) - 1
        return self.first_line + line, offset - self._line_starts[line] + 1

    def error(self, offset: int, message: str, *, expected: str | None = None) -> NotationError:
        line, column = self.place(offset)
        return NotationError(message, line=line, column=column, expected=expected)

    def lines(self) -> Iterator[tuple[int, str]]:
        """Offset and content of every line, without line ends."""
        start = 0
        while (end := self.text.find("\n", start)) >= 0:
            yield start, self.text[start:end].rstrip("\r")
            start = end + 1
        yield start, self.text[start:].rstrip("\r")


def parse_number(text: str) -> float | None:
    """A plain decimal number, or ``None``; never infinity or NaN.

    >>> parse_number("+2.50"), parse_number("nan"), parse_number("1e9")
    (2.5, None, None)
    """
    text = text.strip()
    return float(text) if _NUMBER.fullmatch(text) else None


def format_number(value: float) -> str:
    """The shortest plain decimal that reads back as the same number (up to 15 decimals).

    >>> format_number(2196.37), format_number(-4.0)
    ('2196.37', '-4')
    """
    short = repr(float(value))
    if "e" in short or "n" in short:
        short = f"{value:.15f}".rstrip("0").rstrip(".")
    return short.removesuffix(".0")


def shorten(text: str, length: int = 40) -> str:
    """For messages: quoted, without the bulk of a long text."""
    return repr(text if len(text) <= length else text[: length - 1] + "…")
