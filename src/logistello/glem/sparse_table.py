"""Sparse tables: the valid configurations of a large pattern, two loads away (Buro 1999, section 4.4, figure 5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from logistello import _native
from logistello.errors import TrainingDataError
from logistello.glem.arrays import native_check


@dataclass(frozen=True)
class SparseTable:
    """Ids of index pairs (first, second): the entry of a pair stands at ``offsets[first] + second``.

    An entry belongs to the pair only if its lock is ``first``; free entries have the lock -1. The arrays are all there
    is: an engine may use them as they are.
    """

    offsets: NDArray[np.uint32]
    locks: NDArray[np.int32]
    ids: NDArray[np.uint32]
    second_range: int

    @classmethod
    def build(
        cls,
        first: ArrayLike,
        second: ArrayLike,
        first_range: int,
        second_range: int,
        ids: ArrayLike | None = None,
    ) -> SparseTable:
        """A table of pairs, each given once. Their ids are 0, 1, 2 ... by default.

        >>> table = SparseTable.build([0, 0, 7], [1, 2, 1], first_range=9, second_range=3)
        >>> table.lookup([0, 7, 7], [2, 1, 2]).tolist()
        [1, 2, -1]
        """
        firsts, seconds = _numbers("first", first), _numbers("second", second)
        numbers = np.arange(len(firsts), dtype=np.uint32) if ids is None else _numbers("ids", ids)
        for name, size in (("first_range", first_range), ("second_range", second_range)):
            if not 0 < size < 2**31:
                raise TrainingDataError(f"{name} is {size}; it must be positive and fit in 31 bits")
        offsets, locks, entries = native_check(
            lambda: _native.build_sparse_table(firsts, seconds, numbers, first_range, second_range)
        )
        return cls(offsets, locks, entries, second_range)

    def lookup(self, first: ArrayLike, second: ArrayLike) -> NDArray[np.int64]:
        """The id of each pair, -1 for pairs that are not in the table."""
        firsts, seconds = _numbers("first", first), _numbers("second", second)
        return native_check(
            lambda: _native.find_in_sparse_table(self.offsets, self.locks, self.ids, self.second_range, firsts, seconds)
        )

    def __len__(self) -> int:
        """How many pairs are in the table."""
        return int(np.count_nonzero(self.locks >= 0))

    @property
    def load(self) -> float:
        """The part of the entries that is in use."""
        return len(self) / len(self.locks)


def frequent_pairs(
    blocks: Iterable[tuple[ArrayLike, ArrayLike]], min_matches: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.int64]]:
    """The pairs that occur at least ``min_matches`` times in blocks of (first, second), and how often.

    In ascending order. Memory is needed for the different pairs and for one block, not for all positions.
    """
    pairs = np.zeros(0, dtype=np.uint64)
    counts = np.zeros(0, dtype=np.int64)
    for first, second in blocks:
        keys = _numbers("first", first).astype(np.uint64) << np.uint64(32) | _numbers("second", second)
        new, times = np.unique(keys, return_counts=True)
        pairs, places = np.unique(np.concatenate([pairs, new]), return_inverse=True)
        counts = np.bincount(places, np.concatenate([counts, times]), minlength=len(pairs)).astype(np.int64)
    often = counts >= min_matches
    kept = pairs[often]
    return (kept >> np.uint64(32)).astype(np.uint32), kept.astype(np.uint32), counts[often]


def _numbers(name: str, values: ArrayLike) -> NDArray[np.uint32]:
    given = np.asarray(values)
    if given.dtype == np.uint32 and given.ndim == 1:
        return np.ascontiguousarray(given)
    if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
        raise TrainingDataError(f"{name} is {given.dtype}{list(given.shape)}; a column of integers was expected")
    if given.size and (given.min() < 0 or given.max() >= 2**32):
        raise TrainingDataError(f"{name} has values from {given.min()} to {given.max()}; they must fit in 32 bits")
    return given.astype(np.uint32)
