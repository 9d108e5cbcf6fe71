"""When to stop thinking: limits of a search, and the clock of a game."""

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


@dataclass(frozen=True, slots=True)
class Limit:
    """Every stop condition in one place; whichever comes first ends the search. ``None`` means no limit.

    Without any, a search goes on until it knows the exact score or ``stop()`` is called.

    >>> Limit(time=1.5)
    Limit(time=1.5, nodes=None, depth=None, clock=None)
    >>> Limit(clock=Clock(60)) == Limit(clock=Clock(60.0, increment=0.0))
    True
    """

    #: Seconds for this call.
    time: float | None = None
    #: Positions visited, all threads together. Checked every few milliseconds.
    nodes: int | None = None
    #: Moves ahead.
    depth: int | None = None
    #: Time for the rest of the game: how much of it this move gets is for the engine to decide.
    clock: Clock | None = None

    def __post_init__(self) -> None:
        if self.time is not None and not self.time >= 0:
            raise ValueError(f"time limit {self.time!r}: expected seconds, zero or more")
        if self.nodes is not None and self.nodes < 0:
            raise ValueError(f"node limit {self.nodes!r}: expected zero or more")
        if self.depth is not None and self.depth < 1:
            raise ValueError(f"depth limit {self.depth!r}: expected 1 or more")

    @property
    def is_open(self) -> bool:
        """No limit at all: the caller wants to know everything, not just a move."""
        return self.time is None and self.nodes is None and self.depth is None and self.clock is None
