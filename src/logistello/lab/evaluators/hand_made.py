"""A hand-made evaluator for each game that has one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from logistello.games import GameRules, OpenSpielRules
from logistello.lab.evaluators.amazons import QueenMobility
from logistello.lab.evaluators.connect_four import ConnectFourLines
from logistello.lab.evaluators.othello_evaluators import OthelloMobility
from logistello.lab.evaluators.pieces import breakthrough_material, checkers_material, chess_material
from logistello.lab.search.evaluator import NoKnowledge, StateEvaluator

_MAKERS: dict[str, Callable[[], StateEvaluator[Any]]] = {
    "othello": OthelloMobility,
    "checkers()": checkers_material,
    "chess()": chess_material,
    "breakthrough()": breakthrough_material,
    "connect_four()": ConnectFourLines,
}


def hand_made(game: GameRules[Any]) -> StateEvaluator[Any]:
    """Material, mobility or lines, whichever the game has; ``NoKnowledge`` of a game that nobody has told about."""
    if isinstance(game, OpenSpielRules) and game.name.startswith("amazons("):
        return QueenMobility(game)
    return _MAKERS.get(game.name, NoKnowledge)()
