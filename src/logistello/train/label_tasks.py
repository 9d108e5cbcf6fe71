"""Scores of many positions as tasks: exact ones, or those of a search."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.jobs import Pool, Task
from logistello.train.artefact import Arrays, Inputs
from logistello.train.models import ModelFile
from logistello.train.shards import Done, Shard, carry_out

Boards = NDArray[np.uint64]

_HIGHEST_SCORE = 64
_SOLVE_TABLE_BYTES = 16 << 20


def solve(own: Boards, opp: Boards) -> Arrays:
    """A task."""
    score, best = _native.solve_many(own, opp, threads=1, table_bytes=_SOLVE_TABLE_BYTES)
    return {"score": score.astype(np.float32), "best": best}


def search(model_file: ModelFile, pruning: ModelFile | None, own: Boards, opp: Boards, depth: int) -> Arrays:
    """A task. With ``pruning`` the ProbCut table of that model is used: it was made for weights much like these."""
    table = (None, None) if pruning is None else pruning.load().native_probcut
    score, best = _native.search_many(
        model_file.load().native,
        *table,
        own=own,
        opp=opp,
        depth=depth,
    )
    return {"score": np.clip(score, -_HIGHEST_SCORE, _HIGHEST_SCORE), "best": best}


def search_task_size(depth: int) -> int:
    """Positions of a task, so that it takes some seconds: a move deeper takes two to three times as long."""
    return max(32, int(2 ** (18 - 1.3 * depth)))


def solve_task_size(empties: int) -> int:
    """The same for solving."""
    return max(32, min(4096, int(2 ** (20 - 0.7 * empties))))


def scores(
    pool: Pool,
    folder: Path,
    own: Boards,
    opp: Boards,
    size: int,
    inputs: Inputs,
    task: Callable[[Boards, Boards], Task],
    on_done: Callable[[Done], None],
) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """Scores in discs for the side to move, and best squares (64 and more: none), in portions that are kept."""
    shards = []
    for number, first in enumerate(range(0, len(own), size)):
        part = slice(first, first + size)
        made = task(np.ascontiguousarray(own[part]), np.ascontiguousarray(opp[part]))
        shards.append(Shard(folder / f"{number:05d}.scores", {**inputs, "shard": number}, made))
    results = [done.arrays for done in carry_out(pool, shards, on_done)]
    score = np.concatenate([np.empty(0, dtype=np.float32), *(each["score"] for each in results)])
    best = np.concatenate([np.empty(0, dtype=np.uint8), *(each["best"] for each in results)])
    return score, best
