"""A run: generation after generation in a folder. The same folder and settings go on where it was."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from logistello.errors import PositionsError, TrainingRunError
from logistello.evaluation.model import Model
from logistello.files import DRAFTS, locked, write_whole
from logistello.jobs import Pool
from logistello.train.artefact import read_json, write_json
from logistello.train.candidates import GIVEN, GivenGames, keep_given
from logistello.train.generation import Generation, GenerationOutcome
from logistello.train.models import NOTHING, ModelFile
from logistello.train.preset import Preset
from logistello.train.progress import Listener, Log
from logistello.train.report import write_report

#: The newest model that passed the gate.
BEST = "best.model"
#: A copy of the model that the run began with.
START = "start.model"
_VERSION = 1


@dataclass(frozen=True)
class RunResult:
    """How a run stands."""

    folder: Path
    outcomes: list[GenerationOutcome]
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
    games: Sequence[Path] = (),
    seed: int = 1,
    hours: float | None = None,
    listener: Listener | None = None,
) -> RunResult:
    """Make what is missing of a run. The result depends on preset, start, games and seed alone.

    Positions of ``games``, files and folders in any format, are learned from beside those of self-play. A run that
    exists has its own copy of them.

    After ``hours`` no generation begins that would, going by the last one, end later. Raises ``TrainingRunError`` if
    the folder holds another run, or a file of it is damaged.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _alone_in(folder):
        for draft in folder.rglob(DRAFTS):  # half-written when a run was killed
            draft.unlink()
        begun = _begin(folder, preset, start, games, seed)
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
    folder: Path, preset: Preset, pool: Pool, begun: Beginning, seed: int, hours: float | None, log: Log
) -> RunResult:
    started = time.monotonic()
    start = begun.start
    best, best_number = start, 0
    outcomes: list[GenerationOutcome] = []
    longest = 0.0
    for number in range(1, preset.generations + 1):
        spent = time.monotonic() - started
        if hours is not None and spent + longest > hours * 3600:
            log.tell("enough", generation=number, seconds=round(spent, 1), hours=hours)
            return RunResult(folder, outcomes, best_number, complete=False)
        name = f"generation {best_number}" if best_number else ("random play" if start.is_nothing else "start")
        outcome = Generation(folder, number, preset, seed, best, name, start, pool, log, begun.given).make()
        if outcome.accepted and outcome.model.path is not None:
            best, best_number = outcome.model, number
            write_whole(folder / BEST, outcome.model.path.read_bytes())
        outcomes.append(outcome)
        write_report(folder, preset, seed, start.checksum, outcomes, best_number)
        longest = max(longest, time.monotonic() - started - spent)
        log.tell(
            "generation",
            generation=number,
            accepted=outcome.accepted,
            best=best_number,
            gate=outcome.gate,
            yardsticks=outcome.yardsticks,
        )
    return RunResult(folder, outcomes, best_number, complete=True)


@dataclass(frozen=True)
class Beginning:
    """What a run is made from, besides its preset and seed."""

    start: ModelFile
    #: Games that were played elsewhere.
    given: GivenGames | None


def _begin(folder: Path, preset: Preset, start: Path | None, games: Sequence[Path], seed: int) -> Beginning:
    """Settle what the run is made from, or compare it with what was settled."""
    begin_with = NOTHING if start is None else Model.load(start).checksum
    path = folder / "run.json"
    copy = folder / START
    if not path.exists():
        ours = (START, GIVEN)  # all that a run has when it is killed right at its beginning
        if foreign := sorted(e.name for e in folder.iterdir() if not e.name.startswith(".") and e.name not in ours):
            raise TrainingRunError(f"{folder} holds {foreign[0]} but no run.json: it is no run; name another folder")
        if start is not None and start != copy:
            write_whole(copy, start.read_bytes())  # the run must not depend on a file that may change
        (folder / GIVEN).unlink(missing_ok=True)
    given = keep_given(folder, games)
    sources = None if given is None else given.sources
    inputs = {"version": _VERSION, "preset": preset.as_dict(), "seed": seed, "start": begin_with, "games": sources}
    if read_json(path, inputs) is None:
        write_json(path, inputs, {})
    return Beginning(ModelFile() if start is None else ModelFile(copy, begin_with), given)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Two processes in one folder would do the same work."""
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(folder / ".lock"))
        except BlockingIOError:
            raise TrainingRunError(f"{folder}: another process is at work on this run") from None
        yield


def settings_of(folder: Path) -> dict[str, Any] | None:
    """The inputs of the run in a folder, ``None`` if there is none."""
    path = folder / "run.json"
    if read_json(path) is None:
        return None
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["inputs"]
    return found
