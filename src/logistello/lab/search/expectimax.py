"""Expectimax: at a chance node, the mean of the values of all outcomes.

Michie, "Game-playing and game-learning automata", 1966; the search over dice of TD-Gammon (Orlovich 2002, section 2.4).
"""

from __future__ import annotations

from typing import cast

from logistello.games import ChanceRules
from logistello.lab.search.tree_search import INFINITY, S, TreeSearch


def expectation(search: TreeSearch[S], state: S, player: int, depth: int, alpha: float, beta: float) -> float:
    """Every outcome, whatever the window."""
    game = cast(ChanceRules[S], search.game)
    total = 0.0
    for roll, probability in game.chances(state):
        value, _ = search.value_for(player, game.play(state, roll), depth, -INFINITY, INFINITY)
        total += probability * value
    return total
