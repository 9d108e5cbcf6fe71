"""Minimax in two routines, one for each player (Orlovich 2002, section 1.1).

The plain oracle of all other searches: it shares nothing with them but the rules and the evaluator at the horizon, and
uses no table, no order of moves and no pruning.
"""

from __future__ import annotations

from logistello.lab.search.found import Answer, Line
from logistello.lab.search.tree_search import INFINITY, S, TreeSearch


def minimax(search: TreeSearch[S], state: S, depth: int) -> Answer:
    """The value of a state for the player to move."""
    return choose_self(search, state, depth, search.game.player(state))


def choose_self(search: TreeSearch[S], state: S, depth: int, us: int) -> Answer:
    """The largest value that we can reach."""
    if (leaf := _value_of_leaf(search, state, depth, us)) is not None:
        return leaf
    best = -INFINITY
    line: Line = ()
    for move in search.game.moves(state):
        value, rest = _choose(search, search.game.play(state, move), depth - 1, us)
        if value > best:
            best, line = value, (move, *rest)
    return best, line


def choose_opponent(search: TreeSearch[S], state: S, depth: int, us: int) -> Answer:
    """The smallest value, in our eyes, that the opponent can reach."""
    if (leaf := _value_of_leaf(search, state, depth, us)) is not None:
        return leaf
    best = INFINITY
    line: Line = ()
    for move in search.game.moves(state):
        value, rest = _choose(search, search.game.play(state, move), depth - 1, us)
        if value < best:
            best, line = value, (move, *rest)
    return best, line


def _choose(search: TreeSearch[S], state: S, depth: int, us: int) -> Answer:
    """Whose turn it is; a player may have several in a row."""
    choose = choose_self if search.game.player(state) == us else choose_opponent
    return choose(search, state, depth, us)


def _value_of_leaf(search: TreeSearch[S], state: S, depth: int, us: int) -> Answer | None:
    game = search.game
    if game.is_over(state):
        search.watch.step()
        search.counts.leaves += 1
        return game.outcome(state, us), ()
    if depth > 0:
        search.watch.step()
        search.counts.inner_nodes += 1
        return None
    value, line = search.at_horizon(state, -INFINITY, INFINITY)
    return (value if game.player(state) == us else -value), line
