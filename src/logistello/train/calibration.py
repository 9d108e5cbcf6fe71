"""Calibration: how well a model's shallow searches predict its deep ones and exact scores, for ProbCut.

A stage of a run, and the command ``logistello calibrate``: choose positions, measure them in tasks, fit the table. What
was measured is kept in files, so that a stopped calibration goes on where it was.
"""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.engine import Engine, Limit
from logistello.errors import CalibrationError, TrainingRunError
from logistello.evaluation.model import Model
from logistello.jobs import Pool, Task
from logistello.othello import Position
from logistello.probcut import Samples, ValueLimits, calibrate
from logistello.probcut.plot import draw_calibration
from logistello.train.artefact import Arrays, Inputs, Shard, ShardResult, carry_out, read_arrays, write_arrays
from logistello.train.calibration_positions import Boards, from_games, inside_searches
from logistello.train.labelled_positions import Positions
from logistello.train.models import ModelFile
from logistello.train.preset import CalibrationSettings

#: Values beyond 40 discs say little about the others: near a wipe-out scores are bounded and errors are not normal.
DISC_LIMITS = ValueLimits(shallow=40.0, bias=20.0, sigma=(0.05, 40.0))
_MOST_DISCS = 64.0
_MOST_EMPTIES = 60
#: Solving positions with fewer empty squares tells little that searches of the usual depths do not.
_FEWEST_TO_SOLVE = 6
_SOLVE_TABLE_BYTES = 16 << 20
#: What a command has chosen, beside the shards of its pairs.
_CHOSEN = "positions.arrays"

#: What is being done, how much is done, how much there is.
OnProgress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Pairs:
    """Positions with their values, in discs for the side to move; NaN where a value was not measured."""

    own: NDArray[np.uint64]
    opp: NDArray[np.uint64]
    #: ``[positions, depth + 1]``. A search that reaches the end of the game is no estimate and is left out.
    values: NDArray[np.float32]
    #: Exact scores.
    exact: NDArray[np.float32]

    @property
    def empties(self) -> NDArray[np.int64]:
        return empties_of(self.own, self.opp)

    def __len__(self) -> int:
        return len(self.own)


def solved_empties(settings: CalibrationSettings) -> tuple[int, int]:
    """Fewest and most empty squares of positions that are solved."""
    return min(_FEWEST_TO_SOLVE, settings.solve), settings.solve


# -- measuring --------------------------------------------------------------------------------


def measure(
    model_file: ModelFile,
    own: NDArray[np.uint64],
    opp: NDArray[np.uint64],
    settings: CalibrationSettings,
    corner_quiescence: bool = False,
) -> Arrays:
    """A task: full-width values of every depth, and exact scores of late positions; NaN where nothing was measured."""
    model = model_file.load()
    empties = empties_of(own, opp)
    values = np.full((len(own), settings.depth + 1), np.nan, dtype=np.float32)
    values[:, 0] = model.evaluate(own, opp)
    for depth in range(1, settings.depth + 1):
        # A search that sees the end of the game is no estimate.
        rows = np.flatnonzero(empties > depth)
        mine, yours = np.ascontiguousarray(own[rows]), np.ascontiguousarray(opp[rows])
        if corner_quiescence:
            values[rows, depth] = _with_corner_quiescence(model, mine, yours, depth)
        else:
            values[rows, depth], _ = _native.search_many(model.native, own=mine, opp=yours, depth=depth)
    exact = np.full(len(own), np.nan, dtype=np.float32)
    late = np.flatnonzero(_to_solve(empties, settings))
    mine, yours = np.ascontiguousarray(own[late]), np.ascontiguousarray(opp[late])
    exact[late], _ = _native.solve_many(mine, yours, threads=1, table_bytes=_SOLVE_TABLE_BYTES)
    return {"values": values, "exact": exact}


