"""Plaat's comparison: leaves, nodes and processor time of all exact searches, beside aspiration NegaScout's.

Every algorithm searches the same positions (after random moves, but within reason: the evaluator sees no more than
a fifth of a won game), deepens iteratively, and has a table that remembers leaves and the history heuristic.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

import numpy as np

from benchmarks.measure import Record, say
from logistello.games import GameRules
from logistello.lab.comparison import ASPIRATION_NEGASCOUT, Cost, compare, compared_algorithms
from logistello.lab.evaluators.hand_made import hand_made
from logistello.lab.evaluators.othello_evaluators import OthelloModelEvaluator
from logistello.lab.games_by_name import game_named
from logistello.lab.sample_positions import random_walk
from logistello.lab.search.evaluator import RoundedEvaluator

#: Random moves before a search, and the depths.
GAMES: dict[str, tuple[int, tuple[int, ...]]] = {
    "othello": (16, (3, 4, 5, 6, 7)),
    "connect_four": (8, (4, 5, 6, 7, 8)),
    "checkers": (12, (4, 5, 6, 7, 8)),
    "chess": (12, (2, 3, 4, 5)),
}
#: As a part of a won game: positions that are not yet decided.
MOST_UNEQUAL = 0.2
#: Values are rounded to multiples of this, as search programs count in whole units: a quarter of a disc, a sixth of a
#: man or pawn.
GRAINS = {"othello": 1 / 4, "checkers": 16 / 4096, "chess": 16 / 4096, "connect_four": 1 / 256}
#: Half the aspiration window, in the game's unit: about as far as values move from one iteration to the next but one.
WINDOWS = {"othello": 3.0, "checkers": 64 / 4096, "chess": 64 / 4096, "connect_four": 4 / 256}
#: What the survey reports of MTD(f) (Orlovich 2002, section 1.6), beside aspiration NegaScout.
SURVEY = {"leaves_percent": (90, 95), "time_percent": (85, 95)}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--positions", type=int, default=20, help="of each game")
    parser.add_argument("--games", nargs="+", choices=sorted(GAMES), default=list(GAMES))
    parser.add_argument("--shallower", type=int, default=0, help="depths left out at the end, for a quick run")
    parser.add_argument("--seed", type=int, default=1)


def evaluator_of(name: str, game: GameRules[Any]) -> Any:
    plain = OthelloModelEvaluator() if name == "othello" else hand_made(game)
    return RoundedEvaluator(plain, GRAINS[name])


def even_positions(game: GameRules[Any], evaluator: Any, count: int, moves: int, seed: int) -> list[Any]:
    """Positions after random moves that the evaluator takes for undecided."""
    dice = np.random.default_rng(seed)
    most = MOST_UNEQUAL * game.value_range[1]
    found: dict[Any, Any] = {}
    while len(found) < count:
        state = random_walk(game, moves, dice)
        if not game.is_over(state) and abs(evaluator.value(state)) <= most:
            found.setdefault(game.key(state), state)
    return list(found.values())


def shares(costs: Iterable[Cost]) -> list[Record]:
    """Every algorithm in percent of aspiration NegaScout."""
    costs = list(costs)
    base = next(each for each in costs if each.algorithm == ASPIRATION_NEGASCOUT)
    return [
        {
            "algorithm": each.title,
            "leaves": each.counts.leaves,
            "nodes": each.counts.nodes,
            "table_hits": each.counts.table_hits,
            "researches": each.counts.researches,
            "processor_seconds": round(each.seconds, 3),
            "leaves_percent": round(100 * each.counts.leaves / base.counts.leaves, 1),
            "nodes_percent": round(100 * each.counts.nodes / base.counts.nodes, 1),
            "time_percent": round(100 * each.seconds / base.seconds, 1),
        }
        for each in costs
    ]


def measure(options: argparse.Namespace) -> Record:
    games = {}
    for name in options.games:
        moves, depths = GAMES[name]
        game = game_named(name)
        evaluator = evaluator_of(name, game)
        states = even_positions(game, evaluator, options.positions, moves, options.seed)
        rows = {}
        for depth in depths[: len(depths) - options.shallower]:
            low, high = game.value_range
            window = WINDOWS[name] / (high - low)
            table = shares(compare(game, evaluator, states, depth, compared_algorithms(game), aspiration=window))
            rows[depth] = table
            say(f"{name}, depth {depth}, {len(states)} positions: leaves, nodes, time in % of aspiration NegaScout")
            for row in table:
                say(
                    f"  {row['algorithm']:22} {row['leaves']:>10,} leaves  {row['leaves_percent']:6.1f} "
                    f"{row['nodes_percent']:6.1f} {row['time_percent']:6.1f}"
                )
        games[name] = {"positions": len(states), "random_moves": moves, "depths": rows}
    return {"seed": options.seed, "survey_mtd_f": SURVEY, "games": games}
