"""How well shallow searches of a game's model predict deep ones, measured over worker processes, for Multi-ProbCut."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from logistello.games import openspiel_rules
from logistello.jobs import Pool, Task
from logistello.lab.learn.game_model import GameModel, LearnedEvaluator
from logistello.lab.search.limits import SearchLimit
from logistello.lab.search.probability_cut import ProbCut
from logistello.lab.search.probcut_calibration import DepthLines, calibrate_depths, values_of_depths
from logistello.lab.search.search import Search
from logistello.train.artefact import Arrays

_POSITIONS_IN_TASK = 20
#: With fewer positions for each stage, all stages share their lines.
_POSITIONS_OF_A_STAGE = 40
#: Standard deviations to spare. Amazons' program took small ones (Buro 2002, section 3.2); so do the matches here.
DEFAULT_THRESHOLD = 1.0


@dataclass(frozen=True)
class ModelCalibration:
    """
    positions: in which searches of all depths are made.
    depth:     of the deepest search.
    """

    positions: int = 300
    depth: int = 5
    seed: int = 1


def calibrate_model(
    model: GameModel, settings: ModelCalibration, pool: Pool, on_progress: Callable[[int, int], None]
) -> tuple[DepthLines, dict[str, Any]]:
    """The lines of a model, by stage if there are positions enough, and how well depths go together.

    Raises ``CalibrationError`` if there are too few positions, or if shallow searches predict nothing.
    """
    with tempfile.TemporaryDirectory(prefix="logistello-") as folder:
        path = Path(folder) / "calibrated.gm"
        model.save(path)
        tasks = [
            Task(measure_values, (path, settings, first, min(_POSITIONS_IN_TASK, settings.positions - first)))
            for first in range(0, settings.positions, _POSITIONS_IN_TASK)
        ]
        parts: dict[int, Arrays] = {}
        for number, arrays in pool.run(tasks):
            parts[number] = arrays
            on_progress(min(len(parts) * _POSITIONS_IN_TASK, settings.positions), settings.positions)
    values = np.concatenate([parts[number]["values"] for number in range(len(tasks))])
    stages = np.concatenate([parts[number]["stages"] for number in range(len(tasks))])
    evaluator = LearnedEvaluator(model)
    search: Search[Any] = Search(evaluator.rules, evaluator)
    places: list[Any] = list(range(len(stages)))  # the values are known: states are asked for their stage alone
    by_stage = len(values) >= _POSITIONS_OF_A_STAGE * len(model.weights)
    lines = calibrate_depths(
        search,
        places,
        settings.depth,
        stage=lambda place: int(stages[place]) if by_stage else 0,
        stages=len(model.weights) if by_stage else 1,
        values=values,
    )
    correlations = {}
    for deep in range(1, settings.depth + 1):
        for shallow in range(deep):
            pair = values[:, [shallow, deep]]
            pair = pair[np.isfinite(pair).all(axis=1)]
            if len(pair) > 2 and np.ptp(pair, axis=0).all():  # a value that never changes goes together with nothing
                correlations[f"{shallow} to {deep}"] = round(float(np.corrcoef(pair.T)[0, 1]), 4)
    return lines, {"positions": len(values), "depth": settings.depth, "correlations": correlations}


def measure_values(model: Path, settings: ModelCalibration, first: int, count: int) -> Arrays:
    """A task: ``values`` ``[positions, depths]`` and ``stages`` of positions from games of the model."""
    loaded = GameModel.load(model)
    rules = openspiel_rules(loaded.game)
    evaluator = LearnedEvaluator(loaded, rules)
    search = Search(rules, evaluator, "negascout", ordering=("killers", "history"), deepening=0)
    states = [
        some_position(search, np.random.default_rng([settings.seed, number])) for number in range(first, first + count)
    ]
    return {
        "values": values_of_depths(search, states, settings.depth),
        "stages": np.array([evaluator.stage(state) for state in states], dtype=np.int64),
    }


def some_position(search: Search[Any], random: np.random.Generator) -> Any:
    """From a game in which every third move is random and the others are the best at depth 1; anywhere in it."""
    rules = search.game
    states: list[Any] = []
    state = rules.start()
    while not rules.is_over(state) and len(states) < 300:
        states.append(state)
        moves = rules.moves(state)
        move = None
        if len(states) > 2 and random.random() >= 1 / 3:
            move = search.search(state, SearchLimit(depth=1)).move
        state = rules.play(state, moves[int(random.integers(len(moves)))] if move is None else move)
    return states[int(random.integers(len(states)))]


def probcut_pruning(evaluator: LearnedEvaluator, threshold: float | None) -> ProbCut:
    """Multi-ProbCut with a model's own lines; the evaluator itself is the first check ((0, k) pairs).

    Raises ``ModelError`` if the model was not calibrated.
    """
    lines = evaluator.model.calibrated()
    deepest = lines.lines.shape[1] - 1
    spare = DEFAULT_THRESHOLD if threshold is None else threshold
    stage = evaluator.stage if len(lines.lines) > 1 else _one_stage
    return ProbCut.multi(lines, stage, deepest, spare, shallowest=0)


def _one_stage(state: Any) -> int:
    return 0
