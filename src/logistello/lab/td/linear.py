"""A linear evaluation function over configurations (GLEM) that learns by TD(λ): few weights are active at a time, so
the traces are kept as the lists of active weights of the last positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from logistello.lab.td.learner import Floats

#: Traces that have faded to less than this are dropped.
_FADED = 1e-3


@dataclass(frozen=True)
class ActiveWeights:
    """A position: the places of its active weights in the table, and the sign that turns their sum to player 0's."""

    ids: NDArray[np.int64]
    sign: float = 1.0


class LinearLearner:
    """``estimate = sign * sum of the active weights``. Fulfils ``TdLearner``.

    The rate is divided by the number of active weights, as each of them moves the sum.
    """

    def __init__(self, weights: Floats, *, rate: float = 0.1, decay: float = 0.7) -> None:
        self.weights = weights
        self.rate, self.decay = rate, decay
        self._recent: list[ActiveWeights] = []
        self._reach = 1 if decay <= 0 else 10**9 if decay >= 1 else int(np.ceil(np.log(_FADED) / np.log(decay)))

    def estimates(self, inputs: Sequence[ActiveWeights]) -> Floats:
        return np.array([[each.sign * self.weights[each.ids].sum()] for each in inputs]).reshape(-1, 1)

    def begin(self) -> None:
        self._recent = []

    def learn(self, inputs: ActiveWeights, target: Floats) -> None:
        error = float(target[0]) - inputs.sign * float(self.weights[inputs.ids].sum())
        self._recent = [*self._recent[1 - self._reach :], inputs] if self._reach > 1 else [inputs]
        faded = self.decay ** np.arange(len(self._recent) - 1, -1, -1.0)
        sizes = [len(each.ids) for each in self._recent]
        steps = [
            self.rate * error * trace * each.sign / size
            for each, trace, size in zip(self._recent, faded, sizes, strict=True)
        ]
        np.add.at(self.weights, np.concatenate([each.ids for each in self._recent]), np.repeat(steps, sizes))
