"""Star1 and Star2: alpha-beta for trees with chance nodes.

Ballard, "The *-minimax search procedure for trees containing chance nodes", 1983. Both rely on values being bounded:
the rules' ``value_range`` says how bad and how good the outcomes that were not looked at can be.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from logistello.games import CHANCE, ChanceRules
from logistello.lab.search.tree_search import INFINITY, S, TreeSearch


class ChanceOutcome(NamedTuple):
    """One result of chance, and what is known of its value."""

    roll: int
    probability: float
    lower: float
    upper: float


def star1(search: TreeSearch[S], state: S, player: int, depth: int, alpha: float, beta: float) -> float:
    """Stops as soon as the worst or the best that the other outcomes can bring makes the window unreachable."""
    game = cast(ChanceRules[S], search.game)
    low, high = game.value_range
    outcomes = [ChanceOutcome(roll, probability, low, high) for roll, probability in game.chances(state)]
    return _with_bounds(search, state, player, depth, alpha, beta, outcomes)


def star2(search: TreeSearch[S], state: S, player: int, depth: int, alpha: float, beta: float) -> float:
    """Before, a probe of one move after each outcome bounds its value: often that is enough."""
    game = cast(ChanceRules[S], search.game)
    low, high = game.value_range
    outcomes = [ChanceOutcome(roll, probability, low, high) for roll, probability in game.chances(state)]
    least, most = low, high
    for number, outcome in enumerate(outcomes):
        # The values of this outcome with which the others, as far as they are known, just reach the window.
        floor = outcome.upper - (most - alpha) / outcome.probability
        ceiling = outcome.lower + (beta - least) / outcome.probability
        probed = _probed(search, state, player, depth, outcome, floor, ceiling)
        outcomes[number] = probed
        least += outcome.probability * (probed.lower - outcome.lower)
        most += outcome.probability * (probed.upper - outcome.upper)
        if least >= beta or most <= alpha:
            search.counts.cut_offs += 1
            return least if least >= beta else most
    return _with_bounds(search, state, player, depth, alpha, beta, outcomes)


def _probed(
    search: TreeSearch[S], state: S, player: int, depth: int, outcome: ChanceOutcome, floor: float, ceiling: float
) -> ChanceOutcome:
    """One move of whoever is to move then: a lower bound if that is the player, an upper bound if the opponent."""
    game = search.game
    child = game.play(state, outcome.roll)
    if depth <= 0 or game.is_over(child) or game.player(child) == CHANCE:
        return outcome
    mover = game.player(child)
    if (ceiling if mover == player else -floor) == INFINITY:
        return outcome  # no bound on this side could end the search
    move = search.ordered(child, mover, depth, None)[0]
    if mover == player:
        value, _ = search.value_after(child, mover, move, depth - 1, outcome.lower, min(ceiling, outcome.upper))
        return outcome._replace(lower=value) if value > outcome.lower else outcome
    value, _ = search.value_after(child, mover, move, depth - 1, -outcome.upper, -max(floor, outcome.lower))
    return outcome._replace(upper=-value) if value > -outcome.upper else outcome


def _with_bounds(
    search: TreeSearch[S],
    state: S,
    player: int,
    depth: int,
    alpha: float,
    beta: float,
    outcomes: list[ChanceOutcome],
) -> float:
    least = sum(each.probability * each.lower for each in outcomes)
    most = sum(each.probability * each.upper for each in outcomes)
    if least >= beta or most <= alpha:
        search.counts.cut_offs += 1
        return least if least >= beta else most
    known = 0.0
    for roll, probability, lower, upper in outcomes:
        least -= probability * lower
        most -= probability * upper
        value = lower
        if lower < upper:
            # The values of this outcome with which the others, at their best and worst, just reach the window.
            floor = max((alpha - known - most) / probability, lower)
            ceiling = min((beta - known - least) / probability, upper)
            value, _ = search.value_for(player, search.game.play(state, roll), depth, floor, ceiling)
        known += probability * value
        if known + least >= beta or known + most <= alpha:
            search.counts.cut_offs += 1
            return known + least if known + least >= beta else known + most
    return known
