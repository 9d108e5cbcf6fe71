"""LOGISTELLO's full model from all games: time of labelling and fitting, and memory.

``python -m benchmarks.fit [--patterns logistello] [--sparse-min-matches 75] [--threads 2] [--first-years N]
[--no-save]``

The paper needed 250 iterations and 30 hours for 11 million positions and 1.5 million weights (section 6). Goals here,
on two cores: labels in 10 minutes, the fit in 5, below 6 GB.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path

from benchmarks.collections_of_games import add_data_option, logbook, wthor
from benchmarks.measure import ROOT, Record, new_record, save, say
from logistello.evaluation import PatternSet
from logistello.othello.notation.game_table import read_games
from logistello.train.fit import fit_model
from logistello.train.fit_options import FitOptions
from logistello.train.labelled_positions import Positions
from logistello.train.labels import LabelOptions, label_games

#: Enough for every stage to end by its gradient.
MOST_ITERATIONS = 200


def games(first_years: int | None) -> list[Path]:
    """All files of games, or only some years of WTHOR for a quick look."""
    years = wthor()
    return years[:first_years] if first_years else [*years, logbook()]


def peak_gigabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


def run(patterns: PatternSet, options: FitOptions, first_years: int | None) -> Record:
    started = time.perf_counter()
    table = read_games(games(first_years))
    read = time.perf_counter()
    labelled = label_games(table, LabelOptions(theoretical=True))
    with tempfile.TemporaryDirectory(prefix="logistello-fit-") as folder:
        path = Path(folder) / "all.positions"
        labelled.save(path)
        stored = time.perf_counter()
        counts = {"games": len(table), "positions_of_games": int(table.first[-1]), "positions": len(labelled)}
        say(f"labels: {counts}, {stored - started:.1f} s")
        del table, labelled
        data = Positions.load(path)
        began = time.perf_counter()
        model = fit_model(
            [data],
            patterns,
            options,
            on_metrics=lambda values: say(str(values)) if values["event"] == "stage" else None,
        )
        ended = time.perf_counter()
    return {
        **counts,
        "patterns": patterns.name,
        "instances": patterns.n_instances,
        "weights": int(model.weights.size),
        "sparse": model.sparse.describe(),
        "threads": options.threads,
        "read_seconds": round(read - started, 2),
        "label_seconds": round(stored - started, 2),
        "fit_seconds": round(ended - began, 2),
        "peak_gigabytes": round(peak_gigabytes(), 2),
        "validation_mae": model.metrics["validation_mae"],
        "stages": model.metrics["stages"],
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fit", description=__doc__.splitlines()[0])
    parser.add_argument("--patterns", default="logistello", help="a pattern set of the package or a file")
    parser.add_argument("--sparse-min-matches", type=int, default=FitOptions.sparse_min_matches, metavar="N")
    parser.add_argument("--threads", type=int, default=2, help="number of threads")
    parser.add_argument("--first-years", type=int, metavar="N", help="only the first N years of WTHOR")
    parser.add_argument("--no-save", action="store_true", help="do not keep the result")
    add_data_option(parser)
    arguments = parser.parse_args()
    record = new_record("fit")
    options = FitOptions(
        threads=arguments.threads,
        iterations=MOST_ITERATIONS,
        sparse_min_matches=arguments.sparse_min_matches,
    )
    record |= run(PatternSet.find(arguments.patterns), options, arguments.first_years)
    print(
        f"{record['games']:,} games, {record['positions_of_games']:,} positions ({record['positions']:,} different): "
        f"labelled in {record['label_seconds']:.1f} s; {record['weights']:,} weights fitted in "
        f"{record['fit_seconds']:.1f} s on {record['threads']} threads; at most {record['peak_gigabytes']:.2f} GB"
    )
    if not arguments.no_save:
        print(f"stored as {save(record).relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
