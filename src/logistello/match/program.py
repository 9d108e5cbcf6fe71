"""Another program as a player: starting it, asking it and ending it, whatever it does.

A program that misses its time is killed, so that answers and commands cannot get out of step. Only this file waits;
what programs are told is in ``gtp_player`` and ``nboard_player``.
"""

from __future__ import annotations

import contextlib
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import IO, Protocol, TypeVar

from logistello.engine.limit import Limit
from logistello.errors import NotationError, PlayerError
from logistello.othello.position import Position
from logistello.othello.square import Square

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
#: Longest line that is read in one piece, and most lines that are queued.
_MOST_CHARACTERS = 10_000
_MOST_LINES = 2_000
_SECONDS_TO_QUIT = 0.5

Answer = TypeVar("Answer")


class Refused(PlayerError):  # noqa: N818 - GTP's own word for an answer that begins with '?'
    """The program understood the command and refused it."""

    def __init__(self, message: str) -> None:
        super().__init__("protocol", message)

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (str(self),))


def readable_line(data: bytes) -> str:
    """A line as text, without line end and control characters other than tabs; invalid bytes are replaced.

    >>> readable_line(b"na\\x07me\\r\\n"), readable_line(b"\\xff")
    ('name', '\ufffd')
    """
    return _CONTROL.sub("", data.decode(errors="replace")).rstrip("\n")


class Program:
    """A running program. Every failure raises ``PlayerError`` and ends it; after that all commands fail."""

    def __init__(self, command: Sequence[str]) -> None:
        self._title = command[0] if command else ""
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user names the program
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for us only; and its children can be killed with it as one group
            )
        except (OSError, IndexError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise PlayerError("died", f"cannot start {self._title!r}: {reason}") from error
        self._lines: queue.Queue[str | None] = queue.Queue(_MOST_LINES)
        self._complaints: deque[str] = deque(maxlen=3)
        assert self._process.stdout is not None  # noqa: S101 - it was asked for
        assert self._process.stderr is not None  # noqa: S101
        self._readers = (
            threading.Thread(target=self._read_answers, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_complaints, args=(self._process.stderr,), daemon=True),
        )
        for reader in self._readers:
            reader.start()

    # -- talking ------------------------------------------------------------------------------

    def tell(self, command: str) -> None:
        """Send a line that has no answer. Raises ``PlayerError`` of the kind ``died``."""
        try:
            self._write(command)
        except BaseException:
            self.kill()
            raise

    def ask(
        self, command: str, seconds: float, listen: Callable[[str], Answer | None], most_lines: int = _MOST_LINES
    ) -> Answer:
        """Send a line and pass every line that comes back to ``listen`` until that returns an answer.

        Raises ``Refused`` if ``listen`` does, else ``PlayerError`` of the kind ``died``, ``silent`` or ``protocol``;
        after these the program is killed.
        """
        try:
            self._write(command)
            return self._answer(command, time.monotonic() + seconds, seconds, listen, most_lines)
        except Refused:
            raise
        except BaseException:
            self.kill()
            raise

    def _write(self, command: str) -> None:
        pipe = self._process.stdin
        try:
            if pipe is None or pipe.closed:
                raise BrokenPipeError
            pipe.write(f"{command}\n".encode())
            pipe.flush()
        except (OSError, ValueError):
            raise PlayerError("died", self._obituary(command)) from None

    def _answer(
        self, command: str, deadline: float, seconds: float, listen: Callable[[str], Answer | None], most_lines: int
    ) -> Answer:
        heard: deque[str] = deque(maxlen=3)
        for number in range(most_lines):
            try:
                left = deadline - time.monotonic()
                if left < 0 and number > _MOST_LINES:  # it never stops talking
                    raise queue.Empty
                line = self._lines.get(timeout=max(0.0, left))
            except queue.Empty:
                said = f"; it said {' / '.join(heard)!r}, which is not an answer" if heard else ""
                raise PlayerError("silent", f"no answer to {_short(command)} within {seconds:.1f} s{said}") from None
            if line is None:
                raise PlayerError("died", self._obituary(command))
            answer = listen(line)
            if answer is not None:
                return answer
            if line.strip():
                heard.append(line.strip()[:60])
        raise PlayerError("protocol", f"{most_lines} lines without the end of the answer to {_short(command)}")

    def _obituary(self, command: str) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)
        self._readers[1].join(0.2)
        code = self._process.poll()
        how = "closed its output" if code is None else f"exit code {code}" if code >= 0 else f"signal {-code}"
        last = f"; its last words: {self._complaints[-1]}" if self._complaints else ""
        return f"{self._title!r} ended before its answer to {_short(command)} ({how}){last}"

    def _read_answers(self, pipe: IO[bytes]) -> None:
        with pipe, contextlib.suppress(OSError, ValueError):
            while data := pipe.readline(_MOST_CHARACTERS):
                self._put(readable_line(data))
        self._put(None)

    def _put(self, line: str | None) -> None:
        # A full queue means that the program floods us. After it was killed the rest is not read any more.
        while self._process.returncode is None or not self._lines.full():
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=0.5)
                return

    def _read_complaints(self, pipe: IO[bytes]) -> None:
        with pipe, contextlib.suppress(OSError, ValueError):
            while data := pipe.readline(_MOST_CHARACTERS):
                text = readable_line(data).strip()
                if text:
                    self._complaints.append(text[:200])

    # -- ending -------------------------------------------------------------------------------

    def close(self) -> None:
        """Ask the program to quit (the same word in all protocols), and kill it if it does not."""
        with contextlib.suppress(PlayerError):
            self._write("quit")
            with contextlib.suppress(OSError):
                if self._process.stdin is not None:
                    self._process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_SECONDS_TO_QUIT)
        self.kill()

    def kill(self) -> None:
        """End the program and its children at once. May be called from any thread, and more than once."""
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if sys.platform == "win32":  # has no groups of processes
                    self._process.kill()
                else:
                    os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_QUIT)
        if self._process.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                self._process.stdin.close()
        for reader in self._readers:
            reader.join(_SECONDS_TO_QUIT)


