"""What shapes say alone: "the given pattern set is the result of many experiments which considered the univariate
accuracy of many more patterns" (Buro 2002, section 2.2). ``logistello patterns rank`` over two sets, and over connected
shapes up to ten squares.
"""

from __future__ import annotations

import json
import subprocess
import sys

from benchmarks.measure import Record, say
from benchmarks.papers.experiment import Experiment, Setup
from benchmarks.papers.learned import training_positions

#: Positions that shapes of the sets are judged by, those of the search, and how many shapes of a size go on.
POSITIONS, SEARCHED, BEAM = 60_000, 20_000, 5


def run(setup: Setup) -> Record:
    """Results of games as labels, 33 to 44 discs."""
    sets = _ranked(setup, "--count", str(POSITIONS))
    say(f"{len(sets)} patterns of sets judged")
    squares = "3" if setup.quick else "10"
    search = _ranked(setup, "--beam", str(BEAM), "--count", str(SEARCHED), "--top", "1", "--squares", squares)
    return {"rows": sets, "search": search, "positions": [POSITIONS, SEARCHED], "beam": BEAM, "complete": True}


def _ranked(setup: Setup, *options: str) -> list[Record]:
    command = [sys.executable, "-m", "logistello.cli.main", "patterns", "rank", str(training_positions(setup))]
    done = subprocess.run([*command, *options, "--json"], check=True, stdout=subprocess.PIPE, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def table(record: Record) -> str:
    lines = ["| pattern | correlation |", "|---|---|"]
    lines += [f"| {row['name']} | {row['correlation']:.3f} |" for row in record["rows"]]
    lines += ["", "| squares | correlation | shape |", "|---|---|---|"]
    for row in record["search"]:
        lines.append(f"| {len(row['squares'].split())} | {row['correlation']:.3f} | {row['squares']} |")
    return "\n".join(lines)


EXPERIMENT = Experiment(
    "shapes",
    "how well every pattern of LOGISTELLO's set and of the default one predicts scores alone, and which connected "
    "shapes up to ten squares do it best",
    "Buro 2002, section 2.2",
    run,
    table,
)
