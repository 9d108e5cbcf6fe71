"""What a fit reads: labelled positions as columns, which configurations have weights, and room for their indices."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import TrainingDataError
from logistello.evaluation.pattern_set import Pattern, PatternSet, square_rows
from logistello.evaluation.sparse_patterns import Configurations, SparseConfigurations, mirrored
from logistello.train.fit_options import FitOptions
from logistello.train.labelled_positions import Flag, Positions, is_held_out

_HIGHEST_SCORE = 64


@dataclass(frozen=True)
class TrainingData:
    """All positions, as columns."""

    own: NDArray[np.uint64]
    opp: NDArray[np.uint64]
    score: NDArray[np.float32]
    weight: NDArray[np.float32]
    exact: NDArray[np.bool_]
    held_out: NDArray[np.bool_]
    discs: NDArray[np.int16]

    @classmethod
    def of(cls, positions: Sequence[Positions], options: FitOptions) -> TrainingData:
        """Check positions and put them together."""

        def column(field: str) -> NDArray[Any]:
            return np.concatenate([np.asarray(each.records[field]) for each in positions]) if positions else np.empty(0)

        if not sum(len(each) for each in positions):
            raise TrainingDataError("there is no position to learn from")
        own, opp, score = column("own"), column("opp"), column("score")
        exact = (column("flags") & int(Flag.EXACT)) != 0
        if (broken := np.flatnonzero(own & opp)).size:
            raise TrainingDataError(f"position {broken[0]} has discs of both sides on one square")
        if (wrong := np.flatnonzero(~(np.abs(score) <= _HIGHEST_SCORE))).size:
            raise TrainingDataError(f"position {wrong[0]} has the score {score[wrong[0]]}; expected -64 to 64 discs")
        _refuse_contradictions(own[exact], opp[exact], score[exact])
        counts = np.maximum(column("count"), 1).astype(np.float64)
        held_out = is_held_out(column("game"), options.holdout, options.seed)
        if held_out.all():
            raise TrainingDataError("all games were held out for validation: use more games or a smaller part")
        return cls(
            own=own,
            opp=opp,
            score=score,
            weight=(np.where(exact, options.exact_weight, 1.0) * counts**options.count_power).astype(np.float32),
            exact=exact,
            held_out=held_out,
            discs=np.bitwise_count(own | opp).astype(np.int16),
        )

    def frequent(self, patterns: PatternSet, options: FitOptions) -> SparseConfigurations:
        """What the training positions match often enough of sparse patterns."""
        if patterns.is_flat:
            return SparseConfigurations(patterns)
        rows = ~self.held_out
        least = options.sparse_min_matches
        found = frequent_configurations(patterns, self.own[rows], self.opp[rows], least, options.threads)
        if without := [name for name, kept in found.kept.items() if not len(kept)]:
            raise TrainingDataError(
                f"no configuration of {', '.join(without)} has {least} matches or more in the training positions: "
                "use more positions or ask for fewer matches"
            )
        return found

    def near(self, low: int, high: int, window: int) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """Rows with ``low`` to ``high`` discs and a window around, and how much each counts for its distance."""
        rows = np.flatnonzero((self.discs >= low - window) & (self.discs <= high + window) & ~self.held_out)
        discs = self.discs[rows]
        distance = np.maximum(np.maximum(low - discs, discs - high), 0)
        return rows, (1 - distance / (window + 1)).astype(np.float32)

    def validation(self, low: int, high: int) -> NDArray[np.intp]:
        return np.flatnonzero((self.discs >= low) & (self.discs <= high) & self.held_out)


def _refuse_contradictions(own: NDArray[np.uint64], opp: NDArray[np.uint64], score: NDArray[np.float32]) -> None:
    order = np.lexsort((opp, own))
    same = (own[order[1:]] == own[order[:-1]]) & (opp[order[1:]] == opp[order[:-1]])
    for place in np.flatnonzero(same & (score[order[1:]] != score[order[:-1]]))[:1]:
        one, other = score[order[place]], score[order[place + 1]]
        board = f"{int(own[order[place]]):#018x} {int(opp[order[place]]):#018x}"
        raise TrainingDataError(f"the position {board} has two different exact scores, {one:+g} and {other:+g}")


# -- which configurations have weights --------------------------------------------------------


def frequent_configurations(
    patterns: PatternSet, own: NDArray[np.uint64], opp: NDArray[np.uint64], least: int, threads: int = 1
) -> SparseConfigurations:
    """Those of the sparse patterns that have at least ``least`` matches in the positions."""
    found = {each.name: frequent_of_pattern(each, own, opp, least, threads) for each in patterns.sparse_patterns}
    return SparseConfigurations(patterns, found)


def frequent_of_pattern(
    pattern: Pattern, own: NDArray[np.uint64], opp: NDArray[np.uint64], least: int, threads: int = 1
) -> Configurations:
    """The configurations of a pattern with at least ``least`` matches."""
    counts = _native.count_ternary_indices(
        np.ascontiguousarray(own), np.ascontiguousarray(opp), square_rows(pattern.instances), threads=threads
    )
    met = np.flatnonzero(counts).astype(np.uint32)
    smallest = np.unique(np.minimum.reduce([met, *mirrored(pattern, met)]))
    matches = counts[smallest].astype(np.int64)
    itself = np.ones(len(smallest), dtype=np.int64)
    for image in mirrored(pattern, smallest):
        matches += counts[image]
        itself += image == smallest
    # A configuration that some mirrors keep was added up as often as there are such mirrors.
    kept: Configurations = smallest[matches // itself >= max(least, 1)]
    return kept


# -- room for indices -------------------------------------------------------------------------


class IndexStore:
    """Room for index matrices: in memory, or in a temporary file where they would be too large for that."""

    def __init__(self, most_bytes: int = 2 << 30) -> None:
        self.most_bytes = most_bytes
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._files = 0

    def matrix(self, rows: int, columns: int) -> NDArray[np.uint32]:
        if 4 * rows * columns <= self.most_bytes:
            return np.empty((rows, columns), dtype=np.uint32)
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="logistello-fit-")
        self._files += 1
        name = Path(self._folder.name) / f"{self._files}.indices"
        return np.memmap(name, dtype=np.uint32, mode="w+", shape=(rows, columns))

    def __enter__(self) -> IndexStore:
        return self

    def __exit__(self, *_: object) -> None:
        if self._folder is not None:
            self._folder.cleanup()
