"""What EndCut is worth: how often the best move is found within a limited time at 22 to 26 empty squares.

"ENDCUT allows a smooth transition from heuristic middle-game to exact endgame search that is able to find best moves in
a limited time more often than the classic approach" (Buro 2002, section 3.2). The same engine with Multi-ProbCut, once
with selective passes to the end before the exact one, once without; beside them full width. Processor time.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from benchmarks.measure import Record, say
from benchmarks.papers.experiment import Experiment, Setup
from benchmarks.papers.learned import own_games
from logistello.engine import Engine, Limit, Thresholds
from logistello.othello import Position, Square

KINDS: Mapping[str, Mapping[str, Any]] = {
    "EndCut": {},
    "no EndCut": {"thresholds": Thresholds(endcut=False)},
    "full width": {"selectivity": "none"},
}
EMPTIES = range(22, 27)
#: Of processor time a move.
SECONDS = (0.02, 0.1, 0.5)
POSITIONS = 60


@dataclass
class Problem:
    """A position, its score, and which of its moves are known to keep it."""

    position: Position
    score: int
    keeps: dict[Square, bool] = field(default_factory=dict)

    def is_best(self, move: Square, solver: Engine) -> bool:
        """Moves are judged when they are chosen first: most never are."""
        if move not in self.keeps:
            # Only whether the score is reached, which is far quicker to prove than by how much it is missed.
            window = max(-self.score - 1, -64), min(-self.score + 1, 64)
            self.keeps[move] = -solver.solve(self.position.play(move), window=window).bounds.lower >= self.score
        return self.keeps[move]


def problems(count: int, empties: range, solver: Engine, seed: int = 3) -> list[Problem]:
    """From games of the engine against itself, solved here."""
    rng = random.Random(seed)  # noqa: S311 - positions, not secrets
    found = []
    for game in own_games(count, seed):
        wanted = rng.choice(empties)
        fitting = [each for each in game.positions() if each.empties == wanted and len(each.legal_moves) > 2]
        if fitting:
            solved = solver.solve(fitting[0])
            if solved.move is not None:
                found.append(Problem(fitting[0], solved.score, {solved.move: True}))
    return found


def run(setup: Setup) -> Record:
    count, empties = (4, range(12, 15)) if setup.quick else (setup.games or POSITIONS, EMPTIES)
    times = SECONDS[:1] if setup.quick else SECONDS
    rows: list[Record] = []
    with Engine(hash_mb=256) as solver:
        chosen = problems(count, empties, solver)
        say(f"{len(chosen)} positions solved")
        for seconds in times:
            for name, options in KINDS.items():
                if setup.is_over:
                    break
                right = proven = 0
                with Engine(hash_mb=64, **options) as engine:
                    for problem in chosen:
                        engine.clear()
                        answer = engine.search(problem.position, Limit(processor_time=seconds))
                        right += answer.move is not None and problem.is_best(answer.move, solver)
                        proven += answer.exact
                rows.append(
                    {"seconds": seconds, "kind": name, "right": right, "proven": proven, "positions": len(chosen)}
                )
                say(f"{seconds} s, {name}: {right} of {len(chosen)}, {proven} proven")
    return {"rows": rows, "complete": len(rows) == len(times) * len(KINDS)}


def table(record: Record) -> str:
    lines = ["| processor time | " + " | ".join(KINDS) + " |", "|---|---|---|---|"]
    for seconds in sorted({row["seconds"] for row in record["rows"]}):
        cells = {row["kind"]: row for row in record["rows"] if row["seconds"] == seconds}
        shown = [
            f"{100 * row['right'] / max(row['positions'], 1):.0f} % ({row['proven']} of {row['positions']} proven)"
            if (row := cells.get(each))
            else "–"
            for each in KINDS
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
