"""Relations and configurations over atomic features (Buro 1999, section 2), and their bit rows (section 4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from logistello.errors import TrainingDataError

Features = NDArray[np.int32]


class Relation(NamedTuple):
    """(feature = value). Relations are ordered by feature, then by value."""

    feature: int
    value: int

    def __str__(self) -> str:
        return f"f{self.feature}={self.value}"


@dataclass(frozen=True, order=True)
class Configuration:
    """A conjunction of relations in ascending order, at most one per feature.

    >>> str(Configuration.of({2: 1, 0: 5}))
    'f0=5 & f2=1'
    """

    relations: tuple[Relation, ...]

    def __post_init__(self) -> None:
        features = [relation.feature for relation in self.relations]
        if not features or any(a >= b for a, b in pairwise(features)):
            raise TrainingDataError(f"{self.relations} must name different features in ascending order")

    @classmethod
    def of(cls, values: dict[int, int]) -> Configuration:
        """From the wanted value of each feature."""
        return cls(tuple(Relation(feature, value) for feature, value in sorted(values.items())))

    def __len__(self) -> int:
        return len(self.relations)

    def __str__(self) -> str:
        return " & ".join(map(str, self.relations))

    def is_active(self, position: Sequence[int] | Features) -> bool:
        """Whether all relations hold in a position, given as its feature values."""
        return all(position[feature] == value for feature, value in self.relations)


def checked_features(features: NDArray[np.integer]) -> Features:
    """Atomic features as ``int32[positions, features]``; copied only if they are of another type."""
    if not isinstance(features, np.ndarray) or features.ndim != 2 or features.dtype.kind not in "iu":
        kind = (
            f"{features.dtype}{list(features.shape)}" if isinstance(features, np.ndarray) else type(features).__name__
        )
        raise TrainingDataError(f"features are {kind}; expected an integer array [positions, features]")
    if features.size == 0:
        raise TrainingDataError(f"there is nothing to learn from: features have the shape {features.shape}")
    if features.dtype != np.int32:
        limits = np.iinfo(np.int32)
        if features.min() < limits.min or features.max() > limits.max:
            raise TrainingDataError("feature values do not fit in 32 bits")
    return np.ascontiguousarray(features, dtype=np.int32)


class BitRows:
    """For each relation one bit per position: whether it holds there.

    ``order`` lists the positions behind the bits, if they were shuffled.
    """

    def __init__(
        self,
        features: NDArray[np.integer],
        relations: Iterable[Relation] | None = None,
        *,
        order: NDArray[np.int64] | None = None,
    ) -> None:
        values = checked_features(features)
        self.n_positions = len(values)
        self.relations = tuple(all_relations(values) if relations is None else relations)
        self.number = {relation: number for number, relation in enumerate(self.relations)}
        self.words = np.zeros((len(self.relations), (self.n_positions + 63) // 64), dtype=np.uint64)
        self.order = order
        column, feature = values[:0, 0], -1
        for number, relation in enumerate(self.relations):
            if relation.feature != feature:
                feature = relation.feature
                column = values[:, feature] if order is None else values[order, feature]
            bits = np.packbits(column == relation.value, bitorder="little")
            self.words[number].view(np.uint8)[: len(bits)] = bits

    def counts(self) -> NDArray[np.int64]:
        """Matches of each relation."""
        return np.asarray(np.bitwise_count(self.words).sum(axis=1), dtype=np.int64)

    def numbers(self, configuration: Configuration) -> list[int]:
        """The rows of a configuration's relations."""
        try:
            return [self.number[relation] for relation in configuration.relations]
        except KeyError as error:
            raise TrainingDataError(f"{configuration} names a relation that has no bit row: {error}") from None


def all_relations(features: Features) -> list[Relation]:
    """Every relation that holds in at least one position, in ascending order."""
    return [
        Relation(feature, int(value))
        for feature in range(features.shape[1])
        for value in np.unique(features[:, feature])
    ]
