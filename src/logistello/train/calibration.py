"""Calibration of a generation's model: pairs measured as tasks, at positions like those inside its searches."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.engine.calibrate_model import calibrated
from logistello.engine.calibration_pairs import Pairs
from logistello.evaluation.model import Model
from logistello.jobs import Pool, Task
from logistello.othello.hashing import mix, position_keys
from logistello.train.artefact import Arrays, Inputs
from logistello.train.inside_searches import SearchSampling, sample_inside_searches
from logistello.train.models import ModelFile
from logistello.train.preset import CalibrationSettings
from logistello.train.shards import Done, Shard, carry_out

#: Solving fewer tells little that searches of the usual depths do not.
_FEWEST_TO_SOLVE = 6
_DISCS = range(7, 63)
_SOLVE_TABLE_BYTES = 16 << 20


def choose(records: NDArray[np.void], model: Model, per_count: int, seed: int) -> tuple[NDArray[np.uint64], ...]:
    """Different positions met inside searches from the records, at most so many for each number of discs."""
    searches = SearchSampling(4 * per_count * len(_DISCS), depth=3, per_search=2, seed=seed)
    found = sample_inside_searches(records, model, searches)
    keys, first = np.unique(position_keys(found.own, found.opp), return_index=True)
    drawn = first[np.argsort(mix(keys), kind="stable")]
    own, opp = found.own[drawn], found.opp[drawn]
    discs = np.bitwise_count(own | opp)
    chosen = np.concatenate([np.flatnonzero(discs == count)[:per_count] for count in _DISCS])
    return own[chosen], opp[chosen]


def task_size(depth: int) -> int:
    """Positions of a task, so that it takes seconds: full width, two moves deeper take ten times as long."""
    return max(4, min(64, int(4.0 ** (10 - depth))))


def measure(
    model_file: ModelFile, own: NDArray[np.uint64], opp: NDArray[np.uint64], settings: CalibrationSettings
) -> Arrays:
    """A task: full-width values of every depth, and exact scores of late positions; NaN where nothing was measured."""
    model = model_file.load()
    empties = 64 - np.bitwise_count(own | opp).astype(np.int64)
    values = np.full((len(own), settings.depth + 1), np.nan, dtype=np.float32)
    values[:, 0] = model.evaluate(own, opp)
    for depth in range(1, settings.depth + 1):
        # A search that sees the end of the game is no estimate.
        rows = np.flatnonzero(empties > depth)
        mine, yours = np.ascontiguousarray(own[rows]), np.ascontiguousarray(opp[rows])
        values[rows, depth], _ = _native.search_many(model.native, own=mine, opp=yours, depth=depth)
    exact = np.full(len(own), np.nan, dtype=np.float32)
    late = np.flatnonzero((empties >= _FEWEST_TO_SOLVE) & (empties <= settings.solve))
    mine, yours = np.ascontiguousarray(own[late]), np.ascontiguousarray(opp[late])
    exact[late], _ = _native.solve_many(mine, yours, threads=1, table_bytes=_SOLVE_TABLE_BYTES)
    return {"values": values, "exact": exact}


def calibrate_generation(
    pool: Pool,
    folder: Path,
    fitted: Path,
    records: NDArray[np.void],
    settings: CalibrationSettings,
    inputs: Inputs,
    seed: int,
    on_begin: Callable[[int], Callable[[int], None]],
) -> Model:
    """The fitted model with its ProbCut table. ``on_begin`` gets the number of positions, its answer what is done."""
    model_file = ModelFile.of(fitted)
    model = model_file.load()
    own, opp = choose(records, model, settings.positions, seed)
    advance = on_begin(len(own))
    shards = []
    size = task_size(settings.depth)
    for number, first in enumerate(range(0, len(own), size)):
        part = slice(first, first + size)
        task = Task(measure, (model_file, own[part], opp[part], settings))
        shards.append(Shard(folder / f"{number:05d}.pairs", {**inputs, "shard": number}, task))

    def told(done: Done) -> None:
        advance(len(done.arrays["exact"]))

    parts = [done.arrays for done in carry_out(pool, shards, told)]
    values = np.concatenate([part["values"] for part in parts])
    exact = np.concatenate([part["exact"] for part in parts])
    return calibrated(model, Pairs(own, opp, values, exact), {**vars(settings), "seed": seed}, seed)
