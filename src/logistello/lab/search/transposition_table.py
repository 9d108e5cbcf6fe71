"""The transposition table: bounds and best moves of positions met before (Orlovich 2002, section 1.3)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from logistello.errors import UsageError
from logistello.lab.search.found import Line

_INFINITY = float("inf")


class TableEntry(NamedTuple):
    """What is known of a position: its value for the player to move, searched to a depth, lies between two bounds."""

    depth: int
    lower: float
    #: Proves the lower bound.
    lower_line: Line
    upper: float
    upper_line: Line
    #: Both bounds hold for the rest of the game, as no estimate entered them.
    exact: bool
    #: What to try first.
    move: int | None

    def holds_at(self, depth: int) -> bool:
        """Whether a search to ``depth`` would find the same.

        Only bounds of the same depth are used: deeper ones are better values but other ones, and searches with and
        without the table would differ (the survey's "search instability").
        """
        return self.depth == depth or (self.exact and self.depth < depth)


class TranspositionTable:
    """Remembers up to ``capacity`` positions, the latest ones; between searches of one evaluator, too.

    Positions are kept in two halves: when the younger one is full, the older one is forgotten. Values of different
    evaluators, or of searches that prune differently, must not share a table. With ``leaves`` the horizon is
    remembered, too, as in Plaat's experiments: that spares evaluations and costs a key for every leaf. Without
    ``moves`` best moves are not remembered, so that every visit tries a state's moves in the same order.
    """

    def __init__(self, capacity: int = 1_000_000, *, leaves: bool = False, moves: bool = True) -> None:
        if capacity < 2:
            raise UsageError(f"a table for {capacity} positions: expected at least 2")
        self.capacity = capacity
        self.leaves = leaves
        self.moves = moves
        self._young: dict[Hashable, TableEntry] = {}
        self._old: dict[Hashable, TableEntry] = {}

    def __len__(self) -> int:
        return len(self._young) + sum(key not in self._young for key in self._old)

    def get(self, key: Hashable) -> TableEntry | None:
        entry = self._young.get(key)
        return entry if entry is not None else self._old.get(key)

    def put(
        self, key: Hashable, depth: int, value: float, line: Line, alpha: float, beta: float, *, exact: bool
    ) -> TableEntry:
        """Remember what a search with a window found: a value inside of it, or a bound outside."""
        lower, upper = -_INFINITY, _INFINITY
        lower_line: Line = ()
        upper_line: Line = ()
        known = self.get(key)
        move = line[0] if line else None if known is None else known.move
        if not self.moves:
            move = None
        if known is not None and known.holds_at(depth):
            _, lower, lower_line, upper, upper_line, known_exact, _ = known
            kept = upper if value >= beta else lower if value <= alpha else None
            exact = exact and (known_exact or kept is None or abs(kept) == _INFINITY)
        if value > alpha:
            lower, lower_line = value, line
        if value < beta:
            upper, upper_line = value, line
        entry = TableEntry(depth, lower, lower_line, upper, upper_line, exact, move)
        if key not in self._young and len(self._young) >= self.capacity // 2:
            self._young, self._old = {}, self._young
        self._young[key] = entry
        return entry

    def clear(self) -> None:
        """Forget everything."""
        self._young, self._old = {}, {}
