"""Othello from zero by TD(λ), with the patterns of a GLEM model, so that both can be compared and played with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from logistello.evaluation import Model, PatternSet
from logistello.evaluation.sparse_patterns import SparseConfigurations
from logistello.games import OthelloRules, OthelloState
from logistello.lab.td.learner import Floats
from logistello.lab.td.linear import ActiveWeights, LinearLearner
from logistello.lab.td.self_play import SelfPlay
from logistello.lab.td.td_file import TdRun


class OthelloCoding:
    """Shows positions as the active weights of a pattern set, one table for both sides. Fulfils ``Coding``.

    The one output is the final score in discs, seen by Black.
    """

    def __init__(self, patterns: PatternSet) -> None:
        if not patterns.is_flat:
            raise ValueError(f"the pattern set {patterns.name} has sparse patterns; expected one without")
        self.patterns = patterns
        self.rules = OthelloRules()
        self._configurations = SparseConfigurations(patterns, {})
        self.n_weights = self._configurations.n_weights
        self._stage = patterns.stage_of_discs.astype(np.int64)

    def new_weights(self) -> Floats:
        """Nothing is known: all weights are 0."""
        return np.zeros(self.patterns.stages * self.n_weights)

    def inputs(self, states: Sequence[OthelloState]) -> list[ActiveWeights]:
        own = np.array([state.own for state in states], dtype=np.uint64)
        opponent = np.array([state.opponent for state in states], dtype=np.uint64)
        ids = self._configurations.weight_indices(own, opponent).astype(np.int64)
        ids += self._stage[np.bitwise_count(own | opponent)][:, None] * self.n_weights
        return [ActiveWeights(row, 1.0 if state.player == 0 else -1.0) for row, state in zip(ids, states, strict=True)]

    def equity(self, values: Floats) -> Floats:
        return values[..., 0]

    def targets(self, state: OthelloState) -> Floats:
        return np.array([self.rules.outcome(state, 0)])

    def model(self, weights: Floats, name: str, provenance: Mapping[str, Any]) -> Model:
        """The weights as a model that the engine can play with."""
        table = weights.reshape(self.patterns.stages, self.n_weights)
        return Model(self.patterns, Model.rounded(table), name, dict(provenance))


@dataclass(frozen=True)
class OthelloTdSettings:
    """How Othello is learned from zero.

    patterns: a pattern set by name; stages: how many tables of weights the game is divided into.
    explore:  the share of moves made at random: without dice, all games would be alike.
    """

    patterns: str = "logistello"
    stages: int = 6
    rate: float = 0.15
    decay: float = 0.7
    explore: float = 0.1
    seed: int = 1


def learn_othello(
    path: Path,
    games: int,
    settings: OthelloTdSettings,
    on_game: Callable[[int], None] = lambda done: None,
    on_state: Callable[[OthelloState], None] | None = None,
) -> Model:
    """Self-play into a file, on from what is in it; returns what was learned as a model of the engine."""
    coding = OthelloCoding(PatternSet.named(settings.patterns).with_stages(settings.stages))
    run = TdRun(path, {"game": "othello", **asdict(settings)})
    state = run.load(coding.new_weights)
    learner = LinearLearner(state.weights, rate=settings.rate, decay=settings.decay)
    self_play: SelfPlay[OthelloState, ActiveWeights] = SelfPlay(coding.rules, coding, settings.explore)
    run.learn(
        state,
        games,
        lambda random: self_play.play(learner, random, on_state),
        seed=settings.seed,
        save_every=500,
        on_game=on_game,
    )
    return coding.model(state.weights, "td", {"games": games, "td": asdict(settings)})
