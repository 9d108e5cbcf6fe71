"""How the weights in the tables follow from the parameters that are fitted.

A table has a cell per stage and weight id. Several cells may share one parameter (stages merged), a cell may be a
linear function of its stage, and cells without enough matches stay 0 (Buro 1999, section 5.2).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from logistello.errors import TrainingDataError
from logistello.glem.arrays import Vector

Slots = NDArray[np.int64]


@dataclass(frozen=True)
class Slopes:
    """For each cell the parameter that is multiplied, and with what; ``n_parameters`` for none."""

    slot: Slots
    position: Vector


@dataclass(frozen=True)
class WeightLayout:
    """cell = parameter[slot] (+ position * parameter[slope slot]); a slot of ``n_parameters`` contributes nothing."""

    n_parameters: int
    slot: Slots
    slopes: Slopes | None = None

    @classmethod
    def one_per_cell(cls, used: NDArray[np.bool_]) -> WeightLayout:
        """A parameter for every cell marked in ``used``; the others stay 0."""
        flat = used.reshape(-1)
        n = int(np.count_nonzero(flat))
        slot = np.full(flat.size, n, dtype=np.int64)
        slot[flat] = np.arange(n)
        return cls(n, slot)

    def expand(self, parameters: Vector) -> Vector:
        """The cells, for given parameters."""
        padded = np.append(parameters, 0.0)
        cells = padded[self.slot]
        if self.slopes is not None:
            cells += self.slopes.position * padded[self.slopes.slot]
        return cells

    def reduce(self, cells: Vector) -> Vector:
        """The transpose of ``expand``: a gradient by cells becomes one by parameters."""
        sums = self._sums(self.slot, cells)
        if self.slopes is not None:
            sums += self._sums(self.slopes.slot, self.slopes.position * cells)
        return sums

    def reduce_diagonal(self, cells: Vector) -> Vector:
        """The diagonal by parameters of a matrix whose diagonal by cells is given."""
        sums = self._sums(self.slot, cells)
        if self.slopes is not None:
            sums += self._sums(self.slopes.slot, self.slopes.position**2 * cells)
        return sums

    def collect(self, cells: Vector) -> Vector:
        """Parameters that come near to given cells: their mean over the cells of each slot, slopes 0."""
        return self._sums(self.slot, cells) / np.maximum(self._sums(self.slot, np.ones_like(cells)), 1)

    def _sums(self, slot: Slots, cells: Vector) -> Vector:
        sums = np.bincount(slot, cells, minlength=self.n_parameters + 1)
        return np.asarray(sums[: self.n_parameters], dtype=np.float64)


# -- stages that share a weight ---------------------------------------------------------------


@dataclass(frozen=True)
class MergeRule:
    """Thresholds on the match count of a configuration in a stage.

    few
        with at most this many matches the weight is 0: they say nothing.
    enough
        with more matches than this a stage has a weight of its own. In between, adjacent stages are merged until they
        have more together.
    linear_enough
        if given, stages are merged until they have more matches than this together, and then get the line
        w(k) = a k + b instead of a single weight; with less than that, a single weight.
    """

    few: int = 4
    enough: int = 20
    linear_enough: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.few <= self.enough:
            raise TrainingDataError(f"few is {self.few} and enough is {self.enough}; 0 <= few <= enough is needed")
        if self.linear_enough is not None and self.linear_enough < self.enough:
            raise TrainingDataError(f"linear_enough is {self.linear_enough}, less than enough ({self.enough})")


def merge_stages(counts: NDArray[np.int64], rule: MergeRule) -> NDArray[np.int16]:
    """The first stage of the group that each cell of ``counts[stage, id]`` belongs to, -1 for cells that stay 0.

    Groups are built from the first stage on, out of stages next to each other that each have more than ``few``
    matches. What is left at the end of such a run joins the last group of the run; a run that never gets enough
    stays 0.
    """
    n_stages, n_ids = counts.shape
    target = rule.enough if rule.linear_enough is None else rule.linear_enough
    first = np.full((n_stages + 1, n_ids), -1, dtype=np.int16)  # the last row takes what "no group" points at
    renamed = np.repeat(np.arange(-1, n_stages, dtype=np.int16)[:, np.newaxis], n_ids, axis=1)  # by label + 1
    ids = np.arange(n_ids)
    opened = np.full(n_ids, -1, dtype=np.int16)  # first stage of the group under construction
    closed = np.full(n_ids, -1, dtype=np.int16)  # first stage of the last complete group of the run
    total = np.zeros(n_ids, dtype=np.int64)
    for stage in range(n_stages + 1):
        here = counts[stage] if stage < n_stages else np.zeros(n_ids, dtype=np.int64)
        known = here > rule.few
        # The run ends: a group with enough for one weight stands, the rest joins the group before it.
        ended = ~known & (opened >= 0) & (total <= rule.enough)
        renamed[opened[ended] + 1, ids[ended]] = closed[ended]
        opened[~known] = closed[~known] = -1
        total[~known] = 0
        fresh = known & (opened < 0)
        opened[fresh] = stage
        first[stage, known] = opened[known]
        total[known] += here[known]
        complete = known & ((total > target) | (fresh & (here > rule.enough)))
        closed[complete] = opened[complete]
        opened[complete] = -1
        total[complete] = 0
    return np.take_along_axis(renamed, first[:n_stages].astype(np.int64) + 1, axis=0)


def stage_layout(counts: NDArray[np.int64], rule: MergeRule) -> WeightLayout:
    """The parameters of merged stages: one per group, and a slope for groups with enough matches for a line.

    A line is written as b + a * x with x from -1 to 1 across its group, which spans the same lines as a * k + b.
    """
    groups = merge_stages(counts, rule)
    n_stages, n_ids = groups.shape
    used = groups >= 0
    leader = np.where(used, groups.astype(np.int64) * n_ids + np.arange(n_ids), -1)
    leaders = np.flatnonzero(leader.reshape(-1) == np.arange(n_stages * n_ids))
    n_groups = len(leaders)
    number = np.full(n_stages * n_ids + 1, -1, dtype=np.int64)  # the last entry is what -1 finds
    number[leaders] = np.arange(n_groups)
    group = number[leader.reshape(-1)]
    inside = group >= 0
    if rule.linear_enough is None:
        return WeightLayout(n_groups, np.where(inside, group, n_groups))

    stage = np.repeat(np.arange(n_stages), n_ids)
    last = np.zeros(n_groups, dtype=np.int64)
    np.maximum.at(last, group[inside], stage[inside])
    start = leaders // n_ids
    total = np.bincount(group[inside], counts.reshape(-1)[inside], minlength=n_groups)
    lined = (last > start) & (total > rule.linear_enough)
    slope_of = np.where(lined, n_groups + np.cumsum(lined) - 1, -1)
    n_parameters = n_groups + int(np.count_nonzero(lined))
    middle, half = (start + last) / 2, np.maximum(last - start, 1) / 2
    sloped = inside.copy()
    sloped[inside] = lined[group[inside]]
    slope = np.full(group.size, n_parameters, dtype=np.int64)
    slope[sloped] = slope_of[group[sloped]]
    position = np.zeros(group.size)
    position[sloped] = (stage[sloped] - middle[group[sloped]]) / half[group[sloped]]
    return WeightLayout(n_parameters, np.where(inside, group, n_parameters), Slopes(slope, position))
