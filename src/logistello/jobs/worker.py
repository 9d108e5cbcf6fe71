"""The program of a worker: ``python -m logistello.jobs.worker SOCKET PARENT``. Takes tasks until its parent is gone."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from multiprocessing.connection import Connection
from types import GeneratorType

from logistello.jobs.task import PART

#: How often a busy worker looks whether its parent still lives, in seconds.
_HEARTBEAT = 0.5


def serve(connection: Connection) -> None:
    """Carry out what comes until the other end is closed, which may be at once."""
    try:
        sys.path[:] = connection.recv()  # the parent may know modules that a new process would not find
    except (EOFError, OSError):
        return
    while True:
        try:
            task = connection.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            for answer in _answers(task):
                connection.send_bytes(answer)
        except OSError:
            return


def _answers(task: bytes) -> Iterator[bytes]:
    """``(True, result)``, or ``(False, exception, its traceback)``.

    Before that, of a generator, each part in the same form behind ``PART``.
    """
    try:
        result = pickle.loads(task).run()  # noqa: S301 - from our parent
        if isinstance(result, GeneratorType):
            for part in result:
                yield PART + pickle.dumps((True, part))
            result = None
        yield pickle.dumps((True, result))
    except Exception as error:
        yield failure(error)


def failure(error: Exception) -> bytes:
    """The answer of a task that raised this."""
    text = "".join(traceback.format_exception(error))
    try:
        packed = pickle.dumps((False, error, text))
        pickle.loads(packed)  # noqa: S301 - some exceptions can be packed, but not unpacked
    except Exception:
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}"), text))
    return packed


def _end_with(parent: int) -> None:
    """A parent that was killed cannot say goodbye, and a task may take long."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_HEARTBEAT)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its workers
    _end_with(int(sys.argv[2]))
    serve(Connection(int(sys.argv[1])))


if __name__ == "__main__":
    main()
