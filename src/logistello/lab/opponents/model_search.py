"""Opponent-model search: the opponent chooses by its own evaluator, and we know it (Orlovich 2002, section 2.1).

Carmel and Markovitch, "Learning models of opponent's strategy in game playing", 1993; Iida, Uiterwijk, van den Herik
and Herschberg, "Potential applications of opponent-model search", 1993. The pruned forms are those of Donkers,
"Nosce hostem: searching with opponent models", 2003, chapter 4.

At our nodes we take the best of our own values. At the opponent's nodes we take our value of the move that the opponent
prefers: the one with the best minimax value for it, by its own evaluator. Of several it takes the first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeAlias

from logistello.games import GameRules
from logistello.lab.search.alpha_beta import alpha_beta
from logistello.lab.search.evaluator import StateEvaluator
from logistello.lab.search.found import Answer, Counts, Line
from logistello.lab.search.limits import Watch
from logistello.lab.search.scout import just_above
from logistello.lab.search.tree_search import INFINITY, S, TreeSearch


@dataclass(frozen=True)
class ModelledGame(Generic[S]):
    """What opponent-model searches carry through the tree. All values are seen by ``us``, the player to move."""

    game: GameRules[S]
    own: StateEvaluator[S]
    opponent: StateEvaluator[S]
    us: int
    watch: Watch
    counts: Counts

    def leaf(self, state: S, evaluator: StateEvaluator[S]) -> float:
        """An evaluator's value; the rules' at the end of the game."""
        self.watch.step()
        self.counts.leaves += 1
        if self.game.is_over(state):
            return self.game.outcome(state, self.us)
        value = evaluator.value(state)
        return value if self.game.player(state) == self.us else -value

    def is_leaf(self, state: S, depth: int) -> bool:
        return depth <= 0 or self.game.is_over(state)

    def minimax(self, state: S, depth: int, evaluator: StateEvaluator[S], alpha: float, beta: float) -> Answer:
        """What alpha-beta with one of the evaluators finds within a window."""
        search = TreeSearch(self.game, evaluator, self.watch, alpha_beta)
        answer = search.value_for(self.us, state, depth, alpha, beta)
        self.counts.leaves += search.counts.leaves
        self.counts.inner_nodes += search.counts.inner_nodes
        self.counts.cut_offs += search.counts.cut_offs
        return answer

    def inside(self) -> None:
        self.watch.step()
        self.counts.inner_nodes += 1


#: Our value with the expected line, and the opponent's value; both seen by us.
TwoValues: TypeAlias = tuple[float, Line, float]


def om_search(known: ModelledGame[S], state: S, depth: int) -> TwoValues:
    """Plain OM search: every node has both values."""
    if known.is_leaf(state, depth):
        return known.leaf(state, known.own), (), known.leaf(state, known.opponent)
    known.inside()
    ours = known.game.player(state) == known.us
    value, opponents = -INFINITY, -INFINITY if ours else INFINITY
    line: Line = ()
    for move in known.game.moves(state):
        own, rest, theirs = om_search(known, known.game.play(state, move), depth - 1)
        if ours:
            opponents = max(opponents, theirs)
            if own > value:
                value, line = own, (move, *rest)
        elif theirs < opponents:
            value, line, opponents = own, (move, *rest), theirs
    return value, line, opponents


def om_beta_one_pass(known: ModelledGame[S], state: S, depth: int, beta: float = INFINITY) -> TwoValues:
    """OM search with beta-pruning in one pass: a move of the opponent's is left as soon as it is no better, in the
    opponent's eyes, than one that it has already.

    Values at least ``beta`` are bounds: whoever gets one back does not choose it.
    """
    if known.is_leaf(state, depth):
        return known.leaf(state, known.own), (), known.leaf(state, known.opponent)
    known.inside()
    ours = known.game.player(state) == known.us
    value, opponents = -INFINITY, -INFINITY if ours else beta
    line: Line = ()
    for move in known.game.moves(state):
        bound = beta if ours else opponents
        own, rest, theirs = om_beta_one_pass(known, known.game.play(state, move), depth - 1, bound)
        if ours:
            opponents = max(opponents, theirs)
            if own > value:
                value, line = own, (move, *rest)
            if opponents >= beta:
                known.counts.cut_offs += 1
                break
        elif theirs < opponents:
            value, line, opponents = own, (move, *rest), theirs
    return value, line, opponents


def om_beta_probing(known: ModelledGame[S], state: S, depth: int, most: float = INFINITY) -> Answer:
    """OM search with beta-pruning by probes: at a node of the opponent's, alpha-beta with its evaluator finds the move
    that it will make, and only that one is searched on.

    ``most`` is the opponent's value of the state, or more: probes need not look beyond it.
    """
    if known.is_leaf(state, depth):
        return known.leaf(state, known.own), ()
    known.inside()
    moves = known.game.moves(state)
    if known.game.player(state) == known.us:
        best = -INFINITY
        line: Line = ()
        for move in moves:
            value, rest = om_beta_probing(known, known.game.play(state, move), depth - 1, most)
            if value > best:
                best, line = value, (move, *rest)
        return best, line
    chosen, least = moves[0], INFINITY
    for move in moves:
        child = known.game.play(state, move)
        value, _ = known.minimax(child, depth - 1, known.opponent, -INFINITY, min(least, just_above(most)))
        if value < least:
            chosen, least = move, value
    value, rest = om_beta_probing(known, known.game.play(state, chosen), depth - 1, least)
    return value, (chosen, *rest)


def om_full_probing(known: ModelledGame[S], state: S, depth: int, opponents_depth: int) -> Answer:
    """OM search with probes as deep as the opponent itself searches when it is to move, beyond our own horizon if need
    be: what it will do is then known, not only what it would do if it saw no farther than we."""
    if known.is_leaf(state, depth):
        return known.leaf(state, known.own), ()
    known.inside()
    moves = known.game.moves(state)
    if known.game.player(state) != known.us and len(moves) > 1:
        chosen, least = moves[0], INFINITY
        for move in moves:
            child = known.game.play(state, move)
            value, _ = known.minimax(child, opponents_depth - 1, known.opponent, -INFINITY, least)
            if value < least:
                chosen, least = move, value
        moves = (chosen,)
    best = -INFINITY
    line: Line = ()
    for move in moves:
        value, rest = om_full_probing(known, known.game.play(state, move), depth - 1, opponents_depth)
        if value > best:
            best, line = value, (move, *rest)
    return best, line
