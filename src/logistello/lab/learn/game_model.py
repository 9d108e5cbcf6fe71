"""A learned evaluation of any game: configurations with weights by stage, and how well shallow searches predict deep
ones; and its file.

The frame of a file is that of :mod:`logistello.framed_file`. Arrays: ``relation_begin``, ``features`` and ``values``
(the configurations, one after the other), ``weights`` ``[stages, configurations]``, ``bias`` ``[stages]``; if searches
were compared, ``probcut.lines`` and ``probcut.fits`` of :class:`logistello.lab.search.probcut_calibration.DepthLines`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from math import inf, tanh
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import ModelError
from logistello.framed_file import Kind, read_arrays, read_frame, write_arrays
from logistello.games import OpenSpielRules, OpenSpielState, openspiel_rules
from logistello.glem import Configuration, Relation
from logistello.lab.learn.features import GameFeatures, features_of
from logistello.lab.search.probcut_calibration import DepthLines

KIND = Kind(b"LOGISGAM", 1, "game model", ModelError)


@dataclass(frozen=True, eq=False)
class GameModel:
    """``value = scale * tanh((bias + sum of active weights) / 2)``, in the game's unit, seen by the side to move."""

    #: Of the rules that it is for.
    game: str
    #: Of the atomic features that it is over.
    features: str
    configurations: tuple[Configuration, ...]
    #: ``[stages, configurations]``.
    weights: NDArray[np.float32]
    #: What is added in each stage, whatever is active.
    bias: NDArray[np.float32]
    #: The greatest value, which nothing reaches: what a won game counts.
    scale: float
    #: How values of shallow searches predict those of deep ones.
    probcut: DepthLines | None = None
    #: What it was made from, and what became of that.
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not (isinstance(self.game, str) and isinstance(self.features, str) and isinstance(self.provenance, Mapping)):
            raise ModelError("the names of game and features must be texts, the provenance a table")
        if not (isinstance(self.scale, int | float) and 0 < self.scale < inf):
            raise ModelError(f"a won game counts {self.scale!r}; expected a number above 0")
        if not (np.isfinite(self.weights).all() and np.isfinite(self.bias).all()):
            raise ModelError("some weights are no numbers")
        if self.weights.ndim != 2 or self.weights.shape[1] != len(self.configurations):
            raise ModelError(f"weights of the shape {self.weights.shape} for {len(self.configurations)} configurations")
        if self.bias.shape != self.weights.shape[:1]:
            raise ModelError(f"{self.bias.shape} constants for {len(self.weights)} stages")

    def with_probcut(self, lines: DepthLines | None, **provenance: Any) -> Self:
        return replace(self, probcut=lines, provenance={**self.provenance, **provenance})

    def calibrated(self) -> DepthLines:
        """Raises ``ModelError`` if its searches were never compared."""
        if self.probcut is None:
            raise ModelError(f"this model of {self.game} has no ProbCut lines; 'logistello lab train' ends with them")
        return self.probcut

    @cached_property
    def checksum(self) -> str:
        """Tells whether two models give the same values."""
        sha = hashlib.sha256(f"{self.game} {self.features} {self.scale}".encode())
        for array in (*relation_arrays(self.configurations), self.weights, self.bias, *self._probcut_arrays().values()):
            sha.update(np.ascontiguousarray(array).tobytes())
        return sha.hexdigest()

    def save(self, path: Path) -> str:
        """Returns the checksum. The same model gives the same bytes."""
        begin, features, values = relation_arrays(self.configurations)
        header = {
            "game": self.game,
            "features": self.features,
            "scale": self.scale,
            "provenance": dict(self.provenance),
        }
        arrays: dict[str, NDArray[Any]] = {
            "relation_begin": begin,
            "features": features,
            "values": values,
            "weights": self.weights,
            "bias": self.bias,
            **self._probcut_arrays(),
        }
        return write_arrays(path, KIND, header, arrays)

    def _probcut_arrays(self) -> dict[str, NDArray[Any]]:
        if self.probcut is None:
            return {}
        return {"probcut.lines": self.probcut.lines, "probcut.fits": self.probcut.fits}

    @classmethod
    def load(cls, path: Path) -> Self:
        """Raises ``ModelError`` for anything but an undamaged model."""
        frame = read_frame(path, KIND)
        arrays = read_arrays(frame)
        try:
            begin, features, values = (arrays[name].tolist() for name in ("relation_begin", "features", "values"))
            configurations = tuple(
                Configuration(tuple(map(Relation, features[first:last], values[first:last])))
                for first, last in pairwise(begin)
            )
            header = frame.header
            return cls(
                header["game"],
                header["features"],
                configurations,
                arrays["weights"],
                arrays["bias"],
                header["scale"],
                DepthLines(arrays["probcut.lines"], arrays["probcut.fits"]) if "probcut.lines" in arrays else None,
                header["provenance"],
            )
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"{path}: what the game model holds cannot be understood ({error})") from error

    def rules(self) -> OpenSpielRules:
        return openspiel_rules(self.game)


class LearnedEvaluator:
    """A model at work: evaluates states, tens of thousands a second. Fulfils ``Evaluator``."""

    def __init__(self, model: GameModel, rules: OpenSpielRules | None = None) -> None:
        """Raises ``ModelError`` if the model is for another game or for other features."""
        self.model = model
        self.rules = rules or model.rules()
        if self.rules.name != model.game:
            raise ModelError(f"this is a model of {model.game}; it cannot evaluate {self.rules.name}")
        for plain in (False, True):
            found = features_of(self.rules, plain=plain)
            if found.name == model.features:
                break
        else:
            raise ModelError(
                f"this model is over the features {model.features}; this program has {found.name} for {model.game}: "
                "train it again"
            )
        if model.weights.shape[0] != found.stages:
            raise ModelError(f"weights of {model.weights.shape[0]} stages; {found.name} has {found.stages}")
        self.features: GameFeatures[OpenSpielState] = found
        self._read = found.read
        self._sum = self._sums.sum
        self._scale = model.scale
        self._bias = model.bias.tolist()

    @cached_property
    def _sums(self) -> _native.ConfigurationSum:
        begin, features, values = relation_arrays(self.model.configurations)
        weights = np.ascontiguousarray(self.model.weights, dtype=np.float32)
        return _native.ConfigurationSum(begin, features, values, weights, self.features.count, self.features.kinds)

    def value(self, state: OpenSpielState) -> float:
        """Seen by the side to move."""
        position, stage = self._read(state)
        return self._scale * tanh((self._bias[stage] + self._sum(position, stage)) / 2)

    def stage(self, state: OpenSpielState) -> int:
        return self._read(state)[1]


def relation_arrays(
    configurations: Sequence[Configuration],
) -> tuple[NDArray[np.uint64], NDArray[np.uint32], NDArray[np.int32]]:
    """Where the relations of each configuration begin, their features and their values."""
    sizes = [len(each) for each in configurations]
    relations = [relation for each in configurations for relation in each.relations]
    return (
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint64),
        np.array([feature for feature, _ in relations], dtype=np.uint32),
        np.array([value for _, value in relations], dtype=np.int32),
    )
