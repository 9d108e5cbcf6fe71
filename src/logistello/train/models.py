"""Models as tasks name them, by file and checksum; and the model of nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path

import numpy as np

from logistello.errors import TrainingRunError
from logistello.evaluation.model import Model
from logistello.evaluation.pattern_set import PatternSet

#: Stands for the model of nothing where a checksum is expected.
NOTHING = "nothing"


@dataclass(frozen=True)
class ModelFile:
    """A model that workers load themselves; without a path the model of nothing, which knows the rules alone."""

    path: Path | None = None
    checksum: str = NOTHING
    #: Without it the ProbCut table is ignored, even if it is damaged; the checksum is then that of the rest.
    with_probcut: bool = True

    @classmethod
    def of(cls, path: Path) -> ModelFile:
        return cls(path, Model.load(path).checksum)

    @classmethod
    def find(cls, path: Path | None) -> ModelFile:
        """The model of a file or of the package, by name; without either the default one."""
        name = "default" if path is None else str(path)
        if path is not None and (path.is_file() or name not in Model.names()):
            return cls.of(path)
        return cls.of(Path(str(resources.files("logistello.evaluation") / "data" / f"{name}.model")))

    @property
    def is_nothing(self) -> bool:
        return self.path is None

    def load(self) -> Model:
        """A worker keeps the last few: all tasks of a stage use the same."""
        return _load(self.path, self.checksum, self.with_probcut)


@lru_cache(maxsize=3)
def _load(path: Path | None, checksum: str, with_probcut: bool) -> Model:
    if path is None:
        return nothing()
    model = Model.load(path, with_probcut=with_probcut)
    if model.checksum != checksum:
        raise TrainingRunError(f"{path} changed while it was being used; start again")
    return model


def nothing() -> Model:
    """All positions are worth the same, until the end of the game is in sight and discs are counted."""
    patterns = PatternSet.named("logistello").with_stages(1)
    return Model(patterns, np.zeros((1, patterns.n_weights), dtype=np.int16), name=NOTHING)
