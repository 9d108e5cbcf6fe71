"""When a search stops: its limits, and who watches over them."""

from __future__ import annotations

import time
from dataclasses import dataclass
from threading import Event

from logistello.errors import UsageError
from logistello.number_ranges import DURATION, NODES

#: Looking at the clock costs as much as a small node.
_NODES_BETWEEN_LOOKS = 32


@dataclass(frozen=True, slots=True)
class SearchLimit:
    """Every stop condition in one place; whichever comes first ends the search. ``None`` means no limit.

    Without a limit of depth, a search deepens until it knows how the game ends.

    >>> SearchLimit(depth=4)
    SearchLimit(depth=4, nodes=None, time=None)
    """

    #: Moves ahead; 0 asks the evaluator alone. Rolls of dice do not count.
    depth: int | None = None
    #: Positions visited: leaves, inner nodes and what lies beyond the horizon.
    nodes: int | None = None
    #: Seconds.
    time: float | None = None

    def __post_init__(self) -> None:
        if self.depth is not None and self.depth < 0:
            raise UsageError(f"depth limit {self.depth}: expected a number of moves, 0 or more")
        if self.nodes is not None:
            NODES.checked(self.nodes, "node limit")
        if self.time is not None:
            DURATION.checked(self.time, "time limit")


class SearchStoppedError(Exception):
    """A limit was reached, or the stop event set, in the middle of a search; never leaves ``Search.search``."""


class Watch:
    """Counts the positions of one search and raises ``SearchStoppedError`` at its limits."""

    def __init__(self, limit: SearchLimit, stop: Event | None = None) -> None:
        self.nodes = 0
        self._most = limit.nodes
        self._stop = stop
        self._deadline = None if limit.time is None else time.monotonic() + limit.time
        self._next_look = 1

    def step(self) -> None:
        """One more position."""
        self.nodes += 1
        if self.nodes >= self._next_look:
            self.look()

    def look(self) -> None:
        if self._stop is not None and self._stop.is_set():
            raise SearchStoppedError
        if self._most is not None and self.nodes > self._most:
            self.nodes = self._most
            raise SearchStoppedError
        if self._deadline is not None and time.monotonic() >= self._deadline:
            raise SearchStoppedError
        self._next_look = self.nodes + _NODES_BETWEEN_LOOKS
        if self._most is not None:
            self._next_look = min(self._next_look, self._most + 1)
