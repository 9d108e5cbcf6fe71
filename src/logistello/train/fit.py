"""The stage from labelled positions to a model: for every stage of the game a least-squares fit of its weights.

A stage learns from its own positions and, with less weight, from those with a few discs more or fewer (Buro 1999,
section 5.2). Shrinkage keeps weights of rare configurations near zero.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import TrainingDataError
from logistello.evaluation.model import UNITS_PER_DISC, Model
from logistello.evaluation.pattern_set import Pattern, PatternSet, square_rows
from logistello.evaluation.sparse_patterns import Configurations, SparseConfigurations, mirrored
from logistello.glem import Checkpoint, GlemRegressor
from logistello.train.labelled_positions import Flag, Positions, is_held_out

#: What happens while fitting, as plain values; see ``fit_model``.
OnMetrics = Callable[[dict[str, Any]], None]

_HIGHEST_SCORE = 64
#: A stage is done when the gradient has fallen to this part of what it was: the error no longer changes visibly.
_TOLERANCE = 3e-3


@dataclass(frozen=True)
class FitOptions:
    """Parameters of a fit. All but ``threads`` belong to the provenance of a model."""

    #: Shrinkage, in positions that each weight is imagined to have been seen in without any effect.
    l2: float = 30.0
    #: Most conjugate-gradient steps of a stage. It ends sooner when the gradient has become small.
    iterations: int = 40
    #: Positions with up to this many discs more or fewer than the stage has count, too, the less the farther.
    window: int = 4
    #: How much more a position with an exact score counts than others.
    exact_weight: float = 4.0
    #: A position that n games came to counts n to this power.
    count_power: float = 0.5
    #: Configurations of sparse patterns that fewer training positions match have no weight.
    sparse_min_matches: int = 75
    #: Part of the games kept for validation.
    holdout: float = 0.03
    seed: int = 0
    threads: int = 1

    def __post_init__(self) -> None:
        if self.l2 < 0 or self.exact_weight <= 0 or not 0 <= self.count_power <= 1:
            raise TrainingDataError(
                "shrinkage must not be negative, the weight of exact scores must be positive, and the power of counts "
                "lies between 0 and 1"
            )
        if min(self.iterations, self.threads, self.sparse_min_matches) < 1 or self.window < 0:
            raise TrainingDataError(
                "numbers of iterations, threads and matches must be positive, the window not negative"
            )
        if not 0 <= self.holdout < 1:
            raise TrainingDataError(f"{self.holdout} of the games to hold out; expected 0 or more and less than 1")

    def as_dict(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if name != "threads"}

    def used_for(self, patterns: PatternSet) -> dict[str, Any]:
        """Those that matter for a pattern set."""
        unused = {"sparse_min_matches"} if patterns.is_flat else set()
        return {name: value for name, value in self.as_dict().items() if name not in unused}


def fit_model(
    positions: Sequence[Positions],
    patterns: PatternSet,
    options: FitOptions | None = None,
    *,
    name: str | None = None,
    on_metrics: OnMetrics | None = None,
    checkpoint: Path | None = None,
) -> Model:
    """Fit a model to labelled positions.

    ``on_metrics`` gets ``{"event": "iteration", "stage", "iteration", "loss", "gradient", "seconds"}`` after
    every step and ``{"event": "stage", "stage", "discs", "positions", "mae", ..., "seconds"}`` after every stage.
    With a ``checkpoint`` file, an interrupted fit is resumed after its last finished stage and gives the same model.
    Raises ``TrainingDataError`` if the positions are empty or contradict each other.
    """
    options = options or FitOptions()
    data = TrainingData.of(positions, options)
    sparse = data.frequent(patterns, options)
    provenance = {
        "fit": options.used_for(patterns),
        "positions": [{"sha256": each.checksum, "positions": len(each), **each.header} for each in positions],
    }
    kept = None if checkpoint is None else Checkpoint(checkpoint, _fingerprint(patterns, provenance))
    done = FittedStages.begin(kept, patterns.stages, sparse.n_weights)
    started = time.perf_counter()

    def report(**values: Any) -> None:
        if on_metrics is not None:
            on_metrics({**values, "seconds": round(time.perf_counter() - started, 2)})

    with IndexStore() as store:
        for stage in reversed(range(patterns.stages)):
            if not done.has(stage):
                low, high = patterns.discs_of_stage(stage)
                if not len(data.near(low, high, 0)[0]):
                    done.add(stage, None, {"stage": stage, "discs": [low, high], "positions": 0})
                    continue
                fitter = StageFit(sparse, data, options, store, (low, high), lambda s=stage, **v: report(stage=s, **v))
                done.add(stage, *fitter.run(stage))
            report(event="stage", **done.metrics[stage])
    model = Model(
        patterns=patterns,
        weights=done.filled(),
        name=name or patterns.name,
        provenance=provenance,
        metrics=_summary([done.metrics[stage] for stage in range(patterns.stages)]),
        kept=sparse.kept,
    )
    if kept is not None:
        kept.remove()
    return model


def fit_stages(
    positions: Sequence[Positions],
    sparse: SparseConfigurations,
    stages: Iterable[int],
    options: FitOptions,
    *,
    on_metrics: OnMetrics | None = None,
) -> dict[int, NDArray[np.int16]]:
    """Weights of some stages alone, to label positions of earlier stages with; stages without positions are left out.

    ``sparse`` says which configurations of sparse patterns have weights.
    """
    data = TrainingData.of(positions, options)
    found = {}

    def report(**values: Any) -> None:
        if on_metrics is not None:
            on_metrics(values)

    with IndexStore() as store:
        for stage in stages:
            discs = sparse.patterns.discs_of_stage(stage)
            if len(data.near(*discs, 0)[0]):
                fitter = StageFit(sparse, data, options, store, discs, lambda s=stage, **v: report(stage=s, **v))
                found[stage], metrics = fitter.run(stage)
                report(event="stage", **metrics)
    return found


def _fingerprint(patterns: PatternSet, provenance: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps([patterns.as_dict(), provenance], sort_keys=True).encode()).hexdigest()


def _summary(stages: list[dict[str, Any]]) -> dict[str, Any]:
    counted = [(each["validation"], each["mae"]) for each in stages if each.get("validation")]
    total = sum(count for count, _ in counted)
    mae = sum(count * each for count, each in counted) / total if total else None
    return {"validation_mae": None if mae is None else round(mae, 4), "stages": stages}


@dataclass
class FittedStages:
    """Weights and metrics of the stages that are done."""

    weights: NDArray[np.int16]
    #: By stage; a stage without positions has metrics but no weights.
    metrics: dict[int, dict[str, Any]] = field(default_factory=dict)
    checkpoint: Checkpoint | None = None

    @classmethod
    def begin(cls, checkpoint: Checkpoint | None, stages: int, n_weights: int) -> FittedStages:
        """Go on with a checkpoint of the same fit; one of another fit, or a damaged one, is begun anew."""
        begun = cls(np.zeros((stages, n_weights), dtype=np.int16), checkpoint=checkpoint)
        try:
            found = None if checkpoint is None else checkpoint.load()
        except TrainingDataError:
            return begun
        if found is not None:
            begun.metrics = {int(stage): each for stage, each in found[0]["metrics"].items()}
            begun.weights[:] = found[1]["weights"]
        return begun

    def has(self, stage: int) -> bool:
        return stage in self.metrics

    def add(self, stage: int, weights: NDArray[np.int16] | None, metrics: dict[str, Any]) -> None:
        if weights is not None:
            self.weights[stage] = weights
        self.metrics[stage] = metrics
        if self.checkpoint is not None:
            self.checkpoint.save({"metrics": self.metrics}, {"weights": self.weights})

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


@dataclass(frozen=True)
class TrainingData:
    """All positions, as columns."""

    own: NDArray[np.uint64]
    opp: NDArray[np.uint64]
    score: NDArray[np.float32]
    weight: NDArray[np.float32]
    exact: NDArray[np.bool_]
    held_out: NDArray[np.bool_]
    discs: NDArray[np.int16]

    @classmethod
    def of(cls, positions: Sequence[Positions], options: FitOptions) -> TrainingData:
        """Check positions and put them together."""

        def column(field: str) -> NDArray[Any]:
            return np.concatenate([np.asarray(each.records[field]) for each in positions]) if positions else np.empty(0)

        if not sum(len(each) for each in positions):
            raise TrainingDataError("there is no position to learn from")
        own, opp, score = column("own"), column("opp"), column("score")
        exact = (column("flags") & int(Flag.EXACT)) != 0
        if (broken := np.flatnonzero(own & opp)).size:
            raise TrainingDataError(f"position {broken[0]} has discs of both sides on one square")
        if (wrong := np.flatnonzero(~(np.abs(score) <= _HIGHEST_SCORE))).size:
            raise TrainingDataError(f"position {wrong[0]} has the score {score[wrong[0]]}; expected -64 to 64 discs")
        _refuse_contradictions(own[exact], opp[exact], score[exact])
        counts = np.maximum(column("count"), 1).astype(np.float64)
        held_out = is_held_out(column("game"), options.holdout, options.seed)
        if held_out.all():
            raise TrainingDataError("all games were held out for validation: use more games or a smaller part")
        return cls(
            own=own,
            opp=opp,
            score=score,
            weight=(np.where(exact, options.exact_weight, 1.0) * counts**options.count_power).astype(np.float32),
            exact=exact,
            held_out=held_out,
            discs=np.bitwise_count(own | opp).astype(np.int16),
        )

    def frequent(self, patterns: PatternSet, options: FitOptions) -> SparseConfigurations:
        """What the training positions match often enough of sparse patterns."""
        if patterns.is_flat:
            return SparseConfigurations(patterns)
        rows = ~self.held_out
        least = options.sparse_min_matches
        found = frequent_configurations(patterns, self.own[rows], self.opp[rows], least, options.threads)
        if without := [name for name, kept in found.kept.items() if not len(kept)]:
            raise TrainingDataError(
                f"no configuration of {', '.join(without)} has {least} matches or more in the training positions: "
                "use more positions or ask for fewer matches"
            )
        return found

    def near(self, low: int, high: int, window: int) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """Rows with ``low`` to ``high`` discs and a window around, and how much each counts for its distance."""
        rows = np.flatnonzero((self.discs >= low - window) & (self.discs <= high + window) & ~self.held_out)
        discs = self.discs[rows]
        distance = np.maximum(np.maximum(low - discs, discs - high), 0)
        return rows, (1 - distance / (window + 1)).astype(np.float32)

    def validation(self, low: int, high: int) -> NDArray[np.intp]:
        return np.flatnonzero((self.discs >= low) & (self.discs <= high) & self.held_out)


def _refuse_contradictions(own: NDArray[np.uint64], opp: NDArray[np.uint64], score: NDArray[np.float32]) -> None:
    order = np.lexsort((opp, own))
    same = (own[order[1:]] == own[order[:-1]]) & (opp[order[1:]] == opp[order[:-1]])
    for place in np.flatnonzero(same & (score[order[1:]] != score[order[:-1]]))[:1]:
        one, other = score[order[place]], score[order[place + 1]]
        board = f"{int(own[order[place]]):#018x} {int(opp[order[place]]):#018x}"
        raise TrainingDataError(f"the position {board} has two different exact scores, {one:+g} and {other:+g}")


@dataclass(frozen=True)
class StageFit:
    """The work of one stage."""

    sparse: SparseConfigurations
    data: TrainingData
    options: FitOptions
    store: IndexStore
    discs: tuple[int, int]
    report: Callable[..., None]

    def run(self, stage: int) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Weights and metrics."""
        weights = Model.rounded(self._fit())
        return weights, self._metrics(stage, weights)

    def _fit(self) -> NDArray[np.float64]:
        data, options = self.data, self.options
        rows, nearness = data.near(*self.discs, options.window)
        indices = self.store.matrix(len(rows), self.sparse.patterns.n_instances + 1)
        self._indices(rows, indices)
        regressor = GlemRegressor(
            l2=options.l2, iterations=options.iterations, tolerance=_TOLERANCE, threads=options.threads
        )
        regressor.fit(
            indices,
            data.score[rows],
            n_weights=self.sparse.n_weights,
            row_weights=data.weight[rows] * nearness,
            on_progress=lambda step: self.report(
                event="iteration",
                iteration=step.iteration,
                loss=round(step.loss, 5),
                gradient=round(step.gradient, 7),
            ),
        )
        return regressor.coef_

    def _metrics(self, stage: int, weights: NDArray[np.int16]) -> dict[str, Any]:
        data = self.data
        low, high = self.discs
        metrics: dict[str, Any] = {"stage": stage, "discs": [low, high]}
        train, _ = data.near(low, high, 0)
        held_out = data.validation(low, high)
        metrics["positions"] = len(train)
        metrics["validation"] = len(held_out)
        for name, rows in (("mae", held_out), ("mae_exact", held_out[data.exact[held_out]])):
            if len(rows):
                metrics[name] = round(float(np.abs(self._values(rows, weights) - data.score[rows]).mean()), 4)
        metrics["weights_not_zero"] = int(np.count_nonzero(weights))
        return metrics

    def _values(self, rows: NDArray[np.intp], weights: NDArray[np.int16]) -> NDArray[np.float32]:
        discs = weights.astype(np.float64) / UNITS_PER_DISC
        return _sums(self._indices(rows), np.append(discs, 0.0))  # the last one for configurations without a weight

    def _indices(self, rows: NDArray[np.intp], out: NDArray[np.uint32] | None = None) -> NDArray[np.uint32]:
        own, opp = self.data.own[rows], self.data.opp[rows]
        return self.sparse.weight_indices(own, opp, threads=self.options.threads, out=out)