def _with_corner_quiescence(
    model: Model, own: NDArray[np.uint64], opp: NDArray[np.uint64], depth: int
) -> NDArray[np.float32]:
    """Values of searches that look at corner moves beyond the horizon."""
    with Engine(model=model, hash_mb=1, selectivity="none", corner_quiescence=True) as engine:
        positions = map(Position.from_own, own.tolist(), opp.tolist())
        return np.array([engine.search(each, Limit(depth=depth)).score for each in positions], dtype=np.float32)


def empties_of(own: NDArray[np.uint64], opp: NDArray[np.uint64]) -> NDArray[np.int64]:
    return np.asarray(64 - np.bitwise_count(own | opp), dtype=np.int64)


def _to_solve(empties: NDArray[np.int64], settings: CalibrationSettings) -> NDArray[np.bool_]:
    fewest, most = solved_empties(settings)
    chosen: NDArray[np.bool_] = (empties >= fewest) & (empties <= most)
    return chosen


def task_size(depth: int) -> int:
    """Positions of a task, so that it takes seconds: full width, two moves deeper take ten times as long."""
    return max(4, min(64, int(4.0 ** (10 - depth))))


def _shards(
    folder: Path,
    model_file: ModelFile,
    chosen: Boards,
    settings: CalibrationSettings,
    inputs: Inputs,
    corner_quiescence: bool = False,
) -> list[Shard]:
    own, opp = chosen
    size = task_size(settings.depth)
    shards = []
    for number, first in enumerate(range(0, len(own), size)):
        part = slice(first, first + size)
        task = Task(measure, (model_file, own[part], opp[part], settings, corner_quiescence))
        shards.append(Shard(folder / f"{number:05d}.pairs", {**inputs, "shard": number}, task))
    return shards


def measure_all(
    pool: Pool,
    folder: Path,
    model_file: ModelFile,
    chosen: Boards,
    settings: CalibrationSettings,
    inputs: Inputs,
    on_begin: Callable[[int], Callable[[int], None]],
    corner_quiescence: bool = False,
) -> Pairs:
    """Measure what ``folder`` does not hold yet. ``on_begin`` gets the number of positions; what it returns is called
    with the number of positions that each task adds."""
    advance = on_begin(len(chosen[0]))

    def told(done: ShardResult) -> None:
        advance(len(done.arrays["exact"]))

    shards = _shards(folder, model_file, chosen, settings, inputs, corner_quiescence)
    parts = [done.arrays for done in carry_out(pool, shards, told)]
    values = [part["values"] for part in parts] or [np.empty((0, settings.depth + 1), dtype=np.float32)]
    exact = [part["exact"] for part in parts] or [np.empty(0, dtype=np.float32)]
    return Pairs(*chosen, np.concatenate(values), np.concatenate(exact))


# -- from pairs to a model --------------------------------------------------------------------


def calibrated(model: Model, pairs: Pairs, provenance: dict[str, Any], seed: int) -> Model:
    """The model with the table of these pairs; ``seed`` chooses those that only check it.

    Raises ``CalibrationError`` if the pairs do not suffice.
    """
    table = calibrate(
        _samples(model, pairs),
        stages=model.patterns.stages,
        most_left=_MOST_EMPTIES,
        weights_sha256=model.weights_sha256,
        limits=DISC_LIMITS,
        provenance=provenance,
        seed=seed,
    )
    return replace(model, probcut=table)


def draw_pairs(model: Model, pairs: Pairs) -> str:
    """Values, lines and sigmas of a calibrated model, as an SVG."""
    assert model.probcut is not None  # noqa: S101 - what is drawn
    ranges = map(model.patterns.discs_of_stage, range(model.patterns.stages))
    names = [f"{low}-{high} discs" for low, high in ranges]
    return draw_calibration(model.probcut, _samples(model, pairs), names, _MOST_DISCS)


def _samples(model: Model, pairs: Pairs) -> Samples:
    stage = model.patterns.stage_of_discs[64 - pairs.empties]
    return Samples(pairs.values, stage, pairs.exact, pairs.empties)


