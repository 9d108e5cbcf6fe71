"""Which difference explains the two figures that our search does not reach: ProbCut against full width (74 % in the
paper) and Multi-ProbCut with 4 % of the time against full width (50 %).

The paper's conditions are put back one after the other, as far as options rebuild them: LOGISTELLO's patterns, checks
on both sides of the window without a look at the static value, a table whose entries answer for their own depth only,
no cuts by the static value alone, the evaluation of 1995 (GLEM's predecessor), and more time. Processor time, so that
other work on the machine does not count.
"""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.measure import Record, say
from benchmarks.papers.experiment import Experiment, Pairing, Setup, row_of
from benchmarks.papers.glem_against_bayes import predecessor
from benchmarks.papers.large_patterns import calibrated

#: The search of 1995: checks on both sides of every window, no deeper entries of the table, no static cuts.
OLD_SEARCH = "static_gate=no,deeper_entries=no,static_cuts=no,sure_per_move=0"
#: Of processor time a move, for full width.
SECONDS = {"probcut": 0.02, "mpc": 0.15}
GAMES = 100
#: Of the time of full width.
PART = {"probcut": 1.0, "mpc": 0.04}
PAPER = {"probcut": 74, "mpc": 50}
PREDECESSOR = "predecessor"


@dataclass(frozen=True)
class Condition:
    """What is different from the engine as it is."""

    what: str
    selectivity: str
    #: Of both players: a model of the package, or the predecessor.
    model: str = "default"
    #: Options of the selective player.
    options: str = ""
    #: So many times the time.
    times: float = 1.0


CONDITIONS = (
    Condition("the engine as it is", "probcut"),
    Condition("LOGISTELLO's patterns", "probcut", "logistello"),
    Condition("and checks on both sides, no static gate", "probcut", "logistello", "static_gate=no"),
    Condition("and no deeper entries of the table", "probcut", "logistello", OLD_SEARCH),
    Condition("and the evaluation of 1995", "probcut", PREDECESSOR, OLD_SEARCH),
    Condition("and four times the time", "probcut", PREDECESSOR, OLD_SEARCH, 4.0),
    Condition("the engine as it is", "mpc"),
    Condition("LOGISTELLO's patterns", "mpc", "logistello"),
    Condition("and passes that do not grow surer", "mpc", "logistello", "sure_per_move=0"),
    Condition("and checks on both sides, no static cuts, no deeper entries", "mpc", "logistello", OLD_SEARCH),
    Condition("and the evaluation of 1995", "mpc", PREDECESSOR, OLD_SEARCH),
)


def run(setup: Setup) -> Record:
    rows: list[Record] = []
    for each in CONDITIONS:
        if setup.is_over:
            break
        model = str(calibrated(setup, predecessor(setup))) if each.model == PREDECESSOR else each.model
        seconds = float(setup.seconds_per_move or (0.002 if setup.quick else SECONDS[each.selectivity])) * each.times
        player = f"engine:hash_mb=16,model={model}"
        options = f",{each.options}" if each.options else ""
        pairing = Pairing(
            f"{player},selectivity={each.selectivity},processor_time={PART[each.selectivity] * seconds:g}{options}",
            f"{player},name=full,selectivity=none,processor_time={seconds:g}",
            setup.games or (2 if setup.quick else GAMES),
            ("--time", f"{seconds:g}", "--lag", "60"),
        )
        row = row_of(pairing, pairing.play(setup))
        rows.append({"what": each.what, "selectivity": each.selectivity, "processor_seconds": seconds, **row})
        say(f"{each.selectivity}, {each.what}: {row['percent']:.1f} % (the paper: {PAPER[each.selectivity]})")
    return {"rows": rows, "complete": len(rows) == len(CONDITIONS) and all(row["complete"] for row in rows)}


def table(record: Record) -> str:
    lines = [
        "| search | conditions | time | games | points | the paper | mean depths |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in record["rows"]:
        first, second = row["players"]
        part = PART[row["selectivity"]]
        name = "ProbCut" if row["selectivity"] == "probcut" else f"MPC, {part:.0%} of the time"
        lines.append(
            f"| {name} | {row['what']} | {row['processor_seconds']:g} s | {row['games']} | {row['percent']:.1f} % "
            f"| {PAPER[row['selectivity']]} % | {first['mean_depth']:.1f}, {second['mean_depth']:.1f} |"
        )
    return "\n".join(lines)


EXPERIMENT = Experiment(
    "papers-conditions",
    "ProbCut against full width, and MPC with 4 % of the time, while the paper's conditions are put back one after the "
    "other: patterns, checks without a gate, table, evaluation, time",
    "Buro 2002, sections 3.1 and 3.2",
    run,
    table,
)
