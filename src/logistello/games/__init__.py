"""The contract of a game, and the games behind it: Othello, and those of OpenSpiel."""

from __future__ import annotations

from logistello.games.contract import CHANCE, AcyclicRules, ChanceRules, GameRules, SymmetricRules
from logistello.games.openspiel import OpenSpielRules, OpenSpielState, openspiel_rules
from logistello.games.othello import OthelloRules, OthelloState

__all__ = [
    "CHANCE",
    "AcyclicRules",
    "ChanceRules",
    "GameRules",
    "OpenSpielRules",
    "OpenSpielState",
    "OthelloRules",
    "OthelloState",
    "SymmetricRules",
    "openspiel_rules",
]
