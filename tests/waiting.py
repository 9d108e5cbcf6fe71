"""Waiting in tests: as long as it takes. Time is no verdict: a machine may be busy with other things."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

# Seconds after which something hangs, and is not merely slow.
PATIENCE = 300.0


def wait_until(happened: Callable[[], bool], what: str) -> None:
    """For what no event tells: files and other processes."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, f"waited {PATIENCE:.0f} seconds until {what}"
        time.sleep(0.01)


def wait_until_it_works(seconds: float = 0.2, pid: int | None = None) -> None:
    """Until a process, by default this one, has used so much more processor time: a search that tells nothing runs."""
    before = _processor_time(pid)
    wait_until(lambda: _processor_time(pid) - before > seconds, f"process {pid or 'of the test'} works")


def is_asleep(pid: int) -> bool:
    """Whether the main thread of a process waits for something."""
    return _stat(pid)[0] == "S"


def _processor_time(pid: int | None) -> float:
    if pid is None:
        return time.process_time()
    user, system = _stat(pid)[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _stat(pid: int) -> list[str]:
    """The fields of proc(5) that follow the name of the program."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
