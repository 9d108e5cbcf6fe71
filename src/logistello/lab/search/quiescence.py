"""Quiescence: beyond the horizon, forcing moves are searched until the position is quiet.

Orlovich 2002, sections 1.1 and 1.7.3 (Crafty searches captures). Which moves are forcing only the game's expert can
say, so that is a function of the caller's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from logistello.lab.search.found import Answer, Line

if TYPE_CHECKING:
    from logistello.lab.search.tree_search import TreeSearch


class Quiescence:
    """Searches the moves that ``forcing(state)`` names; the player to move may always decline ("stand pat")."""

    def __init__(self, forcing: Callable[[Any], Sequence[int]], most_moves: int = 16) -> None:
        self.forcing = forcing
        #: How far beyond the horizon.
        self.most_moves = most_moves

    def search(self, search: TreeSearch[Any], state: Any, alpha: float, beta: float) -> Answer:
        """Fail-soft alpha-beta; every position on the way is a leaf, as the evaluator is asked about it."""
        return self._visit(search, state, alpha, beta, self.most_moves)

    def _visit(self, search: TreeSearch[Any], state: Any, alpha: float, beta: float, left: int) -> Answer:
        game = search.game
        search.watch.step()
        search.counts.leaves += 1
        player = game.player(state)
        if game.is_over(state):
            return game.outcome(state, player), ()
        best: float = search.evaluator.value(state)
        line: Line = ()
        if left == 0:
            return best, line
        for move in self.forcing(state):
            if best >= beta:
                search.counts.cut_offs += 1
                break
            child = game.play(state, move)
            if game.player(child) == player:
                value, rest = self._visit(search, child, max(alpha, best), beta, left - 1)
            else:
                value, rest = self._visit(search, child, -beta, -max(alpha, best), left - 1)
                value = -value
            if value > best:
                best, line = value, (move, *rest)
        return best, line
