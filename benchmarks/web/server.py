"""A server of its own, with an empty library and a book that nobody else uses."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.measure import Missing


@contextmanager
def server() -> Iterator[str]:
    """Its address, with a slash at the end."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "logistello.cli.main", "web", "--port", "0"]
        with subprocess.Popen(
            [*command, "--library", str(Path(folder) / "games.sqlite")],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "LOGISTELLO_BOOK": str(Path(folder) / "my.book")},
        ) as process:
            try:
                found = re.search(r"http://\S+", process.stdout.readline() if process.stdout else "")
                if found is None:
                    raise Missing("the server did not start")
                yield found.group()
            finally:
                process.terminate()
