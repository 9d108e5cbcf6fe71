"""Seeded rows with planted weights, and dense twins of what the native core does without matrices."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from logistello.glem.arrays import Ids, Vector

SCALE = 64.0


def link_value(link: str, x: Vector) -> Vector:
    if link == "identity":
        return x
    if link == "sigmoid":
        return np.asarray(2 * SCALE / (1 + np.exp(-x)) - SCALE)
    return np.asarray(1 / (1 + np.exp(-x)))


@dataclass(frozen=True)
class Planted:
    indices: Ids
    targets: NDArray[np.float32]
    weights: Vector

    @property
    def n_weights(self) -> int:
        return len(self.weights)


def planted(link: str = "identity", n: int = 4000, features: int = 5, per_feature: int = 9, seed: int = 1) -> Planted:
    """Rows with one active weight per feature, now and then none or a repeated one; targets without noise."""
    rng = np.random.default_rng(seed)
    n_weights = features * per_feature
    indices = rng.integers(0, per_feature, (n, features)) + np.arange(features) * per_feature
    indices[rng.random(indices.shape) < 0.1] = n_weights
    repeat = rng.random(n) < 0.1
    indices[repeat, 1] = indices[repeat, 0]
    weights = rng.normal(size=n_weights) * (5.0 if link == "identity" else 0.6)
    sums = np.append(weights, 0.0)[indices].sum(axis=1)
    return Planted(indices.astype(np.uint32), link_value(link, sums).astype(np.float32), weights)


def dense(indices: Ids, n_weights: int) -> Vector:
    """The matrix of activity, ids that repeat counted twice."""
    matrix = np.zeros((len(indices), n_weights + 1))
    for column in indices.T:
        np.add.at(matrix, (np.arange(len(indices)), column), 1.0)
    return matrix[:, :n_weights]


def ridge(matrix: Vector, targets: NDArray[np.float32], weights: Vector | None, l2: float) -> Vector:
    scale = np.ones(len(matrix)) if weights is None else weights
    normal = matrix.T @ (scale[:, np.newaxis] * matrix) + l2 * np.eye(matrix.shape[1])
    return np.asarray(np.linalg.solve(normal, matrix.T @ (scale * targets)))
