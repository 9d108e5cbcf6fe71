"""64-bit hashes of positions, many at a time: the same in every file and on every machine."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def mix(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A good hash of each number (the finaliser of splitmix64)."""
    values = values + np.uint64(0x9E3779B97F4A7C15)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def position_keys(own: NDArray[np.uint64], opp: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A hash of each position, given as the discs of the side to move and of the opponent."""
    return mix(own ^ mix(opp))
