"""What one driver can hand out: stub tasks that do nothing, with arguments and results of the size of real ones.

The workers share the processors with the driver here, so two figures are given: tasks a second as they came, and the
driver's own processor time for a task, which is what remains when the workers are elsewhere. A driver that needs D
seconds for a task keeps T / D cores busy with tasks of T seconds.
"""

from __future__ import annotations

import argparse
import resource
import time
from typing import Any

from benchmarks.measure import say
from logistello.jobs import Task
from logistello.jobs.cluster_address import ClusterAddress
from logistello.jobs.ray_pool import RayPool

#: Bytes of a task and of its result: self-play of 50 games, a shard of labels, a question of the book.
KINDS = {"nothing": (0, 0), "book": (600, 600), "games": (4_000, 25_000), "labels": (8_000, 2_500)}
_CORES = (100, 1_000)
_SECONDS = (1, 5, 20)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tasks", type=int, default=2000, help="of each kind")
    parser.add_argument("--workers", type=int, default=2, help="processes that answer")
    parser.add_argument("--waiting", type=int, default=64, help="tasks that are under way at once")


class ManyWaiting(RayPool):
    """Has as many tasks under way as a pool of many cores."""

    waiting = 1

    @property
    def workers(self) -> int:
        return self.waiting


def measure(options: argparse.Namespace) -> dict[str, Any]:
    rows = []
    with ManyWaiting(ClusterAddress("local", options.workers)) as pool:
        pool.waiting = options.waiting
        list(pool.run(Task(stub, (b"", 0)) for _ in range(50)))
        for name, (there, back) in KINDS.items():
            rows.append({"kind": name, **_handed_out(pool, options, there, back)})
            say(f"{name}: {rows[-1]}")
    table = [
        {
            "cores": cores,
            "seconds_of_a_task": seconds,
            "tasks_per_second": cores / seconds,
            **{
                row["kind"]: f"{100 * min(1.0, seconds / (cores * row['driver_ms_of_a_task'] / 1000)):.0f} %"
                for row in rows
            },
            "megabytes_per_second": round(cores / seconds * max(row["bytes_of_a_task"] for row in rows) / 1e6, 3),
        }
        for cores in _CORES
        for seconds in _SECONDS
    ]
    for line in table:
        say(str(line))
    return {"workers": options.workers, "tasks": options.tasks, "rows": rows, "share_of_cores_busy": table}


def _handed_out(pool: RayPool, options: argparse.Namespace, there: int, back: int) -> dict[str, Any]:
    before = pool.traffic.tasks, pool.traffic.results
    used = _processor_seconds()
    started = time.perf_counter()
    for _ in pool.run(Task(stub, (bytes(there), back)) for _ in range(options.tasks)):
        pass
    seconds = time.perf_counter() - started
    used = _processor_seconds() - used
    moved = pool.traffic.tasks - before[0], pool.traffic.results - before[1]
    return {
        "tasks_per_second": round(options.tasks / seconds, 1),
        "driver_ms_of_a_task": round(1000 * used / options.tasks, 3),
        "bytes_of_a_task": round(sum(moved) / options.tasks),
        "bytes_there": moved[0],
        "bytes_back": moved[1],
    }


def _processor_seconds() -> float:
    """Of this process: driver and Ray's threads in it."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def stub(data: bytes, size: int) -> bytes:
    """A task that only answers."""
    return bytes(size)
