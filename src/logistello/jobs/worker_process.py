"""A worker process of this machine, seen from the one that starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from multiprocessing import Pipe

from logistello.errors import JobError


class WorkerProcess:
    """A process, and the task that it has."""

    def __init__(self) -> None:
        """Raises ``JobError`` on Windows, where a worker cannot be given its end of the pipe."""
        require_workers()
        self.connection, theirs = Pipe()
        with theirs:
            # A session of its own: Ctrl-C in the terminal reaches the parent alone. Processes of multiprocessing would
            # import the parent's main program again.
            self.process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-m", "logistello.jobs.worker", str(theirs.fileno()), str(os.getpid())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
        self.connection.send(sys.path)
        self.task = (0, b"")

    def give(self, number: int, task: bytes) -> None:
        self.task = number, task
        self.connection.send_bytes(task)

    def end(self) -> None:
        """At once, whatever it does."""
        self.connection.close()
        self.process.kill()
        self.process.wait()


def require_workers() -> None:
    if sys.platform == "win32":
        raise JobError("worker processes need Linux or macOS, not Windows")
