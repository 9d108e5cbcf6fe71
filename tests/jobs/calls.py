"""What workers are asked to do in tests: functions that a new process can import."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from logistello.errors import IllegalMoveError
from tests.waiting import wait_until

Result = TypeVar("Result")


def double(number: int) -> int:
    return 2 * number


def wait_for(file: str) -> None:
    wait_until(Path(file).exists, f"{file} is there")


def touch(file: str) -> None:
    Path(file).touch()


def begin_and_wait(begun: str, go: str) -> None:
    touch(begun)
    wait_for(go)


def read(file: Path) -> tuple[str, str]:
    return str(file), file.read_text()


def fail(text: str) -> None:
    raise IllegalMoveError(text, ["f5"])


def my_pid(file: Path) -> None:
    """Says who works, then works for long."""
    file.write_text(str(os.getpid()))
    time.sleep(60)


def die_once(marker: Path | str) -> str:
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


@contextmanager
def beside(work: Callable[[], Result]) -> Iterator[Future[Result]]:
    """Something that is done in a thread of its own while other things happen; it has ended when this is left."""
    with ThreadPoolExecutor(1) as executor:
        yield executor.submit(work)


def die() -> None:
    os._exit(3)
