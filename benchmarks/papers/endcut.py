"""What EndCut is worth: how often the best move is found within a limited time at 22 to 26 empty squares.

"ENDCUT allows a smooth transition from heuristic middle-game to exact endgame search that is able to find best moves in
a limited time more often than the classic approach" (Buro 2002, section 3.2). With ``mpc`` the engine makes selective
passes to the end before the exact one; with ``probcut`` and ``none`` it goes from the middle game to the exact pass at
once. So the three differ in the middle game as well, not in EndCut alone.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal, get_args

from benchmarks.measure import Record, say
from benchmarks.papers.experiment import Experiment, Setup
from benchmarks.papers.learned import own_games
from logistello.engine import Engine, Limit
from logistello.othello import Position, Square

Selectivity = Literal["mpc", "probcut", "none"]
EMPTIES = range(22, 27)
SECONDS = (0.05, 0.2, 1.0)
POSITIONS = 100


@dataclass(frozen=True)
class Problem:
    """A position and its moves that keep the best score."""

    position: Position
    best: frozenset[Square]


def problems(count: int, empties: range, seed: int = 3) -> list[Problem]:
    """From games of the engine against itself, solved here."""
    rng = random.Random(seed)  # noqa: S311 - positions, not secrets
    found = []
    with Engine(hash_mb=256) as engine:
        for game in own_games(count, seed):
            wanted = rng.choice(empties)
            fitting = [each for each in game.positions() if each.empties == wanted and len(each.legal_moves) > 2]
            if fitting:
                found.append(Problem(fitting[0], _best_moves(engine, fitting[0])))
    return found


def _best_moves(engine: Engine, position: Position) -> frozenset[Square]:
    scores = engine.solve(position, all_moves=True).moves
    best = max(bounds.lower for bounds in scores.values())
    return frozenset(move for move, bounds in scores.items() if bounds.upper >= best)


def run(setup: Setup) -> Record:
    count, empties = (4, range(12, 15)) if setup.quick else (POSITIONS, EMPTIES)
    times = SECONDS[:1] if setup.quick else SECONDS
    chosen = problems(count, empties)
    rows: list[Record] = []
    for seconds in times:
        for selectivity in get_args(Selectivity):
            if setup.is_over:
                break
            right = 0
            with Engine(hash_mb=64, selectivity=selectivity) as engine:
                for problem in chosen:
                    engine.clear()
                    right += engine.search(problem.position, Limit(time=seconds)).move in problem.best
            rows.append({"seconds": seconds, "selectivity": selectivity, "right": right, "positions": len(chosen)})
            say(f"{seconds} s, {selectivity}: {right} of {len(chosen)}")
    return {"rows": rows, "complete": len(rows) == len(times) * len(get_args(Selectivity))}


def table(record: Record) -> str:
    lines = ["| time | " + " | ".join(get_args(Selectivity)) + " |", "|---|---|---|---|"]
    for seconds in sorted({row["seconds"] for row in record["rows"]}):
        cells = {row["selectivity"]: row for row in record["rows"] if row["seconds"] == seconds}
        shown = [
            f"{100 * cells[each]['right'] / max(cells[each]['positions'], 1):.0f} %" if each in cells else "–"
            for each in get_args(Selectivity)
        ]
        lines.append(f"| {seconds} s | {' | '.join(shown)} |")
    return "\n".join(lines)


EXPERIMENT = Experiment(
    "endcut",
    "how often the best move at 22 to 26 empty squares is found within a limited time: with selective passes to the "
    "end (EndCut), and without",
    "Buro 2002, section 3.2",
    run,
    table,
)
