"""The real command in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmarks.attack.ending import Limits
from benchmarks.attack.warm import Job, Warm, run_process
from tests.waiting import PATIENCE

COMMAND = (sys.executable, "-m", "logistello.cli.main")
Run = Callable[..., subprocess.CompletedProcess[str]]
_LIMITS = Limits(seconds=PATIENCE)
_PLAIN_TERMINAL = {"COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
#: Read while Python and the core are loaded.
_READ_AT_START = {"LOGISTELLO_ISA", "PYTHONIOENCODING"}


@pytest.fixture(scope="session")
def warm() -> Iterator[Warm]:
    """Starts commands at once: Python and all packages are loaded already."""
    with Warm() as process:
        yield process


@pytest.fixture(scope="session")
def run_in(warm: Warm) -> Callable[[Path], Run]:
    """``run_in(folder)("perft", "3", stdin="...")``, with a plain terminal."""

    def running(folder: Path) -> Run:
        def runner(*arguments: str, stdin: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[str]:
            text = stdin.encode() if isinstance(stdin, str) else stdin
            job = Job(arguments, folder, text, {**os.environ, **_PLAIN_TERMINAL, **environment}, _LIMITS)
            done = (run_process if _READ_AT_START & environment.keys() else warm.run)(job)
            assert done.code is not None, f"no end within {PATIENCE:.0f} seconds"
            out, err = done.out.decode(), done.err.decode()
            assert "Traceback" not in err, err
            return subprocess.CompletedProcess([*COMMAND, *arguments], done.code, out, err)

        return runner

    return running


@pytest.fixture
def run(run_in: Callable[[Path], Run], tmp_path: Path) -> Run:
    """``run("perft", "3", stdin="...")`` in an empty directory."""
    return run_in(tmp_path)
