"""Which level to play next: the one against which the games should be even."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from logistello.engine.levels import LEVELS

#: Games before anything is advised, and games that count: people get better.
LEAST_GAMES = 3
_MOST_GAMES = 10
#: Logistic steepness of one level. A level takes four fifths of the points from the one two below it
#: (docs/results/levels.md): ln(0.8 / 0.2) / 2.
_STEEPNESS = math.log(4) / 2
#: Levels by which somebody may differ from the levels that they chose: keeps three wins from meaning the top.
_SPREAD = 3.0


@dataclass(frozen=True, slots=True)
class LevelResult:
    """A finished game against a level."""

    level: int
    #: 1 for a win of the person, half for a draw.
    points: float


@dataclass(frozen=True, slots=True)
class LevelAdvice:
    """The level, ``None`` while there are too few games; how many games it comes from, and the points in them."""

    level: int | None
    games: int
    won: float


def advised_level(results: Sequence[LevelResult]) -> LevelAdvice:
    """From the last games, newest first.

    >>> advised_level([LevelResult(3, 1.0)] * 2).level is None
    True
    >>> [advised_level([LevelResult(5, points) for points in each]).level for each in ((1, 1, 1), (1, 0, 1), (0, 0, 0))]
    [8, 6, 2]
    """
    games = results[:_MOST_GAMES]
    won = sum(each.points for each in games)
    if len(games) < LEAST_GAMES:
        return LevelAdvice(None, len(games), won)
    chosen = sum(each.level for each in games) / len(games)

    def log_likelihood(level: int) -> float:
        found = -(((level - chosen) / _SPREAD) ** 2) / 2
        for each in games:
            expected = 1 / (1 + math.exp(-_STEEPNESS * (level - each.level)))
            found += each.points * math.log(expected) + (1 - each.points) * math.log(1 - expected)
        return found

    return LevelAdvice(max(LEVELS, key=log_likelihood), len(games), won)
