"""TD(λ): backgammon against random, pip-count and gnubg's players; Othello from zero beside supervised GLEM.

Backgammon's network plays itself (``build/lab/backgammon.td``; more games go on from there), then matches one ply
ahead. gnubg (Debian package ``gnubg``) is optional: without it nothing is said about it. Othello learns by TD(λ) for a
number of games; GLEM is fitted to the positions and outcomes of the very same games; both are compared on games of
experts (mean absolute error of the static value against the final score), and in matches of the engine at a fixed
depth.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.collections_of_games import add_data_option, wthor
from benchmarks.measure import ROOT, say
from logistello.evaluation import Model, PatternSet
from logistello.games import OpenSpielRules, OthelloState
from logistello.glem import StagedGlemRegressor
from logistello.lab.learn.matches import play_game
from logistello.lab.learn.players import GamePlayer, RandomMover
from logistello.lab.td.backgammon import BackgammonSettings, backgammon_rules, learn_backgammon
from logistello.lab.td.backgammon_players import NetworkPlayer, PipCountPlayer
from logistello.lab.td.gnubg import GnubgPlayer, find_gnubg
from logistello.lab.td.network import Network
from logistello.lab.td.othello import OthelloCoding, OthelloTdSettings, learn_othello
from logistello.othello.notation import read

RUNS = ROOT / "build" / "lab"
EXPERTS_OF = 2000
AT_LEAST = {"random": 95, "pip_count": 65}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--backgammon-games", type=int, default=100_000)
    parser.add_argument("--othello-games", type=int, default=4000)
    parser.add_argument("--pairs", type=int, default=100, help="pairs of games in each match of backgammon")
    parser.add_argument("--gnubg-pairs", type=int, default=50)
    parser.add_argument("--othello-match", type=int, default=100, help="games of the match between the two models")
    parser.add_argument("--runs", type=Path, default=RUNS)
    parser.add_argument("--only", choices=("backgammon", "othello"))
    add_data_option(parser)


def measure(options: argparse.Namespace) -> dict[str, Any]:
    options.runs.mkdir(parents=True, exist_ok=True)
    found: dict[str, Any] = {}
    if options.only != "othello":
        found["backgammon"] = backgammon(options)
    if options.only != "backgammon":
        found["othello"] = othello(options)
    return found


# -- backgammon -------------------------------------------------------------------------------


def backgammon(options: argparse.Namespace) -> dict[str, Any]:
    network = learn_backgammon(options.runs / "backgammon.td", options.backgammon_games, BackgammonSettings())
    rules = backgammon_rules()
    found: dict[str, Any] = {"games": options.backgammon_games, "hidden": network.shape.hidden, "at_least": AT_LEAST}
    found["random"] = _points(rules, network, lambda seed: RandomMover(rules, seed), options.pairs)
    found["pip_count"] = _points(rules, network, lambda seed: PipCountPlayer(rules, seed), options.pairs)
    for name, least in AT_LEAST.items():
        say(f"backgammon against {name}: {found[name]['won_percent']} % won; wanted {least} %")
    if find_gnubg() is None:
        say("gnubg is not installed: no match against it")
    else:
        with GnubgPlayer() as gnubg:
            found["gnubg_0_ply"] = _points(rules, network, lambda seed: gnubg, options.gnubg_pairs)
        say(f"backgammon against gnubg's 0-ply: {found['gnubg_0_ply']}")
    return found


def _points(rules: OpenSpielRules, network: Network, opponent: Any, pairs: int) -> dict[str, Any]:
    """Pairs of games with the same dice and sides exchanged."""
    points = []
    for number in range(pairs):
        for side in (0, 1):
            seats: list[GamePlayer] = [NetworkPlayer(rules, network), opponent(2 * number + side)]
            dice = np.random.default_rng([5, number])
            end = play_game(rules, rules.start(), seats[::-1] if side else seats, dice)
            points.append(rules.outcome(end, side) if rules.is_over(end) else 0.0)
    values = np.array(points)
    return {
        "games": len(values),
        "won_percent": round(100 * float((values > 0).mean()), 1),
        "equity": round(float(values.mean()), 3),
        "equity_error": round(float(values.std() / np.sqrt(len(values))), 3),
    }


# -- Othello ----------------------------------------------------------------------------------


def othello(options: argparse.Namespace) -> dict[str, Any]:
    settings = OthelloTdSettings()
    coding = OthelloCoding(PatternSet.named(settings.patterns).with_stages(settings.stages))
    games: list[list[OthelloState]] = []
    with tempfile.TemporaryDirectory() as folder:

        def see(state: OthelloState) -> None:
            if (state.own | state.opponent).bit_count() == 4:
                games.append([])
            games[-1].append(state)

        td = learn_othello(Path(folder) / "othello.td", options.othello_games, settings, on_state=see)
        glem = _glem(coding, games)
        paths = {"td": td.save(Path(folder) / "td.model"), "glem": glem.save(Path(folder) / "glem.model")}
        match = _engine_match(paths["td"], paths["glem"], options.othello_match)
    own, opponent, scores = _expert_positions()
    models = {"td": td, "glem": glem, "default": Model.default()}
    errors = {
        name: round(float(np.abs(each.evaluate(own, opponent) - scores).mean()), 3) for name, each in models.items()
    }
    errors["nothing"] = round(float(np.abs(scores).mean()), 3)
    say(f"Othello after {options.othello_games} games: error in discs {errors}; TD against GLEM {match}")
    return {"games": options.othello_games, "positions": len(scores), "mae_discs": errors, "td_against_glem": match}


def _glem(coding: OthelloCoding, games: list[list[OthelloState]]) -> Model:
    """Supervised: all positions of the games, with the final scores of these as labels."""
    rows, targets, stages = [], [], []
    for game in games:
        *states, end = game
        black = coding.rules.outcome(end, 0)
        for state, active in zip(states, coding.inputs(states), strict=True):
            stage, ids = np.divmod(active.ids, coding.n_weights)
            rows.append(ids.astype(np.uint32))
            stages.append(int(stage[0]))
            targets.append(black if state.player == 0 else -black)
    regressor = StagedGlemRegressor(iterations=30, stage_model="separate", l2=2.0, tolerance=1e-3).fit(
        np.array(rows, dtype=np.uint32),
        np.array(targets, dtype=np.float32),
        np.array(stages, dtype=np.uint8),
        n_weights=coding.n_weights,
        n_stages=coding.patterns.stages,
    )
    return coding.model(regressor.coef_.reshape(-1), "glem", {"games": len(games)})


def _expert_positions() -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.float64]]:
    """Every position of games of experts with the final score, seen by the side to move."""
    own, opponent, scores = [], [], []
    for game in list(read(wthor([EXPERTS_OF])[0].read_bytes()).games)[:300]:
        if (black := game.result.black_score) is None:
            continue
        for position in game.positions():
            if position.is_over:
                continue
            own.append(position.own)
            opponent.append(position.opponent)
            scores.append(black if int(position.turn) == 0 else -black)
    return np.array(own, np.uint64), np.array(opponent, np.uint64), np.array(scores, dtype=np.float64)


def _engine_match(first: Path, second: Path, games: int) -> dict[str, Any]:
    command = [
        *(str(Path(sys.executable).with_name("logistello")), "match"),
        *(f"engine:model={first},depth=4,name=td", f"engine:model={second},depth=4,name=glem"),
        *("--openings", "xot-small", "--games", str(games), "--json"),
    ]
    answer = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout)
    found: dict[str, Any] = answer["pairings"][0]
    return found
