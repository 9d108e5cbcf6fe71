"""Thresholds tuned by tournament, as the paper's were: ``logistello tune`` over all of them, and a test of the winner.

"t is an adjustable confidence parameter that can be optimized by means of tournaments"; Multi-ProbCut had "two cut
thresholds (for the opening and middle game)" (Buro 2002, sections 3.1 and 3.2). Processor time, so that other work on
the machine does not count.
"""

from __future__ import annotations

import json
import subprocess
import sys

from benchmarks.measure import Record
from benchmarks.papers.experiment import Experiment, Setup
from logistello.match.elo import PairStatistics

#: Confidence, one of its own from so many empty squares on, by how much deep passes are surer, the price of a reply.
PARAMETERS = (
    "confidence=60,73,87",
    "opening_empties=30..56",
    "opening_threshold=0.7..1.6",
    "sure_depth=4..14",
    "sure_per_move=0.0..0.2",
    "reply_price=0..96",
)
#: Of processor time a move.
SECONDS = "0.03"
TRIALS, GAMES = 28, 16
#: Most games of the test that decides whether the winner is better, and its two Elo differences.
TEST_GAMES, TEST = 300, "0,15"


def run(setup: Setup) -> Record:
    """What was stopped goes on: the folder of the search keeps trials and games."""
    folder = setup.folder / "thresholds"
    seconds = setup.seconds_per_move or ("0.001" if setup.quick else SECONDS)
    trials, games, test_games = (3, 2, 4) if setup.quick else (TRIALS, GAMES, setup.games or TEST_GAMES)
    command = [sys.executable, "-m", "logistello.cli.main", "tune", str(folder), "--processor-time", seconds]
    for each in PARAMETERS:
        command += ["-p", each]
    command += ["--trials", str(trials), "--games", str(games), "--sprt", TEST, "--sprt-games", str(test_games)]
    command += ["--workers", str(setup.parallel), "--json"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    setup.records.extend([folder / "trials.jsonl", folder / "winner.jsonl"])
    return {
        "parameters": list(PARAMETERS),
        "processor_seconds": float(seconds),
        "rows": trials_of((folder / "trials.jsonl").read_text()),
        "complete": True,
        **json.loads(done.stdout),
    }


def trials_of(text: str) -> list[Record]:
    """Values and results of pairs, finals included."""
    rows: list[Record] = []
    for entry in map(json.loads, text.splitlines()[1:]):
        if "again" in entry:
            row = rows[entry["again"]]
            row["pairs"] = [one + other for one, other in zip(row["pairs"], entry["pairs"], strict=True)]
        else:
            rows.append({"trial": len(rows) + 1, **entry})
    for row in rows:
        row["games"] = 2 * sum(row["pairs"])
        row["percent"] = round(100 * PairStatistics.of(row["pairs"]).score().value, 2)
    return rows


def table(record: Record) -> str:
    """The ten best, those with more games first, and the verdict."""
    names = list(record["winner"])
    lines = [f"| trial | {' | '.join(names)} | games | points |", "|---" * (len(names) + 3) + "|"]
    for row in sorted(record["rows"], key=lambda row: (-row["games"], -row["percent"]))[:10]:
        values = " | ".join(str(row["values"][name]) for name in names)
        lines.append(f"| {row['trial']} | {values} | {row['games']} | {row['percent']:.1f} % |")
    test = record["sprt"]
    verdict = {True: "better", False: "not better", None: "undecided"}[test["better"]]
    elo, low, high = test["elo"]
    winner = ", ".join(f"{name}={value}" for name, value in record["winner"].items())
    return "\n".join(
        [*lines, "", f"{winner}: {verdict} after {test['games']} games, Elo {elo:+.0f} ({low:+.0f} to {high:+.0f})"]
    )


EXPERIMENT = Experiment(
    "thresholds",
    "confidence by stage, how much surer deep passes are, price of a reply: searched by matches at equal processor "
    "time, and a sequential test (Elo 0 or 15) of the winner against the engine as it is",
    "Buro 2002, sections 3.1 and 3.2: thresholds optimised by tournaments",
    run,
    table,
)
