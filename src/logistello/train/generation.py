"""One generation: the stages from games to yardsticks, in order. Each leaves files and begins by looking for them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from logistello.errors import ModelError, TrainingRunError
from logistello.evaluation.model import Model
from logistello.jobs import Pool
from logistello.number_ranges import CALIBRATED_DEPTH
from logistello.train.artefact import check_inputs, digest
from logistello.train.backward_labels import BackwardLabels
from logistello.train.calibration import calibrate_generation
from logistello.train.candidates import Candidates, GivenGames, choose_candidates
from logistello.train.fit import fit_model
from logistello.train.games import self_play
from logistello.train.labelled_positions import Positions
from logistello.train.matches import Contestant, gate, measure_strength, opponents, player_of
from logistello.train.models import ModelFile
from logistello.train.node_calibration import NodeSettings, refine_file
from logistello.train.preset import CalibrationSettings, GenerationPlan, Preset, at
from logistello.train.progress import Log, Stage

#: The stages of a generation, as progress names them.
STAGES = ("self-play", "positions", "labels", "fit", "calibration", "gate", "yardsticks")


def generation_folder(run: Path, number: int) -> Path:
    return run / f"generation-{number:03d}"


def generation_model(run: Path, number: int) -> Path:
    return generation_folder(run, number) / f"generation-{number:03d}.model"


@dataclass(frozen=True)
class GenerationOutcome:
    """What became of a generation."""

    number: int
    model: ModelFile
    gate: dict[str, Any]
    yardsticks: list[dict[str, Any]]
    #: Metrics of the fit: positions and error of each stage of the game.
    metrics: dict[str, Any]
    #: Labelled positions, all groups together.
    positions: int

    @property
    def accepted(self) -> bool:
        return bool(self.gate["accepted"])

    @property
    def checksum(self) -> str:
        return self.model.checksum


@dataclass(frozen=True)
class Generation:
    """A generation being made."""

    run: Path
    number: int
    preset: Preset
    seed: int
    #: Who plays the games and stands at the gate.
    best: ModelFile
    best_name: str
    #: The model that the run began with.
    start: ModelFile
    pool: Pool
    log: Log
    #: Games that were played elsewhere, to learn from beside those of self-play.
    given: GivenGames | None = None

    @cached_property
    def plan(self) -> GenerationPlan:
        return GenerationPlan(self.preset, self.number, self.seed)

    @property
    def folder(self) -> Path:
        return generation_folder(self.run, self.number)

    def make(self) -> GenerationOutcome:
        """Do what is not done yet."""
        self.folder.mkdir(parents=True, exist_ok=True)
        groups = self._labelled(*self._candidates())
        fitted = self._fit(groups)
        model = self._calibrate(fitted, groups)
        new = player_of(f"generation {self.number}", model)
        decided = self._gate(new)
        rows = self._yardsticks(new)
        metrics = dict(Model.load(generation_model(self.run, self.number)).metrics)
        return GenerationOutcome(self.number, model, decided, rows, metrics, sum(map(len, groups)))

    def _stage(self, name: str, unit: str, total: int) -> Stage:
        return Stage(self.log, self.number, name, unit, total)

    # -- positions ----------------------------------------------------------------------------

    def _candidates(self) -> tuple[Candidates, str]:
        """The positions to be labelled, and the checksum of their file."""
        settings = self.preset.games
        stage = self._stage("self-play", "games", at(settings.games, self.number))
        shards = self_play(
            self.pool,
            self.folder / "games",
            self.best,
            settings,
            generation=self.number,
            seed=self.seed,
            on_done=lambda done: stage.advance(len(done.arrays["moves"])),
        )
        stage.end()
        stage = self._stage("positions", "positions", 0)
        path = self.folder / "candidates.arrays"
        found, checksum = choose_candidates(
            path, self.plan, shards, self.best, self.given, threads=self.pool.threads_here
        )
        stage.advance(len(found))
        stage.end()
        return found, checksum

    def _labelled(self, candidates: Candidates, checksum: str) -> list[Positions]:
        stage = self._stage("labels", "positions", len(candidates))
        labels = BackwardLabels(
            self.pool,
            self.folder / "labels",
            self.plan,
            player=self.best,
            candidates=checksum,
            on_labels=stage.advance,
            on_metrics=lambda values: _tell_fit(stage, values),
        )
        groups = labels.run(candidates)
        stage.end(labelled=sum(map(len, groups)))
        return groups

    # -- the model ----------------------------------------------------------------------------

    def _fit(self, groups: list[Positions]) -> Path:
        patterns = self.plan.patterns
        stage = self._stage("fit", "stages", patterns.stages)
        path = self.folder / "fitted.model"
        data = [*groups, *self._replayed()]
        training = {
            **self.plan.inputs(self.preset.as_dict()),
            "preset": self.preset.name,
            "played_by": self.best.checksum,
            "sources": [] if self.given is None else self.given.sources,
            "positions": [each.checksum for each in data],
        }
        if path.exists():
            check_inputs(path, _load_model(path).provenance.get("training"), training)
        else:

            def told(values: dict[str, Any]) -> None:
                _tell_fit(stage, values)
                if values["event"] == "stage":
                    stage.advance(1)

            # Headers of positions would repeat in every model what the run's folder holds.
            plain = [Positions(each.records, {}, each.checksum) for each in data]
            options = self.preset.fit_options(self.pool.threads_here)
            checkpoint = self.folder / "fit.partial"
            model = fit_model(plain, patterns, options, name=self.preset.name, on_metrics=told, checkpoint=checkpoint)
            replace(model, provenance={"fit": model.provenance["fit"], "training": training}).save(path)
        stage.end()
        return path

    def _replayed(self) -> list[Positions]:
        """Labelled positions of earlier generations."""
        first = max(1, self.number - self.preset.replay)
        files = (
            sorted((generation_folder(self.run, each) / "labels").glob("*.positions"))
            for each in range(first, self.number)
        )
        return [Positions.load(path) for each in files for path in each]

    def _calibrate(self, fitted: Path, groups: list[Positions]) -> ModelFile:
        path = generation_model(self.run, self.number)
        fit_checksum = _load_model(fitted).checksum
        settings = self.preset.calibration
        inputs = {**self.plan.inputs(settings.named()), "model": fit_checksum}
        stage = self._stage("calibration", "positions", 0)
        if path.exists():
            stored = _load_model(path)
            check_inputs(path, stored.provenance.get("calibration"), inputs)
        else:
            records = np.concatenate([np.asarray(each.records) for each in groups])

            def begin(total: int) -> Any:
                stage.total = total
                return stage.advance

            made = calibrate_generation(
                self.pool, self.folder / "pairs", fitted, records, settings, inputs, self.seed, begin
            )
            if settings.at_nodes:
                made = self._refine(made, groups, settings, inputs)
            stored = replace(made, provenance={**made.provenance, "calibration": inputs})
            stored.save(path)
        # Known only if the table was made just now.
        left_out = None if stored.probcut is None else stored.probcut.left_out
        stage.end(**({} if left_out is None else {"left_out": asdict(left_out)}))
        return ModelFile(path, stored.checksum)

    def _refine(
        self, made: Model, groups: list[Positions], settings: CalibrationSettings, inputs: dict[str, Any]
    ) -> Model:
        first = ModelFile.of(made.save(self.folder / "first-table.model"))
        # Selective searches look twice as deep as full-width ones in the same time.
        depth = min(2 * settings.depth + 2, CALIBRATED_DEPTH.high)
        nodes = NodeSettings(settings.at_nodes, depth, settings.solve)
        refined = refine_file(self.pool, self.folder / "nodes", first, groups, nodes, inputs, self.seed)
        assert made.probcut is not None and refined.probcut is not None  # noqa: S101, PT018 - just made
        return replace(refined, probcut=replace(refined.probcut, left_out=made.probcut.left_out))

    # -- its strength -------------------------------------------------------------------------

    def _gate(self, new: Contestant) -> dict[str, Any]:
        settings = self.preset.gate
        stage = self._stage("gate", "games", 2 * settings.pairs)
        answer = gate(
            self.pool,
            self.folder / "gate",
            new,
            player_of(self.best_name, self.best),
            settings,
            self.plan.inputs(vars(settings)),
            _opening_seed(self.seed, self.number),
            lambda: stage.advance(2),
        )
        stage.end(accepted=answer["accepted"], percent=answer["percent"][0])
        return answer

    def _yardsticks(self, new: Contestant) -> list[dict[str, Any]]:
        settings = self.preset.yardsticks
        start = None if self.start.is_nothing else player_of("the model it began with", self.start)
        others = opponents(settings, self.number, self._generation_player, start)
        stage = self._stage("yardsticks", "games", 2 * settings.pairs * len(others))
        rows = measure_strength(
            self.pool,
            self.folder / "yardsticks",
            new,
            others,
            settings,
            self.plan.inputs(vars(settings)),
            _opening_seed(self.seed, 0),
            lambda: stage.advance(2),
        )
        stage.end(percent={row["against"]: row["percent"][0] for row in rows})
        return rows

    def _generation_player(self, number: int) -> Contestant:
        return player_of(f"generation {number}", ModelFile.of(generation_model(self.run, number)))


def _opening_seed(seed: int, generation: int) -> int:
    return int(digest([seed, generation])[:8], 16)


def _tell_fit(stage: Stage, values: dict[str, Any]) -> None:
    """Losses as events: of every tenth step, and what a stage of the game has come to."""
    if values["event"] != "iteration" or values["iteration"] % 10 == 0:
        kept = {name: value for name, value in values.items() if name not in ("event", "stage", "seconds")}
        stage.tell("loss", game_stage=values["stage"], **kept)


def _load_model(path: Path) -> Model:
    try:
        return Model.load(path)
    except ModelError as error:
        raise TrainingRunError(f"{error}; remove the file to make it again") from error
