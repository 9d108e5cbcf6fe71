"""Values that do not swing with the parity of the depth.

On positions of games values of odd depths lie above those of even ones, by one to two discs; presumably because a
search picks what its last move overrates most. What the side to move gains at the horizon is measured on such positions
and added to the static value, for every number of discs, so that odd and even depths mean the same. The order of moves
at one depth stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.evaluation.model import UNITS_PER_DISC, Model
from logistello.evaluation.pattern_set import PARITIES
from logistello.train.labelled_positions import Flag, Positions

#: The swing is that of the middle depth against the mean of its neighbours.
DEPTHS = (3, 4, 5)
#: Numbers of discs on either side that are averaged: neighbours differ by chance.
_SMOOTHED = 3
_DISC_COUNTS = 65
_LARGEST = 3.0


def tempo_by_discs(model: Model, own: NDArray[np.uint64], opp: NDArray[np.uint64]) -> NDArray[np.float64]:
    """What to add to static values, by number of discs; in discs."""
    discs = np.bitwise_count(own | opp).astype(np.intp)
    odd, even, odd_again = (_native.search_many(model.native, own=own, opp=opp, depth=depth)[0] for depth in DEPTHS)
    # A value `depth` moves ahead has the error of the static value of so many more discs, of the other sign if odd.
    swing = (odd.astype(np.float64) + odd_again) / 2 - even
    leaves = discs + DEPTHS[1]
    total = np.bincount(leaves, weights=swing, minlength=_DISC_COUNTS)[:_DISC_COUNTS]
    count = np.bincount(leaves, minlength=_DISC_COUNTS)[:_DISC_COUNTS]
    around = np.ones(2 * _SMOOTHED + 1)
    smoothed = np.convolve(count, around, "same")
    known = np.flatnonzero(smoothed)
    if not len(known):
        return np.zeros(_DISC_COUNTS)
    mean = np.convolve(total, around, "same")[known] / smoothed[known]
    half: NDArray[np.float64] = np.interp(np.arange(_DISC_COUNTS), known, np.clip(mean / 2, -_LARGEST, _LARGEST))
    return half


def with_tempo(model: Model, own: NDArray[np.uint64], opp: NDArray[np.uint64]) -> Model:
    """The model with what it lacks for the side to move, as measured on these positions."""
    tempo = np.rint(UNITS_PER_DISC * tempo_by_discs(model, own, opp)).astype(np.int16)
    if model.vectors is not None:
        return replace(model, vectors=replace(model.vectors, constants=model.vectors.constants + tempo), probcut=None)
    weights = model.weights.copy()
    for stage in range(model.patterns.stages):
        low, high = model.patterns.discs_of_stage(stage)
        weights[stage, -PARITIES:] += np.int16(np.rint(tempo[low : high + 1].mean()))
    return replace(model, weights=weights, probcut=None)


def positions_of_games(
    own: NDArray[np.uint64], opp: NDArray[np.uint64], flags: NDArray[np.uint16], most: int, seed: int
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Up to ``most`` of each number of discs, as far as searches of these depths stay before the end: of given games if
    there are any, since games made for learning begin with random moves, which people's do not."""
    added = int(Flag.SUCCESSOR | Flag.INSIDE_SEARCH | Flag.RARE)
    discs = np.bitwise_count(own | opp)
    of_games = (flags & added == 0) & (discs < 64 - 2 * DEPTHS[-1])
    given = of_games & (flags & int(Flag.GIVEN) != 0)
    rows = np.random.default_rng(seed).permutation(np.flatnonzero(given if given.any() else of_games))
    chosen = np.concatenate([rows[discs[rows] == number][:most] for number in range(_DISC_COUNTS)])
    return np.ascontiguousarray(own[chosen]), np.ascontiguousarray(opp[chosen])


def evened_file(model: Path, output: Path, labels: Sequence[Path], most: int, seed: int) -> Path:
    """Write a model without swings, measured on positions of games among these labels, into another file; its table for
    ProbCut, which no longer holds, is left out."""
    before = Model.load(model, with_probcut=False)
    data = [Positions.load(path).records for path in labels]
    own, opp, flags = (np.concatenate([each[name] for each in data]) for name in ("own", "opp", "flags"))
    boards = positions_of_games(own, opp, flags, most, seed)
    made = {"of": before.checksum, "positions": len(boards[0]), "seed": seed}
    return replace(with_tempo(before, *boards), provenance={**before.provenance, "tempo": made}).save(output)