def _sums(indices: NDArray[np.uint32], weights: NDArray[np.float64], chunk: int = 1 << 17) -> NDArray[np.float32]:
    """The value of each row: the sum of its weights."""
    values = np.empty(len(indices), dtype=np.float32)
    for start in range(0, len(indices), chunk):
        values[start : start + chunk] = weights[indices[start : start + chunk]].sum(axis=1)
    return values


# -- which configurations have weights --------------------------------------------------------


def frequent_configurations(
    patterns: PatternSet, own: NDArray[np.uint64], opp: NDArray[np.uint64], least: int, threads: int = 1
) -> SparseConfigurations:
    """Those of the sparse patterns that have at least ``least`` matches in the positions."""
    found = {each.name: frequent_of_pattern(each, own, opp, least, threads) for each in patterns.sparse_patterns}
    return SparseConfigurations(patterns, found)


def frequent_of_pattern(
    pattern: Pattern, own: NDArray[np.uint64], opp: NDArray[np.uint64], least: int, threads: int = 1
) -> Configurations:
    """The configurations of a pattern with at least ``least`` matches."""
    counts = _native.count_ternary_indices(
        np.ascontiguousarray(own), np.ascontiguousarray(opp), square_rows(pattern.instances), threads=threads
    )
    met = np.flatnonzero(counts).astype(np.uint32)
    smallest = np.unique(np.minimum.reduce([met, *mirrored(pattern, met)]))
    matches = counts[smallest].astype(np.int64)
    itself = np.ones(len(smallest), dtype=np.int64)
    for image in mirrored(pattern, smallest):
        matches += counts[image]
        itself += image == smallest
    # A configuration that some mirrors keep was added up as often as there are such mirrors.
    kept: Configurations = smallest[matches // itself >= max(least, 1)]
    return kept


# -- room for indices -------------------------------------------------------------------------


class IndexStore:
    """Room for index matrices: in memory, or in a temporary file where they would be too large for that."""

    def __init__(self, most_bytes: int = 2 << 30) -> None:
        self.most_bytes = most_bytes
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._files = 0

    def matrix(self, rows: int, columns: int) -> NDArray[np.uint32]:
        if 4 * rows * columns <= self.most_bytes:
            return np.empty((rows, columns), dtype=np.uint32)
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="logistello-fit-")
        self._files += 1
        name = Path(self._folder.name) / f"{self._files}.indices"
        return np.memmap(name, dtype=np.uint32, mode="w+", shape=(rows, columns))

    def __enter__(self) -> IndexStore:
        return self

    def __exit__(self, *_: object) -> None:
        if self._folder is not None:
            self._folder.cleanup()
