"""Values of positions from searches of many depths, and their exact scores: what ProbCut is calibrated with."""

from __future__ import annotations

import json
import threading
import time
import zipfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from logistello.engine.engine import Engine
from logistello.engine.limit import Limit
from logistello.engine.sample_positions import sample_positions
from logistello.evaluation.model import Model
from logistello.files import writing_whole
from logistello.othello.position import Position

#: What is being done, how much is done, how much there is.
OnProgress = Callable[[str, int, int], None]

_HASH_MB = 32
_CHUNK = 64
_SECONDS_BETWEEN_SAVES = 5.0


@dataclass(frozen=True)
class Collection:
    """What to collect."""

    #: Positions of each stage of the model.
    positions: int = 600
    #: Depth of the deepest search, in moves.
    depth: int = 8
    #: Positions with so many empty squares are solved, from the fewest to the most.
    solve_empties: tuple[int, int] = (6, 20)
    seed: int = 1

    def __post_init__(self) -> None:
        fewest, most = self.solve_empties
        if self.positions < 1:
            raise ValueError(f"{self.positions} positions; expected 1 or more")
        if not 1 <= self.depth <= 16:
            raise ValueError(f"depth {self.depth}; expected 1 to 16")
        if not 1 <= fewest <= most <= 30:
            raise ValueError(f"solving from {fewest} to {most} empty squares; expected a range within 1 to 30")

    def as_dict(self) -> dict[str, Any]:
        fields = {"positions": self.positions, "depth": self.depth, "seed": self.seed}
        return {**fields, "solve_empties": list(self.solve_empties)}


@dataclass(frozen=True)
class Pairs:
    """Positions with their values, in discs for the side to move; NaN where a value was not measured."""

    own: NDArray[np.uint64]
    opponent: NDArray[np.uint64]
    #: ``[positions, depth + 1]``. A search that reaches the end of the game is no estimate and is left out.
    values: NDArray[np.float32]
    #: Exact scores.
    exact: NDArray[np.float32]

    @property
    def empties(self) -> NDArray[np.int64]:
        return np.asarray(64 - np.bitwise_count(self.own | self.opponent), dtype=np.int64)

    def __len__(self) -> int:
        return len(self.own)


def values_by_depth(
    model: Model,
    positions: Sequence[Position],
    max_depth: int,
    *,
    threads: int = 1,
    on_progress: Callable[[int], None] | None = None,
) -> NDArray[np.float32]:
    """Full-width values ``[positions, max_depth + 1]``, from the static evaluation to ``max_depth`` moves ahead.

    Discs for the side to move. ``on_progress(done)`` is called in the calling thread.
    """
    values = np.empty((len(positions), max_depth + 1), dtype=np.float32)

    def measure(places: range, stop: threading.Event) -> None:
        with Engine(model=model, selectivity="none", hash_mb=_HASH_MB) as engine:
            for place in places:
                values[place, 0] = model.look_ahead(positions[place], 0)
                for depth in range(1, max_depth + 1):
                    if stop.is_set():
                        return
                    values[place, depth] = engine.search(positions[place], Limit(depth=depth)).score

    _in_threads(len(positions), threads, measure, on_progress)
    return values


def exact_scores(
    positions: Sequence[Position], *, threads: int = 1, on_progress: Callable[[int], None] | None = None
) -> NDArray[np.float32]:
    """Final scores with perfect play, in discs for the side to move."""
    scores = np.empty(len(positions), dtype=np.float32)

    def solve(places: range, stop: threading.Event) -> None:
        with Engine(hash_mb=_HASH_MB) as engine:
            for place in places:
                if stop.is_set():
                    return
                scores[place] = engine.solve(positions[place]).score

    _in_threads(len(positions), threads, solve, on_progress)
    return scores


