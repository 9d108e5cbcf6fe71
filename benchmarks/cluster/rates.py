"""What one core does: self-play, labels and searches for the book with the settings of real work, in processor time.

Processor time, because a core of a cluster has nothing else to do; a yardstick beside it tells what core this is. The
bytes are those of a task on its way to another machine and back.
"""

from __future__ import annotations

import argparse
import pickle
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.cluster.works import random_positions
from benchmarks.measure import Beside, Yardstick, say
from logistello.book import Book, EngineRecipe
from logistello.jobs import InlinePool, Pool, Task
from logistello.jobs.parcel import Packer
from logistello.jobs.task import Results
from logistello.train.games import self_play
from logistello.train.models import ModelFile
from logistello.train.preset import GameSettings
from logistello.train.scores import BySearch, BySolving, Method, scores

_NIGHT_HOURS, _NIGHT_CORES = 10, 100


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--expansions", type=int, default=40)


@dataclass
class Weighing(InlinePool):
    """Carries tasks out here, and weighs them as if they had been sent."""

    tasks: int = 0
    bytes_there: int = 0
    bytes_back: int = 0
    files: dict[str, int] = field(default_factory=dict)

    def run(self, tasks: Iterable[Task]) -> Results:
        packer = Packer(lambda name, content: self.files.update({name: len(content)}))
        for number, task in enumerate(tasks):
            self.tasks += 1
            self.bytes_there += len(packer.pack(task).task)
            result = task.run()
            self.bytes_back += len(pickle.dumps(result))
            yield number, result


def measure(options: argparse.Namespace) -> dict[str, Any]:
    model = ModelFile.find(None)
    settings = GameSettings(games=(options.games,), per_task=50, depth=(6,), exact_empties=(16,))

    def play(pool: Pool, folder: Path) -> int:
        self_play(pool, folder, model, settings, generation=1, seed=1)
        return options.games

    def label(method: Method, empties: int) -> Callable[[Pool, Path], int]:
        own, opp = random_positions(options.positions, empties, 1)

        def work(pool: Pool, folder: Path) -> int:
            scores(pool, folder, method, own, opp, {})
            return options.positions

        return work

    def grow(pool: Pool, folder: Path) -> int:
        with Book.open(folder / "some.book", writable=True, create=True) as book:
            return book.extend(EngineRecipe(), pool, expansions=options.expansions).positions

    works = {
        "games of self-play, depth 6, exact from 16 empty squares": play,
        "labels by solving, 18 empty squares": label(BySolving(18), 18),
        "labels by a search of depth 8": label(BySearch(model, 8, model), 40),
        "book positions, depth 16": grow,
    }
    rows = []
    with Yardstick() as yardstick:
        before = yardstick.run()
        for name, work in works.items():
            rows.append({"what": name, **_weighed(work)})
            say(str(rows[-1]))
        beside = Beside(before, yardstick.run())
    return {"yardstick": beside.as_record(), "night": [_NIGHT_CORES, _NIGHT_HOURS], "rows": rows}


def _weighed(work: Callable[[Pool, Path], int]) -> dict[str, Any]:
    pool = Weighing()
    with tempfile.TemporaryDirectory() as folder:
        started = time.process_time()
        count = work(pool, Path(folder))
        seconds = time.process_time() - started
    rate = count / seconds
    return {
        "count": count,
        "per_core_second": round(rate, 3),
        "in_a_night": round(rate * _NIGHT_CORES * _NIGHT_HOURS * 3600),
        "tasks": pool.tasks,
        "seconds_of_a_task": round(seconds / pool.tasks, 3),
        "bytes_of_a_task": round((pool.bytes_there + pool.bytes_back) / pool.tasks),
        "bytes_of_files": sum(pool.files.values()),
    }
