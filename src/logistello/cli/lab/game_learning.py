"""``logistello lab train`` and ``logistello lab td``: games learned from their rules alone."""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from logistello.cli.lab.arguments import GameName
from logistello.cli.option_types import Cluster, Count, Seed, Workers
from logistello.cli.terminal import quantity, shown


def train_lab(
    game: GameName,
    folder: Path,
    /,
    *,
    generations: Count | None = None,
    games: Count | None = None,
    nodes: Count | None = None,
    tensor: bool = False,
    workers: Workers | None = None,
    cluster: Cluster | None = None,
    seed: Seed = 1,
    json: bool = False,
) -> int:
    """Learn a game from its rules: self-play, GenConf and GLEM, a gate, generation after generation, then ProbCut.

    The folder then holds best.gm, the model, and report.json and report.svg, the table and the picture of progress.
    The same command continues after any kind of stop and gives the same model.

    Parameters
    ----------
    folder
        Folder of the run; created if it does not exist.
    generations
        How often games are played and weights are fitted.
    games
        Games of each generation.
    nodes
        Positions that the players of these games look at for a move.
    tensor
        Learn over OpenSpiel's observation tensor, even if better features are known.
    workers
        Number of worker processes; by default one for each processor.
    seed
        Same seed, same model, however many workers.
    json
        Print the report as JSON.
    """
    from dataclasses import replace

    from logistello.cli.long_work import work_bars, work_pool
    from logistello.games import openspiel_rules
    from logistello.lab.learn.plans import plan_for
    from logistello.lab.learn.run import BEST, LearningRun

    rules = openspiel_rules(game)
    given = {"generations": generations, "games": games}
    plan = plan_for(
        rules, seed=seed, plain=tensor, **{name: value for name, value in given.items() if value is not None}
    )
    if nodes is not None:
        plan = replace(plan, play=replace(plan.play, nodes=nodes))
    try:
        with work_pool(workers, cluster) as pool, work_bars(pool) as bars:
            report = LearningRun(folder, plan, pool, bars.show).run()
    except KeyboardInterrupt:
        sys.stderr.write("Stopped. Nothing that was finished is lost: the same command continues.\n")
        raise
    if json:
        sys.stdout.write(json_format.dumps(report) + "\n")
    else:
        sys.stdout.write(_table(report) + f"{shown(str(folder / BEST))}: the model\n")
    return 0


def _table(report: Mapping[str, Any]) -> str:
    lines = ["generation  positions  configurations  error   gate     against the plain evaluator"]
    for each in report["generations"]:
        error = "   -" if each["validation_mae"] is None else f"{each['validation_mae']:.3f}"
        gate, plain = each["gate"]["percent"][0], each["against_plain"]["percent"]
        taken = "" if each["accepted"] else "  (refused)"
        lines.append(
            f"{each['generation']:>10}  {each['positions']:>9,}  {each['configurations']:>14,}  {error:>5}"
            f"  {gate:>5.1f} %  {plain[0]:.1f} % ({plain[1]:.0f} to {plain[2]:.0f}){taken}"
        )
    return "\n".join(lines) + "\n"


def td_lab(
    game: Literal["backgammon", "othello"],
    file: Path,
    /,
    *,
    games: Count,
    seed: Seed = 1,
    model: Path | None = None,
) -> int:
    """Learn backgammon or Othello by TD(λ), from games against oneself.

    Backgammon trains a network as TD-Gammon did, Othello the weights of patterns, from zero. The same command with more
    games goes on from the file.

    Parameters
    ----------
    file
        What is learned, kept from game to game.
    games
        How many games in all, those in the file included.
    seed
        Same seed, same games.
    model
        Othello only: write what was learned as a model that the engine can play with.
    """
    from logistello.cli.long_work import work_bars
    from logistello.errors import UsageError

    if model is not None and game != "othello":
        raise UsageError("--model is for othello: the network of backgammon is in the file itself")
    with work_bars() as bars:
        show = bars.bar("games")
        if game == "backgammon":
            from logistello.lab.td.backgammon import BackgammonSettings, learn_backgammon

            learn_backgammon(file, games, BackgammonSettings(seed=seed), lambda done: show(done, games))
        else:
            from logistello.lab.td.othello import OthelloTdSettings, learn_othello

            learned = learn_othello(file, games, OthelloTdSettings(seed=seed), lambda done: show(done, games))
            if model is not None:
                learned.save(model)
                sys.stdout.write(f"{shown(str(model))}: the model\n")
    sys.stdout.write(f"{shown(str(file))}: {quantity(games, 'game')}\n")
    return 0
