"""What a fit has done so far, in a file: an interrupted fit goes on after its last finished stage."""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import TrainingDataError
from logistello.files import writing_whole


@dataclass
class Checkpoint:
    """Weights and metrics of finished stages. Without a path nothing is written."""

    path: Path | None
    #: Tells fits with other data or parameters apart.
    fingerprint: str
    weights: NDArray[np.int16]
    #: By stage; a stage without positions has metrics but no weights.
    metrics: dict[int, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path | None, fingerprint: str, stages: int, n_weights: int) -> Checkpoint:
        """Go on with a file if it belongs to the same fit, else begin anew."""
        fresh = cls(path, fingerprint, np.zeros((stages, n_weights), dtype=np.int16))
        if path is None or not path.exists():
            return fresh
        try:
            with np.load(path, allow_pickle=False) as stored:
                known = json.loads(str(stored["state"]))
                if known["fingerprint"] == fingerprint and stored["weights"].shape == fresh.weights.shape:
                    fresh.weights[:] = stored["weights"]
                    fresh.metrics = {int(stage): each for stage, each in known["metrics"].items()}
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return fresh  # damaged: the work is done again
        return fresh

    def has(self, stage: int) -> bool:
        return stage in self.metrics

    def add(self, stage: int, weights: NDArray[np.int16] | None, metrics: dict[str, Any]) -> None:
        if weights is not None:
            self.weights[stage] = weights
        self.metrics[stage] = metrics
        if self.path is not None:
            state = json.dumps({"fingerprint": self.fingerprint, "metrics": self.metrics})
            with writing_whole(self.path) as file:
                np.savez_compressed(file, weights=self.weights, state=np.array(state))

    def filled(self) -> NDArray[np.int16]:
        """Weights of all stages; a stage without positions takes those of the nearest one that has some."""
        fitted = [stage for stage, each in self.metrics.items() if each["positions"]]
        if not fitted:
            raise TrainingDataError("no stage has positions to learn from: all of them were held out for validation")
        for stage, each in self.metrics.items():
            nearest = min(fitted, key=lambda other: (abs(other - stage), other))
            if nearest != stage:
                self.weights[stage] = self.weights[nearest]
                each["taken_from_stage"] = nearest
        return self.weights

    def remove(self) -> None:
        if self.path is not None:
            self.path.unlink(missing_ok=True)
