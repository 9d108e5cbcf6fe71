"""Recorded dialogues: text files that are replayed against the real program.

``# text``      a remark
``$ options``   before all else: a process of its own with these options (else one for all dialogues of a protocol)
``> line``      send the line
``< pattern``   the next line must match the regular expression
``~ pattern``   lines are skipped until one matches
``>EOF``        close the input
``<EOF``        the output ends here and the exit code is 0; with ``~EOF`` lines may come before that
"""

from __future__ import annotations

import contextlib
import queue
import re
import shlex
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tests.waiting import PATIENCE

DATA = Path(__file__).parent.parent / "data"
#: Nothing takes so long; a failure, not a measurement.
_OPTIONS = ("--hash-mb", "4")


def command(protocol: str, *options: str) -> list[str]:
    """Our program, with a small table, which starts faster."""
    return [sys.executable, "-m", "logistello.cli.main", protocol, *_OPTIONS, *options]


@dataclass(frozen=True)
class Dialogue:
    path: Path
    options: tuple[str, ...] | None
    #: Number of the line, mark, text.
    steps: tuple[tuple[int, str, str], ...]

    @property
    def protocol(self) -> str:
        return self.path.parent.name


def read_dialogue(path: Path) -> Dialogue:
    options: tuple[str, ...] | None = None
    steps = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        mark, text = line[:1], line[1:].removeprefix(" ")
        if mark in ("#", ""):
            continue
        if mark == "$":
            options = tuple(shlex.split(text))
        else:
            assert mark in "<>~", f"{path.name}:{number}: {line!r}"
            steps.append((number, mark, text))
    return Dialogue(path, options, tuple(steps))


class Peer:
    """The running program, as somebody at the other end of its pipes sees it."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            list(arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=DATA
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._input = self._process.stdin
        self._complaints: list[bytes] = []
        self._threads = (
            threading.Thread(target=self._read, args=(self._process.stdout,)),
            threading.Thread(target=self._complain, args=(self._process.stderr,)),
        )
        for thread in self._threads:
            thread.start()

    def _read(self, pipe: IO[bytes]) -> None:
        with pipe:
            for line in pipe:
                self._lines.put(line.decode().rstrip("\n"))
        self._lines.put(None)

    def _complain(self, pipe: IO[bytes]) -> None:
        with pipe:
            self._complaints.extend(pipe)

    def send(self, line: str | bytes) -> None:
        self._input.write((line.encode() if isinstance(line, str) else line) + b"\n")
        self._input.flush()

    def hear(self) -> str | None:
        """The next line; ``None`` at the end of the output."""
        try:
            return self._lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise AssertionError(f"silence for {PATIENCE:.0f} s") from None

    def hear_until(self, pattern: str) -> list[str]:
        """All lines up to the first that matches."""
        lines = []
        while (line := self.hear()) is not None:
            lines.append(line)
            if re.fullmatch(pattern, line):
                return lines
        raise AssertionError(f"the output ended without {pattern!r}; last lines: {lines[-5:]}")

    def hang_up(self) -> None:
        self._input.close()

    def ending(self) -> tuple[int, str]:
        """Waits for the end: exit code, and what was written to the error output."""
        code = self._process.wait(PATIENCE)
        for thread in self._threads:
            thread.join()
        self._input.close()
        return code, b"".join(self._complaints).decode()

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        with contextlib.suppress(BrokenPipeError):
            self.ending()


def replay(dialogue: Dialogue, peer: Peer) -> None:
    """Raises ``AssertionError`` with the place in the file."""
    for number, mark, text in dialogue.steps:
        place = f"{dialogue.path.name}:{number}"
        if mark == ">":
            if text == "EOF":
                peer.hang_up()
            else:
                peer.send(text)
        elif text == "EOF":
            line = peer.hear()
            while line is not None and mark == "~":
                line = peer.hear()
            assert line is None, f"{place}: it goes on talking: {line!r}"
            code, complaints = peer.ending()
            assert code == 0, f"{place}: exit code {code}: {complaints}"
            assert "Traceback" not in complaints, f"{place}: {complaints}"
        elif mark == "<":
            line = peer.hear()
            assert line is not None, f"{place}: the output ended instead of {text!r}"
            assert re.fullmatch(text, line), f"{place}: heard {line!r} instead of {text!r}"
        else:
            try:
                peer.hear_until(text)
            except AssertionError as error:
                raise AssertionError(f"{place}: {text!r} never came: {error}") from None
