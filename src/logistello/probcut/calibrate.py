"""From values of many searches, in any unit, to the table of ProbCut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import CalibrationError
from logistello.probcut.cut import standardised, wrong_cuts
from logistello.probcut.lines import FEWEST_PAIRS, ValueLimits, fill, fit_depths, fit_exact, is_usable
from logistello.probcut.table import MOST_DEEP, MOST_SHALLOW, LeftOut, ProbCutTable

#: Cut thresholds that are checked on held-out positions.
THRESHOLDS = (1.0, 1.5, 2.0, 2.5)
_HELD_OUT = 0.2


@dataclass(frozen=True)
class Samples:
    """Positions of any game with values of their searches, in any unit, seen by the side to move.

    NaN stands where nothing was measured.
    """

    #: ``[positions, depths]``: depth 0 is the static evaluation.
    values: NDArray[np.floating[Any]]
    #: Stage of each position.
    stage: NDArray[np.integer[Any]]
    #: Exact score of each position.
    exact: NDArray[np.floating[Any]]
    #: Moves from each position to the end of the game (empty squares).
    left: NDArray[np.integer[Any]]

    def __post_init__(self) -> None:
        if self.values.ndim != 2 or self.values.shape[1] < 2:
            raise CalibrationError(f"values of the shape {self.values.shape}; expected [positions, depths from 0 on]")
        for name in ("stage", "exact", "left"):
            if getattr(self, name).shape != self.values.shape[:1]:
                raise CalibrationError(
                    f"{len(self.values)} positions, but {name} of the shape {getattr(self, name).shape}"
                )

    def __len__(self) -> int:
        return len(self.values)

    def where(self, chosen: NDArray[np.bool_]) -> Samples:
        return Samples(self.values[chosen], self.stage[chosen], self.exact[chosen], self.left[chosen])


def calibrate(
    samples: Samples,
    *,
    stages: int,
    most_left: int,
    weights_sha256: str,
    limits: ValueLimits | None = None,
    provenance: Mapping[str, Any] | None = None,
    seed: int = 0,
) -> ProbCutTable:
    """Fit lines to all samples, fill the rest of the table, and record how cuts fare on held-out positions.

    The record comes from a second table, fitted without a fifth of the positions. ``limits`` are those of the data if
    none are given; what they and the size of the table leave out is counted in the table's ``left_out``. Raises
    ``CalibrationError`` if no pair of depths has enough positions.
    """
    _check_ranges(samples, stages, most_left)
    limits = limits or ValueLimits.of_data(samples.values, samples.exact)
    table = _fitted(samples, stages, most_left, weights_sha256, limits)
    held_out = np.random.default_rng(seed).random(len(samples)) < _HELD_OUT
    record = {
        **(provenance or {}),
        "pairs_of": len(samples),
        "solved": int(np.isfinite(samples.exact).sum()),
        "most_shallow_value": limits.shallow,
    }
    try:
        before = _fitted(samples.where(~held_out), stages, most_left, weights_sha256, limits)
    except CalibrationError:  # enough for a table, not enough to check it
        return replace(table, provenance=record)
    rest = samples.where(held_out)
    midgame = wrong_cuts(midgame_errors(before, rest, limits.shallow), THRESHOLDS)
    endgame = wrong_cuts(endgame_errors(before, rest, limits.shallow), THRESHOLDS)
    return replace(table, provenance={**record, "held_out": {"midgame": midgame, "endgame": endgame}})


def refine(
    table: ProbCutTable,
    samples: Samples,
    window: NDArray[np.floating[Any]],
    *,
    near: float,
    limits: ValueLimits,
    provenance: Mapping[str, Any] | None = None,
    seed: int = 0,
) -> ProbCutTable:
    """The table with lines measured where cuts are decided: at nodes of searches, by shallow values near their window.

    ``window`` is the bound that each node was asked about; shallow values further than ``near`` from it do not count.
    Where there are too few of them, a line stays what it was. Lines of the table may be too careful or too bold: the
    record tells how cuts at held-out nodes fare before and after.
    """
    _check_ranges(samples, table.stages, len(table.endgame) - 1)
    held_out = np.random.default_rng(seed).random(len(samples)) < _HELD_OUT
    check = samples.where(held_out)
    close = _near_window(check, window[held_out], near)
    most = limits.shallow

    def record(of: ProbCutTable) -> dict[str, Any]:
        return {
            "midgame": wrong_cuts(midgame_errors(of, check, most, close), THRESHOLDS),
            "endgame": wrong_cuts(endgame_errors(of, check, most, close), THRESHOLDS),
        }

    trial = _refined(table, samples.where(~held_out), window[~held_out], near, limits)
    told = {**(provenance or {}), "nodes": len(samples), "solved": int(np.isfinite(samples.exact).sum()), "near": near}
    refined = _refined(table, samples, window, near, limits)
    at_nodes = {**told, "held_out_before": record(table), "held_out": record(trial)}
    return replace(refined, provenance={**table.provenance, "at_nodes": at_nodes})


def _near_window(samples: Samples, window: NDArray[np.floating[Any]], near: float) -> NDArray[np.floating[Any]]:
    distance = np.abs(samples.values - np.asarray(window)[:, None])
    return np.where(distance <= near, samples.values, np.nan)


def _refined(
    table: ProbCutTable, samples: Samples, window: NDArray[np.floating[Any]], near: float, limits: ValueLimits
) -> ProbCutTable:
    close = _near_window(samples, window, near)
    midgame_fits, endgame_fits = table.midgame_fits.copy(), table.endgame_fits.copy()
    found = fit_depths(samples.values, samples.stage, table.stages, MOST_SHALLOW, limits.shallow, close)
    here = midgame_fits[:, : found.shape[1]]
    here[is_usable(found)] = found[is_usable(found)]
    exact = fit_exact(close, samples.exact, samples.left, len(table.endgame) - 1, MOST_SHALLOW, limits.shallow)
    endgame_fits[is_usable(exact)] = exact[is_usable(exact)]
    midgame, _ = fill(midgame_fits, limits)
    endgame, _ = fill(endgame_fits[None], limits)
    return replace(table, midgame=midgame, endgame=endgame[0], midgame_fits=midgame_fits, endgame_fits=endgame_fits)


def _check_ranges(samples: Samples, stages: int, most_left: int) -> None:
    for name, values, most in (("stage", samples.stage, stages - 1), ("moves left", samples.left, most_left)):
        if len(values) and not 0 <= values.min() <= values.max() <= most:
            raise CalibrationError(f"{name} from {values.min()} to {values.max()}; expected 0 to {most}")


def _fitted(samples: Samples, stages: int, most_left: int, weights_sha256: str, limits: ValueLimits) -> ProbCutTable:
    values = samples.values[:, : MOST_DEEP + 1]
    midgame_fits = fit_depths(values, samples.stage, stages, MOST_SHALLOW, limits.shallow)
    missing = MOST_DEEP + 1 - midgame_fits.shape[1]
    midgame_fits = np.pad(midgame_fits, ((0, 0), (0, missing), (0, 0), (0, 0)))
    endgame_fits = fit_exact(values, samples.exact, samples.left, most_left, MOST_SHALLOW, limits.shallow)
    for what, fits in (("searches of two depths", midgame_fits), ("exact scores", endgame_fits)):
        if not is_usable(fits).any():
            raise CalibrationError(
                f"too few positions for {what}: {FEWEST_PAIRS} or more are needed in one group, and the largest has "
                f"{int(fits[..., 3].max())}; collect more positions"
            )
    midgame, limited = fill(midgame_fits, limits)
    endgame, limited_endgame = fill(endgame_fits[None], limits)
    used = sum(int(fits[..., 3][is_usable(fits)].sum(dtype=np.int64)) for fits in (midgame_fits, endgame_fits))
    left_out = _left_out(samples, limits.shallow, used, limited + limited_endgame)
    return ProbCutTable(midgame, endgame[0], midgame_fits, endgame_fits, weights_sha256, left_out=left_out)


def _left_out(samples: Samples, most: float, used: int, limited: int) -> LeftOut:
    """Account for every measured pair: of two depths, and of a depth and the exact score."""
    values, exact = np.isfinite(samples.values), np.isfinite(samples.exact)
    near = values & (np.abs(samples.values) <= most)
    depth = np.arange(values.shape[1])
    shallower = depth[None, :] < depth[:, None]
    in_table = shallower & (depth <= MOST_SHALLOW) & (depth[:, None] <= MOST_DEEP)
    before_end = (depth <= MOST_SHALLOW) & (depth < samples.left[:, None])

    def pairs(shallow: NDArray[np.bool_], depths: NDArray[np.bool_], ends: NDArray[np.bool_] | bool) -> int:
        of_depths = values.T.astype(np.int64) @ shallow.astype(np.int64)
        return int(of_depths[depths].sum() + (shallow & exact[:, None] & ends).sum())

    measured = pairs(values, shallower, True)
    tabled = pairs(values, in_table, before_end)
    within = pairs(near, in_table, before_end)
    infinite = int(np.isinf(samples.values).sum() + np.isinf(samples.exact).sum())
    return LeftOut(
        measured=measured,
        outside_table=measured - tabled,
        beyond_limit=tabled - within,
        without_line=within - used,
        infinite_values=infinite,
        limited_lines=limited,
    )


def midgame_errors(
    table: ProbCutTable, samples: Samples, most: float, shallow_values: NDArray[np.floating[Any]] | None = None
) -> NDArray[np.float64]:
    """Errors in standard deviations of all pairs of depths ``[positions, deep, shallow]`` that were fitted.

    NaN elsewhere, also where the shallow value is beyond ``most``. ``shallow_values`` as in ``fit_depths``.
    """
    depths = min(samples.values.shape[1], MOST_DEEP + 1)
    predicting = samples.values if shallow_values is None else shallow_values
    shallow = predicting[:, None, : min(depths, MOST_SHALLOW + 1)].astype(np.float64)
    deep = samples.values[:, :depths, None].astype(np.float64)
    here = slice(depths), slice(shallow.shape[2])
    lines = np.where(table.midgame_measured[..., None], table.midgame, np.nan)[:, *here][samples.stage]
    return standardised(lines, np.where(np.abs(shallow) <= most, shallow, np.nan), deep)


def endgame_errors(
    table: ProbCutTable, samples: Samples, most: float, shallow_values: NDArray[np.floating[Any]] | None = None
) -> NDArray[np.float64]:
    """The same for exact scores ``[positions, shallow]``."""
    predicting = samples.values if shallow_values is None else shallow_values
    shallow = predicting[:, : MOST_SHALLOW + 1].astype(np.float64)
    lines = np.where(table.endgame_measured[..., None], table.endgame, np.nan)[:, : shallow.shape[1]][samples.left]
    usable = np.where(np.abs(shallow) <= most, shallow, np.nan)
    return standardised(lines, usable, samples.exact[:, None].astype(np.float64))
