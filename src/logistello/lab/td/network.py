"""A network with one hidden layer and its eligibility traces (Tesauro 1995: TD-Gammon)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from logistello.lab.td.learner import Floats

Inputs = NDArray[np.float32]


@dataclass(frozen=True)
class NetworkShape:
    """Numbers of units."""

    inputs: int
    hidden: int
    outputs: int

    @property
    def parameters(self) -> int:
        return self.hidden * (self.inputs + 1) + self.outputs * (self.hidden + 1)


class Network:
    """Sigmoid units in two layers. All weights stand in one vector, ``parameters``."""

    def __init__(self, shape: NetworkShape, parameters: NDArray[np.float32]) -> None:
        if parameters.shape != (shape.parameters,):
            raise ValueError(f"{parameters.shape} parameters; {shape} has {shape.parameters}")
        self.shape = shape
        self.parameters = parameters
        hidden = shape.hidden * shape.inputs
        # Views: a step that changes the vector changes them.
        self._hidden = parameters[:hidden].reshape(shape.hidden, shape.inputs)
        self._hidden_bias = parameters[hidden : hidden + shape.hidden]
        rest = parameters[hidden + shape.hidden :]
        self._output = rest[: shape.outputs * shape.hidden].reshape(shape.outputs, shape.hidden)
        self._output_bias = rest[shape.outputs * shape.hidden :]

    @classmethod
    def new(cls, shape: NetworkShape, *, seed: int, spread: float = 0.1) -> Self:
        """Random weights, uniform between minus and plus ``spread``."""
        random = np.random.default_rng(seed)
        return cls(shape, random.uniform(-spread, spread, shape.parameters).astype(np.float32))

    def values(self, inputs: Inputs) -> NDArray[np.float32]:
        """``[positions, outputs]`` for ``[positions, inputs]``, each between 0 and 1."""
        hidden = _sigmoid(inputs @ self._hidden.T + self._hidden_bias)
        return _sigmoid(hidden @ self._output.T + self._output_bias)

    def gradients(self, inputs: Inputs) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The outputs of one position, and their derivatives by all parameters: ``[outputs, parameters]``."""
        shape = self.shape
        hidden = _sigmoid(self._hidden @ inputs + self._hidden_bias)
        values = _sigmoid(self._output @ hidden + self._output_bias)
        slope = values * (1 - values)
        at_hidden = slope[:, None] * self._output * (hidden * (1 - hidden))
        found = np.zeros((shape.outputs, shape.parameters), dtype=np.float32)
        split = shape.hidden * shape.inputs
        found[:, :split] = (at_hidden[:, :, None] * inputs).reshape(shape.outputs, split)
        found[:, split : split + shape.hidden] = at_hidden
        last = found[:, split + shape.hidden :]
        for output in range(shape.outputs):
            last[output, output * shape.hidden : (output + 1) * shape.hidden] = slope[output] * hidden
            last[output, shape.outputs * shape.hidden + output] = slope[output]
        return values, found


def _sigmoid(x: NDArray[np.float32]) -> NDArray[np.float32]:
    # exp of more than 88 does not fit in 32 bits; there the sigmoid is 0 anyway.
    one = np.float32(1)
    return np.asarray(one / (one + np.exp(-np.clip(x, -80, 80))), dtype=np.float32)


class NetworkLearner:
    """A network that learns by TD(λ). Fulfils ``TdLearner``."""

    def __init__(self, network: Network, *, rate: float = 0.1, decay: float = 0.7) -> None:
        self.network = network
        self.rate, self.decay = rate, decay
        self._traces = np.zeros((network.shape.outputs, network.shape.parameters), dtype=np.float32)

    def estimates(self, inputs: Sequence[Inputs] | Inputs) -> Floats:
        return np.asarray(self.network.values(np.asarray(inputs, dtype=np.float32)), dtype=np.float64)

    def begin(self) -> None:
        self._traces[:] = 0

    def learn(self, inputs: Inputs, target: Floats) -> None:
        values, gradients = self.network.gradients(inputs)
        self._traces *= self.decay
        self._traces += gradients
        step = self.rate * (np.asarray(target) - values).astype(np.float32)
        self.network.parameters += step @ self._traces
