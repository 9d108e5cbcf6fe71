"""An evaluation of Othello that GenConf finds by itself, from the contents of single squares, beside patterns that were
made by hand: error, number of features, speed. One stage, around 24 empty squares."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import Record, say
from benchmarks.papers.experiment import Experiment, Setup
from benchmarks.papers.one_stage import OneStage, Records
from logistello.evaluation import PatternSet
from logistello.glem import ConfigurationDag, GlemRegressor, generate_configurations, select_by_correlation
from logistello.othello import Square
from logistello.othello.symmetry import Symmetry
from logistello.train.fit import fit_model
from logistello.train.fit_options import FitOptions

POSITIONS = 40_000
#: A configuration must match one position in so many; the most that are looked at, and kept by their correlation.
MATCH_PART = 25
MOST_GENERATED, MOST_KEPT = 40_000, 3_000
SIZES = (1, 2, 3, 4)


def squares_of(records: Records, *, turned: bool) -> NDArray[np.int8]:
    """Contents of the 64 squares: 0 empty, 1 of the side to move, 2 of the opponent; boards turned at random, so that
    symmetric configurations are met alike."""
    bits = np.arange(64, dtype=np.uint64)
    own = (records["own"][:, np.newaxis] >> bits & np.uint64(1)).astype(np.int8)
    opp = (records["opp"][:, np.newaxis] >> bits & np.uint64(1)).astype(np.int8)
    squares = own + 2 * opp
    if turned:
        which = np.random.default_rng(2).integers(len(Symmetry), size=len(squares))
        for number, symmetry in enumerate(Symmetry):
            places = [int(symmetry.apply(square)) for square in map(Square, range(64))]
            squares[which == number] = squares[which == number][:, places]
    return np.ascontiguousarray(squares)


def found_by_genconf(data: OneStage, size: int, quick: bool) -> Record:
    """Fit to all configurations of up to so many squares that GenConf found and the correlation kept."""
    began = time.process_time()
    records = np.asarray(data.train.records)
    features = squares_of(records, turned=True)
    score = records["score"].astype(np.float64)
    found = generate_configurations(
        features,
        max(len(features) // MATCH_PART, 1),
        max_size=size,
        max_number=2_000 if quick else MOST_GENERATED,
        threads=1,
    )
    most = 300 if quick else MOST_KEPT
    kept = select_by_correlation(found.configurations, features, score, max_number=most, threads=1)
    dag = ConfigurationDag([found.configurations[place] for place in kept])
    regressor = GlemRegressor(l2=FitOptions.l2, iterations=FitOptions.iterations, tolerance=3e-3, threads=1)
    mean = score.mean()
    regressor.fit(dag.active(features, threads=1), score - mean, n_weights=len(dag))
    seconds = time.process_time() - began
    tested = squares_of(data.test, turned=False)

    def evaluate() -> NDArray[np.floating]:  # type: ignore[type-arg]
        return regressor.predict(dag.active(tested, threads=1)) + mean

    values = evaluate()
    active = dag.active(tested[:1000], threads=1)
    return {
        "evaluation": f"GenConf, up to {size} squares",
        "generated": len(found),
        "features": len(dag),
        "active": round(float((active < len(dag)).sum(axis=1).mean()), 1),
        "nanoseconds": round(nanoseconds(evaluate, len(tested))),
        "processor_seconds": round(seconds, 1),
        **data.errors(values),
    }


def made_by_hand(data: OneStage, name: str) -> Record:
    patterns = PatternSet.named(name)
    began = time.process_time()
    model = fit_model([data.train], patterns, FitOptions())
    seconds = time.process_time() - began
    own, opp = (np.ascontiguousarray(data.test[side]) for side in ("own", "opp"))
    stage = int(patterns.stage_of_discs[40])
    return {
        "evaluation": f"patterns of {name}",
        "generated": patterns.n_weights,
        "features": int(np.count_nonzero(model.weights[stage])),
        "active": patterns.n_instances + 1,
        "nanoseconds": round(nanoseconds(lambda: model.evaluate(own, opp), len(own))),
        "processor_seconds": round(seconds, 1),
        **data.errors(model.evaluate(own, opp)),
    }


def nanoseconds(work: Callable[[], object], count: int, rounds: int = 3) -> float:
    """Processor time of one value, the least of some rounds."""
    least = float("inf")
    for _ in range(rounds):
        began = time.process_time()
        work()
        least = min(least, time.process_time() - began)
    return least / count * 1e9


def run(setup: Setup) -> Record:
    data = OneStage.make(setup, POSITIONS)
    rows: list[Record] = []
    todo: list[Callable[[], Record]] = [lambda size=size: found_by_genconf(data, size, setup.quick) for size in SIZES]
    todo += [lambda name=name: made_by_hand(data, name) for name in ("logistello", "modern")]
    for work in todo:
        if setup.is_over:
            break
        rows.append(work())
        say(f"{rows[-1]}")
    sizes = {"train": len(data.train), "test": len(data.test)}
    return {"rows": rows, "positions": sizes, "complete": len(rows) == len(todo)}


def table(record: Record) -> str:
    lines = [
        "| evaluation | features with a weight | active at once | ns a value | mean absolute error | correlation |",
        "|---|---|---|---|---|---|",
    ]
    for row in record["rows"]:
        lines.append(
            f"| {row['evaluation']} | {row['features']:,} | {row['active']:.0f} | {row['nanoseconds']:,} "
            f"| {row['mae']:.2f} | {row['correlation']:.3f} |"
        )
    return "\n".join(lines)


EXPERIMENT = Experiment(
    "genconf",
    "an evaluation of Othello from configurations that GenConf found by itself among single squares, beside patterns "
    "made by hand: error, features, speed",
    "Buro 1999, section 4",
    run,
    table,
)
