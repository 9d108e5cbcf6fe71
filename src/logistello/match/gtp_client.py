"""A program that speaks GTP (Go Text Protocol, version 2).

Commands are sent without numbers, which leaves less to misunderstand. Chatter between answers is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from logistello.match.program import Program, Refused

_ANSWER = re.compile(r"([=?])(?:[0-9]+(?=\s|$))?\s*(.*)")


class GtpProcess:
    """One running program; its failures are those of :class:`Program`."""

    def __init__(self, command: Sequence[str]) -> None:
        self._program = Program(command)

    def ask(self, command: str, seconds: float) -> str:
        """The answer to one command, without its ``=``. Raises ``Refused`` for one with ``?``; else as ``Program``."""
        return self._program.ask(command, seconds, _AnswerReader(command))

    def close(self) -> None:
        self._program.close()

    def kill(self) -> None:
        self._program.kill()


class _AnswerReader:
    """Lines from ``=`` or ``?`` to the next empty one."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._lines: list[str] = []
        self._refused = False

    def __call__(self, line: str) -> str | None:
        first = _ANSWER.fullmatch(line)
        if self._lines and not line.strip():
            text = "\n".join(self._lines).strip()
            if self._refused:
                raise Refused(f"{self._command!r} was refused: {text or 'without a reason'}")
            return text
        if self._lines:
            self._lines.append(line)
        elif first:
            self._refused = first[1] == "?"
            self._lines.append(first[2])
        return None
