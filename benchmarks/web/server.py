"""A server of its own, with an empty library and a book that nobody else uses."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import Missing


@dataclass(frozen=True)
class RunningServer:
    #: With a slash at the end, without a token.
    address: str
    pid: int
    #: What it has said to standard error.
    log: Path


@contextmanager
def server() -> Iterator[str]:
    """Its address, with a slash at the end."""
    with running_server() as running:
        yield running.address


@contextmanager
def running_server(*options: str, files: int | None = None) -> Iterator[RunningServer]:
    """With more options for the command, and at most so many open files."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        command = [sys.executable, "-m", "logistello.cli.main", "web", "--port", "0"]
        command += ["--library", str(Path(folder) / "games.sqlite"), *options]
        if files is not None:
            command = ["bash", "-c", f'ulimit -n {files}; exec "$@"', "bash", *command]
        with (
            log.open("wb") as said,
            subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
                env={**os.environ, "LOGISTELLO_BOOK": str(Path(folder) / "my.book")},
            ) as process,
        ):
            try:
                found = re.search(r"http://[^/]*/", process.stdout.readline() if process.stdout else "")
                if found is None:
                    raise Missing(f"the server did not start: {log.read_text()[-1000:]}")
                yield RunningServer(found.group(), process.pid, log)
            finally:
                process.terminate()
