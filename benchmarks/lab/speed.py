"""Leaves a second through the contract of games, on one core, in processor time.

Othello has the native rules and evaluator; connect four a learned evaluator if ``--connect-four-model`` names one
(``logistello lab train connect_four``), otherwise the hand-made one.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from benchmarks.measure import Record, say
from logistello.games import GameRules
from logistello.lab import Counts, OthelloModelEvaluator, Search, SearchLimit, StateEvaluator, game_named, hand_made
from logistello.lab.learn.game_model import GameModel, LearnedEvaluator
from logistello.lab.sample_positions import random_positions

#: What the laboratory has to reach.
LEAST = {"othello": 60_000, "connect_four": 20_000}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--algorithm", default="negascout")
    parser.add_argument("--connect-four-model", type=Path, help="a file that 'logistello lab train' made")


def leaves_a_second(
    game: GameRules[Any], evaluator: StateEvaluator[Any], algorithm: str, positions: int, depth: int, moves: int
) -> Record:
    counts, seconds = Counts(), 0.0
    for state in random_positions(game, positions, moves, seed=1):
        search = Search(game, evaluator, algorithm, ordering=("history",))
        began = time.process_time()
        found = search.search(state, SearchLimit(depth=depth))
        seconds += time.process_time() - began
        counts += found.counts
    return {
        "depth": depth,
        "positions": positions,
        "leaves": counts.leaves,
        "nodes": counts.nodes,
        "processor_seconds": round(seconds, 3),
        "leaves_a_second": round(counts.leaves / seconds),
        "nodes_a_second": round(counts.nodes / seconds),
    }


def measure(options: argparse.Namespace) -> Record:
    connect_four = game_named("connect_four")
    path: Path | None = options.connect_four_model
    lines: StateEvaluator[Any] = hand_made(connect_four) if path is None else LearnedEvaluator(GameModel.load(path))
    work = {
        "othello": (game_named("othello"), OthelloModelEvaluator(), 5, 16, "the model that comes with the package"),
        "connect_four": (connect_four, lines, 6, 8, "open lines, hand-made" if path is None else "learned"),
    }
    games = {}
    for name, (game, evaluator, depth, moves, words) in work.items():
        found = leaves_a_second(game, evaluator, options.algorithm, options.positions, depth, moves)
        games[name] = found | {"evaluator": words, "at_least": LEAST[name]}
        say(f"{name}: {found['leaves_a_second']:,} leaves a second ({words}; at least {LEAST[name]:,})")
    return {"algorithm": options.algorithm, "games": games}
