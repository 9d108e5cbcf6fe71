"""Tasks in worker processes of this machine."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterable
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any, Self

from logistello.errors import JobError
from logistello.jobs.task import Results, Task
from logistello.jobs.worker_process import WorkerProcess, require_workers

#: A task whose worker died is given to another one so often. One may be killed for want of memory; a task that kills
#: every worker is broken.
_MOST_DEATHS = 2


class ProcessPool:
    """A ``Pool`` of processes. They start when they are needed and stay until :meth:`close`.

    Ctrl-C, an exception, or leaving a run early kills those that are busy. They end by themselves when the parent dies.
    """

    status = ""

    def __init__(self, workers: int | None = None) -> None:
        """Without a number one for each processor that this process may use.

        Raises ``JobError`` on Windows, where a worker cannot be given its end of the pipe.
        """
        self.workers: int = processors() if workers is None else workers
        self.threads_here = self.workers
        require_workers()
        if self.workers < 1:
            raise ValueError(f"{workers} workers; expected 1 or more")
        self._idle: list[WorkerProcess] = []

    def run(self, tasks: Iterable[Task]) -> Results:
        waiting = enumerate(pickle.dumps(task) for task in tasks)
        again: list[tuple[int, bytes]] = []
        deaths: dict[int, int] = {}
        busy: list[WorkerProcess] = []
        try:
            while True:
                while len(busy) < self.workers and (item := again.pop() if again else next(waiting, None)):
                    worker = self._free()
                    busy.append(worker)
                    with suppress(OSError):  # it died just now: the end of its line is seen below
                        worker.give(*item)
                if not busy:
                    return
                ready = wait([worker.connection for worker in busy])
                for worker in [worker for worker in busy if worker.connection in ready]:
                    busy.remove(worker)
                    number, packed = worker.task
                    try:
                        answer = worker.connection.recv_bytes()
                    except (EOFError, OSError):
                        worker.end()
                        deaths[number] = deaths.get(number, 0) + 1
                        if deaths[number] >= _MOST_DEATHS:
                            raise _died(number, deaths[number], worker) from None
                        again.append((number, packed))
                        continue
                    self._idle.append(worker)
                    yield number, result_of(answer)
        finally:
            for worker in busy:
                worker.end()

    def _free(self) -> WorkerProcess:
        while self._idle:
            worker = self._idle.pop()
            if worker.process.poll() is None:
                return worker
            worker.end()  # it died while it was idle, which is no task's fault
        return WorkerProcess()

    def close(self) -> None:
        while self._idle:
            self._idle.pop().end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def processors() -> int:
    """How many processors this process may use."""
    usable = getattr(os, "sched_getaffinity", None)  # not on every system
    return len(usable(0)) if usable is not None else os.cpu_count() or 1


def _died(number: int, times: int, worker: WorkerProcess) -> JobError:
    code = worker.process.returncode
    how = f"signal {-code}" if code < 0 else f"exit code {code}"
    return JobError(
        f"the worker of task {number} died {times} times, last with {how}; if that is signal 9, the memory may not "
        "suffice: use fewer workers"
    )


def result_of(answer: bytes) -> Any:
    """What a worker found; raises what the task raised."""
    found = pickle.loads(answer)  # noqa: S301 - from our own worker
    if found[0]:
        return found[1]
    error: BaseException = found[1]
    error.add_note(f"in a worker:\n{found[2]}")
    raise error
