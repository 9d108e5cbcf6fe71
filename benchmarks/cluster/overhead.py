"""Tasks of one second with worker processes and on Ray, two at a time, in turns: how many a second each gets done.

A task waits without using the processor, so that what is measured is the way there and back, not who else is at work.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import Any

from benchmarks.measure import say
from logistello.jobs import Pool, Task, open_pool

_WORKERS = 2


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tasks", type=int, default=20, help="of each turn")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)


def measure(options: argparse.Namespace) -> dict[str, Any]:
    pools = {"processes": open_pool(_WORKERS), "ray": open_pool(cluster=f"local:{_WORKERS}")}
    rates: dict[str, list[float]] = {name: [] for name in pools}
    try:
        for pool in pools.values():
            _start_workers(pool)
        for _ in range(options.turns):
            for name, pool in pools.items():
                rates[name].append(_rate(pool, options.tasks, options.seconds))
                say(f"{name}: {rates[name][-1]:.4f} tasks a second")
    finally:
        for pool in pools.values():
            pool.close()
    mean = {name: sum(each) / len(each) for name, each in rates.items()}
    share = mean["ray"] / mean["processes"]
    say(f"Ray does {100 * share:.2f} % of what processes do")
    rows = {name: [round(rate, 4) for rate in each] for name, each in rates.items()}
    settings = {"workers": _WORKERS, "tasks": options.tasks, "seconds_of_a_task": options.seconds}
    return {**settings, "tasks_per_second": rows, "ray_to_processes": round(share, 4)}


def _start_workers(pool: Pool) -> None:
    """Before the clock: until all of them have answered."""
    answered: set[int] = set()
    while len(answered) < _WORKERS:
        answered |= {pid for _, pid in pool.run(Task(wait_and_tell, (0.5,)) for _ in range(2 * _WORKERS))}


def wait_and_tell(seconds: float) -> int:
    """A task: which process it was."""
    time.sleep(seconds)
    return os.getpid()


def _rate(pool: Pool, tasks: int, seconds: float) -> float:
    started = time.perf_counter()
    list(pool.run(Task(time.sleep, (seconds,)) for _ in range(tasks)))
    return tasks / (time.perf_counter() - started)
