"""Tasks that take too much: real processes, ended by their limits, by a stop, or by their own death."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from logistello.errors import JobError, TaskLimitError
from logistello.jobs import Task
from logistello.jobs.limited_worker import LimitedWorker
from tests.waiting import PATIENCE, wait_until


def take(megabytes: int) -> int:
    return len(bytearray(megabytes << 20))


def use_up_and_insist() -> int:
    """Takes all there is, keeps it, and tries for ever to get a little more."""
    kept: list[bytearray] = []
    for size in (1 << 20, 1 << 17, 1 << 14, 1 << 10, 64):
        try:
            while True:
                kept.append(bytearray(size))
        except MemoryError:
            continue
    while True:
        try:
            return len(bytearray(200_000))
        except MemoryError:
            continue


def say_and_hang(path: str) -> None:
    Path(path).write_text(str(os.getpid()))
    time.sleep(PATIENCE)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def count_to(most: int, too_much: int = 0) -> Iterator[int]:
    yield from range(most)
    if too_much:
        take(too_much)
    if most < 0:
        raise ValueError("negative")


def test_memory_time_and_death() -> None:
    with LimitedWorker(memory_mb=64) as worker:
        assert worker.run(Task(take, (16,)), PATIENCE) == 16 << 20
        first = worker.run(Task(os.getpid), PATIENCE)
        with pytest.raises(TaskLimitError, match="more than 64 MB of memory") as memory:
            worker.run(Task(take, (200,)), PATIENCE)
        assert memory.value.kind == "memory"
        assert worker.run(Task(os.getpid), PATIENCE) == first  # it lives on, and may use its memory again
        assert worker.run(Task(take, (16,)), PATIENCE) == 16 << 20
        with pytest.raises(TaskLimitError, match=r"more than 0\.1 seconds") as seconds:
            worker.run(Task(time.sleep, (PATIENCE,)), 0.1)
        assert seconds.value.kind == "time"
        with pytest.raises(JobError, match="died"):
            worker.run(Task(die), PATIENCE)
        with pytest.raises(ZeroDivisionError):
            worker.run(Task(divmod, (1, 0)), PATIENCE)
        assert worker.run(Task(os.getpid), PATIENCE) not in (first, os.getpid())


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux")
def test_what_has_no_memory_left_comes_to_its_end() -> None:
    """As Python itself does that cannot even handle its MemoryError."""
    with LimitedWorker(memory_mb=24) as worker:
        assert worker.run(Task(use_up_and_insist), PATIENCE) == 200_000


def test_parts() -> None:
    with LimitedWorker(memory_mb=64) as worker:
        assert list(worker.parts(Task(count_to, (3,)), PATIENCE)) == [0, 1, 2]
        with pytest.raises(ValueError, match="negative"):
            list(worker.parts(Task(count_to, (-1,)), PATIENCE))
        heard = []
        with pytest.raises(TaskLimitError, match="memory"):
            heard += [None for part in worker.parts(Task(count_to, (2, 200)), PATIENCE)]
        for part in worker.parts(Task(count_to, (10**9,)), PATIENCE):  # leaving early ends it
            if part == 5:
                break
        assert worker.run(Task(max, (1, 2)), PATIENCE) == 2


def test_stop_from_another_thread(tmp_path: Path) -> None:
    said = tmp_path / "pid"
    worker = LimitedWorker(memory_mb=64)
    outcome: list[Exception] = []

    def work() -> None:
        try:
            worker.run(Task(say_and_hang, (str(said),)), PATIENCE)
        except JobError as error:
            outcome.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    wait_until(lambda: said.exists() and said.read_text() != "", "the task runs")
    worker.stop()
    thread.join(PATIENCE)
    assert [str(error) for error in outcome] == ["the work was stopped"]
    with pytest.raises(ProcessLookupError):
        os.kill(int(said.read_text()), 0)
    with pytest.raises(JobError, match="stopped"):
        worker.run(Task(max, (1, 2)), PATIENCE)
