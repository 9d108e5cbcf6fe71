"""The configuration DAG and the search for the most specific active configurations (Buro 1999, section 4.3)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import TrainingDataError
from logistello.glem.arrays import Ids, native_check
from logistello.glem.configurations import Configuration, Relation, checked_features


class ConfigurationDag:
    """A set of configurations, with arcs from each to its next more special ones in the set.

    The id of a configuration is its place in ``configurations``. The set need not contain every generalisation of its
    members (after a selection it will not): arcs then skip what is missing.
    """

    def __init__(self, configurations: Sequence[Configuration]) -> None:
        self.configurations = tuple(configurations)
        if not self.configurations:
            raise TrainingDataError("there are no configurations")
        number = {configuration.relations: i for i, configuration in enumerate(self.configurations)}
        if len(number) != len(self.configurations):
            raise TrainingDataError("a configuration is given twice")
        children: list[list[int]] = [[] for _ in self.configurations]
        roots = []
        for i, configuration in enumerate(self.configurations):
            parents = _next_general(configuration.relations, number)
            for parent in parents:
                children[parent].append(i)
            if not parents:
                roots.append(i)
        self.children = tuple(tuple(arcs) for arcs in children)
        self._relation_begin = _borders(len(configuration) for configuration in self.configurations)
        relations = [relation for configuration in self.configurations for relation in configuration.relations]
        self._features = np.array([relation.feature for relation in relations], dtype=np.uint32)
        self._values = np.array([relation.value for relation in relations], dtype=np.int32)
        self._child_begin = _borders(map(len, children))
        self._children = np.array([child for arcs in children for child in arcs], dtype=np.uint32)
        self._roots = np.array(roots, dtype=np.uint32)

    def __len__(self) -> int:
        return len(self.configurations)

    def active(self, features: NDArray[np.integer], *, threads: int | None = None) -> Ids:
        """Ids of all configurations that are active in each position, as rows for a fit.

        Rows are filled up with ``len(self)``, the id that means "nothing here".
        """
        return self._rows(features, False, threads)

    def most_specific(self, features: NDArray[np.integer], *, threads: int | None = None) -> Ids:
        """The same for active configurations without an active specialisation: generalisations are redundant."""
        return self._rows(features, True, threads)

    def _rows(self, features: NDArray[np.integer], most_specific_only: bool, threads: int | None) -> Ids:
        values = checked_features(features)
        borders, ids = native_check(
            lambda: _native.find_active_configurations(
                values,
                self._relation_begin,
                self._features,
                self._values,
                self._child_begin,
                self._children,
                self._roots,
                most_specific_only,
                threads or os.cpu_count() or 1,
            )
        )
        sizes = np.diff(borders).astype(np.int64)
        rows = np.full((len(values), max(int(sizes.max()), 1)), len(self), dtype=np.uint32)
        rows[np.arange(rows.shape[1]) < sizes[:, np.newaxis]] = ids
        return rows


def _next_general(relations: tuple[Relation, ...], number: dict[tuple[Relation, ...], int]) -> list[int]:
    """The largest generalisations in the set: those of which no other is a specialisation."""
    found: list[tuple[Relation, ...]] = []
    for size in range(len(relations) - 1, 0, -1):
        for part in combinations(relations, size):
            if part in number and not any(set(part) < set(larger) for larger in found):
                found.append(part)
        if len(found) == len(relations) and size == len(relations) - 1:
            break  # all direct generalisations are here: nothing smaller can be next
    return [number[part] for part in found]


def _borders(sizes: Iterable[int]) -> NDArray[np.uint64]:
    return np.concatenate([[0], np.cumsum(np.fromiter(sizes, dtype=np.int64))]).astype(np.uint64)
