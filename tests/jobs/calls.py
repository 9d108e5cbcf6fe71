"""What workers are asked to do in tests: functions that a new process can import."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from logistello.errors import IllegalMoveError


def double(number: int) -> int:
    return 2 * number


def wait_and_tell(seconds: float, number: int) -> int:
    time.sleep(seconds)
    return number


def fail(text: str) -> None:
    raise IllegalMoveError(text, ["f5"])


def my_pid(file: Path) -> None:
    """Says who works, then works for long."""
    file.write_text(str(os.getpid()))
    time.sleep(60)


def die_once(marker: Path) -> str:
    if not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def die() -> None:
    os._exit(3)
