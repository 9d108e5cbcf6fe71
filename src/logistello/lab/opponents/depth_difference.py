"""(D, d)-OM search: we search D moves ahead and know that the opponent searches only d (Orlovich 2002, section 2.1).

Gao, Iida, Uiterwijk and van den Herik, "Strategies anticipating a difference in search depth using opponent-model
search", 2001. Down to depth d every node has two values, as in OM search; there the opponent's search ends with its
evaluator, and ours goes on as minimax. With pruning in both parts it is alpha-beta-squared.
"""

from __future__ import annotations

from logistello.lab.opponents.model_search import ModelledGame, TwoValues
from logistello.lab.search.found import Line
from logistello.lab.search.minimax import choose_opponent, choose_self
from logistello.lab.search.negamax import negamax
from logistello.lab.search.tree_search import INFINITY, S, TreeSearch


def dd_om_search(known: ModelledGame[S], state: S, depth: int, opponents_depth: int) -> TwoValues:
    """Plain (D, d)-OM search, without pruning; ``opponents_depth`` is at most ``depth``."""
    if known.is_leaf(state, depth):
        return known.leaf(state, known.own), (), known.leaf(state, known.opponent)
    if opponents_depth <= 0:
        return *_plain_minimax(known, state, depth), known.leaf(state, known.opponent)
    known.inside()
    ours = known.game.player(state) == known.us
    value, opponents = -INFINITY, -INFINITY if ours else INFINITY
    line: Line = ()
    for move in known.game.moves(state):
        own, rest, theirs = dd_om_search(known, known.game.play(state, move), depth - 1, opponents_depth - 1)
        if ours:
            opponents = max(opponents, theirs)
            if own > value:
                value, line = own, (move, *rest)
        elif theirs < opponents:
            value, line, opponents = own, (move, *rest), theirs
    return value, line, opponents


def alpha_beta_squared(
    known: ModelledGame[S],
    state: S,
    depth: int,
    opponents_depth: int,
    alpha: float = -INFINITY,
    beta: float = INFINITY,
) -> TwoValues:
    """(D, d)-OM search with beta-pruning of the opponent's values above and alpha-beta of our own below.

    Our values up to ``alpha`` are bounds: above us there is something better. The opponent's from ``beta`` on are
    bounds, too: it has something better.
    """
    if known.is_leaf(state, depth):
        return known.leaf(state, known.own), (), known.leaf(state, known.opponent)
    if opponents_depth <= 0:
        theirs = known.leaf(state, known.opponent)
        if theirs >= beta:
            known.counts.cut_offs += 1
            return alpha, (), theirs  # it will not come to this
        return *known.minimax(state, depth, known.own, alpha, INFINITY), theirs
    known.inside()
    ours = known.game.player(state) == known.us
    value, opponents = -INFINITY, -INFINITY if ours else beta
    line: Line = ()
    for move in known.game.moves(state):
        child = known.game.play(state, move)
        if ours:
            better = max(alpha, value)
            own, rest, theirs = alpha_beta_squared(known, child, depth - 1, opponents_depth - 1, better, beta)
            opponents = max(opponents, theirs)
            if own > value:
                value, line = own, (move, *rest)
            if opponents >= beta:
                known.counts.cut_offs += 1
                break
        else:
            own, rest, theirs = alpha_beta_squared(known, child, depth - 1, opponents_depth - 1, alpha, opponents)
            if theirs < opponents:
                value, line, opponents = own, (move, *rest), theirs
    return value, line, opponents


def _plain_minimax(known: ModelledGame[S], state: S, depth: int) -> tuple[float, Line]:
    search = TreeSearch(known.game, known.own, known.watch, negamax)
    choose = choose_self if known.game.player(state) == known.us else choose_opponent
    answer = choose(search, state, depth, known.us)
    known.counts.leaves += search.counts.leaves
    known.counts.inner_nodes += search.counts.inner_nodes
    return answer
