"""The clock of a game."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clock:
    """What the side to move has left for the rest of its game, in seconds, and what it gets after every move.

    >>> Clock(10.0, increment=0.1)
    Clock(remaining=10.0, increment=0.1)
    """

    remaining: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        for name, seconds in (("remaining", self.remaining), ("increment", self.increment)):
            if not (math.isfinite(seconds) and seconds >= 0):
                raise ValueError(f"clock with {name} {seconds!r}: expected seconds, zero or more")
