"""How values and best moves change from one depth to the next, on positions of games.

``python -m benchmarks.swings [MODEL ...] [--count 200] [--depth 16] [--no-save]``

A value that swings with the parity of the depth says more about the horizon than about the position. Positions are
those of WTHOR's years that no model was fitted to; each is searched with an empty table.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np

from benchmarks.collections_of_games import add_data_option, wthor
from benchmarks.measure import Record, new_record, save, say
from logistello.engine import Engine, Info, Limit
from logistello.evaluation import Model
from logistello.evaluation.model import find_model
from logistello.othello import Position
from logistello.othello.notation.game_table import read_games

YEARS = range(2015, 2023)
#: Numbers of discs, in parts of the game as people see them.
PARTS = {"opening": range(10, 22), "early": range(22, 30), "middle": range(30, 38), "late": range(38, 46)}
#: Values of shallower searches are for nobody.
FIRST_DEPTH = 6


def positions(count: int, seed: int = 1) -> list[Position]:
    """So many of all those in the games, as many of each part of the game, with a choice of moves."""
    games = read_games(wthor(YEARS))
    rng = np.random.default_rng(seed)
    found: list[Position] = []
    for part in PARTS.values():
        rows = rng.permutation(np.flatnonzero(np.isin(games.discs, part)))[: 2 * count].tolist()
        boards = (Position.from_own(int(games.own[row]), int(games.opp[row])) for row in rows)
        found += [each for each in boards if len(each.legal_moves) > 1][: count // len(PARTS)]
    return found


def by_depth(engine: Engine, position: Position, depth: int) -> dict[int, Info]:
    """What the last pass of every depth says."""
    found: dict[int, Info] = {}
    engine.clear()
    engine.search(
        position, Limit(depth=depth), every_depth=True, on_info=lambda info: found.__setitem__(info.depth, info)
    )
    return found


def measure(model: Model, chosen: Sequence[Position], depth: int) -> Record:
    """By part of the game and depth: mean change of the value to the next depth; how often the best move changes."""
    changes: dict[tuple[str, int], list[float]] = {}
    moved: dict[str, list[bool]] = {}
    with Engine(model=model, hash_mb=64, threads=1) as engine:
        for position in chosen:
            part = next(name for name, discs in PARTS.items() if 64 - position.empties in discs)
            infos = by_depth(engine, position, depth)
            for at in range(FIRST_DEPTH, depth):
                if at in infos and at + 1 in infos:
                    changes.setdefault((part, at), []).append(infos[at + 1].score - infos[at].score)
                    moved.setdefault(part, []).append(infos[at + 1].move != infos[at].move)
    rows = [
        {"part": part, "depth": at, "positions": len(each), "mean_change": round(float(np.mean(each)), 3)}
        for (part, at), each in changes.items()
    ]
    return {
        "model": model.file_name,
        "rows": rows,
        "largest_mean_change": max(abs(row["mean_change"]) for row in rows),
        "best_move_changes": {part: round(float(np.mean(each)), 4) for part, each in moved.items()},
    }


def table(found: Record) -> str:
    depths = sorted({row["depth"] for row in found["rows"]})
    cells = {(row["part"], row["depth"]): row["mean_change"] for row in found["rows"]}
    lines = [f"| {found['model']} | " + " | ".join(f"{at} to {at + 1}" for at in depths) + " | best move changes |"]
    lines.append("|---" * (len(depths) + 2) + "|")
    for part in PARTS:
        shown = [f"{cells[part, at]:+.2f}" if (part, at) in cells else "" for at in depths]
        lines.append(f"| {part} | " + " | ".join(shown) + f" | {100 * found['best_move_changes'].get(part, 0):.0f} % |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.swings", description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", help="names or files of models; the default model if none is named")
    parser.add_argument("--count", type=int, default=200, help="positions")
    parser.add_argument("--depth", type=int, default=16, help="of the deepest search")
    parser.add_argument("--no-save", action="store_true", help="do not keep the result")
    add_data_option(parser)
    arguments = parser.parse_args()
    record = new_record("swings") | {"depth": arguments.depth, "models": []}
    chosen = positions(arguments.count)
    for name in arguments.models or ["default"]:
        found = measure(find_model(name), chosen, arguments.depth)
        record["models"].append(found)
        say(table(found))
    if not arguments.no_save:
        say(f"saved {save(record).name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
