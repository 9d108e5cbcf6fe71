"""Training plans that suit games, as they were measured; a game that is not here gets the middle of the road."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from logistello.games import OpenSpielRules
from logistello.lab.learn.probcut_lines import ModelCalibration
from logistello.lab.learn.run import TrainingPlan
from logistello.lab.learn.training_games import SelfPlaySettings

#: What differs from the middle of the road, by OpenSpiel's name of the game; all well within an hour on two cores.
_PLANS: dict[str, dict[str, Any]] = {
    "connect_four": {
        "generations": 3,
        "games": 1200,
        "play": SelfPlaySettings(nodes=100, random_moves=12, explore=0.1),
        "calibration": ModelCalibration(positions=240, depth=6),
    },
    "breakthrough": {
        "generations": 8,
        "games": 500,
        "gate_nodes": 200,  # with fewer, searches hardly see replies
        "play": SelfPlaySettings(nodes=200, random_moves=10, explore=0.1),
        "calibration": ModelCalibration(positions=120, depth=4),
    },
    "checkers": {
        "generations": 3,
        "games": 400,
        "decay": 0.9,
        "play": SelfPlaySettings(nodes=120, random_moves=10, explore=0.05),
        "calibration": ModelCalibration(positions=160, depth=4),
    },
    "amazons": {
        "generations": 3,
        "games": 200,
        "decay": 0.9,
        "play": SelfPlaySettings(nodes=150, random_moves=12, explore=0.05),
        "calibration": ModelCalibration(positions=180, depth=4),
    },
}


def plan_for(rules: OpenSpielRules, **changes: Any) -> TrainingPlan:
    """``changes`` are fields of ``TrainingPlan``."""
    plan = TrainingPlan(rules.name, **_PLANS.get(rules.spiel_game.get_type().short_name, {}))
    return replace(plan, **changes)
