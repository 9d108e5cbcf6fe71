"""Learning a game in a folder: games, fit, gate, generation after generation, then ProbCut.

The first games are played with the hand-made evaluator of the game, or with none: from the rules alone.

The same folder and plan go on where the run was stopped; the same plan gives the same bytes. Files of a run:

======================  =======================================================================
``run.json``            the plan
``N/games/*.run``       positions of generation N, one file per task
``N/candidate.gm``      the model fitted to them and to those of the generations before
``N/gate/*.pairs``      its match against the best model so far
``N/plain/*.pairs``     its match against the plain evaluator with the same search
``N/result.json``       what became of it
``best.gm``             the best model; at the end with its ProbCut lines
``report.json``, ``.svg``  all of it as a table and a picture
======================  =======================================================================
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from logistello.charts import Chart, picture
from logistello.errors import CalibrationError, TrainingRunError
from logistello.files import DRAFTS, locked, write_whole
from logistello.games import openspiel_rules
from logistello.jobs import Pool, Task
from logistello.lab.learn.features import features_of
from logistello.lab.learn.game_model import GameModel
from logistello.lab.learn.labels import targets_of
from logistello.lab.learn.matches import MatchPlan, MatchResult, play_match
from logistello.lab.learn.model_fit import LabelledPositions, ModelFitSettings, fit_model
from logistello.lab.learn.probcut_lines import ModelCalibration, calibrate_model
from logistello.lab.learn.training_games import SelfPlaySettings, play_games
from logistello.train.artefact import Arrays, Shard, as_they_come, read_arrays, read_json, write_json

BEST = "best.gm"
#: Is told what is done, how much of it, and of how much.
OnProgress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class TrainingPlan:
    """All that a run depends on.

    games:         of each generation.
    window:        of so many generations the positions are learned from.
    decay:         how far positions look ahead for what they are worth (λ of ``labels.py``): 1 to the end of the game.
    gate_pairs:    pairs of games that a new model plays against the best one; it is taken if it scores half or more.
                   The first one is taken in any case.
    gate_nodes:    nodes of their searches.
    plain:         features of the observation tensor, even where better ones are known.
    """

    game: str
    seed: int = 1
    generations: int = 4
    games: int = 1000
    games_in_task: int = 50
    window: int = 3
    decay: float = 0.8
    gate_pairs: int = 20
    gate_nodes: int = 120
    plain: bool = False
    play: SelfPlaySettings = field(default_factory=SelfPlaySettings)
    fit: ModelFitSettings = field(default_factory=ModelFitSettings)
    calibration: ModelCalibration = field(default_factory=ModelCalibration)

    def as_dict(self) -> dict[str, Any]:
        found = asdict(self)
        del found["fit"]["threads"]  # nothing depends on it
        return found


@dataclass(frozen=True)
class LearningRun:
    """A plan at work in a folder."""

    folder: Path
    plan: TrainingPlan
    pool: Pool
    on_progress: OnProgress = lambda what, done, total: None

    def run(self) -> dict[str, Any]:
        """Make what is missing; returns the report. Raises ``TrainingRunError`` if the folder holds another run."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._alone():
            for draft in self.folder.rglob(DRAFTS):
                draft.unlink()
            inputs = {"version": 1, **self.plan.as_dict()}
            if read_json(self.folder / "run.json", inputs) is None:
                if any(not each.name.startswith(".") for each in self.folder.iterdir()):
                    raise TrainingRunError(f"{self.folder} holds files but no run.json: name an empty or a new folder")
                write_json(self.folder / "run.json", inputs, {})
            results: list[dict[str, Any]] = []
            best: Path | None = None
            for number in range(1, self.plan.generations + 1):
                result = self._generation(number, best)
                if result["accepted"]:
                    best = self._candidate(number)
                results.append(result)
                self._report(results)
            return self._finish(best or self._candidate(1), results)

    def _generation(self, number: int, best: Path | None) -> dict[str, Any]:
        self._play(number, best)
        path = self._candidate(number)
        if not path.exists():
            self._fit(number).save(path)
        model = GameModel.load(path)
        inputs = {"generation": number, "model": model.checksum}
        stored: dict[str, Any] | None = read_json(path.with_name("result.json"), inputs)
        if stored is not None:
            return stored
        nodes = self.plan.gate_nodes
        candidate = f"search:model={path},nodes={nodes}"
        opponent = "search:plain" if best is None else f"search:model={best}"
        gate = self._match(number, "gate", candidate, f"{opponent},nodes={nodes}")
        plain = gate if best is None else self._match(number, "plain", candidate, f"search:plain,nodes={nodes}")
        found = {
            "generation": number,
            "accepted": best is None or gate.score >= 0.5,
            "gate": gate.as_dict(),
            "against_plain": plain.as_dict(),
            **model.provenance,
        }
        write_json(path.with_name("result.json"), inputs, found)
        return found

    def _play(self, number: int, best: Path | None) -> list[Arrays]:
        """The games of a generation, played with the best model before it."""
        plan = self.plan
        checksum = "nothing" if best is None else GameModel.load(best).checksum
        shards = []
        for first in range(0, plan.games, plan.games_in_task):
            count = min(plan.games_in_task, plan.games - first)
            # A game's number is its own in the whole run.
            begin = (number - 1) * plan.games + first
            task = Task(play_games, (plan.game, best, plan.seed, begin, count, plan.play, plan.plain))
            inputs = {"game": plan.game, "model": checksum, "first": begin, "games": count, "seed": plan.seed}
            shards.append(Shard(self._of(number) / "games" / f"{first:06}.run", inputs, task))
        found: dict[int, Arrays] = {}
        for each in as_they_come(self.pool, shards):
            found[each.number] = each.arrays
            self.on_progress(
                f"generation {number}: games", min(len(found) * plan.games_in_task, plan.games), plan.games
            )
        return [found[place] for place in range(len(shards))]

    def _fit(self, number: int) -> GameModel:
        plan = self.plan
        self.on_progress(f"generation {number}: fit", 0, 1)
        rules = openspiel_rules(plan.game)
        scale = max(map(abs, rules.value_range))
        parts = [self._labelled(each, scale) for each in range(max(1, number - plan.window + 1), number + 1)]
        positions = LabelledPositions(
            np.concatenate([part.features for part in parts]),
            np.concatenate([part.stages for part in parts]),
            np.concatenate([part.targets for part in parts]),
            np.concatenate([part.games for part in parts]),
        )
        model = fit_model(rules.name, features_of(rules, plain=plan.plain), positions, scale, plan.fit)
        self.on_progress(f"generation {number}: fit", 1, 1)
        return model

    def _labelled(self, number: int, scale: float) -> LabelledPositions:
        """The positions of a generation."""
        stored = [read_arrays(path) for path in sorted((self._of(number) / "games").glob("*.run"))]
        games = [each[0] for each in stored if each is not None]
        played = {name: np.concatenate([each[name] for each in games]) for name in games[0]}
        targets = targets_of(played, scale, self.plan.decay, other_unit=number == 1)
        return LabelledPositions(played["features"], played["stages"], targets, played["games"])

    def _match(self, number: int, name: str, first: str, second: str) -> MatchResult:
        plan = MatchPlan(self.plan.game, first, second, self.plan.gate_pairs, seed=self.plan.seed)

        def tell(done: int, result: MatchResult) -> None:
            self.on_progress(f"generation {number}: {name}", done, plan.pairs)

        return play_match(self.pool, plan, self._of(number) / name, on_result=tell)

    def _finish(self, best: Path, results: list[dict[str, Any]]) -> dict[str, Any]:
        """ProbCut lines for the last model, and the report."""
        model = GameModel.load(best)
        target = self.folder / BEST
        made = GameModel.load(target) if target.exists() else None
        if made is None or made.provenance.get("weights_of") != model.checksum:
            plan = {"plan": self.plan.as_dict(), "weights_of": model.checksum}
            try:
                lines, record = calibrate_model(
                    model,
                    self.plan.calibration,
                    self.pool,
                    lambda done, total: self.on_progress("ProbCut", done, total),
                )
            except CalibrationError as error:  # the model is good without: only Multi-ProbCut has to do without it
                model.with_probcut(None, calibration={"failed": str(error)}, **plan).save(target)
            else:
                model.with_probcut(lines, calibration=record, **plan).save(target)
        return self._report(results)

    def _report(self, results: list[dict[str, Any]]) -> dict[str, Any]:
        report = {"plan": self.plan.as_dict(), "generations": results}
        write_whole(self.folder / "report.json", json.dumps(report, indent=1) + "\n")
        write_whole(self.folder / "report.svg", progress_picture(self.plan.game, results))
        return report

    def _of(self, number: int) -> Path:
        return self.folder / str(number)

    def _candidate(self, number: int) -> Path:
        return self._of(number) / "candidate.gm"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        try:
            with locked(self.folder / ".lock"):
                yield
        except BlockingIOError:
            raise TrainingRunError(f"{self.folder}: another process is at work on this run") from None


def progress_picture(game: str, results: list[Mapping[str, Any]] | list[dict[str, Any]]) -> str:
    """Strength and error by generation, as SVG."""
    strength = Chart("Points won", "generation", "", whole_x=True, y_unit=" %", y_range=(0, 100))
    numbers = [each["generation"] for each in results]
    for name, key in (("against the plain evaluator", "against_plain"), ("against the best before", "gate")):
        rows = [each[key]["percent"] for each in results]
        points = [(x, row[0]) for x, row in zip(numbers, rows, strict=True)]
        strength.line(points, name=name, dots=True, band=[(row[1], row[2]) for row in rows])
    strength.level(50)
    error = Chart("Error on games not learned from", "generation", "points", whole_x=True)
    known = [(each["generation"], each["validation_mae"]) for each in results if each["validation_mae"] is not None]
    error.line(known, dots=True)
    return picture([strength, error], columns=2, title=f"Learning {game}")
