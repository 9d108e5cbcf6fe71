"""Self-play for training: games a second at depth 6 with exact play from 16 empty squares.

``python -m benchmarks.selfplay [--games 600] [--workers 2] [--depth 6] [--exact 16] [--no-save]``. The games of a
training run with the default model, as tasks in worker processes that are started before the clock; a yardstick runs
right before and right after.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

import logistello.evaluation
from benchmarks.measure import ROOT, Beside, Yardstick, new_record, newest, save, say
from logistello.jobs import ProcessPool
from logistello.train.games import self_play
from logistello.train.models import ModelFile
from logistello.train.preset import GameSettings

SEED = 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--exact", type=int, default=16)
    parser.add_argument("--no-save", action="store_true")
    options = parser.parse_args()
    record = new_record("selfplay")
    last = newest("selfplay")
    model = ModelFile.of(Path(logistello.evaluation.__file__).parent / "data" / "default.model")
    settings = GameSettings(games=(options.games,), per_task=50, depth=(options.depth,), exact_empties=(options.exact,))
    with Yardstick() as yardstick, ProcessPool(options.workers) as pool, tempfile.TemporaryDirectory() as folder:
        few = GameSettings(games=(4 * options.workers,), per_task=1, depth=(1,), exact_empties=(8,))
        self_play(pool, Path(folder) / "warm", model, few, generation=1, seed=SEED)  # workers start and load the model
        before = yardstick.run()
        started = time.perf_counter()
        shards = self_play(pool, Path(folder) / "games", model, settings, generation=1, seed=SEED)
        seconds = time.perf_counter() - started
        beside = Beside(before, yardstick.run())
    moves = sum(int((done.arrays["moves"] != 255).sum()) for done in shards)
    rate = options.games / seconds
    record |= {
        "yardstick": beside.as_record(),
        "games": options.games,
        "workers": options.workers,
        "depth": options.depth,
        "exact_empties": options.exact,
        "moves": moves,
        "seconds": round(seconds, 3),
        "games_per_second": round(rate, 2),
        "games_per_yardstick": round(rate * beside.mean, 2),
        "load_average": round(os.getloadavg()[0], 2),
    }
    compared = f"; last result {last['games_per_second']:.1f}" if last else ""
    say(f"{rate:.1f} games a second with {options.workers} workers{compared} ({rate * beside.mean:.1f} a yardstick)")
    if not options.no_save:
        say(f"saved {save(record).relative_to(ROOT)}")


if __name__ == "__main__":
    main()
