"""What the moves of a search lose, by time and phase: ``python -m benchmarks.regret``.

``--judge exact|searched`` adds positions to ``positions.tsv`` instead; it may be stopped and goes on.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, get_args

from benchmarks.measure import ROOT, Record, new_record, save, say
from benchmarks.regret.builds import Build
from benchmarks.regret.judged import FILE, PHASES, Judged, Kind, candidates, read
from benchmarks.regret.judging import engine_for, judge
from logistello import Square
from logistello.charts import COLOURS, Chart, picture

# -- figures ----------------------------------------------------------------------------------


def mean_with_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error.

    >>> mean_with_error([0.0, 2.0, 0.0, 2.0])
    (1.0, 0.577)
    """
    error = stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return round(fmean(values), 3), round(error, 3)


def summary(rows: Sequence[Record]) -> list[Record]:
    """Mean regret and depth of each player by limit and phase."""
    groups: dict[tuple[Any, ...], list[Record]] = {}
    for row in rows:
        groups.setdefault((row["player"], row["limit"], tuple(row["phase"])), []).append(row)
    found = []
    for (player, limit, phase), group in groups.items():
        mean, error = mean_with_error([row["regret"] for row in group])
        found.append(
            {
                "player": player,
                "limit": limit,
                "phase": phase,
                "positions": len(group),
                "regret": mean,
                "error": error,
                "depth": round(fmean(row["depth"] for row in group), 1),
            }
        )
    return found


def drawn(figures: Sequence[Record], by: str) -> str:
    """Curves with error bars, one chart a phase. Limits are drawn as powers of ten."""
    charts = []
    for phase in PHASES:
        mine = [row for row in figures if tuple(row["phase"]) == phase]
        if not mine:
            continue
        chart = Chart(f"{phase[0]} to {phase[1]} empty squares", f"log10 of {by}", "discs lost by a move", width=420)
        for name, colour in zip(dict.fromkeys(row["player"] for row in mine), COLOURS, strict=False):
            rows = [row for row in mine if row["player"] == name]
            curve = sorted((math.log10(row["limit"]), row["regret"], row["error"]) for row in rows)
            for x, y, error in curve:
                chart.line([(x, y - error), (x, y + error)], colour=colour)
            chart.line([(x, y) for x, y, _ in curve], name=name, colour=colour, dots=True)
        charts.append(chart)
    return picture(charts, columns=2, title="What the moves of a search lose")


# -- the work ---------------------------------------------------------------------------------


def measure(players: Sequence[Build], positions: Sequence[Judged], by: str, limits: Sequence[float]) -> list[Record]:
    """Every player on every position within every limit, in turns."""
    rows = []
    for number, judged in enumerate(positions, start=1):
        for limit in limits:
            for player in players:
                found = player.ask(judged.position, {by: int(limit) if by == "nodes" else limit})
                regret = judged.regret(Square.parse(found["move"]))
                rows.append(
                    {"player": player.name, "limit": limit, "phase": judged.phase, "regret": round(regret, 3), **found}
                )
        if number % 10 == 0:
            say(f"{number} of {len(positions)} positions")
    return rows


def add_judged(kind: Kind, count: int) -> None:
    """Judge what is not judged yet, one line at a time."""
    known = {each.position.text for each in read()} if FILE.is_file() else set()
    wanted = [position for position in candidates(kind, count) if position.text not in known]
    with engine_for(kind) as engine, FILE.open("a") as file:
        for number, position in enumerate(wanted, start=1):
            file.write(judge(position, kind, engine).line() + "\n")
            file.flush()
            say(f"{number} of {len(wanted)} positions judged")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.regret", description=__doc__.splitlines()[0])
    parser.add_argument("--judge", choices=get_args(Kind), help="add positions with their values to the file")
    parser.add_argument("--count", type=int, default=300, help="how many positions are to be judged in the end")
    parser.add_argument("--times", type=float, nargs="+", default=[0.03, 0.1, 0.3, 1.0, 3.0, 10.0])
    parser.add_argument("--nodes", type=float, nargs="+", help="numbers of nodes instead of seconds of processor time")
    parser.add_argument("--player", action="append", help='NAME=PYTHON or NAME=PYTHON {"confidence": 87}; this build')
    parser.add_argument("--kind", choices=get_args(Kind), help="only positions of this kind")
    parser.add_argument("--every", type=int, default=1, help="only every so many positions")
    parser.add_argument("--svg", type=Path, help="draw curves into this file")
    parser.add_argument("--no-save", action="store_true", help="do not keep the result")
    options = parser.parse_args()
    if options.judge:
        add_judged(options.judge, options.count)
        return
    positions = [each for each in read() if options.kind in (None, each.kind)][:: options.every]
    by, limits = ("nodes", options.nodes) if options.nodes else ("seconds", options.times)
    record = new_record("regret")
    with ExitStack() as stack:
        players = [stack.enter_context(Build(text)) for text in options.player or ["this build"]]
        rows = measure(players, positions, by, limits)
    figures = summary(rows)
    for row in figures:
        print(
            f"{row['player']:16} {row['limit']:<12g} {row['phase'][0]}-{row['phase'][1]} empties: "
            f"{row['regret']:.3f} +- {row['error']:.3f} discs ({row['positions']} positions), depth {row['depth']}"
        )
    record |= {"by": by, "players": [player.name for player in players], "figures": figures}
    if options.svg is not None:
        options.svg.write_text(drawn(figures, by))
    if not options.no_save:
        say(f"saved {save(record).relative_to(ROOT)}")


if __name__ == "__main__":
    main()
