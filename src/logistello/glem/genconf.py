"""GenConf: all configurations that match often enough to learn from (Buro 1999, section 4.2, figures 1 and 2)."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import TrainingDataError
from logistello.glem.configurations import BitRows, Configuration, all_relations, checked_features

#: Told while configurations are generated: their size, how many candidates of this size are tested, and of how many.
OnGenerated = Callable[[int, int, int], None]


@dataclass(frozen=True)
class MatchHeuristic:
    """The sequential statistical test for "enough matches" instead of a full count.

    Positions are looked at in random order, ``chunk`` at a time (a multiple of 64); the question is decided as soon as
    the count is ``confidence`` standard deviations off the threshold. Larger values err less and take longer.
    """

    chunk: int = 4096
    confidence: float = 4.0
    seed: int = 0

    def __post_init__(self) -> None:
        if self.chunk <= 0 or self.chunk % 64:
            raise TrainingDataError(f"chunk is {self.chunk}; it must be a positive multiple of 64")
        if not self.confidence > 0:
            raise TrainingDataError(f"confidence is {self.confidence}; it must be positive")


@dataclass(frozen=True)
class GeneratedConfigurations:
    """Configurations by size, in ascending order within a size, and how many positions match each.

    Counts are estimates where a ``MatchHeuristic`` decided early. ``complete`` is false if a limit on the number cut
    the list short.
    """

    configurations: list[Configuration]
    matches: NDArray[np.int64]
    complete: bool

    def __len__(self) -> int:
        return len(self.configurations)


def generate_configurations(
    features: NDArray[np.integer],
    min_matches: int,
    *,
    max_size: int | None = None,
    max_number: int | None = None,
    heuristic: MatchHeuristic | None = None,
    threads: int | None = None,
    on_progress: OnGenerated | None = None,
) -> GeneratedConfigurations:
    """All configurations that are active in at least ``min_matches`` of the positions.

    Configurations grow one relation at a time, always by a greater one, so that each is met once. A candidate is
    tested only if its siblings allow it: that (c + x + y) is valid requires that (c + x) and (c + y) are.
    Sizes are finished in turn; when there are more than ``max_number``, the last ones are left out.
    """
    values = checked_features(features)
    if min_matches < 1:
        raise TrainingDataError(f"min_matches is {min_matches}; it must be at least 1")
    if (max_size is not None and max_size < 1) or (max_number is not None and max_number < 1):
        raise TrainingDataError("max_size and max_number must be at least 1")
    order = None if heuristic is None else np.random.default_rng(heuristic.seed).permutation(len(values))
    rows = _valid_rows(values, min_matches, order)
    level = np.arange(len(rows.relations), dtype=np.uint32)[:, np.newaxis]
    counts = rows.counts()
    search = _Level(rows, min_matches, heuristic, threads or os.cpu_count() or 1, on_progress)
    found, matches, total = [], [], 0
    complete = True
    while len(level):
        if max_number is not None and total + len(level) > max_number:
            level, counts, complete = level[: max_number - total], counts[: max_number - total], False
        found.append(level)
        matches.append(counts)
        total += len(level)
        if not complete or level.shape[1] == max_size:
            break
        level, counts = search.specialise(level)
    configurations = [
        Configuration(tuple(rows.relations[number] for number in numbers)) for part in found for numbers in part
    ]
    return GeneratedConfigurations(
        configurations, np.concatenate(matches) if matches else np.zeros(0, dtype=np.int64), complete
    )


def _valid_rows(values: NDArray[np.int32], min_matches: int, order: NDArray[np.int64] | None) -> BitRows:
    """Bit rows of the relations that match often enough. These are few enough to be counted exactly, always."""
    relations = []
    for feature in range(values.shape[1]):
        kinds, counts = np.unique(values[:, feature], return_counts=True)
        relations += [(feature, int(value)) for value, count in zip(kinds, counts, strict=True) if count >= min_matches]
    wanted = set(relations)
    return BitRows(values, [relation for relation in all_relations(values) if relation in wanted], order=order)


class _Level:
    """One iteration of GenConf: from all valid configurations of a size to those of the next."""

    def __init__(
        self,
        rows: BitRows,
        min_matches: int,
        heuristic: MatchHeuristic | None,
        threads: int,
        on_progress: OnGenerated | None,
    ) -> None:
        self._rows = rows
        self._feature = np.array([relation.feature for relation in rows.relations], dtype=np.int64)
        self._least = min_matches
        self._chunk = 0 if heuristic is None else heuristic.chunk // 64
        self._confidence = 0.0 if heuristic is None else heuristic.confidence
        self._threads = threads
        self._on_progress = on_progress

    def specialise(self, level: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
        first, candidates = self._candidates(level)
        size = level.shape[1] + 1
        on_progress = self._on_progress
        tell = None if on_progress is None else lambda done, total: on_progress(size, done, total)
        matches = _native.extend_configurations(
            self._rows.words,
            self._rows.n_positions,
            np.ascontiguousarray(level),
            first,
            candidates,
            self._least,
            self._chunk,
            self._confidence,
            self._threads,
            tell,
        )
        if on_progress is not None and len(candidates):
            on_progress(size, len(candidates), len(candidates))
        valid = matches >= 0
        parents = np.repeat(np.arange(len(level)), np.diff(first).astype(np.int64))[valid]
        grown = np.concatenate([level[parents], candidates[valid, np.newaxis]], axis=1)
        return grown, matches[valid]

    def _candidates(self, level: NDArray[np.uint32]) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
        """For each configuration its later siblings' last relations, as borders and numbers; other features only."""
        last = level[:, -1]
        if level.shape[1] == 1:
            family_end = np.full(len(level), len(level))
        else:
            new_family = np.flatnonzero((level[1:, :-1] != level[:-1, :-1]).any(axis=1)) + 1
            borders = np.append(new_family, len(level))
            family_end = borders[np.searchsorted(borders, np.arange(len(level)), side="right")]
        # Siblings are in ascending order: those of the same feature follow at once and are skipped.
        feature = self._feature[last]
        change = np.append(np.flatnonzero(feature[1:] != feature[:-1]) + 1, len(level))
        other_feature = change[np.searchsorted(change, np.arange(len(level)), side="right")]
        begin = np.minimum(other_feature, family_end)
        sizes = family_end - begin
        first = np.zeros(len(level) + 1, dtype=np.uint64)
        np.cumsum(sizes, out=first[1:])
        inside = np.arange(int(first[-1])) - np.repeat(first[:-1].astype(np.int64), sizes)
        return first, last[np.repeat(begin, sizes) + inside]
