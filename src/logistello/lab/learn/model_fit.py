"""From labelled positions of any game to a model: configurations, then weights by stage."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import TrainingDataError
from logistello.glem import ConfigurationDag, Rows, StagedGlemRegressor
from logistello.lab.learn.configuration_search import ConfigurationSettings, find_configurations, orbits
from logistello.lab.learn.features import GameFeatures
from logistello.lab.learn.game_model import GameModel

#: Of the games, for validation: the fit stops when it no longer gets better on them.
_HELD_OUT = 10


@dataclass(frozen=True)
class LabelledPositions:
    """Positions as their features, with what they are worth to the side to move."""

    features: NDArray[np.uint8]
    stages: NDArray[np.uint8]
    targets: NDArray[np.float32]
    #: Positions of one game have one number: they are learned from, or used to check, together.
    games: NDArray[np.int64]

    def __post_init__(self) -> None:
        if not len(self.features) == len(self.stages) == len(self.targets) == len(self.games):
            raise TrainingDataError("features, stages, targets and games of different lengths")
        if not len(self.features):
            raise TrainingDataError("there are no positions to learn from")

    def __len__(self) -> int:
        return len(self.targets)


@dataclass(frozen=True)
class ModelFitSettings:
    """
    shrinkage: a weight seen so often is halved (``l2`` of GLEM).
    enough:    with more positions than this, a configuration has a weight of its own in a stage; with fewer, stages
               share one (``MergeRule``).
    """

    configurations: ConfigurationSettings = field(default_factory=ConfigurationSettings)
    shrinkage: float = 20.0
    enough: int = 50
    iterations: int = 5
    threads: int = 1


def fit_model(
    game: str, features: GameFeatures[Any], positions: LabelledPositions, scale: float, settings: ModelFitSettings
) -> GameModel:
    """The errors on games that were not learned from stand in its provenance."""
    found = find_configurations(
        positions.features,
        positions.targets,
        features.regions,
        features.images,
        settings.configurations,
        threads=settings.threads,
    )
    if not len(found):
        raise TrainingDataError(
            f"in {len(positions)} positions nothing occurs often enough to be learned: play more games"
        )
    shared = orbits(found, features.images, features.regions)
    n_orbits = int(shared.max()) + 1
    active = ConfigurationDag(found).active(positions.features.astype(np.int32), threads=settings.threads)
    # Images of each other share a weight; the last id means "nothing here".
    # The id before that one is the constant, which is active everywhere.
    constant, nothing = n_orbits, n_orbits + 1
    rows = np.full((len(positions), active.shape[1] + 1), constant, dtype=np.uint32)
    rows[:, 1:] = np.append(shared, nothing).astype(np.uint32)[active]
    held_out = positions.games % _HELD_OUT == 0
    if held_out.all() or not held_out.any():
        held_out = np.zeros(len(positions), dtype=np.bool_)
    learned = ~held_out
    validation = (
        Rows(np.ascontiguousarray(rows[held_out]), positions.targets[held_out], stages=positions.stages[held_out])
        if held_out.any()
        else None
    )
    regressor = StagedGlemRegressor(
        link="sigmoid",
        scale=scale,
        l2=settings.shrinkage,
        iterations=settings.iterations,
        threads=settings.threads,
        tolerance=1e-3,
        patience=2,
        few=5,
        enough=settings.enough,
    ).fit(
        np.ascontiguousarray(rows[learned]),
        positions.targets[learned],
        positions.stages[learned],
        n_weights=n_orbits + 1,
        n_stages=features.stages,
        validation=validation,
    )
    checked = [each.validation_mae for each in regressor.history_ if each.validation_mae is not None]
    provenance = {
        "positions": len(positions),
        "games": len(np.unique(positions.games)),
        "configurations": len(found),
        "weights": int(regressor.n_parameters_),
        "training_mae": round(regressor.training_errors_.mae, 5),
        "validation_mae": round(min(checked), 5) if checked else None,
    }
    weights = np.ascontiguousarray(regressor.coef_[:, shared], dtype=np.float32)
    bias = regressor.coef_[:, constant].astype(np.float32)
    return GameModel(game, features.name, tuple(found), weights, bias, scale, provenance=provenance)