# -- the stage of a run -----------------------------------------------------------------------


def calibrate_generation(
    pool: Pool,
    folder: Path,
    fitted: Path,
    records: NDArray[np.void],
    settings: CalibrationSettings,
    inputs: Inputs,
    seed: int,
    on_begin: Callable[[int], Callable[[int], None]],
) -> Model:
    """The fitted model with its ProbCut table, measured at positions inside searches from the records."""
    model_file = ModelFile.of(fitted)
    model = model_file.load()
    chosen = inside_searches(records, model, settings.positions, seed)
    pairs = measure_all(pool, folder, model_file, chosen, settings, inputs, on_begin)
    return calibrated(model, pairs, _provenance(settings, seed), seed)


def _provenance(settings: CalibrationSettings, seed: int) -> dict[str, Any]:
    return {"positions": settings.positions, "depth": settings.depth, "solve": settings.solve, "seed": seed}


# -- the stage as a command -------------------------------------------------------------------


@dataclass(frozen=True)
class PairFiles:
    """Where a command keeps what it measures until the model is written, or longer if the user named a place."""

    folder: Path
    #: A file ``.pairs.npz``, as earlier versions wrote them: what it holds is not measured again.
    earlier: Path
    #: Which of the two the user named. It is kept, and it is an error if it holds another calibration; what was not
    #: named is discarded if it does not fit.
    named: Path | None = None

    @classmethod
    def beside(cls, target: Path, named: Path | None = None) -> PairFiles:
        """For a model that is to be written to ``target``, a file or a folder."""
        folder = target / "calibrate.pairs" if target.is_dir() else target.with_name(f"{target.name}.pairs")
        earlier = folder.with_name(f"{folder.name}.npz")
        if named is None:
            return cls(folder, earlier)
        return cls(folder, named, named) if named.is_file() else cls(named, earlier, named)

    def clear(self) -> None:
        """Remove what the user did not name."""
        if self.folder != self.named and self.folder.is_dir():
            shutil.rmtree(self.folder)
        if self.earlier != self.named:
            self.earlier.unlink(missing_ok=True)


