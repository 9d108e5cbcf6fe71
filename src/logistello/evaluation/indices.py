"""From boards to the numbers of the weights that are active on them."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.evaluation.pattern_set import PARITIES, PatternSet
from logistello.evaluation.sparse_patterns import SparseConfigurations

_CHUNK = 1 << 16


def weight_indices(
    patterns: PatternSet,
    own: NDArray[np.uint64],
    opp: NDArray[np.uint64],
    *,
    sparse: SparseConfigurations | None = None,
    threads: int = 1,
    out: NDArray[np.uint32] | None = None,
) -> NDArray[np.uint32]:
    """For every board the weight of each instance and, in the last column, that of the parity.

    Sets with sparse patterns need ``sparse``. An instance whose configuration has no weight gets ``sparse.n_weights``,
    which no weight has: a fit takes it for none.
    """
    columns = patterns.n_instances + 1
    sparse = sparse or SparseConfigurations(patterns)
    indices = np.empty((len(own), columns), dtype=np.uint32) if out is None else out
    offsets = patterns.table_offset[patterns.pattern_of_instance]
    is_sparse = np.array([pattern.sparse for pattern in patterns.patterns])[patterns.pattern_of_instance]
    flat = np.flatnonzero(~is_sparse)
    for start in range(0, len(own), _CHUNK):
        part = slice(start, start + _CHUNK)
        mine, yours = np.ascontiguousarray(own[part]), np.ascontiguousarray(opp[part])
        raw = _native.ternary_indices(mine, yours, patterns.squares, threads=threads)
        if len(flat) == columns - 1:
            raw += offsets
            indices[part, :-1] = np.take(patterns.weight_of, raw)
        else:
            indices[part, flat] = np.take(patterns.weight_of, raw[:, flat] + offsets[flat])
        for column in np.flatnonzero(is_sparse):
            name = patterns.patterns[patterns.pattern_of_instance[column]].name
            indices[part, column] = np.take(sparse.weight_of[name], raw[:, column])
        odd = np.bitwise_count(mine | yours) & np.uint8(1)
        indices[part, -1] = odd + np.uint32(sparse.n_weights - PARITIES)
    return indices


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
