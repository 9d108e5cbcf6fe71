"""What makes a learned evaluator good: one thing taken away at a time, everything else as in the training run.

Models are fitted to the games that ``benchmarks.lab glem`` left in its folder: with all features, with the squares
alone; with λ-returns as labels, with the outcomes of games; to all games, to those of the first generation, which a
hand-made evaluator played. Each plays against the same search with the hand-made evaluator.
"""

from __future__ import annotations

import argparse
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.lab.glem import GAMES, RUNS, play_pairs_of
from benchmarks.measure import Missing, say
from logistello.games import openspiel_rules
from logistello.jobs import ProcessPool
from logistello.lab.learn.features import GameFeatures, Image, Regions, features_of
from logistello.lab.learn.labels import targets_of
from logistello.lab.learn.model_fit import LabelledPositions, fit_model
from logistello.lab.learn.plans import plan_for
from logistello.train.artefact import read_arrays

#: Features that only say what stands on a square, by game.
SQUARES = {"connect_four": range(42), "breakthrough": range(64, 128), "checkers": range(32)}


@dataclass(frozen=True)
class Variant:
    """What a model is made from."""

    squares_alone: bool = False
    outcomes_alone: bool = False
    generations: int | None = None


VARIANTS = {
    "everything": Variant(),
    "squares alone": Variant(squares_alone=True),
    "outcomes alone": Variant(outcomes_alone=True),
    "first generation alone": Variant(generations=1),
    "squares and outcomes of the first generation": Variant(True, True, 1),
}


@dataclass(frozen=True)
class FewerRegions:
    """Features of a game of which only some are used."""

    all: GameFeatures[Any]
    used: range

    @property
    def name(self) -> str:
        return self.all.name

    @property
    def count(self) -> int:
        return self.all.count

    @property
    def kinds(self) -> int:
        return self.all.kinds

    @property
    def stages(self) -> int:
        return self.all.stages

    @property
    def regions(self) -> Regions:
        return tuple(region for region in self.all.regions if all(each in self.used for each in region))

    @property
    def images(self) -> tuple[Image, ...]:
        return self.all.images

    def read(self, state: Any) -> tuple[bytes, int]:
        return self.all.read(state)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(SQUARES)}; all if none is given")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--nodes", type=int, default=300)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--runs", type=Path, default=RUNS)


def measure(options: argparse.Namespace) -> dict[str, Any]:
    found: dict[str, Any] = {}
    with ProcessPool(options.workers) as pool:
        for name in options.games or SQUARES:
            found[name] = {}
            for title, variant in VARIANTS.items():
                found[name][title] = of_variant(pool, name, variant, options)
                percent = found[name][title]["percent"]
                say(f"{name}, {title}: {percent[0]} % ({percent[1]} to {percent[2]}) against the hand-made evaluator")
    return {"nodes": options.nodes, "games": found}


def of_variant(pool: Any, name: str, variant: Variant, options: argparse.Namespace) -> dict[str, Any]:
    rules = openspiel_rules(GAMES[name])
    features = features_of(rules)
    plan = plan_for(rules)
    scale = max(map(abs, rules.value_range))
    folder = options.runs / name
    parts = [
        labelled(folder / str(number), scale, plan.decay, outcomes_alone=variant.outcomes_alone)
        for number in range(1, (variant.generations or plan.generations) + 1)
    ]
    arrays = [np.concatenate(each) for each in zip(*parts, strict=True)]
    used = FewerRegions(features, SQUARES[name]) if variant.squares_alone else features
    model = fit_model(rules.name, used, LabelledPositions(*arrays), scale, plan.fit)
    place = folder / "causes"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    model.save(place / "model.gm")
    found = play_pairs_of(
        pool,
        rules.name,
        f"search:model={place / 'model.gm'},nodes={options.nodes}",
        f"search:plain,nodes={options.nodes}",
        options.pairs,
        place / "match",
    )
    keys = ("positions", "configurations", "weights", "validation_mae")
    return found | {key: model.provenance[key] for key in keys}


def labelled(folder: Path, scale: float, decay: float, *, outcomes_alone: bool) -> tuple[Any, ...]:
    """Features, stages, targets and numbers of games of a generation."""
    stored = [read_arrays(path) for path in sorted((folder / "games").glob("*.run"))]
    games = [each[0] for each in stored if each is not None]
    if not games:
        raise Missing(f"no games in {folder}; 'python -m benchmarks.lab glem' plays them")
    played = {key: np.concatenate([each[key] for each in games]) for key in games[0]}
    if outcomes_alone:
        decay, played["explored"] = 1.0, np.zeros_like(played["explored"])
    targets = targets_of(played, scale, decay, other_unit=folder.name == "1")
    return played["features"], played["stages"], targets, played["games"]
