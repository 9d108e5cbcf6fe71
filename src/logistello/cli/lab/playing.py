"""``logistello lab play`` and ``logistello lab match``: any game, against a player or between players."""

from __future__ import annotations

import json as json_format
import sys
import tempfile
from pathlib import Path
from typing import Literal

from logistello.cli.lab.arguments import GameName
from logistello.cli.option_types import Cluster, Count, PliesOrNone, Seed, Workers
from logistello.cli.terminal import typed_lines


def play_lab(
    game: GameName,
    opponent: str = "search:plain,nodes=1000",
    /,
    *,
    side: Literal["first", "second"] = "first",
    seed: Seed = 1,
) -> int:
    """Play a game in the terminal against a player of the laboratory.

    Type a move as it is listed, "moves" for the list, "undo" to take back, "quit" to end.

    Parameters
    ----------
    opponent
        Who plays against you: search:model=FILE,nodes=1000, search:plain,depth=4, mpc:model=FILE,nodes=1000,
        mcts:simulations=1000, random.
    side
        Which player you are.
    seed
        For dice and players that choose at random.
    """
    from logistello.cli.lab.terminal_game import TerminalGame
    from logistello.games import openspiel_rules
    from logistello.lab.learn.players import parse_player

    rules = openspiel_rules(game)
    player = parse_player(opponent).make(rules, seed=seed)
    table = TerminalGame(rules, player, 0 if side == "first" else 1, seed)
    return table.play(typed_lines(), sys.stdout)


def match_lab(
    game: GameName,
    first: str,
    second: str,
    /,
    *,
    games: Count = 20,
    opening_moves: PliesOrNone = 4,
    output: Path | None = None,
    workers: Workers | None = None,
    cluster: Cluster | None = None,
    seed: Seed = 1,
    json: bool = False,
) -> int:
    """Play games between two players of the laboratory, in pairs from the same random opening.

    Parameters
    ----------
    first
        A player: search:model=FILE,nodes=1000, search:plain,depth=4, mpc:model=FILE,nodes=1000,
        mcts:simulations=1000, random.
    second
        Its opponent.
    games
        How many; an odd number is rounded up, as openings are played with both sides.
    opening_moves
        Random moves that a pair of games begins with.
    output
        Folder for the games; the same command goes on from what is there.
    workers
        Number of worker processes; by default one for each processor.
    seed
        Same seed, same openings.
    json
        Print the result as JSON.
    """
    from logistello.cli.long_work import work_bars, work_pool
    from logistello.games import openspiel_rules
    from logistello.lab.learn.matches import MatchPlan, play_match

    rules = openspiel_rules(game)
    plan = MatchPlan(rules.name, first, second, -(-games // 2), opening_moves, seed)
    with (
        tempfile.TemporaryDirectory(prefix="logistello-") as scratch,
        work_pool(workers, cluster) as pool,
        work_bars(pool) as bars,
    ):
        show = bars.bar("pairs")
        result = play_match(pool, plan, output or Path(scratch), on_result=lambda done, _: show(done, plan.pairs))
    found = result.as_dict()
    if json:
        sys.stdout.write(json_format.dumps({**plan.as_dict(), **found}) + "\n")
        return 0
    low, high = found["percent"][1:]
    sys.stdout.write(
        f"{first} against {second}: {result.wins} won, {result.draws} drawn, {result.losses} lost, "
        f"{found['percent'][0]} % ({low} to {high})\n"
        f"leaves of a search: {found['leaves'][0]} and {found['leaves'][1]}; "
        f"nodes: {found['nodes'][0]} and {found['nodes'][1]}\n"
    )
    return 0
