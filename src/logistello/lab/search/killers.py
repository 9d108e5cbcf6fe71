"""Killer moves: what refuted a sibling is tried next.

Akl and Newborn, "The principal continuation and the killer heuristic", 1977.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from logistello.lab.search.tree_search import TreeSearch


class Killers:
    """Remembers the last moves that cut off at each distance from the horizon."""

    def __init__(self, slots: int = 2) -> None:
        self._slots = slots
        self._moves: defaultdict[tuple[int, int], list[int]] = defaultdict(list)

    def ordered(
        self, moves: Sequence[int], search: TreeSearch[Any], state: Any, player: int, depth: int
    ) -> Sequence[int]:
        killers = [move for move in self._moves[player, depth] if move in moves]
        return [*killers, *(move for move in moves if move not in killers)] if killers else moves

    def learn(self, player: int, depth: int, move: int) -> None:
        killers = self._moves[player, depth]
        if move in killers:
            killers.remove(move)
        killers.insert(0, move)
        del killers[self._slots :]
