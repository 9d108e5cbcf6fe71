"""What every link, method and kind of stages of a fit gives on the same data."""

from __future__ import annotations

import time
from dataclasses import replace

from benchmarks.measure import Record, say
from benchmarks.papers.experiment import Experiment, Setup
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
    "bayes": FitOptions(method="bayes"),
}
POSITIONS = 300_000


def run(setup: Setup) -> Record:
    data = OneStage.make(setup, POSITIONS)
    patterns = PatternSet.named("logistello").with_stages(4 if setup.quick else 13)
    rows: list[Record] = []
    for name, usual in KINDS.items():
        if setup.is_over:
            break
        options = replace(usual, iterations=10) if setup.quick else usual
        steps: list[int] = []
        began = time.process_time()
        model = fit_model(
            [data.train],
            patterns,
            options,
            on_metrics=lambda event, steps=steps: steps.append(1) if event["event"] == "iteration" else None,
        )
        seconds = time.process_time() - began
        values = predicted(options.link, model.evaluate(data.test["own"], data.test["opp"]))
        rows.append({"fit": name, "steps": len(steps), "processor_seconds": round(seconds, 1), **data.errors(values)})
        say(f"{name}: {rows[-1]}")
    sizes = {"train": len(data.train), "test": len(data.test)}
    return {"rows": rows, "positions": sizes, "complete": len(rows) == len(KINDS)}


def table(record: Record) -> str:
    lines = [
        "| method, link, stages | steps | processor time | mean absolute error | correlation | winner right |",
        "|---|---|---|---|---|---|",
    ]
    for row in record["rows"]:
        lines.append(
            f"| {row['fit']} | {row['steps']} | {row['processor_seconds']:.0f} s | {row['mae']:.2f} "
            f"| {row['correlation']:.3f} | {100 * row['winner_right']:.1f} % |"
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
