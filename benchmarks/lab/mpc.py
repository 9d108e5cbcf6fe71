"""Multi-ProbCut against full width at equal nodes: learned models of two games, and chess with a hand-made evaluator.

Amazons has the papers' (0, k) checks, in which the evaluator itself is the first check (Buro 2002, section 3.2). Chess
is measured beside Crafty's 51 to 56 % (slides, "ProbCut in chess"). Models come from ``benchmarks.lab glem``.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.lab.glem import GAMES, RUNS, _match
from benchmarks.measure import Missing, say
from logistello.games import openspiel_rules
from logistello.jobs import ProcessPool, Task
from logistello.lab.evaluators.hand_made import hand_made
from logistello.lab.learn.matches import play_game, random_opening, result_of
from logistello.lab.learn.players import SearchPlayer
from logistello.lab.learn.run import BEST
from logistello.lab.sample_positions import random_positions
from logistello.lab.search.limits import SearchLimit
from logistello.lab.search.probability_cut import ProbCut
from logistello.lab.search.probcut_calibration import calibrate_depths
from logistello.lab.search.search import Search
from logistello.train.artefact import Arrays

AT_LEAST = 55
_CHESS_DEPTH = 4


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="amazons, connect_four, checkers, breakthrough, chess")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--threshold", type=float, default=1.0, help="standard deviations to spare")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--runs", type=Path, default=RUNS)


def measure(options: argparse.Namespace) -> dict[str, Any]:
    found = {}
    with ProcessPool(options.workers) as pool:
        for name in options.games or ("amazons", "connect_four", "chess"):
            found[name] = chess(pool, options) if name == "chess" else learned(pool, name, options)
            percent = found[name]["percent"]
            wanted = "Crafty: 51 to 56 %" if name == "chess" else f"wanted {AT_LEAST} %"
            say(f"{name}, MPC against full width: {percent[0]} % ({percent[1]} to {percent[2]}); {wanted}")
    return {"nodes": options.nodes, "threshold": options.threshold, "at_least": AT_LEAST, "games": found}


def learned(pool: Any, name: str, options: argparse.Namespace) -> dict[str, Any]:
    model = options.runs / name / BEST
    if not model.is_file():
        raise Missing(f"no {model}; 'python -m benchmarks.lab glem {name}' makes it")
    limits = f"model={model},nodes={options.nodes}"
    return _match(
        pool,
        openspiel_rules(GAMES[name]).name,
        f"mpc:{limits},t={options.threshold}",
        f"search:{limits}",
        options,
        options.runs / name / "mpc",
    )


def chess(pool: Any, options: argparse.Namespace) -> dict[str, Any]:
    """No model, so the lines are measured here, in every worker alike."""
    tasks = [Task(chess_pairs, (first, 1, options.nodes, options.threshold)) for first in range(options.pairs)]
    parts: dict[int, Arrays] = dict(pool.run(tasks))
    return result_of([parts[number] for number in range(len(tasks))]).as_dict()


def chess_pairs(begin: int, count: int, nodes: int, threshold: float) -> Arrays:
    rules = openspiel_rules("chess")
    evaluator = hand_made(rules)
    plain = Search(rules, evaluator, "negascout", ordering=("killers", "history"), deepening=0)
    lines = calibrate_depths(plain, random_positions(rules, 60, 20, seed=3), _CHESS_DEPTH)
    points = np.zeros((count, 2))
    work = np.zeros((2, 3), dtype=np.int64)
    for place in range(count):
        opening = random_opening(rules, 8, np.random.default_rng([2, begin + place]))
        for swapped in (0, 1):
            prunings = (ProbCut.multi(lines, lambda state: 0, _CHESS_DEPTH, threshold, shallowest=0),)
            players = [
                SearchPlayer(
                    Search(rules, evaluator, "negascout", ordering=("killers", "history"), prunings=each),
                    SearchLimit(nodes=nodes),
                )
                for each in (prunings, ())
            ]
            seats = players[::-1] if swapped else players
            end = play_game(rules, opening, seats, np.random.default_rng(0))
            points[place, swapped] = rules.outcome(end, swapped) if rules.is_over(end) else 0.0
            for side, player in enumerate(players):
                work[side] += player.work
    return {"points": points, "work": work}
