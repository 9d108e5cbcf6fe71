"""Temporal differences with eligibility traces (Sutton 1988), whatever is learned.

A position's estimate is moved towards that of the next one, and the estimates of earlier positions with it, the
less the longer ago they were: with e the sum of their gradients, each ``decay`` (λ) times smaller per move,

    weights += rate * (next estimate - estimate) * e

The last estimate of a game is moved towards its outcome. Decay 1 learns from outcomes alone, decay 0 from the next
estimate alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
I_contra = TypeVar("I_contra", contravariant=True)


class TdLearner(Protocol[I_contra]):
    """An evaluation function with its traces. ``I_contra`` are the inputs of a position."""

    def estimates(self, inputs: Sequence[I_contra]) -> Floats:
        """``[positions, outputs]``, seen by player 0."""
        ...

    def begin(self) -> None:
        """A new game: what was before has no part in it."""
        ...

    def learn(self, inputs: I_contra, target: Floats) -> None:
        """One step: the position that was left, and the estimate of the next one, or the outcome."""
        ...
