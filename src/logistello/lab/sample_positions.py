"""Positions to compare searches on: random openings of a game, all different."""

from __future__ import annotations

from typing import Any

import numpy as np

from logistello.errors import GameError
from logistello.games import CHANCE, GameRules
from logistello.lab.search.tree_search import S

#: Openings that end the game, or that were had before, are drawn again, this many times for each position wanted.
_PATIENCE = 50


def random_positions(game: GameRules[S], count: int, moves: int, seed: int) -> list[S]:
    """Positions after ``moves`` random moves, rolls of dice not counted, in which a player is to move.

    Raises ``GameError`` if the game has too few of them.
    """
    dice = np.random.default_rng(seed)
    found: dict[Any, S] = {}
    for _ in range(_PATIENCE * count):
        state = random_walk(game, moves, dice)
        if not game.is_over(state):
            found.setdefault(game.key(state), state)
        if len(found) == count:
            return list(found.values())
    raise GameError(f"{game.name} has no {count} different positions after {moves} random moves; ask for fewer")


def random_walk(game: GameRules[S], moves: int, dice: np.random.Generator) -> S:
    """The state after random moves; before that, if the game is over."""
    state = game.start()
    while not game.is_over(state) and (moves > 0 or game.player(state) == CHANCE):
        moves -= game.player(state) != CHANCE
        choice = game.moves(state)
        state = game.play(state, choice[int(dice.integers(len(choice)))])
    return state
