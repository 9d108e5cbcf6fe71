"""A program that speaks NBoard's protocol, version 2, as its engines do.

Programs differ: NTest sends ``=== F5/1.50/0.3``, Edax ``=== d6 -1.00 0.0``. What else they say while they think
(``status``, ``search``, ``nodestats``) comes in any order and number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from logistello.match.program import Program
from logistello.match.program_player import SECONDS_TO_OBEY
from logistello.othello.notation.source import parse_number

#: Programs may tell of every few positions that they visit, for as long as they think.
_MOST_LINES = 100_000
_MYNAME = re.compile(r"\s*set\s+myname\s+(\S+)", re.IGNORECASE)
_NODES = re.compile(r"\s*nodestats\s+([0-9]{1,18})\b", re.IGNORECASE)
_MOVE = re.compile(r"\s*===\s*(.*)")


@dataclass(frozen=True, slots=True)
class NBoardMove:
    """The answer to ``go``."""

    word: str
    #: Discs for the side to move.
    value: float | None
    nodes: int
    said: str


def parse_move(line: str, nodes: int = 0) -> NBoardMove | None:
    """The move of a line with ``===``; slashes or blanks between its parts.

    >>> parse_move("=== F5/1.50/0.3").value, parse_move("=== d6 -1.00 0.0").word, parse_move("status Thinking")
    (1.5, 'd6', None)
    """
    match = _MOVE.fullmatch(line)
    if match is None:
        return None
    parts = match[1].strip().split("/") if "/" in match[1] else match[1].split()
    return NBoardMove(
        word=parts[0].strip() if parts else "",
        value=parse_number(parts[1]) if len(parts) > 1 else None,
        nodes=nodes,
        said=line.strip(),
    )


class NBoardProcess:
    """One running program; its failures are those of :class:`Program`."""

    def __init__(self, command: Sequence[str]) -> None:
        self._program = Program(command)
        self._pings = 0
        self._nodes = 0
        #: What the program calls itself; changes with its depth.
        self.name: str | None = None

    def tell(self, line: str) -> None:
        self._program.tell(line)

    def synchronise(self, seconds: float = SECONDS_TO_OBEY) -> None:
        """Wait until everything that was sent is done. Raises ``PlayerError``."""
        self._pings += 1
        pong = re.compile(rf"\s*pong\s+{self._pings}\s*", re.IGNORECASE)

        def listen(line: str) -> bool | None:
            self._note(line)
            return True if pong.fullmatch(line) else None

        self._program.ask(f"ping {self._pings}", seconds, listen, _MOST_LINES)

    def go(self, seconds: float) -> NBoardMove:
        """The move that it would play. Raises ``PlayerError``."""
        self._nodes = 0

        def listen(line: str) -> NBoardMove | None:
            self._note(line)
            return parse_move(line, self._nodes)

        return self._program.ask("go", seconds, listen, _MOST_LINES)

    def _note(self, line: str) -> None:
        if named := _MYNAME.match(line):
            self.name = named[1]
        elif counted := _NODES.match(line):
            self._nodes = int(counted[1])

    def close(self) -> None:
        self._program.close()

    def kill(self) -> None:
        self._program.kill()
