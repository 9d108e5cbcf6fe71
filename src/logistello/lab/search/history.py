"""The history heuristic: what cut off often, anywhere in the tree, will do so again.

Orlovich 2002, section 1.7.3 (Crafty); Schaeffer, "The history heuristic and alpha-beta search enhancements in
practice", 1989.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from logistello.lab.search.tree_search import TreeSearch


class History:
    """Counts cut-offs of each player's moves, those of large subtrees more."""

    def __init__(self) -> None:
        self._weight: defaultdict[tuple[int, int], int] = defaultdict(int)

    def ordered(
        self, moves: Sequence[int], search: TreeSearch[Any], state: Any, player: int, depth: int
    ) -> Sequence[int]:
        weight = self._weight
        return sorted(moves, key=lambda move: -weight[player, move])

    def learn(self, player: int, depth: int, move: int) -> None:
        self._weight[player, move] += 1 << min(depth, 30)
