"""Multi-ProbCut against full width at equal nodes: learned models of two games, and chess with a hand-made evaluator.

Amazons has the papers' (0, k) checks, in which the evaluator itself is the first check (Buro 2002, section 3.2). Chess
is measured beside Crafty's 51 to 56 % (slides, "ProbCut in chess"). Models come from ``benchmarks.lab glem``.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.lab.glem import GAMES, RUNS, play_pairs_of
from benchmarks.measure import Missing, say
from logistello.games import openspiel_rules
from logistello.jobs import ProcessPool, Task
from logistello.lab.evaluators.hand_made import hand_made
from logistello.lab.learn.matches import play_game, random_opening, result_of
from logistello.lab.learn.players import SearchPlayer
from logistello.lab.learn.probcut_lines import some_position
from logistello.lab.learn.run import BEST
from logistello.lab.search.limits import SearchLimit
from logistello.lab.search.probability_cut import ProbCut
from logistello.lab.search.probcut_calibration import DepthLines, calibrate_depths
from logistello.lab.search.search import Search
from logistello.train.artefact import Arrays

AT_LEAST = 55
#: Of the deepest search that is predicted, positions that lines are fitted to, random moves before a game.
_CHESS_DEPTH, _CHESS_POSITIONS, _CHESS_OPENING = 3, 120, 6


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
    return play_pairs_of(
        pool,
        openspiel_rules(GAMES[name]).name,
        f"mpc:{limits},t={options.threshold}",
        f"search:{limits}",
        options.pairs,
        options.runs / name / "mpc",
    )


def chess(pool: Any, options: argparse.Namespace) -> dict[str, Any]:
    """There is no model of chess, so the lines are measured here, in positions of games at depth 1."""
    rules = openspiel_rules("chess")
    search = Search(rules, hand_made(rules), "negascout", ordering=("killers", "history"), deepening=0)
    states = [some_position(search, np.random.default_rng([3, number])) for number in range(_CHESS_POSITIONS)]
    lines = calibrate_depths(search, states, _CHESS_DEPTH)
    tasks = [Task(chess_pair, (number, lines, options.nodes, options.threshold)) for number in range(options.pairs)]
    parts: dict[int, Arrays] = dict(pool.run(tasks))
    found = result_of([parts[number] for number in range(len(tasks))]).as_dict()
    fits = {
        f"{shallow} to {deep}": [round(float(each), 4) for each in lines.fits[0, deep, shallow]]
        for deep in range(1, _CHESS_DEPTH + 1)
        for shallow in range(deep)
    }
    return found | {"calibration": {"positions": len(states), "a, b, sigma, count, correlation": fits}}


def chess_pair(number: int, lines: DepthLines, nodes: int, threshold: float) -> Arrays:
    """A task: two games from one opening, with sides exchanged."""
    rules = openspiel_rules("chess")
    evaluator = hand_made(rules)
    points = np.zeros((1, 2))
    work = np.zeros((2, 3), dtype=np.int64)
    opening = random_opening(rules, _CHESS_OPENING, np.random.default_rng([2, number]))
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
        points[0, swapped] = rules.outcome(end, swapped) if rules.is_over(end) else 0.0
        for side, player in enumerate(players):
            work[side] += player.work
    return {"points": points, "work": work}
