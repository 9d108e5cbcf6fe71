"""TD(λ) against what is known of it: gradients by differences, traces written out, and Sutton's random walk."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logistello.lab.td.linear import ActiveWeights, LinearLearner
from logistello.lab.td.network import Network, NetworkLearner, NetworkShape


def test_gradients_of_the_network_are_its_slopes() -> None:
    network = Network.new(NetworkShape(5, 4, 3), seed=3, spread=0.8)
    parameters = network.parameters.astype(np.float64)
    inputs = np.random.default_rng(1).uniform(-1, 1, 5)

    def outputs(at: np.ndarray) -> np.ndarray:
        hidden = 1 / (1 + np.exp(-(at[:20].reshape(4, 5) @ inputs + at[20:24])))
        return 1 / (1 + np.exp(-(at[24:36].reshape(3, 4) @ hidden + at[36:])))

    values, gradients = network.gradients(inputs.astype(np.float32))
    assert values == pytest.approx(outputs(parameters), abs=1e-6)
    assert network.values(inputs[None].astype(np.float32))[0] == pytest.approx(values, abs=1e-6)
    step = 1e-5
    for place in range(network.shape.parameters):
        nudge = np.zeros_like(parameters)
        nudge[place] = step
        slope = (outputs(parameters + nudge) - outputs(parameters - nudge)) / (2 * step)
        assert gradients[:, place] == pytest.approx(slope, abs=1e-4)


def test_the_networks_traces_are_the_sum_of_faded_gradients() -> None:
    shape = NetworkShape(6, 3, 2)
    random = np.random.default_rng(2)
    positions = random.uniform(0, 1, (5, 6)).astype(np.float32)
    targets = random.uniform(0, 1, (5, 2))
    learner = NetworkLearner(Network.new(shape, seed=1, spread=0.5), rate=0.3, decay=0.6)
    plain = Network.new(shape, seed=1, spread=0.5)
    for _ in range(2):  # the second game begins without traces of the first
        learner.begin()
        traces = np.zeros((2, shape.parameters))
        for position, target in zip(positions, targets, strict=True):
            values, gradients = plain.gradients(position)
            traces = 0.6 * traces + gradients
            plain.parameters += (0.3 * (target - values) @ traces).astype(np.float32)
            learner.learn(position, target)
    assert learner.network.parameters == pytest.approx(plain.parameters, abs=1e-5)


def test_a_network_of_other_size_is_refused() -> None:
    with pytest.raises(ValueError, match="parameters"):
        Network(NetworkShape(2, 2, 1), np.zeros(3, dtype=np.float32))


@given(st.floats(0, 1), st.integers(0, 10_000))
@settings(max_examples=30, deadline=None)
def test_sparse_traces_are_dense_ones(decay: float, seed: int) -> None:
    """Weights that are active several times in a position, positions that come again, both signs."""
    random = np.random.default_rng(seed)
    start = random.normal(size=8)
    learner = LinearLearner(start.copy(), rate=0.2, decay=decay)
    plain = start.copy()
    traces = np.zeros(8)
    for _ in range(12):
        position = ActiveWeights(random.integers(8, size=4), float(random.choice([-1.0, 1.0])))
        target = float(random.normal())
        gradient = np.bincount(position.ids, minlength=8) * position.sign
        traces = decay * traces + gradient / 4
        plain += 0.2 * (target - position.sign * plain[position.ids].sum()) * traces
        learner.learn(position, np.array([target]))
    # What has faded below a thousandth is dropped.
    assert learner.weights == pytest.approx(plain, abs=0.05 if 0 < decay < 1 else 1e-9)
    assert learner.estimates([ActiveWeights(np.array([1, 1, 2]), -1.0)])[0, 0] == pytest.approx(
        -(2 * learner.weights[1] + learner.weights[2])
    )


@pytest.mark.parametrize("decay", [0.0, 0.7])
def test_suttons_random_walk(decay: float) -> None:
    """Five states in a row, left and right with equal chance, 1 for leaving on the right: the values are k/6."""
    random = np.random.default_rng(5)
    learner = LinearLearner(np.full(5, 0.5), rate=0.1, decay=decay)
    mean = np.zeros(5)
    for walk in range(400):
        learner.begin()
        place = 2
        while 0 <= place < 5:
            after = place + 2 * int(random.integers(2)) - 1
            target = learner.weights[after] if 0 <= after < 5 else float(after == 5)
            learner.learn(ActiveWeights(np.array([place])), np.array([target]))
            place = after
        if walk >= 100:
            mean += learner.weights / 300
    assert mean == pytest.approx(np.arange(1, 6) / 6, abs=0.07)
