"""The contract a two-player game fulfils, and the games that do."""

from __future__ import annotations

from logistello.games.contract import Place, Step, TwoPlayerGame
from logistello.games.othello import OthelloGame

__all__ = ["OthelloGame", "Place", "Step", "TwoPlayerGame"]
