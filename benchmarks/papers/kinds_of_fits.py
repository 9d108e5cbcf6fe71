"""What every link, method and kind of stages of a fit gives on the same data, and what the predecessor's prior and the
kind of labels do."""

from __future__ import annotations

import time
from dataclasses import replace

from benchmarks.measure import Record, say
from benchmarks.papers.experiment import Experiment, Setup
from benchmarks.papers.learned import searched_positions
from benchmarks.papers.one_stage import OneStage
from logistello.evaluation import PatternSet
from logistello.train.fit import fit_model
from logistello.train.fit_options import FitOptions
from logistello.train.links import predicted

KINDS = {
    "cg, identity, separate": FitOptions(),
    "gradient, identity, separate": FitOptions(method="gradient", iterations=200),
    "cg, sigmoid, separate": FitOptions(link="sigmoid"),
    "cg, logistic, separate": FitOptions(link="logistic"),
    "cg, identity, merged": FitOptions(stage_model="merged"),
    "cg, identity, linear": FitOptions(stage_model="linear"),
    "cg, identity, each stage alone, no shrinkage": FitOptions(l2=0.01, window=0, iterations=200),
    "bayes, prior of 3 positions": FitOptions(method="bayes", l2=3.0),
    "bayes, prior of 30 positions": FitOptions(method="bayes", l2=30.0),
    "bayes, prior of 300 positions": FitOptions(method="bayes", l2=300.0),
    "bayes, prior of 3,000 positions": FitOptions(method="bayes", l2=3000.0),
}
#: Fitted once more to labels by search instead of results of games.
AGAIN = ("cg, identity, separate", "bayes, prior of 300 positions")
POSITIONS = 300_000


def run(setup: Setup) -> Record:
    data = OneStage.make(setup, POSITIONS)
    searched = data if setup.quick else data.with_labels(searched_positions(setup), POSITIONS)
    rows: list[Record] = []
    for name, options in KINDS.items():
        for labels, chosen in (("results", data), ("search", searched)):
            if setup.is_over or (labels == "search" and name not in AGAIN):
                continue
            rows.append({"fit": name, "labels": labels, **fit(setup, chosen, options)})
            say(f"{name}, labels by {labels}: {rows[-1]}")
    sizes = {"train": len(data.train), "searched": len(searched.train), "test": len(data.test)}
    return {"rows": rows, "positions": sizes, "complete": len(rows) == len(KINDS) + len(AGAIN)}


def fit(setup: Setup, data: OneStage, usual: FitOptions) -> Record:
    """How long it takes, and the errors."""
    patterns = PatternSet.named("logistello").with_stages(4 if setup.quick else 13)
    options = replace(usual, iterations=10) if setup.quick else usual
    steps: list[int] = []

    def count(event: dict[str, object]) -> None:
        if event["event"] == "iteration":
            steps.append(1)

    began = time.process_time()
    model = fit_model([data.train], patterns, options, on_metrics=count)
    seconds = time.process_time() - began
    values = predicted(options.link, model.evaluate(data.test["own"], data.test["opp"]))
    return {"steps": len(steps), "processor_seconds": round(seconds, 1), **data.errors(values)}


def table(record: Record) -> str:
    lines = [
        "| method, link, stages | labels | steps | processor time | mean absolute error | correlation | near even "
        "| winner right |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in record["rows"]:
        lines.append(
            f"| {row['fit']} | {row['labels']} | {row['steps']} | {row['processor_seconds']:.0f} s | {row['mae']:.2f} "
            f"| {row['correlation']:.3f} | {row['near_even']:.3f} | {100 * row['winner_right']:.1f} % |"
        )
    return "\n".join(lines)


EXPERIMENT = Experiment(
    "kinds-of-fits",
    "every link, method and kind of stages on the same positions, tested at 24 empty squares: what each gives, and how "
    "long it takes",
    "Buro 1999, sections 2 and 5; Buro 2002, section 2.2",
    run,
    table,
)
