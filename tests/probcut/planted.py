"""Values of searches of no game at all, drawn with known a, b and sigma."""

from __future__ import annotations

import numpy as np

from logistello.probcut import Samples

STAGES = 3
MOST_LEFT = 12
#: From each depth to the next one deeper, and from the deepest search to the exact score.
A, B, SIGMA = 1.1, 0.5, 2.0


def planted(seed: int, positions: int, depths: int = 5) -> Samples:
    """A chain: each value is ``A * value + B + error`` of the one a move less deep."""
    rng = np.random.default_rng(seed)
    values = np.empty((positions, depths))
    values[:, 0] = rng.normal(0, 8, positions)
    for depth in range(1, depths):
        values[:, depth] = A * values[:, depth - 1] + B + rng.normal(0, SIGMA, positions)
    exact = A * values[:, -1] + B + rng.normal(0, SIGMA, positions)
    left = rng.integers(depths + 1, max(MOST_LEFT, depths + 2), positions)
    return Samples(values, rng.integers(0, STAGES, positions), exact, left)


def line_over(steps: int) -> tuple[float, float, float]:
    """a, b and sigma after so many steps of the chain."""
    a, b, variance = 1.0, 0.0, 0.0
    for _ in range(steps):
        a, b, variance = A * a, A * b + B, A * A * variance + SIGMA**2
    return a, b, variance**0.5
