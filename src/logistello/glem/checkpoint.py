"""A fit on disk, so that an interrupted one goes on to the same bytes."""

from __future__ import annotations

import hashlib
import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import TrainingDataError
from logistello.files import writing_whole
from logistello.glem.arrays import Vector
from logistello.glem.progress import FitProgress
from logistello.glem.solvers import SolverState

FORMAT = 1


@dataclass(frozen=True)
class Best:
    """The parameters with the smallest validation error so far."""

    iteration: int
    mae: float
    parameters: Vector


@dataclass(frozen=True)
class SavedFit:
    state: SolverState
    best: Best | None
    history: list[FitProgress]


def fingerprint(settings: dict[str, Any], *arrays: NDArray[Any] | None) -> str:
    """Tells fits apart: by every setting that changes the path of the solver, and by data."""
    digest = hashlib.sha256(json.dumps(settings, sort_keys=True).encode())
    for array in arrays:
        digest.update(b"-" if array is None else array.data)
    return digest.hexdigest()


def save(path: Path, saved: SavedFit, mark: str) -> None:
    """Write atomically: a crash leaves the old checkpoint or the new one."""
    state, best = saved.state, saved.best
    header = {
        "format": FORMAT,
        "fingerprint": mark,
        "iteration": state.iteration,
        "objective": state.objective,
        "gradient": state.gradient,
        "scalars": state.scalars,
        "best": None if best is None else {"iteration": best.iteration, "mae": best.mae},
        "history": [progress.to_dict() for progress in saved.history],
    }
    arrays: dict[str, Any] = {f"memory_{name}": values for name, values in state.memory.items()}
    if best is not None:
        arrays["best"] = best.parameters
    with writing_whole(path) as file:
        text = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
        np.savez(file, header=text, parameters=state.parameters, **arrays)


def load(path: Path, mark: str) -> SavedFit | None:
    """The saved fit, or ``None`` if there is none."""
    if not path.exists():
        return None
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            header = json.loads(file["header"].tobytes())
            arrays = {name: file[name] for name in file.files if name != "header"}
        if header["format"] != FORMAT:
            raise TrainingDataError(f"{path.name} is a checkpoint of format {header['format']}; {FORMAT} was expected")
        if header["fingerprint"] != mark:
            raise TrainingDataError(
                f"{path.name} belongs to a fit of other data or other settings; delete it or choose another file"
            )
        memory = {name.removeprefix("memory_"): values for name, values in arrays.items() if name.startswith("memory_")}
        state = SolverState(
            header["iteration"],
            arrays["parameters"],
            header["objective"],
            header["gradient"],
            memory,
            header["scalars"],
        )
        best = header["best"] and Best(header["best"]["iteration"], header["best"]["mae"], arrays["best"])
        return SavedFit(state, best, [FitProgress.from_dict(entry) for entry in header["history"]])
    except TrainingDataError:
        raise
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise TrainingDataError(f"{path.name} is not a checkpoint, or a damaged one ({error}); delete it") from error
