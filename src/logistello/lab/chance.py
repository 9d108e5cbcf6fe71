"""Rolling the dice of a game."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

import numpy as np

from logistello.errors import GameError
from logistello.games import ChanceRules, GameRules

S = TypeVar("S", bound=Hashable)


def new_dice(seed: int) -> np.random.Generator:
    """Dice that fall the same way for the same seed."""
    return np.random.default_rng(seed)


def roll(rules: GameRules[S], state: S, random: np.random.Generator) -> int:
    """An outcome of chance, each with its probability."""
    if not isinstance(rules, ChanceRules):
        raise GameError(f"chance moves in {rules.name}, but nobody knows how: it lacks probabilities")
    outcomes = rules.chances(state)
    shares = np.cumsum([share for _, share in outcomes])
    return int(outcomes[min(int(np.searchsorted(shares, random.random() * shares[-1])), len(outcomes) - 1)][0])
