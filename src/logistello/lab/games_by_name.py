"""Games by the names that people type."""

from __future__ import annotations

from typing import Any

from logistello.games import GameRules, OthelloRules, openspiel_rules


def game_named(name: str) -> GameRules[Any]:
    """Othello with our own rules, which count discs; everything else is OpenSpiel's.

    Raises ``GameError`` for a game that neither has, ``MissingPackageError`` without OpenSpiel.
    """
    return OthelloRules() if name == OthelloRules.name else openspiel_rules(name)
