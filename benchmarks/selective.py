"""What pruning by probability costs: values of selective searches beside those that hardly prune, at the same depth.

``python -m benchmarks.selective [--player ...] [--depth 18] [--count 100] [--no-save]``

Positions are those of :mod:`benchmarks.regret` with 30 to 48 empty squares. The reference is a search of this build to
the same depth at 99 %. Several builds or options are asked in turns (``NAME=PYTHON {"confidence": 87}``), and the
processor time of each tells what its accuracy costs: numbers of nodes do not, since some are cheaper than others.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from statistics import fmean

from benchmarks.collections_of_games import add_data_option
from benchmarks.measure import ROOT, Record, new_record, save, say
from benchmarks.regret.builds import Build
from benchmarks.regret.judged import candidates
from logistello import Engine, Limit, Position
from logistello.engine.thresholds import Thresholds

_FEWEST_EMPTIES = 30
_SURE = 99


def measure(players: Sequence[Build], positions: Sequence[Position], depth: int) -> list[Record]:
    """By player: processor time and nodes of all searches, error of the value and how often the move is another."""
    errors: dict[str, list[Record]] = {player.name: [] for player in players}
    with Engine(hash_mb=128, threads=1, confidence=_SURE, thresholds=Thresholds(sure_per_move=0)) as engine:
        for number, position in enumerate(positions, start=1):
            engine.clear()
            truth = engine.search(position, Limit(depth=depth))
            for player in players:
                found = player.ask(position, {"depth": depth})
                other = found["move"] != str(truth.move)
                errors[player.name].append({**found, "error": abs(found["score"] - truth.score), "other": other})
            if number % 10 == 0:
                say(f"{number} of {len(positions)} positions")
    return [
        {
            "player": name,
            "seconds": round(sum(row["seconds"] for row in rows), 2),
            "nodes": sum(row["nodes"] for row in rows),
            "error": round(fmean(row["error"] for row in rows), 3),
            "other_move": round(fmean(row["other"] for row in rows), 3),
        }
        for name, rows in errors.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.selective", description=__doc__.splitlines()[0])
    parser.add_argument("--player", action="append", help='NAME=PYTHON or NAME=PYTHON {"confidence": 87}; this build')
    parser.add_argument("--depth", type=int, default=18)
    parser.add_argument("--count", type=int, default=100, help="positions")
    parser.add_argument("--no-save", action="store_true", help="do not keep the result")
    add_data_option(parser)
    options = parser.parse_args()
    positions = [each for each in candidates("searched", 2 * options.count) if each.empties >= _FEWEST_EMPTIES]
    record = new_record("selective")
    with ExitStack() as stack:
        players = [stack.enter_context(Build(text)) for text in options.player or ["this build"]]
        rows = measure(players, positions[: options.count], options.depth)
    for row in rows:
        print(
            f"{row['player']:16} {row['seconds']:7.2f} s {row['nodes']:>12,} nodes, error {row['error']:.3f} discs, "
            f"another move in {row['other_move']:.0%}"
        )
    # Interpreters are named by what they are called, not by where they are on this machine.
    record |= {"depth": options.depth, "positions": len(positions[: options.count]), "figures": rows}
    if not options.no_save:
        say(f"saved {save(record).relative_to(ROOT)}")


if __name__ == "__main__":
    main()
