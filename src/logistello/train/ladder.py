"""One scale for all players of a run: Elo numbers under which the results of its matches are likeliest."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

#: Points and games of the first against the second player of each pair.
Results = Mapping[tuple[str, str], tuple[float, int]]

#: Every match counts as if so many more games had been drawn: without them a player that won all is infinitely strong.
_DRAWN_BEFORE = 1.0
_ROUNDS = 2000


def ladder(results: Results, anchor: str) -> dict[str, float]:
    """Elo of every player, the anchor at 0. Players must be connected by matches.

    The method of minorisation for the model of Bradley and Terry (Zermelo 1929): each round sets a player's strength to
    its points divided by what one unit of strength would have scored.

    >>> found = ladder({("new", "old"): (150.0, 200), ("old", "random"): (200.0, 200)}, "random")
    >>> round(found["new"] - found["old"]), found["random"]
    (190, 0.0)
    """
    names = sorted({name for pair in results for name in pair})
    place = {name: number for number, name in enumerate(names)}
    points = np.zeros((len(names), len(names)))
    for (first, second), (won, games) in results.items():
        points[place[first], place[second]] += won + _DRAWN_BEFORE / 2
        points[place[second], place[first]] += games - won + _DRAWN_BEFORE / 2
    games_of = points + points.T
    strength = np.ones(len(names))
    for _ in range(_ROUNDS):
        expected = (games_of / (strength[:, None] + strength[None, :])).sum(axis=1)
        strength = points.sum(axis=1) / expected
        strength /= math.exp(float(np.log(strength).mean()))
    elo = 400 * np.log10(strength)
    return {name: float(elo[place[name]] - elo[place[anchor]]) for name in names}
