"""A game clock, as the engine is told of it."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds that the side to move has left for the rest of the game.

    >>> Clock(60, increment=2)
    Clock(remaining=60, increment=2)
    """

    #: Seconds left, now.
    remaining: float
    #: Seconds added after each move.
    increment: float = 0.0

    def __post_init__(self) -> None:
        for name in ("remaining", "increment"):
            seconds = getattr(self, name)
            if not (seconds >= 0 and math.isfinite(seconds)):
                raise ValueError(f"clock: {name} is {seconds!r}; expected seconds, zero or more")
