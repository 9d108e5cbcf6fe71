"""How the weights in the tables follow from the parameters that are fitted.

A table has a cell per stage and weight id. Several cells may share one parameter (stages merged), a cell may be a
linear function of its stage, and cells without enough matches stay 0 (Buro 1999, section 5.2).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
