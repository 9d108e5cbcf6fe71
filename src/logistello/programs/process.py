"""Another program as a process: starting it, talking to it and ending it, whatever it does.

A program that misses its time is killed, so that answers and commands cannot get out of step. Only this file waits;
what programs are told is in ``gtp_engine`` and ``nboard_engine``.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, TypeVar

from logistello.errors import (
    ProgramDiedError,
    ProgramError,
    ProgramProtocolError,
    ProgramRefusedError,
    ProgramSilentError,
)

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
#: Longest line that is read in one piece, and most lines that are queued.
_MOST_CHARACTERS = 10_000
_MOST_LINES = 2_000
#: Lines of the error output that are kept.
_MOST_COMPLAINTS = 20
_SECONDS_TO_QUIT = 0.5
#: Seconds that the system cannot count.
_ENDLESS = threading.TIMEOUT_MAX / 2

#: What is said on the wire, at the level DEBUG: ``>>`` to the program, ``<<`` from it, ``!!`` on its error output.
_log = logging.getLogger("logistello.programs")

Answer = TypeVar("Answer")


def readable_line(data: bytes) -> str:
    """A line as text, without line end and control characters other than tabs; invalid bytes are replaced.

    >>> readable_line(b"na\\x07me\\r\\n"), readable_line(b"\\xff")
    ('name', '\ufffd')
    """
    return _CONTROL.sub("", data.decode(errors="replace")).rstrip("\n")


class Hearing:
    """One answer that is waited for: what was asked, until when, and how much has come so far."""

    def __init__(self, asked: str, seconds: float | None, most_lines: int | None = _MOST_LINES) -> None:
        """``seconds`` from now; ``None`` for as long as the program lives. ``most_lines`` of any kind."""
        self.asked = asked
        self.seconds = seconds
        self.deadline = None if seconds is None or seconds > _ENDLESS else time.monotonic() + seconds
        self.most_lines = most_lines
        self.lines = 0
        #: The last lines that were no answer, for messages.
        self.heard: deque[str] = deque(maxlen=3)

    def hurry(self, seconds: float) -> None:
        """Wait no longer than ``seconds`` from now."""
        deadline = time.monotonic() + seconds
        if self.deadline is None or deadline < self.deadline:
            self.deadline, self.seconds = deadline, seconds


class Program:
    """A running program. Every failure raises a ``ProgramError`` and ends it; after that all commands fail."""

    def __init__(
        self, command: Sequence[str], *, cwd: str | Path | None = None, env: Mapping[str, str] | None = None
    ) -> None:
        self.title = command[0] if command else ""
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user names the program
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=cwd,
                env=env,
                start_new_session=True,  # Ctrl-C is for us only; and its children can be killed with it as one group
            )
        except (OSError, IndexError, ValueError) as error:
            raise ProgramDiedError(f"cannot start {self.title!r}: {_reason(error, self.title, cwd)}") from error
        #: ``None`` is the end of the output, ``_WAKE`` no line at all.
        self._lines: queue.Queue[str | None] = queue.Queue(_MOST_LINES)
        self._complaints: deque[str] = deque(maxlen=_MOST_COMPLAINTS)
        self._writing = threading.Lock()
        #: Why we ended it, where that is the answer to those who wait for one.
        self._ended_because = ""
        assert self._process.stdout is not None  # noqa: S101 - it was asked for
        assert self._process.stderr is not None  # noqa: S101
        self._readers = (
            threading.Thread(target=self._read_answers, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_complaints, args=(self._process.stderr,), daemon=True),
        )
        for reader in self._readers:
            reader.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def complaints(self) -> tuple[str, ...]:
        """The last lines of the error output."""
        return tuple(self._complaints)

    # -- talking ------------------------------------------------------------------------------

    def tell(self, command: str) -> None:
        """Send a line that has no answer, or whose answer is heard elsewhere. Safe from any thread.

        Raises ``ProgramDiedError``.
        """
        try:
            self._write(command)
        except BaseException:
            self.kill()
            raise

    def ask(
        self, command: str, seconds: float | None, listen: Callable[[str], Answer | None], most_lines: int = _MOST_LINES
    ) -> Answer:
        """Send a line and pass every line that comes back to ``listen`` until that returns an answer.

        Raises ``ProgramRefusedError`` if ``listen`` does, else another ``ProgramError``, after which the program is
        killed.
        """
        hearing = Hearing(command, seconds, most_lines)
        try:
            self._write(command)
            return self.hear(hearing, listen)
        except ProgramRefusedError:
            raise
        except BaseException:
            self.kill()
            raise

    def hear(self, hearing: Hearing, listen: Callable[[str], Answer | None]) -> Answer:
        """Pass every line to ``listen`` until that returns something. To be called again for more of an answer.

        Raises as :meth:`ask`; what is no ``ProgramError`` leaves the program as it is.
        """
        try:
            return self._heard(hearing, listen)
        except ProgramRefusedError:
            raise
        except ProgramError as error:
            self.kill("" if isinstance(error, ProgramDiedError) else f"{self.title!r} was ended: {error}")
            raise

    def wake(self) -> None:
        """Make :meth:`hear` look at its deadline again, which has come nearer."""
        with contextlib.suppress(queue.Full):  # then it has enough to read
            self._lines.put_nowait(_WAKE)

    def _write(self, command: str) -> None:
        pipe = self._process.stdin
        _log.debug("%s (%d) >> %s", self.title, self.pid, command)
        try:
            with self._writing:
                if pipe is None or pipe.closed:
                    raise BrokenPipeError
                pipe.write(f"{command}\n".encode())
                pipe.flush()
        except (OSError, ValueError):
            raise ProgramDiedError(self._obituary(command)) from None

    def _heard(self, hearing: Hearing, listen: Callable[[str], Answer | None]) -> Answer:
        while True:
            line = self._next_line(hearing)
            if line is _WAKE:
                continue
            if line is None:
                with contextlib.suppress(queue.Full):
                    self._lines.put_nowait(None)  # for those who ask later
                raise ProgramDiedError(self._obituary(hearing.asked))
            if hearing.most_lines is not None and hearing.lines >= hearing.most_lines:
                asked = _short(hearing.asked)
                raise ProgramProtocolError(f"{hearing.most_lines} lines without the end of the answer to {asked}")
            hearing.lines += 1
            answer = listen(line)
            if answer is not None:
                return answer
            if line.strip():
                hearing.heard.append(line.strip()[:60])

    def _next_line(self, hearing: Hearing) -> str | None:
        try:
            if hearing.deadline is None:
                return self._lines.get()
            left = hearing.deadline - time.monotonic()
            if left < 0 and hearing.lines > _MOST_LINES:  # it never stops talking
                raise queue.Empty
            return self._lines.get(timeout=max(0.0, left))
        except queue.Empty:
            said = f"; it said {' / '.join(hearing.heard)!r}, which is not an answer" if hearing.heard else ""
            asked = f"no answer to {_short(hearing.asked)} within {hearing.seconds:.1f} s"
            raise ProgramSilentError(f"{asked}{said}") from None

    def _obituary(self, command: str) -> str:
        if self._ended_because:
            return self._ended_because
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)
        self._readers[1].join(0.2)
        code = self._process.poll()
        how = "closed its output" if code is None else f"exit code {code}" if code >= 0 else f"signal {-code}"
        last = f"; its last words: {self._complaints[-1]}" if self._complaints else ""
        return f"{self.title!r} ended before its answer to {_short(command)} ({how}){last}"

    def _read_answers(self, pipe: IO[bytes]) -> None:
        with pipe, contextlib.suppress(OSError, ValueError):
            while data := pipe.readline(_MOST_CHARACTERS):
                line = readable_line(data)
                _log.debug("%s (%d) << %s", self.title, self.pid, line)
                self._put(line)
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
                    _log.debug("%s (%d) !! %s", self.title, self.pid, text)
                    self._complaints.append(text[:200])

    # -- ending -------------------------------------------------------------------------------

    def close(self) -> None:
        """Ask the program to quit (the same word in all protocols), and kill it if it does not."""
        with contextlib.suppress(ProgramError):
            self._write("quit")
            with contextlib.suppress(OSError):
                if self._process.stdin is not None:
                    self._process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_SECONDS_TO_QUIT)
        self.kill()

    def kill(self, because: str = "") -> None:
        """End the program and its children at once. May be called from any thread, and more than once.

        ``because`` is what those are told who still want something of it.
        """
        self._ended_because = self._ended_because or because
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


#: Recognised by identity; no program sends this object.
_WAKE = str(object())


def _reason(error: Exception, title: str, cwd: str | Path | None) -> str:
    if cwd is not None and not Path(cwd).is_dir():
        return f"its working directory {str(cwd)!r} does not exist"
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    if isinstance(error, FileNotFoundError) and " " in title:
        return f"{reason}; arguments are given one by one: {title.split()!r}"
    return reason


def _short(command: str) -> str:
    return repr(command if len(command) <= 60 else f"{command[:57]}...")