def collect_pairs(
    model: Model,
    collection: Collection,
    *,
    cache: Path | None = None,
    threads: int = 1,
    on_progress: OnProgress | None = None,
) -> Pairs:
    """Choose positions, search them to every depth and solve those with few empty squares.

    With ``cache`` (an ``.npz`` file) an interrupted collection goes on where it was, and a finished one is read again.
    """
    report = on_progress or (lambda what, done, total: None)
    work = _Work.open(model, collection, cache, report)
    empties = 64 - np.bitwise_count(work.own | work.opponent).astype(np.int64)
    fewest, most = collection.solve_empties
    unsolved = np.isnan(work.exact) & (empties >= fewest) & (empties <= most)

    def go_on(what: str, missing: NDArray[np.intp], measure: _Measure, into: NDArray[np.float32]) -> None:
        step = max(_CHUNK, 16 * threads)
        for first in range(0, len(missing), step):
            chosen = missing[first : first + step]
            show = partial(_report_from, report, what, first, len(missing))
            into[chosen] = measure(work.positions(chosen), threads=threads, on_progress=show)
            work.save(final=first + step >= len(missing))

    search: _Measure = partial(_values_by_depth_of, model, collection.depth)
    go_on("searching", np.flatnonzero(np.isnan(work.values[:, 0])), search, work.values)
    go_on("solving", np.flatnonzero(unsolved), exact_scores, work.exact)
    ends = np.arange(collection.depth + 1) >= empties[:, None]
    return Pairs(work.own, work.opponent, np.where(ends, np.float32(np.nan), work.values), work.exact)


class _Measure(Protocol):
    def __call__(
        self, positions: Sequence[Position], *, threads: int, on_progress: Callable[[int], None]
    ) -> NDArray[np.float32]: ...


def _values_by_depth_of(
    model: Model, depth: int, positions: Sequence[Position], *, threads: int, on_progress: Callable[[int], None]
) -> NDArray[np.float32]:
    return values_by_depth(model, positions, depth, threads=threads, on_progress=on_progress)


def _report_from(report: OnProgress, what: str, before: int, total: int, done: int) -> None:
    report(what, before + done, total)


class _Work:
    """A collection under way, and its file."""

    def __init__(self, arrays: dict[str, NDArray[Any]], fingerprint: str, path: Path | None) -> None:
        self.own, self.opponent, self.values, self.exact = (arrays[name] for name in _ARRAYS)
        self.fingerprint = fingerprint
        self.path = path
        self.saved_at = time.monotonic()

    @classmethod
    def open(cls, model: Model, collection: Collection, path: Path | None, report: OnProgress) -> _Work:
        """Go on with a file if it belongs to the same collection, else begin anew."""
        fingerprint = json.dumps({"weights": model.weights_sha256, **collection.as_dict()}, sort_keys=True)
        if path is not None and path.exists():
            try:
                with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
                    if str(stored["fingerprint"]) == fingerprint:
                        return cls({name: np.asarray(stored[name]) for name in _ARRAYS}, fingerprint, path)
            except (ValueError, KeyError, EOFError, zipfile.BadZipFile):
                pass  # damaged: the work is done again
        positions = sample_positions(
            model, collection.positions, collection.seed, lambda done, total: report("choosing", done, total)
        )
        arrays: dict[str, NDArray[Any]] = {
            "own": np.array([position.own for position in positions], dtype=np.uint64),
            "opponent": np.array([position.opponent for position in positions], dtype=np.uint64),
            "values": np.full((len(positions), collection.depth + 1), np.nan, dtype=np.float32),
            "exact": np.full(len(positions), np.nan, dtype=np.float32),
        }
        work = cls(arrays, fingerprint, path)
        work.save(final=True)
        return work

    def positions(self, places: NDArray[np.intp]) -> list[Position]:
        return [Position.from_own(int(self.own[place]), int(self.opponent[place])) for place in places]

    def save(self, *, final: bool) -> None:
        """Write the file if enough was done since the last time, or at the end."""
        if self.path is None or (not final and time.monotonic() - self.saved_at < _SECONDS_BETWEEN_SAVES):
            return
        arrays: dict[str, Any] = {name: getattr(self, name) for name in _ARRAYS}
        with writing_whole(self.path) as file:
            np.savez(file, fingerprint=np.array(self.fingerprint), **arrays)
        self.saved_at = time.monotonic()


_ARRAYS = ("own", "opponent", "values", "exact")


def _in_threads(
    size: int,
    threads: int,
    work: Callable[[range, threading.Event], None],
    on_progress: Callable[[int], None] | None,
) -> None:
    """Split ``range(size)`` into short parts for several threads. Ctrl-C comes to the caller; the others then end."""
    stop = threading.Event()
    step = max(1, min(8, size // (2 * threads)))
    parts = [range(first, min(first + step, size)) for first in range(0, size, step)]
    with ThreadPoolExecutor(threads) as pool:
        waiting = [pool.submit(work, part, stop) for part in parts]
        try:
            for part, each in zip(parts, waiting, strict=True):
                each.result()
                if on_progress is not None:
                    on_progress(part.stop)
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)
