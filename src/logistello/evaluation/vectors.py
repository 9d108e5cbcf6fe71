"""Vector-valued weights: what a configuration adds besides its linear weight.

Every weight of the flat patterns has ``HIDDEN`` small numbers. Summed over all instances, with an offset, each passes
through a ReLU (0 if negative) and counts with an out. Offsets, outs and a constant belong to the number of discs (the
head); the numbers themselves to the stage. How the native core adds them up: ``cpp/eval/vector_weights.hpp``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import ModelError
from logistello.evaluation.pattern_set import PatternSet

HIDDEN = 14
#: Outs count in 1/1024 of the units of linear weights.
OUT_SCALE = 1024
#: Limits of the native core, so that sums fit 32 bits and linear weights two 8-bit lanes.
MOST_OFFSET, MOST_OUT, MOST_LINEAR = 8191, 9000, 127 * 257

NativeVectors = tuple[NDArray[np.uint32], NDArray[np.int8], NDArray[np.int16], NDArray[np.int16], NDArray[np.int16]]

_DISC_COUNTS = 65
_PREFIX = "vectors."


@dataclass(frozen=True)
class Vectors:
    """The vectors of all stages and the heads of all numbers of discs."""

    #: ``[stages, weights of flat patterns, HIDDEN]``.
    rows: NDArray[np.int8]
    #: ``[65]``, in the units of linear weights.
    constants: NDArray[np.int16]
    #: ``[65, HIDDEN]``.
    offsets: NDArray[np.int16]
    #: ``[65, HIDDEN]``, in 1 / ``OUT_SCALE`` of the units of linear weights.
    outs: NDArray[np.int16]

    def check_fit(self, patterns: PatternSet) -> None:
        """Raises ``ModelError`` unless these are vectors for a set of flat patterns."""
        if not patterns.is_flat:
            raise ModelError(f"vectors beside sparse patterns ({patterns.name}): expected flat patterns only")
        expected = {
            "rows": (np.int8, (patterns.stages, int(patterns.weight_offset[-1]), HIDDEN)),
            "constants": (np.int16, (_DISC_COUNTS,)),
            "offsets": (np.int16, (_DISC_COUNTS, HIDDEN)),
            "outs": (np.int16, (_DISC_COUNTS, HIDDEN)),
        }
        for name, (dtype, shape) in expected.items():
            array = getattr(self, name)
            if array.dtype != dtype or array.shape != shape:
                raise ModelError(
                    f"{name} of the vectors are {array.dtype} {array.shape}; expected {np.dtype(dtype)} {shape}"
                )
        for name, most in (("offsets", MOST_OFFSET), ("outs", MOST_OUT)):
            if (largest := int(np.abs(getattr(self, name).astype(np.int32)).max())) > most:
                raise ModelError(f"{name} of the vectors reach {largest}; expected at most {most}")

    def value(self, numbers: NDArray[np.intp], stage: int, discs: int) -> int:
        """What the vectors of these weight numbers add to a value, in the units of linear weights."""
        sums = self.offsets[discs].astype(np.int64) + self.rows[stage, numbers].sum(axis=0, dtype=np.int64)
        return int(self.constants[discs]) + (int(np.maximum(sums, 0) @ self.outs[discs].astype(np.int64)) // OUT_SCALE)

    def shares(self, numbers: NDArray[np.intp], stage: int, discs: int) -> NDArray[np.float64]:
        """What each of these weights adds, in the units of linear weights: integrated gradients (Sundararajan, Taly and
        Yan, 2017) on the way from no weights at all to these.

        A hidden lane counts for the part of the way on which its sum is above 0; on the rest it adds nothing. So the
        shares add up to the difference that these weights make, and none depends on an order.
        """
        rows = self.rows[stage, numbers].astype(np.float64)
        begin = self.offsets[discs].astype(np.float64)
        end = begin + rows.sum(axis=0)
        change = end - begin
        # Where the sum changes its sign, it is positive on one side of the zero only.
        positive = np.where(change == 0, begin > 0, 0.0)
        moving = change != 0
        rise = np.maximum(end[moving], 0) - np.maximum(begin[moving], 0)
        positive[moving] = rise / change[moving]
        shares: NDArray[np.float64] = rows @ (positive * self.outs[discs] / OUT_SCALE)
        return shares

    # -- files and the native core --------------------------------------------------------------

    def sections(self) -> dict[str, NDArray[Any]]:
        """As a model file has them."""
        return {_PREFIX + each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def pop_from(cls, sections: dict[str, NDArray[Any]]) -> Vectors | None:
        """Take them out of the sections of a model file; ``None`` if there are none. Raises ``KeyError`` if some are
        missing."""
        if not any(name.startswith(_PREFIX) for name in sections):
            return None
        return cls(**{each.name: sections.pop(_PREFIX + each.name) for each in fields(cls)})

    def native(self, patterns: PatternSet) -> NativeVectors:
        """As ``_native.Evaluator`` takes them, with the number of the vector of every configuration."""
        return patterns.weight_of, self.rows.reshape(-1), self.constants, self.offsets, self.outs

    def describe(self) -> Mapping[str, Any]:
        """For ``logistello model info``."""
        return {"hidden": HIDDEN, "rows": int(self.rows.any(axis=2).sum()), "numbers": int(np.count_nonzero(self.rows))}
