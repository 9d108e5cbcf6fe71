"""Table 1 of "Improving heuristic mini-max search by supervised learning": the predecessor, looking as far as GLEM, one
and two plies further. Same patterns, same positions and labels, fixed depths, full width."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from benchmarks.measure import Record
from benchmarks.papers import error_by_kind
from benchmarks.papers.error_by_kind import errors_by_kind
from benchmarks.papers.experiment import Cell, Experiment, Pairing, Setup, play_cells
from benchmarks.papers.learned import FIT, fitted, labels_of_now, searched_positions
from logistello.evaluation import PatternSet

DEPTHS = range(1, 10)
MORE_PLIES = range(3)
GAMES = 140
#: Of the last cell, depth 11 against 9, which would take as long as all others.
LAST_GAMES = 60
#: Winning percentages of the predecessor, by plies more and depth.
PAPER = {
    0: (34, 32, 32, 35, 34, 31, 26, 26, 32),
    1: (59, 56, 46, 57, 50, 41, 44, 40, 38),
    2: (83, 75, 70, 62, 61, 59, 48, 51, 54),
}
#: The predecessor has no other parameter than its prior. Chosen in games: with many pseudo-positions it errs less on
#: positions of other games, and plays worse (docs/results/papers.md).
BAYES = replace(FIT, method="bayes", l2=3.0)


def cells(quick: bool) -> list[tuple[int, int]]:
    """Depth and plies more, quick ones first."""
    depths = DEPTHS[:2] if quick else DEPTHS
    return sorted(((depth, more) for depth in depths for more in MORE_PLIES), key=lambda cell: (sum(cell), cell))


def patterns(setup: Setup) -> PatternSet:
    found = PatternSet.named("logistello")
    return found.with_stages(4) if setup.quick else found


def predecessor(setup: Setup) -> Path:
    """The model file."""
    return fitted(setup, "bayes", patterns(setup), BAYES, *labels_of_now(setup))


def run(setup: Setup) -> Record:
    glem, bayes = fitted(setup, "logistello", patterns(setup), FIT, *labels_of_now(setup)), predecessor(setup)
    todo = [match_of(setup, glem, bayes, *cell) for cell in cells(setup.quick)]
    return play_cells(setup, todo, len(todo)) | {
        "paper": {str(more): list(each) for more, each in PAPER.items()},
        "errors": errors_by_kind(searched_positions(setup), {"GLEM": glem, "predecessor": bayes}),
    }


def match_of(setup: Setup, glem: Path, bayes: Path, depth: int, more: int) -> Cell:
    pairing = Pairing(
        f"engine:name=predecessor,hash_mb=16,selectivity=none,model={bayes},depth={depth + more}",
        f"engine:name=GLEM,hash_mb=16,selectivity=none,model={glem},depth={depth}",
        setup.games or (4 if setup.quick else LAST_GAMES if depth + more > 10 else GAMES),
        ("--depth", str(depth), "--lag", "60"),
    )
    about = {"depth": depth, "more_plies": more}
    return Cell(pairing, about, f"depth {depth}, {more} more", PAPER[more][depth - 1])


def table(record: Record) -> str:
    """Ours before the paper's."""
    found = {(row["more_plies"], row["depth"]): row["percent"] for row in record["rows"] if row["complete"]}
    lines = ["| depth of GLEM | " + " | ".join(map(str, DEPTHS)) + " |", "|---" * (len(DEPTHS) + 1) + "|"]
    for more in MORE_PLIES:
        cells = [
            f"{'–' if (more, depth) not in found else f'{found[more, depth]:.0f}'} ({PAPER[more][depth - 1]})"
            for depth in DEPTHS
        ]
        lines.append(f"| predecessor +{more} | " + " | ".join(cells) + " |")
    if record.get("errors"):
        says = "Spread of static values around their labels, near even, in discs:"
        lines += ["", says, "", error_by_kind.table(record["errors"])]
    return "\n".join(lines)


EXPERIMENT = Experiment(
    "glem-against-bayes",
    "GLEM against its predecessor at depths 1 to 9, which looks 0, 1 and 2 plies further; 140 games a cell, 60 in the "
    "last. In the paper it has 26 to 35 % at equal depth and about half with two plies more from depth 7 on",
    "Buro 2002, table 1",
    run,
    table,
)
