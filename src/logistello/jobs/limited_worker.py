"""A task that nobody can vouch for, in a process that ends with it if it takes too much."""

from __future__ import annotations

import os
import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

from logistello.errors import JobError, TaskLimitError
from logistello.jobs.process_pool import result_of
from logistello.jobs.task import PART, Task
from logistello.jobs.worker_process import WorkerProcess

#: Steps that a worker stands back behind the process that started it.
_NICENESS = 5
#: Seconds between two looks at a worker that says nothing, and the bytes that it gets where it has none left.
_LOOK_EVERY = 1.0
_ROOM = 1 << 20


class LimitedWorker:
    """Carries out one task at a time, each within ``memory_mb`` and its own time; :meth:`stop` ends it at once.

    The process starts with the first task and is kept for the next one, unless it had to be killed.
    Memory is bounded on Linux, where a process knows how much it has; one that has come to its limit gets a megabyte
    more each second until it has said so.

    >>> from logistello.jobs import Task
    >>> with LimitedWorker(memory_mb=64) as worker:
    ...     worker.run(Task(max, (1, 2)), seconds=10)
    2
    """

    def __init__(self, memory_mb: int) -> None:
        self.memory_mb = memory_mb
        self._worker: WorkerProcess | None = None
        self._lock = threading.Lock()
        #: Nothing begins any more.
        self.stopped = False

    def run(self, task: Task, seconds: float) -> Any:
        """Raises what the task raises, ``TaskLimitError`` beyond the limits, ``JobError`` if it was stopped or died."""
        self._give(Task(_within, (self.memory_mb, task)))
        _, result = self._next_answer(seconds)
        return result

    def parts(self, task: Task, seconds: float) -> Iterator[Any]:
        """What a task that is a generator yields, each part within ``seconds``. Leaving early kills the process."""
        self._give(Task(_parts_within, (self.memory_mb, task)))
        finished = False
        try:
            while not finished:
                finished, part = self._next_answer(seconds)
                if not finished:
                    yield part
        finally:
            if not finished:
                self.close()

    def stop(self) -> None:
        """From any thread: what is running ends now, and nothing else begins."""
        with self._lock:
            self.stopped = True
            if self._worker is not None:
                self._worker.process.kill()

    def close(self) -> None:
        """End the process; another task would start a new one."""
        with self._lock:
            worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()

    def __enter__(self) -> LimitedWorker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _give(self, task: Task) -> None:
        packed = pickle.dumps(task)
        with self._lock:
            if self.stopped:
                raise JobError("the work was stopped")
            if self._worker is not None and self._worker.process.poll() is not None:
                self._worker.end()  # it died while it was idle
                self._worker = None
            new = self._worker is None
            worker = self._worker = self._worker or WorkerProcess()
        try:
            if new:  # its start and its imports are not on the clock of the task
                worker.give(0, pickle.dumps(Task(_stand_back)))
                result_of(worker.connection.recv_bytes())
            worker.give(0, packed)
        except (EOFError, OSError):
            raise self._lost() from None

    def _next_answer(self, seconds: float) -> tuple[bool, Any]:
        """Whether it is the last one, and what it says."""
        worker = self._worker
        if worker is None:
            raise self._lost()
        end = monotonic() + seconds
        try:
            while not worker.connection.poll(max(0.0, min(_LOOK_EVERY, end - monotonic()))):
                if monotonic() >= end:
                    self.close()
                    raise TaskLimitError("time", f"more than {seconds:g} seconds")
                _give_room(worker.process.pid)
            answer = worker.connection.recv_bytes()
        except (EOFError, OSError):
            raise self._lost() from None
        try:
            return not answer.startswith(PART), result_of(answer.removeprefix(PART))
        except MemoryError:  # the worker's: there was not enough left to say it better
            raise _too_large(self.memory_mb) from None

    def _lost(self) -> JobError:
        self.close()
        return JobError("the work was stopped" if self.stopped else "the worker of the task died")


def _stand_back() -> None:
    if sys.platform != "win32":
        os.nice(_NICENESS)


def _within(memory_mb: int, task: Task) -> Any:
    unbind = _bind_memory(memory_mb)
    try:
        return task.run()
    except MemoryError:
        pass  # what took it is let go before anything else is made
    finally:
        unbind()
    raise _too_large(memory_mb)


def _parts_within(memory_mb: int, task: Task) -> Iterator[Any]:
    unbind = _bind_memory(memory_mb)
    try:
        yield from task.run()
        return
    except MemoryError:
        pass
    finally:
        unbind()
    raise _too_large(memory_mb)


def _give_room(pid: int) -> None:
    """Let a worker that has used up its memory come to its end.

    To handle a ``MemoryError`` Python itself may need memory, a few bytes, and tries for ever if there are none.
    """
    if sys.platform != "linux":
        return
    import resource

    soft, hard = resource.prlimit(pid, resource.RLIMIT_AS)
    if soft != hard and soft - _address_space(pid) < _ROOM:
        resource.prlimit(pid, resource.RLIMIT_AS, (soft + _ROOM, hard))


def _address_space(process: int | str) -> int:
    """In bytes. Linux only."""
    import resource

    return int(Path(f"/proc/{process}/statm").read_text().split()[0]) * resource.getpagesize()


def _too_large(memory_mb: int) -> TaskLimitError:
    return TaskLimitError("memory", f"more than {memory_mb} MB of memory")


def _bind_memory(megabytes: int) -> Callable[[], None]:
    """In the worker: so much more than it has now, until the returned function is called."""
    if sys.platform != "linux":
        return lambda: None
    import resource

    now = _address_space("self")
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (now + (megabytes << 20), hard))
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
