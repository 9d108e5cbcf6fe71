"""GTP, version 2: lines to commands, answers to lines.

``[id] command [arguments]``; ``#`` begins a comment. An answer is ``=[id] text`` or ``?[id] message``, and an empty
line ends it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from logistello.errors import NotationError, UsageError
from logistello.othello import Color, Square
from logistello.othello.notation.source import parse_number

_COMMAND = re.compile(r"(?P<id>[0-9]+(?=\s|$))?\s*(?P<name>\S*)(?P<arguments>.*)", re.DOTALL)
_COLORS = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}
#: Answers name the peer's own words; not all of them.
_MOST_QUOTED = 60


@dataclass(frozen=True, slots=True)
class GtpCommand:
    """One command. ``id`` is as the peer wrote it, empty without one."""

    id: str
    name: str
    arguments: tuple[str, ...]
    #: Everything after the name, for file names with blanks.
    rest: str = ""


def parse_command(line: str) -> GtpCommand | None:
    """``None`` for a line without a command: empty, or a comment.

    >>> parse_command("7 play b F5 # a comment")
    GtpCommand(id='7', name='play', arguments=('b', 'F5'), rest='b F5')
    >>> parse_command("# nothing") is None
    True
    """
    text = line.partition("#")[0].strip()
    if not text:
        return None
    match = _COMMAND.fullmatch(text)
    assert match is not None  # noqa: S101 - every text fits
    rest = match["arguments"].strip()
    return GtpCommand(match["id"] or "", match["name"].lower(), tuple(rest.split()), rest)


def answer_line(command_id: str, text: str) -> str:
    """The first line of an answer, or all of it but the empty line at its end.

    >>> answer_line("5", "f5"), answer_line("", ""), answer_line("", "pass")
    ('=5 f5', '=', '= pass')
    """
    return f"={command_id} {text}" if text else f"={command_id}"


def refusal_line(command_id: str, message: str) -> str:
    """
    >>> refusal_line("5", "unknown command")
    '?5 unknown command'
    """
    return f"?{command_id} {' '.join(message.split())}"


# -- arguments --------------------------------------------------------------------------------


def argument(command: GtpCommand, number: int) -> str:
    """Counted from 0. Raises ``UsageError`` if it is missing."""
    if number >= len(command.arguments):
        raise UsageError(f"syntax error: {command.name} needs {number + 1} arguments or more")
    return command.arguments[number]


def color_argument(command: GtpCommand, number: int) -> Color:
    word = argument(command, number)
    color = _COLORS.get(word.lower())
    if color is None:
        raise UsageError(f"syntax error: {quoted(word)} is no colour; expected black or white")
    return color


def square_argument(command: GtpCommand, number: int) -> Square:
    word = argument(command, number)
    try:
        return Square.parse(word)
    except NotationError:
        raise UsageError(f"syntax error: {quoted(word)} is no square; expected a1 to h8, or pass") from None


def seconds_argument(command: GtpCommand, number: int) -> float:
    """Whole or not; below zero counts as zero, since clocks overrun."""
    word = argument(command, number)
    seconds = parse_number(word)
    if seconds is None:
        raise UsageError(f"syntax error: {quoted(word)} is no number of seconds")
    return max(seconds, 0.0)


def whole_argument(command: GtpCommand, number: int, default: int | None = None) -> int:
    if default is not None and number >= len(command.arguments):
        return default
    word = argument(command, number)
    if not re.fullmatch("[0-9]{1,9}", word):
        raise UsageError(f"syntax error: {quoted(word)} is no whole number, zero or more")
    return int(word)


def quoted(word: str) -> str:
    return repr(word if len(word) <= _MOST_QUOTED else f"{word[:_MOST_QUOTED]}...")