def _short(command: str) -> str:
    return repr(command if len(command) <= 60 else f"{command[:57]}...")


# -- a program as a player ---------------------------------------------------------------------

#: Seconds for the first answer: programs load books and tables, on machines that may be busy.
SECONDS_TO_START = 60.0
#: Seconds for everything but thinking, such as resetting or taking over a move.
SECONDS_TO_OBEY = 10.0


class Process(Protocol):
    """A running program."""

    def close(self) -> None: ...
    def kill(self) -> None: ...


class ProgramPlayer:
    """What players of all protocols share: it owns the process, ends it, and says why it failed."""

    def __init__(self, process: Process, patience: float) -> None:
        """``patience``: seconds for a move without a time limit, after which the program counts as hung."""
        self._owned = process
        self._patience = patience

    def end_game(self) -> None:
        """Programs think only when asked."""

    def interrupt(self) -> None:
        self._owned.kill()

    def close(self) -> None:
        self._owned.close()

    def _within(self, limit: Limit, lag: float, ask: Callable[[float], Answer]) -> Answer:
        """Call ``ask`` with the seconds that a move may take. Silence beyond a time limit counts as exceeding it."""
        allowed = limit.clock.remaining if limit.clock else limit.time
        try:
            return ask(self._patience if allowed is None else allowed + lag)
        except PlayerError as error:
            if error.kind == "silent" and allowed is not None:
                raise PlayerError("time", str(error)) from error
            raise


def read_move(word: str, said: str, position: Position) -> Square:
    """The move that a program answered. Raises ``PlayerError`` if it is not a move, or not legal."""
    if word.lower() == "resign":
        raise PlayerError("resigned", "resigned")
    try:
        move = Square.parse(word)
    except NotationError:
        raise PlayerError("protocol", f"answered {said[:60]!r} instead of a move") from None
    if not position.is_legal(move):
        legal = " ".join(str(each) for each in position.legal_moves)
        raise PlayerError("illegal", f"played {move}, which is not legal; legal: {legal}")
    return move
