"""How a command ended, and what that is called: an answer, a clear refusal, or a failure."""

from __future__ import annotations

import signal
from dataclasses import dataclass
from typing import Literal

Verdict = Literal["answer", "refusal", "traceback", "signal", "hang", "loss", "memory", "unclear"]
#: What nobody may see. ``unclear``: it failed without saying why, or wrote commands for the terminal.
FAILURES: tuple[Verdict, ...] = ("traceback", "signal", "hang", "loss", "memory", "unclear")

#: A refusal is one line that begins like this; the command line's may be followed by where to read more.
_COMPLAINT = b"logistello: "
_MOST_COMPLAINT = 4_000
_INTERRUPTED = 130


@dataclass(frozen=True)
class Limits:
    """What an attempt may take."""

    #: Seconds after which it hangs and is not merely slow.
    seconds: float = 30.0
    #: Megabytes that it may really use, a transposition table of 1,000 included, and ask for.
    memory_mb: int = 1_500
    address_space_mb: int = 8_000
    #: It was asked for work without end: Ctrl-C after so many seconds, and it must obey.
    interrupt_after: float | None = None
    #: ``kill -9`` after so many seconds.
    kill_after: float | None = None


@dataclass(frozen=True)
class Ended:
    """What was seen of a process."""

    #: Exit code, or the negative number of a signal; none if it had to be killed.
    code: int | None
    seconds: float
    peak_mb: float
    out: bytes
    err: bytes
    interrupted: bool = False
    #: A process of its own outlived it.
    left_running: bool = False


@dataclass(frozen=True)
class Finding:
    """The verdict on one trial, and what to tell of it."""

    verdict: Verdict
    what: str = ""

    @property
    def failed(self) -> bool:
        return self.verdict in FAILURES


def judge(ended: Ended, limits: Limits, *, plain_output: bool = True) -> Finding:
    """``plain_output``: what it writes is for people, so no command for a terminal may be in it."""
    err = ended.err
    if ended.code is None:
        return Finding("hang", f"no end after {ended.seconds:.0f} s")
    if ended.code < 0:
        return Finding("signal", _name_of_signal(-ended.code))
    if b"Traceback (most recent call last)" in err:
        return Finding("memory" if b"\nMemoryError" in err else "traceback", _last_line(err))
    if ended.peak_mb > limits.memory_mb:
        return Finding("memory", f"{ended.peak_mb:.0f} MB")
    if ended.left_running:
        return Finding("hang", "a process that it started goes on")
    if b"\x1b" in err or (plain_output and b"\x1b" in ended.out):
        return Finding("unclear", "wrote an escape sequence")
    if ended.code == 0 or (ended.code == _INTERRUPTED and ended.interrupted):
        return Finding("answer")
    return _judge_refusal(ended)


def _judge_refusal(ended: Ended) -> Finding:
    if ended.code not in (1, 2):
        return Finding("unclear", f"exit code {ended.code}")
    complaints = [line for line in ended.err.splitlines() if line.startswith(_COMPLAINT)]
    if complaints:
        longest = max(map(len, complaints))
        if longest > _MOST_COMPLAINT:
            return Finding("unclear", f"a complaint of {longest} characters")
        return Finding("refusal", complaints[-1].decode(errors="replace"))
    if ended.code == 2 or not (ended.out or ended.err):
        return Finding("unclear", f"exit code {ended.code} without a word")
    return Finding("answer", "with errors")  # such as 'check', whose answer is what is wrong


def _name_of_signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _last_line(err: bytes) -> str:
    lines = [line for line in err.decode(errors="replace").splitlines() if line and not line.startswith(" ")]
    return lines[-1][:300] if lines else ""