@dataclass(frozen=True)
class Calibration:
    """The calibration of one model file, outside of a run."""

    model: Path
    settings: CalibrationSettings
    seed: int
    #: Where labelled positions are, to choose from as a run does; without them the model's own games are used.
    labels: Sequence[Path] = ()
    #: For searches with corner quiescence, whose values are others.
    corner_quiescence: bool = False

    def make(
        self, pool: Pool, files: PairFiles, on_progress: OnProgress = lambda what, done, total: None
    ) -> tuple[Model, Pairs]:
        """The model with its table, and the pairs; ``files`` then hold all that was measured."""
        model = Model.load(self.model, with_probcut=False)
        positions = [Positions.load(path) for path in self.labels]
        inputs = {
            "model": model.checksum,
            "seed": self.seed,
            "settings": self.settings.named(),
            "labels": [each.checksum for each in positions],
            **self._kind_of_search,
        }
        known = self._known(model, files)
        if known is not None and self._rows_done(known).all():
            pairs = known
        else:
            chosen = self._chosen(model, positions, files, inputs, known, on_progress)
            model_file = ModelFile(self.model, model.checksum, with_probcut=False)
            if known is not None:
                self._take_over(known, _shards(files.folder, model_file, chosen, self.settings, inputs))
            done = 0

            def begin(total: int) -> Callable[[int], None]:
                def advance(more: int) -> None:
                    nonlocal done
                    done += more
                    on_progress("measuring", done, total)

                return advance

            pairs = measure_all(
                pool, files.folder, model_file, chosen, self.settings, inputs, begin, self.corner_quiescence
            )
        return calibrated(model, pairs, self._provenance(), self.seed), pairs

    def _provenance(self) -> dict[str, Any]:
        if self.labels:
            return {**_provenance(self.settings, self.seed), **self._kind_of_search}
        return {**_earlier_settings(self.settings, self.seed), **self._kind_of_search}

    @property
    def _kind_of_search(self) -> dict[str, Any]:
        """Named only where it is not the usual one, so that what was measured before stays valid."""
        return {"corner_quiescence": True} if self.corner_quiescence else {}

    def _chosen(
        self,
        model: Model,
        positions: list[Positions],
        files: PairFiles,
        inputs: Inputs,
        known: Pairs | None,
        on_progress: OnProgress,
    ) -> Boards:
        path = files.folder / _CHOSEN
        try:
            stored = read_arrays(path, inputs)
        except TrainingRunError:
            if files.folder == files.named:
                raise
            shutil.rmtree(files.folder)
            stored = None
        if stored is not None:
            return stored[0]["own"], stored[0]["opp"]
        if known is not None:
            own, opp = known.own, known.opp
        elif positions:
            records = np.concatenate([np.asarray(each.records) for each in positions])
            own, opp = inside_searches(records, model, self.settings.positions, self.seed)
        else:
            own, opp = from_games(
                model, self.settings.positions, self.seed, lambda done, total: on_progress("choosing", done, total)
            )
        files.folder.mkdir(exist_ok=True)
        write_arrays(path, inputs, {"own": own, "opp": opp})
        return own, opp

    # -- files of earlier versions ------------------------------------------------------------

    def _known(self, model: Model, files: PairFiles) -> Pairs | None:
        if self.labels or self.corner_quiescence:  # such files hold the usual searches of the model's games
            return None
        try:
            return read_earlier(files.earlier, model, self.settings, self.seed)
        except CalibrationError:
            if files.earlier == files.named:
                raise
            return None

    def _rows_done(self, known: Pairs) -> NDArray[np.bool_]:
        unsolved = np.isnan(known.exact) & _to_solve(known.empties, self.settings)
        rows: NDArray[np.bool_] = np.isfinite(known.values[:, 0]) & ~unsolved
        return rows

    def _take_over(self, known: Pairs, shards: Sequence[Shard]) -> None:
        """Write the shards that are already measured."""
        done, size = self._rows_done(known), task_size(self.settings.depth)
        for number, shard in enumerate(shards):
            part = slice(number * size, (number + 1) * size)
            if done[part].all() and not shard.path.exists():
                write_arrays(shard.path, shard.inputs, {"values": known.values[part], "exact": known.exact[part]})


def _earlier_settings(settings: CalibrationSettings, seed: int) -> dict[str, Any]:
    """Settings as commands have always named them in files."""
    return {
        "positions": settings.positions,
        "depth": settings.depth,
        "seed": seed,
        "solve_empties": list(solved_empties(settings)),
    }


def read_earlier(path: Path, model: Model, settings: CalibrationSettings, seed: int) -> Pairs | None:
    """Pairs of a file ``.pairs.npz``, as earlier versions wrote them, finished or not; ``None`` if there is none.

    Raises ``CalibrationError`` if it is damaged or of another calibration.
    """
    if not path.is_file():
        return None
    wanted = {"weights": model.weights_sha256, **_earlier_settings(settings, seed)}
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            found = json.loads(str(stored["fingerprint"]))
            own, opp, values, exact = (np.asarray(stored[name]) for name in ("own", "opponent", "values", "exact"))
    except (ValueError, KeyError, EOFError, OSError, zipfile.BadZipFile) as error:
        raise CalibrationError(f"{path} is damaged or no file of pairs: {error}") from error
    if found != wanted:
        names = [name for name in wanted if found.get(name) != wanted[name]]
        raise CalibrationError(f"{path} holds pairs of other {', '.join(names)}; name a new folder for these")
    ends = np.arange(values.shape[1]) >= empties_of(own, opp)[:, None]
    return Pairs(own, opp, np.where(ends, np.float32(np.nan), values), exact)
