"""Positions around 24 empty squares, where WTHOR's exact scores are the truth: what fits are compared on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.accuracy import held_out_positions
from benchmarks.measure import Record
from benchmarks.papers.experiment import Setup
from benchmarks.papers.learned import own_games, training_positions
from logistello.othello.notation.game_table import table_of
from logistello.train.labelled_positions import Positions
from logistello.train.labels import LabelOptions, label_games

#: Discs of the positions that are learned from: the stage of 24 empty squares and a little around it.
DISCS = range(35, 46)
#: Years that nothing is fitted to.
TEST_YEARS = range(2015, 2023)
#: Correlations are also told for positions whose scores are at most this far from a draw, where games are decided.
NEAR_EVEN = 16
Records = NDArray[np.void]


@dataclass(frozen=True)
class OneStage:
    """What is learned from and what is tested on."""

    train: Positions
    test: Records

    @classmethod
    def make(cls, setup: Setup, most: int) -> OneStage:
        """In small, and without the large collections, results of games take the place of exact scores."""
        records = _some([training_positions(setup)], most)
        if setup.quick:
            test = np.asarray(label_games(table_of(own_games(100, seed=2)), LabelOptions()).records)
            return cls(Positions.of(records), test[np.isin(discs_of(test), DISCS)])
        return cls(Positions.of(records), np.asarray(held_out_positions(TEST_YEARS).records))

    def with_labels(self, files: Sequence[Path], most: int) -> OneStage:
        """The same test after learning from other files."""
        return replace(self, train=Positions.of(_some(files, most)))

    def errors(self, values: NDArray[np.floating[Any]]) -> Record:
        """Of values of the test positions, in discs."""
        truth = self.test["score"].astype(np.float64)
        decided, near_even = truth != 0, np.abs(truth) <= NEAR_EVEN
        return {
            "mae": round(float(np.abs(values - truth).mean()), 3),
            "correlation": round(float(np.corrcoef(values, truth)[0, 1]), 4),
            "near_even": round(float(np.corrcoef(values[near_even], truth[near_even])[0, 1]), 4),
            "winner_right": round(float((np.sign(values) == np.sign(truth))[decided].mean()), 4),
        }


def _some(files: Sequence[Path], most: int) -> Records:
    """Positions of the stage, chosen at random if there are too many."""
    records = np.concatenate([np.asarray(Positions.load(each).records) for each in files])
    records = records[np.isin(discs_of(records), DISCS)]
    if len(records) > most:
        records = records[np.sort(np.random.default_rng(1).choice(len(records), most, replace=False))]
    return records


def discs_of(records: Records) -> NDArray[np.uint8]:
    return np.bitwise_count(records["own"] | records["opp"])
