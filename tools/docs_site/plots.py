"""Pictures of stored measurements (``benchmarks/results``) for the pages about them.

A page names the place of a plot by a comment, ``<!-- plot: solver-by-commit -->``, which readers of the repository do
not see.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from math import log10
from typing import Any

from logistello.charts import COLOURS, Chart, picture
from tools.docs_site.addresses import ROOT

RESULTS = ROOT / "benchmarks" / "results"
MARK = re.compile(r"^<!-- plot: ([a-z-]+) -->$", re.MULTILINE)
Record = dict[str, Any]


@dataclass(frozen=True)
class Plot:
    """A picture, what it shows in a sentence, and the files that it was made from."""

    charts: list[Chart]
    says: str
    sources: list[str]
    columns: int = 1

    def svg(self) -> str:
        return picture(self.charts, columns=self.columns, title=self.says)


def _records(name: str) -> list[Record]:
    """All stored results of a benchmark, oldest first, each with the file that it stands in."""
    files = sorted((RESULTS / name).glob("*.json"))
    return [{**json.loads(file.read_text(encoding="utf-8")), "file": f"{name}/{file.name}"} for file in files]


def _newest(name: str, **wanted: object) -> Record:
    return [each for each in _records(name) if all(each.get(key) == value for key, value in wanted.items())][-1]


def solver_by_commit() -> Plot:
    records = [each for each in _records("ffo") if not each["dirty"]]
    charts = []
    for suite in ("hard-20", "ffo-20-39", "ffo-40-49"):
        chart = Chart(suite, "measurement", "yardsticks", width=440, legend="beside", whole_x=True)
        for threads in (1, 2):
            points = [
                (number, total["yardsticks"])
                for number, record in enumerate(records, start=1)
                for total in record["totals"]
                if (total["suite"], total["threads"]) == (suite, threads) and total["complete"]
            ]
            chart.line(points, name=f"{threads} thread{'s' * (threads > 1)}", dots=True)
        charts.append(chart)
    commits = ", ".join(f"{number} {record['commit']}" for number, record in enumerate(records, start=1))
    says = f"Time of the solver on three suites, less is better, from the first commit to the last ({commits})"
    return Plot(charts, says, [record["file"] for record in records], columns=2)


def solver_by_empties() -> Plot:
    record = _newest("ffo")
    chart = Chart("", "empty squares", "nodes, power of ten", width=720, whole_x=True)
    for number, suite in enumerate(dict.fromkeys(run["suite"] for run in record["runs"])):
        rows = [row for run in record["runs"] if run["suite"] == suite for row in run["rows"]]
        points = [(row["empties"], log10(row["nodes"])) for row in rows]
        chart.points(points, COLOURS[number], radius=2.6, opacity=0.6)
    return Plot([chart], "Nodes that an exact score takes, by empty squares; one dot a solve", [record["file"]])


def error_by_stage() -> Plot:
    record = _newest("fit")
    chart = Chart("", "discs on the board", "mean absolute error in discs", width=720)
    chart.line([(sum(stage["discs"]) / 2, stage["mae"]) for stage in record["stages"]], dots=True)
    return Plot([chart], "Error of LOGISTELLO's patterns on games kept apart, by stage", [record["file"]])


def forecasts_by_depth() -> Plot:
    record = _newest("outlook")
    inside = Chart("Final scores inside", "depth", "%", y_range=(80, 100), whole_x=True)
    inside.line([(row["depth"], 100 * row["inside"]) for row in record["rows"]], dots=True)
    width = Chart("Width of the interval", "depth", "discs", whole_x=True)
    width.line([(row["depth"], row["mean_width"]) for row in record["rows"]], dots=True)
    says = "Predicted intervals at 24 empty squares: how many hold the final score, and how wide they are, by depth"
    return Plot([inside, width], says, [record["file"]], columns=2)


def elo_of_levels() -> Plot:
    record = _newest("levels")
    ratings = {name: elo for name, elo in record["elo"].items() if name.startswith("level:")}
    points = sorted((float(name.removeprefix("level:").split(",")[0]), elo) for name, elo in ratings.items())
    chart = Chart("", "level", "Elo (greedy player: 0)", width=720, whole_x=True)
    chart.line(points, dots=True)
    return Plot([chart], "Rating of the levels of play", [record["file"]])


def losses_of_levels() -> Plot:
    record = _newest("level_errors")
    levels = {float(row["who"].split()[1]): row for row in record["rows"] if row["who"].startswith("level ")}
    people = next(row for row in record["rows"] if row["who"].startswith("people"))
    chart = Chart("", "level", "discs lost a move", width=720, legend="beside", whole_x=True)
    for third, name in enumerate(("first third", "second third", "last third")):
        chart.line([(level, row["mean_loss_by_third"][third]) for level, row in levels.items()], name=name, dots=True)
    ends = (min(levels), max(levels))
    chart.line([(level, people["mean_loss"]) for level in ends], "#888", name="people", dashed=True)
    return Plot([chart], "Discs that the levels give away with a move, by part of the game", [record["file"]])


def glem_against_predecessor() -> Plot:
    record = _newest("papers", experiment="glem-against-bayes")
    charts = []
    for more in ("0", "1", "2"):
        chart = Chart(f"predecessor {more} plies deeper", "depth of GLEM", "% won by the predecessor", whole_x=True)
        ours = sorted((row["depth"], row["percent"]) for row in record["rows"] if row["more_plies"] == int(more))
        chart.line(ours, name="here", dots=True)
        chart.line(list(enumerate(map(float, record["paper"][more]), start=1)), name="the paper", dots=True)
        chart.level(50)
        charts.append(chart)
    says = "How often the evaluation before GLEM wins, here and in the paper"
    return Plot(charts, says, [record["file"]], columns=3)


def error_of_genconf() -> Plot:
    record = _newest("papers", experiment="genconf")
    chart = Chart("", "squares of a configuration, at most", "mean absolute error in discs", width=720, whole_x=True)
    found = [row for row in record["rows"] if row["evaluation"].startswith("GenConf")]
    points = [(float(number), row["mae"]) for number, row in enumerate(found, start=1)]
    chart.line(points, name="configurations that GenConf found", dots=True)
    patterns = next(row for row in record["rows"] if row["evaluation"] == "patterns of logistello")
    chart.line([(x, patterns["mae"]) for x, _ in (points[0], points[-1])], name="LOGISTELLO's patterns", dashed=True)
    return Plot([chart], "Error of evaluations that GenConf found, beside patterns made by hand", [record["file"]])


def tuned_thresholds() -> Plot:
    record = _newest("papers", experiment="thresholds")
    charts = []
    for name in record["winner"]:
        chart = Chart(name.replace("_", " "), "value", "% won", y_range=(0, 100))
        often = [row for row in record["rows"] if row["games"] > min(each["games"] for each in record["rows"])]
        for rows, colour in ((record["rows"], COLOURS[0]), (often, COLOURS[1])):
            chart.points([(float(row["values"][name]), row["percent"]) for row in rows], colour, radius=3)
        chart.level(50)
        charts.append(chart)
    says = "Trials of thresholds against the engine as it is; in the second colour those that played again"
    return Plot(charts, says, [record["file"]], columns=3)


def book_among_equals() -> Plot:
    record = _newest("papers.book")
    points = [float(result) for result in record["match"]["results"]]
    running = [(float(played), 100 * won / played) for played, won in enumerate(accumulate(points), start=1)]
    chart = Chart("", "games", "% won by the player who learns", y_range=(0, 100), width=720, whole_x=True)
    chart.line(running)
    chart.level(50)
    says = "Running score of a player who learns from every game against its twin who does not"
    return Plot([chart], says, [record["file"]])


def plaat() -> Plot:
    record = _newest("lab.plaat")
    shown = ("Alpha-beta", "NegaScout", "MT-SSS*", "MT-DUAL*", "MTD(bi)", "MTD(f)")
    charts = []
    for game, what in record["games"].items():
        chart = Chart(game.replace("_", " "), "depth", "leaves, %", width=440, legend="beside", whole_x=True)
        for name in shown:
            chart.line(_percentages(what["depths"], name), name=name, dots=True)
        chart.level(100)
        charts.append(chart)
    says = "Leaves of the searches, in percent of aspiration NegaScout's"
    return Plot(charts, says, [record["file"]], columns=2)


def _percentages(depths: Record, algorithm: str) -> list[tuple[float, float]]:
    rows = [(int(depth), row) for depth, rows in depths.items() for row in rows if row["algorithm"] == algorithm]
    return sorted((float(depth), row["leaves_percent"]) for depth, row in rows)


def any_game_learned() -> Plot:
    records = {game: (record, what) for record in _records("lab.glem") for game, what in record["games"].items()}
    error = Chart("Error on games kept apart", "generation", "mean absolute error", whole_x=True)
    match = Chart("Against the hand-made evaluator", "generation", "% won", y_range=(0, 100), whole_x=True)
    for game, (_, what) in records.items():
        rows, name = what["generations"], game.replace("_", " ")
        error.line([(row["generation"], row["validation_mae"]) for row in rows], name=name, dots=True)
        band = [(row["against_plain"][1], row["against_plain"][2]) for row in rows]
        match.line([(row["generation"], row["against_plain"][0]) for row in rows], name=name, dots=True, band=band)
    match.level(50)
    says = "Games learned with GLEM, generation by generation: error, and matches with their 95 % intervals"
    return Plot([error, match], says, [record["file"] for record, _ in records.values()], columns=2)


def cluster_at_work() -> Plot:
    record = _newest("cluster.scaling")
    chart = Chart("", "seconds of a task", "cores at work, %", y_range=(0, 105), width=720, legend="beside")
    for kind in [row["kind"] for row in record["rows"]]:
        rows = [row for row in record["share_of_cores_busy"] if row["cores"] == 1000]
        points = [(float(row["seconds_of_a_task"]), float(row[kind].removesuffix(" %"))) for row in rows]
        chart.line(points, name=kind, dots=True)
    says = "Share of 1,000 cores that one driver can keep at work, by the length of the tasks (computed from two cores)"
    return Plot([chart], says, [record["file"]])


def belief_in_the_opponent() -> Plot:
    record = _newest("lab.om")
    course = record["convergence"]["othello"]["course"]
    chart = Chart("", "moves seen", "probability", y_range=(0, 1.05), width=720, whole_x=True)
    chart.line(list(enumerate(course, start=1)), dots=True)
    return Plot([chart], "Belief in the true one of four opponents, move by move", [record["file"]])


PLOTS: dict[str, Callable[[], Plot]] = {
    made.__name__.replace("_", "-"): made
    for made in (
        solver_by_commit,
        solver_by_empties,
        error_by_stage,
        forecasts_by_depth,
        elo_of_levels,
        losses_of_levels,
        glem_against_predecessor,
        error_of_genconf,
        tuned_thresholds,
        book_among_equals,
        plaat,
        any_game_learned,
        cluster_at_work,
        belief_in_the_opponent,
    )
}
