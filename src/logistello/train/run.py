"""A run: generation after generation in a folder. The same folder and settings go on where it was."""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from logistello.errors import PositionsError, TrainingRunError
from logistello.evaluation.model import Model
from logistello.jobs import Pool
from logistello.train.artefact import read_json, write_json, write_whole
from logistello.train.generation import Generation, Outcome
from logistello.train.players import NOTHING, ModelFile
from logistello.train.preset import Preset
from logistello.train.progress import Listener, Log
from logistello.train.report import write_report

#: The newest model that passed the gate.
BEST = "best.model"
#: A copy of the model that the run began with.
START = "start.model"
_VERSION = 1


@dataclass(frozen=True)
class Result:
    """How a run stands."""

    folder: Path
    outcomes: list[Outcome]
    #: The number of the best generation, 0 for what the run began with.
    best: int
    #: All generations of the preset are made.
    complete: bool

    @property
    def best_model(self) -> Path | None:
        return self.folder / BEST if self.best else None


def train(
    folder: Path,
    preset: Preset,
    pool: Pool,
    *,
    start: Path | None = None,
    seed: int = 1,
    hours: float | None = None,
    listener: Listener | None = None,
) -> Result:
    """Make what is missing of a run. The result depends on preset, start and seed alone.

    After ``hours`` no generation begins that would, going by the last one, end later. Raises ``TrainingRunError`` if
    the folder holds another run, or a file of it is damaged.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _alone_in(folder):
        for draft in folder.rglob(".*.tmp"):  # half-written when a run was killed
            draft.unlink()
        begun = _begin(folder, preset, start, seed)
        log = Log(folder / "log.jsonl", listener)
        try:
            log.tell("run", preset=preset.name, seed=seed, generations=preset.generations, workers=pool.workers)
            result = _generations(folder, preset, pool, begun, seed, hours, log)
            log.tell("done", best=result.best, complete=result.complete)
        except PositionsError as error:
            raise TrainingRunError(f"{error}; a damaged file of a run can be removed and is made again") from error
        finally:
            log.close()
    return result


def _generations(
    folder: Path, preset: Preset, pool: Pool, begun: ModelFile, seed: int, hours: float | None, log: Log
) -> Result:
    started = time.monotonic()
    best, best_number = begun, 0
    outcomes: list[Outcome] = []
    longest = 0.0
    for number in range(1, preset.generations + 1):
        spent = time.monotonic() - started
        if hours is not None and spent + longest > hours * 3600:
            log.tell("enough", generation=number, seconds=round(spent, 1), hours=hours)
            return Result(folder, outcomes, best_number, complete=False)
        name = f"generation {best_number}" if best_number else ("random play" if begun.is_nothing else "start")
        outcome = Generation(folder, number, preset, seed, best, name, begun, pool, log).make()
        if outcome.accepted and outcome.model.path is not None:
            best, best_number = outcome.model, number
            write_whole(folder / BEST, outcome.model.path.read_bytes())
        outcomes.append(outcome)
        write_report(folder, preset, seed, begun.checksum, outcomes, best_number)
        longest = max(longest, time.monotonic() - started - spent)
        log.tell(
            "generation",
            generation=number,
            accepted=outcome.accepted,
            best=best_number,
            gate=outcome.gate,
            yardsticks=outcome.yardsticks,
        )
    return Result(folder, outcomes, best_number, complete=True)


def _begin(folder: Path, preset: Preset, start: Path | None, seed: int) -> ModelFile:
    """Settle what the run is made from, or compare it with what was settled."""
    given = NOTHING if start is None else Model.load(start).checksum
    inputs = {"version": _VERSION, "preset": preset.as_dict(), "seed": seed, "start": given}
    path = folder / "run.json"
    copy = folder / START
    if read_json(path, inputs) is None:
        if foreign := sorted(entry.name for entry in folder.iterdir() if not entry.name.startswith(".")):
            raise TrainingRunError(f"{folder} holds {foreign[0]} but no run.json: it is no run; name another folder")
        if start is not None and start != copy:
            write_whole(copy, start.read_bytes())  # the run must not depend on a file that may change
        write_json(path, inputs, {})
    return ModelFile() if start is None else ModelFile(copy, given)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Two processes in one folder would do the same work."""
    lock = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o666)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise TrainingRunError(f"{folder}: another process is at work on this run") from None
        yield
    finally:
        os.close(lock)


def settings_of(folder: Path) -> dict[str, Any] | None:
    """The inputs of the run in a folder, ``None`` if there is none."""
    path = folder / "run.json"
    if read_json(path) is None:
        return None
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["inputs"]
    return found
