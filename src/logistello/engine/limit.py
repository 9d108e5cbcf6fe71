"""When to stop thinking."""

from __future__ import annotations

from dataclasses import dataclass

from logistello.engine.clock import Clock


@dataclass(frozen=True, slots=True)
class Limit:
    """Every stop condition in one place; whichever comes first ends the search. ``None`` means no limit.

    >>> Limit(time=1.5)
    Limit(time=1.5, nodes=None, depth=None, clock=None)
    """

    #: Seconds for this call.
    time: float | None = None
    #: Positions visited, all threads together. Checked in steps of about 65,000.
    nodes: int | None = None
    #: Plies to look ahead.
    depth: int | None = None
    #: The clock of the game; how much of it goes into this move is the engine's decision.
    clock: Clock | None = None

    def __post_init__(self) -> None:
        if self.time is not None and not self.time >= 0:
            raise ValueError(f"time limit {self.time!r}: expected seconds, zero or more")
        if self.nodes is not None and self.nodes < 0:
            raise ValueError(f"node limit {self.nodes!r}: expected zero or more")
        if self.depth is not None and self.depth < 1:
            raise ValueError(f"depth limit {self.depth!r}: expected one or more")
