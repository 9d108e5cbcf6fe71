"""When to stop thinking: limits of a search, and the clock of a game."""

from __future__ import annotations

from dataclasses import dataclass

from logistello.number_ranges import DEPTH_LIMIT, DURATION, NODES


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
            DURATION.checked(getattr(self, name), f"clock: {name}")


@dataclass(frozen=True, slots=True)
class Limit:
    """Every stop condition in one place; whichever comes first ends the search. ``None`` means no limit.

    Without any, a search goes on until it knows the exact score or ``stop()`` is called.

    >>> Limit(time=1.5)
    Limit(time=1.5, nodes=None, depth=None, clock=None, processor_time=None)
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
    #: Seconds of processor time for this call, of the thread that leads the search. For measurements: with one thread
    #: the answer does not depend on what else the machine does.
    processor_time: float | None = None

    def __post_init__(self) -> None:
        if self.time is not None:
            DURATION.checked(self.time, "time limit")
        if self.processor_time is not None:
            DURATION.checked(self.processor_time, "limit of processor time")
        if self.nodes is not None:
            NODES.checked(self.nodes, "node limit")
        if self.depth is not None:
            DEPTH_LIMIT.checked(self.depth, "depth limit")

    @property
    def is_open(self) -> bool:
        """No limit at all: the caller wants to know everything, not just a move."""
        return all(each is None for each in (self.time, self.nodes, self.depth, self.clock, self.processor_time))
