"""Table 1 of "From simple features to sophisticated evaluation functions": LOGISTELLO's patterns against versions that
have the large patterns A, B and C besides, at equal time and with less; full width as in the paper, and with MPC.

All models are fitted to the same labels by search and calibrated; those of the package came from here. Time is
processor time, so that other work on the machine does not count."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.measure import Record
from benchmarks.papers.experiment import Cell, Experiment, Pairing, Setup, elo_in_words, play_cells
from benchmarks.papers.learned import FIT, fitted, labels_of_now
from logistello.evaluation import Model, PatternSet

GAMES = 434
#: Of processor time a move.
SECONDS = 0.01
#: Where both sides look equally far.
DEPTH = 6
#: Version, part of the time, winning percentage and part of the nodes in the paper.
PAPER = (
    ("A", 1.0, 55.8, 0.89),
    ("B", 1.0, 55.5, 0.89),
    ("AB", 1.0, 53.7, 0.83),
    ("ABC", 1.0, 54.3, 0.80),
    ("A", 0.6, 46.4, 0.51),
    ("A", 0.7, 48.5, 0.62),
    ("A", 0.8, 52.2, 0.71),
)


def run(setup: Setup) -> Record:
    """What matters most first, and what needs no further model."""
    seconds = float(setup.seconds_per_move or (0.005 if setup.quick else SECONDS))
    full, selective = [("none", *each) for each in PAPER], [("mpc", *each) for each in PAPER if each[1] == 1.0]
    todo = [full[0], selective[0], *full[4:], full[1], selective[1], *full[2:4], *selective[2:]]
    if setup.quick:
        todo = [each for each in todo if each[1] == "A" and each[2] == 1.0]
    at_equal_depth = sum(each in full[:4] for each in todo)
    record = play_cells(setup, _cells(setup, todo, seconds), len(todo) + at_equal_depth)
    rows = record["rows"]
    for row in rows:
        if "part_of_time" in row:
            first, second = row["players"]
            row["nodes"] = _ratio(first["nodes"], second["nodes"])
    return record | {
        "rows": [row for row in rows if "part_of_time" in row],
        "equal_depth": [row for row in rows if "depth" in row],
        "processor_seconds": seconds,
    }


def _cells(setup: Setup, todo: Sequence[tuple[str, str, float, float, float]], seconds: float) -> Iterator[Cell]:
    """One after the other, since models are made when they are needed, and not when time is over."""
    games = setup.games or (2 if setup.quick else GAMES)
    for selectivity, version, part, percent, nodes in todo:
        if setup.is_over and not (setup.folder / f"logistello+{version}.model").is_file():
            continue
        basic, large = (model_file(setup, name) for name in ("logistello", f"logistello+{version}"))
        player = f"engine:hash_mb=16,selectivity={selectivity}"
        first, second = f"{player},name={version},model={large}", f"{player},name=basic,model={basic}"
        yield Cell(
            Pairing(
                f"{first},processor_time={part * seconds:g}",
                f"{second},processor_time={seconds:g}",
                games,
                ("--time", f"{seconds:g}", "--lag", "60"),
            ),
            {
                "version": version,
                "part_of_time": part,
                "selectivity": selectivity,
                "paper_percent": percent,
                "paper_nodes": nodes,
            },
            f"{version}, {part:.0%} of the time, {selectivity}",
            percent,
        )
        if selectivity == "none" and part == 1.0:  # what the patterns know, apart from what they cost
            limit = ("--depth", str(DEPTH), "--lag", "60")
            pairing = Pairing(f"{first},depth={DEPTH}", f"{second},depth={DEPTH}", games, limit)
            yield Cell(pairing, {"version": version, "depth": DEPTH}, f"{version}, depth {DEPTH}")


def _cell(row: Record) -> tuple[str, float]:
    return row["version"], row["part_of_time"]


def _ratio(one: int, other: int) -> float:
    return round(one / max(other, 1), 3)


def model_file(setup: Setup, name: str) -> Path:
    """Fitted to labels by search, and calibrated."""
    patterns = PatternSet.named(name)
    options = replace(FIT, sparse_min_matches=5) if setup.quick else FIT
    files = labels_of_now(setup)
    return calibrated(setup, fitted(setup, name, patterns.with_stages(4) if setup.quick else patterns, options, *files))


def calibrated(setup: Setup, path: Path) -> Path:
    """The same file, with a table for ProbCut."""
    if Model.load(path).probcut is None:
        positions, depth, solve = ("200", "4", "8") if setup.quick else ("300", "7", "16")
        size = ("--positions", positions, "--depth", depth, "--solve", solve)
        command = [sys.executable, "-m", "logistello.cli.main", "calibrate", str(path), *size, "--threads", "1"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return path


def table(record: Record) -> str:
    lines = [
        "| version | time | search | games | points | Elo | the paper | nodes | the paper |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    order = [(version, part) for version, part, *_ in PAPER]
    for row in sorted(record["rows"], key=lambda row: (row["selectivity"] == "mpc", order.index(_cell(row)))):
        search = "full width" if row["selectivity"] == "none" else "MPC"
        lines.append(
            f"| {row['version']} | {row['part_of_time']:.0%} | {search} | {row['games']} | {row['percent']:.1f} % "
            f"| {elo_in_words(row['elo'])} | {row['paper_percent']} % | {row['nodes']:.2f} | {row['paper_nodes']:.2f} |"
        )
    for row in record.get("equal_depth", ()):
        lines.append(
            f"| {row['version']} | depth {row['depth']} | full width | {row['games']} | {row['percent']:.1f} % "
            f"| {elo_in_words(row['elo'])} | | | |"
        )
    return "\n".join(lines)


EXPERIMENT = Experiment(
    "large-patterns",
    "LOGISTELLO's patterns with A, B, AB, ABC against those alone, 434 games each at equal time (in the paper 53.7 to "
    "55.8 %), and A with 60, 70, 80 % of the time (46.4, 48.5, 52.2 %); full width, then MPC",
    "Buro 1999, table 1",
    run,
    table,
)
