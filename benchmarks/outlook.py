"""How often the intervals and chances that a search tells come true, on positions with 24 empty squares.

``python -m benchmarks.outlook [MODEL] [--positions 1000] [--depths 4 8 12] [--years 2015-2022] [--no-save]``

WTHOR's theoretical scores are the truth, in games of years that no model was fitted to. The model needs a ProbCut
table ('logistello calibrate').
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

import numpy as np

from benchmarks.accuracy import held_out_positions, trained_on
from benchmarks.collections_of_games import add_data_option
from benchmarks.measure import ROOT, Missing, Record, new_record, save, say
from logistello.engine import Engine, Limit
from logistello.engine.outlook import INTERVAL, check_outlooks
from logistello.evaluation import Model
from logistello.othello import Position


def measure(model: Model, positions: list[Position], scores: list[float], depth: int) -> Record:
    """Outlooks of searches of one depth against exact scores."""
    outlooks = []
    with Engine(model=model, hash_mb=64) as engine:
        for position in positions:
            outlook = engine.search(position, Limit(depth=depth)).outlook
            if outlook is None:
                raise Missing(f"{model.file_name} has no ProbCut table: run 'logistello calibrate'")
            outlooks.append(outlook)
    check = asdict(check_outlooks(outlooks, scores))
    return {"depth": depth, **{name: np.round(value, 4).tolist() for name, value in check.items()}}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.outlook", description=__doc__.splitlines()[0])
    parser.add_argument("model", nargs="?", type=Path, help="a model file; the default model if none is named")
    parser.add_argument("--positions", type=int, default=1000, help="how many, chosen at random")
    parser.add_argument("--depths", type=int, nargs="+", default=[4, 8, 12], help="moves ahead")
    parser.add_argument("--years", default="2015-2022", help="first and last year")
    parser.add_argument("--seed", type=int, default=1, help="chooses the positions")
    parser.add_argument("--no-save", action="store_true", help="do not keep the result")
    add_data_option(parser)
    arguments = parser.parse_args()
    first, _, last = arguments.years.partition("-")
    years = range(int(first), int(last or first) + 1)

    record = new_record("outlook")
    model = Model.default() if arguments.model is None else Model.load(arguments.model)
    if seen := trained_on(model) & {f"WTH_{year}.wtb" for year in years}:
        raise Missing(f"{model.file_name} was fitted to {' '.join(sorted(seen))}: choose other years")
    held_out = held_out_positions(years).records
    chosen = np.random.default_rng(arguments.seed).permutation(len(held_out))[: arguments.positions]
    positions = [Position.from_own(int(held_out["own"][i]), int(held_out["opp"][i])) for i in chosen]
    scores = [float(held_out["score"][i]) for i in chosen]
    record |= {"model": model.file_name, "years": arguments.years, "seed": arguments.seed, "rows": []}
    for depth in arguments.depths:
        say(f"depth {depth}")
        row = measure(model, positions, scores, depth)
        record["rows"].append(row)
        predicted, actual = (" ".join(f"{100 * share:.1f}" for share in row[name]) for name in ("predicted", "actual"))
        print(
            f"depth {depth:2d}: {row['positions']} positions, {100 * row['inside']:.1f} % inside the "
            f"{100 * INTERVAL:.0f} % interval of {row['mean_width']:.1f} discs on average; win/draw/loss predicted "
            f"{predicted} %, actual {actual} %; Brier score {row['brier']:.3f}"
        )
    if not arguments.no_save:
        print(f"stored as {save(record).relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
