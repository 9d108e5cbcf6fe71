"""When to stop thinking."""

from __future__ import annotations

from dataclasses import dataclass

from logistello.engine.clock import Clock


@dataclass(frozen=True, slots=True)
class Limit:
    """Every stop condition in one place; whichever comes first ends the search. ``None`` means no limit.

    Without any, a search goes on until it knows the exact score or somebody calls ``stop()``.

    >>> Limit(time=1.5)
    Limit(time=1.5, nodes=None, depth=None, clock=None)
    >>> Limit(clock=Clock(60)) == Limit(clock=Clock(60.0, increment=0.0))
    True
    """

    #: Seconds for this call.
    time: float | None = None
    #: Positions visited, all threads together. Looked at every few milliseconds.
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
        """No limit at all: whoever asks so wants to know everything, not just a move."""
        return self.time is None and self.nodes is None and self.depth is None and self.clock is None
