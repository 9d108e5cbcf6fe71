"""Sparse patterns: which configurations of a large pattern have weights (Buro 1999, sections 4.4 and 6).

Kept are those that were met often enough in the training data, counted after sharing: all symmetric instances of the
pattern and all mirrored configurations count for one. Of mirrored configurations the one with the
smallest number stands for all. Everything else has no weight and adds nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import ModelError
from logistello.evaluation.pattern_set import PARITIES, Pattern, PatternSet, first_half

if TYPE_CHECKING:
    from logistello.glem import SparseTable

Configurations = NDArray[np.uint32]

#: Boards whose indices are looked up at once.
_CHUNK = 1 << 16
#: Up to this number of boards, searching the kept configurations is quicker than making a table of all.
_FEW = 64

#: From the digits of files (0 empty, 1 own, 2 opponent) to those of the native evaluation (0 own, 1 empty, 2 opponent).
_ENGINE_DIGIT = (1, 0, 2)


@dataclass(frozen=True)
class SparseConfigurations:
    """The kept configurations of the sparse patterns of a set, by name, ascending.

    The weights of a stage are those of the flat patterns, those of these configurations in the order of the set, and
    the two of the parity.
    """

    patterns: PatternSet
    kept: Mapping[str, Configurations] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = [pattern.name for pattern in self.patterns.sparse_patterns]
        if set(names) != set(self.kept):
            raise ModelError(
                f"configurations of {', '.join(sorted(self.kept)) or 'no pattern'}; "
                f"the set {self.patterns.name} has {', '.join(names) or 'no'} sparse patterns"
            )
        for pattern in self.patterns.sparse_patterns:
            _check(pattern, self.kept[pattern.name])

    @cached_property
    def n_weights(self) -> int:
        """Weights of one stage, flat patterns and parity included."""
        return self.patterns.n_weights + sum(map(len, self.kept.values()))

    @cached_property
    def weight_offset(self) -> dict[str, int]:
        """Where the weights of each sparse pattern begin."""
        offsets, place = {}, self.patterns.n_weights - PARITIES
        for pattern in self.patterns.sparse_patterns:
            offsets[pattern.name] = place
            place += len(self.kept[pattern.name])
        return offsets

    @cached_property
    def weight_of(self) -> dict[str, NDArray[np.uint32]]:
        """By pattern, for each of its configurations the number of its weight, ``n_weights`` if it has none.

        Large flat tables, for many boards.
        """
        tables = {}
        for pattern in self.patterns.sparse_patterns:
            table = np.full(pattern.size, self.n_weights, dtype=np.uint32)
            configurations, numbers = with_mirrored(pattern, self.kept[pattern.name])
            table[configurations] = numbers + np.uint32(self.weight_offset[pattern.name])
            tables[pattern.name] = table
        return tables

    def weight_indices(
        self,
        own: NDArray[np.uint64],
        opp: NDArray[np.uint64],
        *,
        threads: int = 1,
        out: NDArray[np.uint32] | None = None,
    ) -> NDArray[np.uint32]:
        """For every board the number of the weight of each instance and, in the last column, that of the parity.

        An instance whose configuration has no weight gets ``n_weights``, which a fit takes for none.
        """
        patterns = self.patterns
        columns = patterns.n_instances + 1
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
                pattern = patterns.patterns[patterns.pattern_of_instance[column]]
                if len(own) <= _FEW:
                    indices[part, column] = self._weights_of(pattern, raw[:, column])
                else:
                    indices[part, column] = np.take(self.weight_of[pattern.name], raw[:, column])
            odd = np.bitwise_count(mine | yours) & np.uint8(1)
            indices[part, -1] = odd + np.uint32(self.n_weights - PARITIES)
        return indices

    def _weights_of(self, pattern: Pattern, configurations: Configurations) -> NDArray[np.uint32]:
        """The same as ``weight_of`` for a few configurations of one pattern."""
        kept = self.kept[pattern.name]
        smallest = np.minimum.reduce([configurations, *mirrored(pattern, configurations)])
        places = np.searchsorted(kept, smallest)
        found = np.append(kept, np.uint32(pattern.size))[places] == smallest
        return np.where(found, places + self.weight_offset[pattern.name], self.n_weights).astype(np.uint32)

    @cached_property
    def tables(self) -> dict[str, SparseTable]:
        """By pattern a table of the two indices of the native evaluation; ids count the weights of all of them."""
        from logistello.glem import SparseTable  # few models have sparse patterns: an engine starts without learning

        tables, start = {}, self.patterns.n_weights - PARITIES
        for pattern in self.patterns.sparse_patterns:
            configurations, numbers = with_mirrored(pattern, self.kept[pattern.name])
            digits = len(pattern.squares)
            middle = first_half(digits)
            tables[pattern.name] = SparseTable.build(
                _engine_index(middle)[configurations % np.uint32(3**middle)],
                _engine_index(digits - middle)[configurations // np.uint32(3**middle)],
                first_range=3**middle,
                second_range=3 ** (digits - middle),
                ids=numbers + np.uint32(self.weight_offset[pattern.name] - start),
            )
        return tables

    def native(self, weights: NDArray[np.int16]) -> _native.SparseWeights:
        """The fast form, for weights ``[stages, n_weights]``."""
        sparse = self.patterns.sparse_patterns
        tables = [self.tables[pattern.name] for pattern in sparse]
        numbers = np.repeat(np.arange(len(sparse)), [len(pattern.instances) for pattern in sparse])
        return _native.SparseWeights(
            tables=[(table.offsets, table.locks, table.ids) for table in tables],
            instances=np.column_stack((np.array(self.patterns.slots.pairs), numbers)).astype(np.uint8),
            weights=np.ascontiguousarray(weights[:, self.patterns.n_weights - PARITIES : -PARITIES]),
        )

    def describe(self) -> dict[str, dict[str, float]]:
        """By pattern: weights, entries of its table and the part of them in use."""
        return {
            name: {"weights": len(self.kept[name]), "entries": len(table.locks), "load": round(table.load, 4)}
            for name, table in self.tables.items()
        }


def with_mirrored(pattern: Pattern, kept: Configurations) -> tuple[Configurations, NDArray[np.uint32]]:
    """All configurations that share weights with kept ones, each once, and which kept one it is."""
    numbers = np.arange(len(kept), dtype=np.uint32)
    images = [kept, *mirrored(pattern, kept)]
    configurations, first = np.unique(np.concatenate(images), return_index=True)
    return configurations, np.tile(numbers, len(images))[first]


def mirrored(pattern: Pattern, configurations: Configurations) -> list[Configurations]:
    """Their images under each mirror of the pattern."""
    low = first_half(len(pattern.squares))
    cut = np.uint32(3**low)
    left, right = configurations % cut, configurations // cut
    return [_moved(mirror[:low])[left] + _moved(mirror[low:])[right] for mirror in pattern.mirrors]


def _moved(places: tuple[int, ...]) -> Configurations:
    """For all numbers with as many digits as there are places: the sum of the digits at these places."""
    found = np.zeros(1, dtype=np.uint32)
    for place in places:
        found = np.add.outer(np.arange(3, dtype=np.uint32) * np.uint32(3**place), found).ravel()
    return found


def _engine_index(digits: int) -> NDArray[np.uint32]:
    """For each index with the digits of files the one with the digits of the native evaluation."""
    found = np.zeros(1, dtype=np.uint32)
    for place in range(digits):
        found = np.add.outer(np.array(_ENGINE_DIGIT, dtype=np.uint32) * np.uint32(3**place), found).ravel()
    return found


def _check(pattern: Pattern, kept: Configurations) -> None:
    name = f"the configurations of {pattern.name}"
    if kept.dtype != np.uint32 or kept.ndim != 1:
        raise ModelError(f"{name} are {kept.dtype}{list(kept.shape)}; expected a column of 32-bit numbers")
    if not len(kept):
        return
    if (kept[1:] <= kept[:-1]).any() or kept[-1] >= pattern.size:
        raise ModelError(f"{name} are not in ascending order below {pattern.size}")
    if any((image < kept).any() for image in mirrored(pattern, kept)):
        raise ModelError(f"{name} contain one that is not the smallest of its mirrored ones")
