"""How near static values come to exact scores at 24 empty squares, in games of years that no model was fitted to.

``python -m benchmarks.accuracy [MODEL ...] [--years 2015-2022] [--no-save]``

WTHOR's theoretical scores are the truth. Without models the one of the package is measured.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from benchmarks.collections_of_games import add_data_option, wthor
from benchmarks.measure import ROOT, Missing, Record, new_record, save
from logistello.evaluation import Model
from logistello.othello.notation.game_table import read_games
from logistello.train.labelled_positions import Positions
from logistello.train.labels import LabelOptions, label_games


def held_out_positions(years: range) -> Positions:
    """Positions with exact scores from whole years."""
    return label_games(read_games(wthor(years)), LabelOptions(label="theoretical"))


def trained_on(model: Model) -> set[str]:
    """Names of the files of games that a model was made from."""
    made_from = [*model.provenance.get("positions", []), model.provenance.get("training", {})]
    return {source["name"] for each in made_from for source in each.get("sources", [])}


def measure(model: Model, positions: Positions) -> Record:
    """Errors of the static values, in discs."""
    records = positions.records
    own, opp = np.ascontiguousarray(records["own"]), np.ascontiguousarray(records["opp"])
    _ = model.native
    started = time.perf_counter()
    values = model.evaluate(own, opp)
    seconds = time.perf_counter() - started
    truth = records["score"]
    error = values - truth
    decided = truth != 0
    return {
        "model": model.file_name,
        "pattern_set": model.patterns.name,
        "positions": len(records),
        "mean_absolute_score": round(float(np.abs(truth).mean()), 3),
        "mae": round(float(np.abs(error).mean()), 4),
        "rmse": round(float(np.sqrt(np.square(error).mean())), 4),
        "bias": round(float(error.mean()), 4),
        "correlation": round(float(np.corrcoef(values, truth)[0, 1]), 5),
        "winner_right": round(float((np.sign(values) == np.sign(truth))[decided].mean()), 4),
        "nanoseconds_per_value": round(seconds / len(records) * 1e9, 1),
    }


def load_seconds() -> tuple[float, float]:
    """Seconds to load the package's model, and from there to its first value; the best of five."""
    times = []
    for _ in range(5):
        started = time.perf_counter()
        model = Model.default()
        loaded = time.perf_counter()
        model.evaluate([0x0000000810000000], [0x0000001008000000])
        times.append((loaded - started, time.perf_counter() - loaded))
    return min(load for load, _ in times), min(first for _, first in times)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accuracy", description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", type=Path, help="model files; the default model if none is named")
    parser.add_argument("--years", default="2015-2022", help="first and last year")
    parser.add_argument("--no-save", action="store_true", help="do not keep the result")
    add_data_option(parser)
    arguments = parser.parse_args()
    first, _, last = arguments.years.partition("-")
    years = range(int(first), int(last or first) + 1)

    record = new_record("accuracy")
    record["years"] = arguments.years
    positions = held_out_positions(years)
    models = [Model.load(path) for path in arguments.models] or [Model.default()]
    record["load_seconds"], record["first_value_seconds"] = (round(seconds, 4) for seconds in load_seconds())
    record["models"] = []
    for model in models:
        if seen := trained_on(model) & {f"WTH_{year}.wtb" for year in years}:
            raise Missing(f"{model.file_name} was fitted to {' '.join(sorted(seen))}: choose other years")
        row = measure(model, positions)
        record["models"].append(row)
        print(
            f"{row['model']}: {row['positions']:,} positions, MAE {row['mae']:.3f} discs, RMSE {row['rmse']:.3f}, "
            f"correlation {row['correlation']:.4f}, winner right {100 * row['winner_right']:.1f} %"
        )
    print(
        f"default model: loaded in {1000 * record['load_seconds']:.1f} ms, "
        f"first value {1000 * record['first_value_seconds']:.1f} ms later"
    )
    if not arguments.no_save:
        print(f"stored as {save(record).relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
