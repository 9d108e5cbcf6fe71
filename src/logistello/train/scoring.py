"""Scores for many positions: exact ones from the solver, or values of a search with a model.

Both are slow, so they are found in portions, each of which is stored before the next one begins.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import PositionsError
from logistello.evaluation.model import Model
from logistello.othello.hashing import position_keys
from logistello.train.label_store import LabelStore

#: Gets how much is done and how much there is.
OnProgress = Callable[[int, int], None]

#: Answers the positions of one portion, telling how many are done.
Answer = Callable[
    [NDArray[np.uint64], NDArray[np.uint64], Callable[[int], None] | None],
    tuple[NDArray[Any], NDArray[np.uint8]],
]

_HIGHEST_SCORE = 64
_PORTION_SECONDS = 4.0
_FIRST_PORTION = 256
_LARGEST_PORTION = 1 << 18
_TABLE_BYTES = 16 << 20


@dataclass
class Scorer:
    """Called with the discs of both sides, gives scores in discs for the side to move and best moves (64: pass, 65:
    none), in the order of the positions. What is in the store is not asked again."""

    #: How the answers are found, as a header tells it.
    question: Mapping[str, Any]
    answer: Answer
    store: LabelStore | None = None
    on_progress: OnProgress | None = None

    def __call__(
        self, own: NDArray[np.uint64], opp: NDArray[np.uint64]
    ) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
        known = np.zeros(len(own), dtype=np.bool_)
        score = np.zeros(len(own), dtype=np.float32)
        move = np.zeros(len(own), dtype=np.uint8)
        if self.store is not None:
            known, score, move = self.store.find(own, opp)
        # Easy and hard positions mixed: the time that is left can be told.
        left = np.flatnonzero(~known)
        left = left[np.argsort(position_keys(own[left], opp[left]), kind="stable")]
        size, done = _FIRST_PORTION, len(own) - len(left)
        while len(left):
            rows, left = left[:size], left[size:]
            started = time.perf_counter()
            mine, yours = np.ascontiguousarray(own[rows]), np.ascontiguousarray(opp[rows])
            score[rows], move[rows] = self.answer(mine, yours, self._told(done, len(own)))
            if self.store is not None:
                self.store.add(mine, yours, score[rows], move[rows])
            done += len(rows)
            seconds = max(time.perf_counter() - started, 1e-3)
            size = int(np.clip(size * min(_PORTION_SECONDS / seconds, 4), 1, _LARGEST_PORTION))
        return score, move

    def _told(self, before: int, total: int) -> Callable[[int], None] | None:
        tell = self.on_progress
        return None if tell is None else lambda done: tell(before + done, total)


def exact_scorer(*, threads: int = 1, store: Path | None = None, on_progress: OnProgress | None = None) -> Scorer:
    """Solves to the end of the game. The answers depend on nothing but the position."""

    def answer(
        own: NDArray[np.uint64], opp: NDArray[np.uint64], tell: Callable[[int], None] | None
    ) -> tuple[NDArray[Any], NDArray[np.uint8]]:
        return _native.solve_many(own, opp, threads=threads, table_bytes=_TABLE_BYTES, on_progress=tell)

    question = {"labels": "exact"}
    return Scorer(question, answer, LabelStore(store, question) if store else None, on_progress)


def search_scorer(
    model: Model, depth: int, *, threads: int = 1, store: Path | None = None, on_progress: OnProgress | None = None
) -> Scorer:
    """Looks ``depth`` moves ahead, full width, with a model. Values beyond 64 discs are cut to 64."""
    if depth < 1:
        raise PositionsError(f"labels by a search of depth {depth}; expected 1 or more")

    def answer(
        own: NDArray[np.uint64], opp: NDArray[np.uint64], tell: Callable[[int], None] | None
    ) -> tuple[NDArray[Any], NDArray[np.uint8]]:
        values, moves = model.native.look_ahead_many(own, opp, depth, threads=threads, on_progress=tell)
        return np.clip(values, -_HIGHEST_SCORE, _HIGHEST_SCORE), moves

    question = {"labels": "search", "model": model.checksum, "depth": depth}
    return Scorer(question, answer, LabelStore(store, question) if store else None, on_progress)
