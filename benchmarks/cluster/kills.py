"""Nodes killed at random during labels, self-play, book growth and a match: what is lost, and what comes out.

A cluster of three nodes works, each with one core; after some results (a random number) one of them is killed with all
its processes and another one joins. Work is repeated with new seeds until there were as many kills as asked for, and
every time compared with the same work of worker processes that nobody disturbed.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.cluster.nodes import RayNodes
from benchmarks.cluster.works import WORKS, Work
from benchmarks.measure import say
from logistello.jobs import Pool, ProcessPool, Task
from logistello.jobs.cluster_address import ClusterAddress
from logistello.jobs.ray_pool import RayPool
from logistello.jobs.task import Results

_NODES = 3
#: Most results between one kill and the next.
_MOST_BETWEEN = 4


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kills", type=int, default=20, help="during each kind of work")
    parser.add_argument("--only", choices=list(WORKS))
    parser.add_argument("--seed", type=int, default=1)


@dataclass
class Counting:
    """A pool that counts the results that were reported, and those that were reported twice."""

    inner: Pool
    reported: int = 0
    twice: int = 0
    news: threading.Condition = field(default_factory=threading.Condition)

    @property
    def workers(self) -> int:
        return self.inner.workers

    @property
    def threads_here(self) -> int:
        return self.inner.threads_here

    @property
    def status(self) -> str:
        return self.inner.status

    def run(self, tasks: Iterable[Task]) -> Results:
        seen: set[int] = set()
        with closing(self.inner.run(tasks)) as results:
            for number, result in results:
                self.twice += number in seen
                seen.add(number)
                with self.news:
                    self.reported += 1
                    self.news.notify_all()
                yield number, result

    def close(self) -> None:
        self.inner.close()


def measure(options: argparse.Namespace) -> dict[str, Any]:
    rows = {}
    with RayNodes() as nodes:
        for _ in range(_NODES):
            nodes.add()
        troubles: list[str] = []
        with RayPool(ClusterAddress.parse(nodes.address), troubles.append) as pool:
            for name, work in WORKS.items():
                if options.only in (None, name):
                    rows[name] = disturbed(name, work, nodes, pool, troubles, options)
    return {"nodes": _NODES, "kills": options.kills, "works": rows}


def disturbed(
    name: str, work: Work, nodes: RayNodes, pool: RayPool, troubles: list[str], options: argparse.Namespace
) -> dict[str, Any]:
    rng = random.Random(f"{options.seed} {name}")  # noqa: S311 - when to kill
    started = time.perf_counter()
    kills = rounds = equal = reported = twice = 0
    troubles.clear()
    while kills < options.kills:
        rounds += 1
        seed = options.seed * 1000 + rounds
        expected = alone(work, seed)
        counting = Counting(pool)
        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as executor:
            found = executor.submit(work, counting, Path(folder), seed)
            # Nodes can be started by the main thread alone, so the work is in the other one.
            while not found.done() and kills < options.kills:
                if _wait_for_results(counting, rng.randint(1, _MOST_BETWEEN), found):
                    nodes.kill(rng.randrange(_NODES))
                    kills += 1
                    nodes.add()
            equal += found.result() == expected
        reported += counting.reported
        twice += counting.twice
        say(f"{name}: {kills} kills in {rounds} rounds, {equal} of them with the same result")
    again = [text for text in troubles if " runs again: " in text]
    row = {
        "kills": kills,
        "rounds": rounds,
        "rounds_with_the_same_result": equal,
        "results_reported": reported,
        "reported_twice": twice,
        "tasks_run_again": len(again),
        "reasons": dict(Counter(text.partition(" runs again: ")[2].partition(":")[0] for text in again)),
        "nodes_seen_to_go": sum(text.endswith(" is gone") for text in troubles),
        "seconds": round(time.perf_counter() - started, 1),
    }
    say(f"{name}: {row}")
    return row


def alone(work: Work, seed: int) -> str:
    """What comes out when nobody disturbs."""
    with tempfile.TemporaryDirectory() as folder, ProcessPool(1) as pool:
        return work(pool, Path(folder), seed)


def _wait_for_results(counting: Counting, more: int, found: Future[str]) -> bool:
    """Until so many more were reported; False if the work has ended before."""
    wanted = counting.reported + more
    with counting.news:
        while counting.reported < wanted and not found.done():
            counting.news.wait(0.1)
    return not found.done()
