"""One contract for every pool; what processes must survive besides."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from multiprocessing import Pipe
from pathlib import Path

import pytest

from logistello.errors import IllegalMoveError, JobError
from logistello.jobs import InlinePool, Pool, ProcessPool, Task
from tests.jobs import calls
from tests.waiting import PATIENCE, wait_until

MAKERS: list[Callable[[], Pool]] = [InlinePool, lambda: ProcessPool(1), lambda: ProcessPool(3)]


@pytest.fixture(params=MAKERS, ids=["inline", "one process", "three processes"])
def pool(request: pytest.FixtureRequest) -> Iterator[Pool]:
    made: Pool = request.param()
    yield made
    made.close()


def test_every_task_is_answered_once(pool: Pool) -> None:
    results = list(pool.run(Task(calls.double, (number,)) for number in range(20)))
    assert sorted(results) == [(number, 2 * number) for number in range(20)]
    assert list(pool.run([])) == []
    assert list(pool.run([Task(calls.double, (21,))])) == [(0, 42)]  # a pool is used again


def test_what_a_task_raises_is_raised_here(pool: Pool) -> None:
    with pytest.raises(IllegalMoveError, match="no such move") as raised:
        list(pool.run([Task(calls.double, (1,)), Task(calls.fail, ("no such move",))]))
    assert raised.value.legal == ("f5",)
    assert list(pool.run([Task(calls.double, (1,))])) == [(0, 2)]


def test_results_come_as_they_end(tmp_path: Path) -> None:
    file = str(tmp_path / "the last one has begun")
    with ProcessPool(2) as pool:
        tasks = [Task(calls.wait_for, (file,)), *(Task(calls.double, (n,)) for n in (1, 2)), Task(calls.touch, (file,))]
        assert [number for number, _ in pool.run(tasks)][:2] == [1, 2]


def test_a_run_left_early_ends_its_tasks(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    with ProcessPool(2) as pool:
        run = pool.run([Task(calls.double, (1,)), Task(calls.my_pid, (file,))])
        assert next(run) == (0, 2)
        pid = written_pid(file)
        run.close()
        assert not lives(pid)


def test_a_worker_that_dies_is_replaced_and_its_task_repeated(tmp_path: Path) -> None:
    with ProcessPool(2) as pool:
        tasks = [Task(calls.die_once, (tmp_path / "marker",)), *(Task(calls.double, (n,)) for n in range(5))]
        assert dict(pool.run(tasks)) == {0: "done", **{n + 1: 2 * n for n in range(5)}}


def test_a_task_that_kills_every_worker_is_an_error() -> None:
    with ProcessPool(1) as pool, pytest.raises(JobError, match=r"task 0 died 2 times, last with exit code 3"):
        list(pool.run([Task(calls.die)]))


def test_an_idle_worker_that_was_killed_is_replaced(tmp_path: Path) -> None:
    with ProcessPool(1) as pool:
        ((_, pid),) = pool.run([Task(os.getpid)])
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: not lives(pid), "the worker has ended")
        assert list(pool.run([Task(calls.double, (4,))])) == [(0, 8)]


def test_wrong_number_of_workers() -> None:
    with pytest.raises(ValueError, match="0 workers"):
        ProcessPool(0)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_their_parent(tmp_path: Path, how: signal.Signals) -> None:
    file = tmp_path / "pid"
    program = (
        "from pathlib import Path; from logistello.jobs import ProcessPool, Task; from tests.jobs import calls\n"
        f"pool = ProcessPool(1); list(pool.run([Task(calls.my_pid, (Path({str(file)!r}),))]))"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE, cwd=Path(__file__).parents[2])
    try:
        worker = written_pid(file)
        parent.send_signal(how)
        parent.communicate(timeout=PATIENCE)
    finally:
        parent.kill()
    wait_until(lambda: not lives(worker), "the worker has ended")


def written_pid(file: Path) -> int:
    wait_until(lambda: file.exists() and file.read_text() != "", "the worker has begun")
    return int(file.read_text())


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_a_worker_whose_parent_gives_up_at_once_says_nothing() -> None:
    """Ctrl-C right after the start: tracebacks of workers are not for the user's terminal."""
    ours, theirs = Pipe()
    with theirs:
        command = [sys.executable, "-m", "logistello.jobs.worker", str(theirs.fileno()), str(os.getpid())]
        worker = subprocess.Popen(command, pass_fds=[theirs.fileno()], stderr=subprocess.PIPE)
    ours.close()
    _, err = worker.communicate(timeout=PATIENCE)
    assert (worker.returncode, err) == (0, b"")
