"""What positions inside searches and positions for rare configurations add to the accuracy of one stage.

``python -m benchmarks.added_positions POSITIONS [--discs 49-52] [--count N] [--no-save]``

POSITIONS is what the default model was made from (docs/results/evaluation.md). The weights of one stage are fitted to
it alone and together with added positions, and tested on years that nothing was fitted to: on positions of games, and
on positions inside searches from them. The truth is the solver's; at 24 empty squares, that of WTHOR, and none for
positions inside searches.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.accuracy import held_out_positions
from benchmarks.collections_of_games import add_data_option, wthor
from benchmarks.measure import ROOT, Missing, Record, new_record, save
from logistello.evaluation import Model
from logistello.evaluation.pattern_set import PatternSet
from logistello.evaluation.sparse_patterns import SparseConfigurations
from logistello.jobs import Pool, ProcessPool
from logistello.othello.notation.game_table import read_games
from logistello.train.added_positions import (
    FillOptions,
    FoundPositions,
    SearchSampling,
    count_matches,
    fill_rare,
    gaps,
    sample_inside_searches,
)
from logistello.train.fit_options import FitOptions
from logistello.train.labelled_positions import Flag, Positions
from logistello.train.labels import AddedLabels, LabelOptions, label_games
from logistello.train.models import ModelFile
from logistello.train.scores import ByLookAhead, BySolving, Scorer
from logistello.train.stage_fit import StageFit
from logistello.train.training_data import IndexStore, TrainingData

YEARS = range(2015, 2023)
EXACT_EMPTIES = 15
SEARCH_DEPTH = 4
LABEL_DEPTH = 5
TEST_POSITIONS = 5000
OPTIONS = FitOptions(threads=2)

Records = NDArray[np.void]


def between(records: Records, low: int, high: int) -> Records:
    discs = np.bitwise_count(records["own"] | records["opp"])
    chosen: Records = records[(discs >= low) & (discs <= high)]
    return chosen


def inside_searches(records: Records, count: int, low: int, high: int, labels: AddedLabels) -> Records:
    """Positions with ``low`` to ``high`` discs inside searches from positions with a few discs fewer."""
    sampling = SearchSampling(positions=count, depth=SEARCH_DEPTH)
    roots = between(records, low - SEARCH_DEPTH, high - SEARCH_DEPTH)
    found = sample_inside_searches(roots, Model.default(), sampling, threads=OPTIONS.threads)
    return labels.records(found, Flag.INSIDE_SEARCH, records)


def truths(low: int, high: int, labels: AddedLabels) -> dict[str, Records]:
    """Positions of years that nothing was fitted to, with the truth as score."""
    stored = between(held_out_positions(YEARS).records, low, high)
    if len(stored):
        return {"games": stored}
    games = label_games(read_games(wthor(YEARS)), LabelOptions("result")).records
    chosen = np.random.default_rng(1).permutation(between(games, low, high))[:TEST_POSITIONS]
    chosen = labels.records(FoundPositions(chosen["own"], chosen["opp"], chosen["game"]), Flag(0), chosen[:0])
    if high < 64 - EXACT_EMPTIES:
        raise Missing(f"no exact scores at {low} to {high} discs: choose 37-40, or 49 and more")
    met = between(inside_searches(games, 2 * TEST_POSITIONS, low, high, labels), low, high)
    return {"games": chosen, "inside searches": met[:TEST_POSITIONS]}


def fitted(patterns: PatternSet, records: Records, low: int, high: int) -> Model:
    """A model of which only this stage is of use."""
    stage = int(patterns.stage_of_discs[low])
    data = TrainingData.of([Positions.of(records)], OPTIONS)
    with IndexStore() as store:
        fitter = StageFit(SparseConfigurations(patterns), data, OPTIONS, store, (low, high), lambda **_: None)
        weights, _ = fitter.run(stage)
    return Model(patterns, np.tile(weights, (patterns.stages, 1)))


def error(model: Model, records: Records) -> float:
    """Mean absolute error in discs."""
    return round(float(np.abs(model.evaluate(records["own"], records["opp"]) - records["score"]).mean()), 4)


def measure(positions: Path, discs: tuple[int, int], count: int, pool: Pool, folder: Path) -> Record:
    low, high = discs
    patterns = PatternSet.named("modern")
    labels = AddedLabels(
        Scorer(ByLookAhead(ModelFile.find(None), LABEL_DEPTH), pool, folder / "searched"),
        Scorer(BySolving(EXACT_EMPTIES), pool, folder / "exact"),
        EXACT_EMPTIES,
    )
    window = low - OPTIONS.window, high + OPTIONS.window
    base = between(np.asarray(Positions.load(positions).records), *window)
    tests = truths(low, high, labels)
    met = between(inside_searches(base, count, *window, labels), *window)
    counts = count_matches(patterns, [base])
    options = FillOptions(positions=count)
    before = gaps(counts, options.matches)
    found = fill_rare(base, counts, options)
    rare = between(labels.records(found, Flag.RARE, base), *window)
    record: Record = {
        "discs": list(discs),
        "exact_empties": EXACT_EMPTIES,
        "label_depth": LABEL_DEPTH,
        "gaps": {"before": before.as_dict(), "after": gaps(counts, options.matches).as_dict()},
        "tests": {name: len(each) for name, each in tests.items()},
        "fits": [],
    }
    for name, parts in {
        "games": [base],
        "games + inside searches": [base, met],
        "games + rare": [base, rare],
        "games + both": [base, met, rare],
    }.items():
        records = np.concatenate(parts)
        model = fitted(patterns, records, low, high)
        maes = {test: error(model, each) for test, each in tests.items()}
        row = {"data": name, "positions": len(records), "mae": maes}
        record["fits"].append(row)
        print(f"{row['data']}: {row['positions']:,} positions, mean absolute error {row['mae']}", flush=True)
    return record


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.added_positions", description=__doc__.splitlines()[0])
    parser.add_argument("positions", type=Path, help="the positions that the default model was made from")
    parser.add_argument("--discs", default="49-52", help="first and last number of discs of a stage")
    parser.add_argument("--count", type=int, default=60_000, help="positions to add of each kind")
    parser.add_argument("--no-save", action="store_true", help="do not keep the result")
    add_data_option(parser)
    arguments = parser.parse_args()
    low, _, high = arguments.discs.partition("-")
    record = new_record("added_positions")
    discs = int(low), int(high)
    with ProcessPool(OPTIONS.threads) as pool, tempfile.TemporaryDirectory() as folder:
        record |= measure(arguments.positions, discs, arguments.count, pool, Path(folder))
    print(f"gaps of the stages touched: {record['gaps']}")
    if not arguments.no_save:
        print(f"stored as {save(record).relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
