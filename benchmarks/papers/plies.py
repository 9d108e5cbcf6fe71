"""What a move of depth is worth: full width against itself, one and two plies deeper.

With what selective searches save in nodes (``papers-conditions``) it tells what can be expected of them in games.
"""

from __future__ import annotations

from benchmarks.measure import Record
from benchmarks.papers.experiment import Cell, Experiment, Pairing, Setup, play_cells

DEPTHS = (3, 5, 7)
MORE_PLIES = (1, 2)
GAMES = 140


def run(setup: Setup) -> Record:
    cells = [_cell(setup, depth, more) for depth in (DEPTHS[:1] if setup.quick else DEPTHS) for more in MORE_PLIES]
    return play_cells(setup, cells, len(cells))


def _cell(setup: Setup, depth: int, more: int) -> Cell:
    player = "engine:hash_mb=16,selectivity=none,model=logistello"
    pairing = Pairing(
        f"{player},name=deeper,depth={depth + more}",
        f"{player},depth={depth}",
        setup.games or (2 if setup.quick else GAMES),
        ("--depth", str(depth), "--lag", "60"),
    )
    return Cell(pairing, {"depth": depth, "more_plies": more}, f"depth {depth + more} against {depth}")


def table(record: Record) -> str:
    depths = sorted({row["depth"] for row in record["rows"]})
    lines = ["| depth | " + " | ".join(map(str, depths)) + " |", "|---" * (len(depths) + 1) + "|"]
    for more in MORE_PLIES:
        found = {row["depth"]: f"{row['percent']:.0f} %" for row in record["rows"] if row["more_plies"] == more}
        lines.append(f"| +{more} | " + " | ".join(found.get(depth, "–") for depth in depths) + " |")
    return "\n".join(lines)


EXPERIMENT = Experiment(
    "worth-of-a-ply",
    "full width with LOGISTELLO's patterns, one and two plies deeper than its opponent",
    "Buro 2002, section 2.2: two plies of full width are worth a factor of about ten in speed",
    run,
    table,
)
