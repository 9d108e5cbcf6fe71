"""A fit on disk, so that an interrupted one goes on to the same result."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from logistello.errors import TrainingDataError
from logistello.framed_file import Kind, read_arrays, read_frame, write_arrays
from logistello.glem.arrays import Vector
from logistello.glem.progress import FitProgress
from logistello.glem.solvers import SolverState

KIND = Kind(b"LOGISFIT", 1, "checkpoint of a fit", TrainingDataError)


@dataclass(frozen=True)
class Checkpoint:
    """A file with plain values and arrays of one fit, written whole or not at all."""

    path: Path
    #: Tells fits apart that have other data or other settings.
    fingerprint: str

    def save(self, values: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
        write_arrays(self.path, KIND, {"fingerprint": self.fingerprint, "values": values}, arrays)

    def refuse_others(self) -> None:
        """Raises ``TrainingDataError`` if a file of this name is no checkpoint at all: it is not ours to replace."""
        if self.path.exists():
            with self.path.open("rb") as file:
                if file.read(len(KIND.magic)) != KIND.magic:
                    raise TrainingDataError(f"{self.path}: not a {KIND.name}; remove it, or name another output")

    def load(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]] | None:
        """What was saved last, ``None`` if there is no file.

        Raises ``TrainingDataError`` if it belongs to another fit or is damaged.
        """
        if not self.path.exists():
            return None
        frame = read_frame(self.path, KIND)
        if frame.header.get("fingerprint") != self.fingerprint:
            raise TrainingDataError(
                f"{self.path.name} belongs to a fit of other data or other settings; delete it or choose another file"
            )
        return frame.header["values"], read_arrays(frame)

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)


def fingerprint(settings: dict[str, Any], *arrays: NDArray[Any] | None) -> str:
    """Of every setting that changes the path of the solver, and of the data."""
    digest = hashlib.sha256(json.dumps(settings, sort_keys=True).encode())
    for array in arrays:
        digest.update(b"-" if array is None else array.data)
    return digest.hexdigest()


# -- the state of a solver --------------------------------------------------------------------


@dataclass(frozen=True)
class Best:
    """The parameters with the smallest validation error so far."""

    iteration: int
    mae: float
    parameters: Vector


@dataclass(frozen=True)
class SavedFit:
    """Where a solver is, and what it has told so far."""

    state: SolverState
    best: Best | None
    history: list[FitProgress]

    def save(self, checkpoint: Checkpoint) -> None:
        state, best = self.state, self.best
        values = {
            "iteration": state.iteration,
            "objective": state.objective,
            "gradient": state.gradient,
            "scalars": state.scalars,
            "best": None if best is None else {"iteration": best.iteration, "mae": best.mae},
            "history": [progress.to_dict() for progress in self.history],
        }
        arrays: dict[str, Any] = {f"memory_{name}": array for name, array in state.memory.items()}
        if best is not None:
            arrays["best"] = best.parameters
        checkpoint.save(values, {"parameters": state.parameters, **arrays})

    @classmethod
    def load(cls, checkpoint: Checkpoint) -> SavedFit | None:
        """Raises ``TrainingDataError`` as :meth:`Checkpoint.load` does."""
        found = checkpoint.load()
        if found is None:
            return None
        values, arrays = found
        arrays = {name: array.copy() for name, array in arrays.items()}  # solvers may change them in place
        memory = {name.removeprefix("memory_"): array for name, array in arrays.items() if name.startswith("memory_")}
        state = SolverState(
            values["iteration"],
            arrays["parameters"],
            values["objective"],
            values["gradient"],
            memory,
            values["scalars"],
        )
        best = values["best"] and Best(values["best"]["iteration"], values["best"]["mae"], arrays["best"])
        return cls(state, best, [FitProgress.from_dict(entry) for entry in values["history"]])
