"""From searches of any game to the lines of ProbCut (Buro 2002, section 3.1: least squares over many positions)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import CalibrationError
from logistello.lab.search.limits import SearchLimit
from logistello.lab.search.search import Search
from logistello.lab.search.tree_search import S
from logistello.probcut import MOST_SHALLOW, RegressionLine, ValueLimits
from logistello.probcut.lines import FEWEST_PAIRS, fill, fit_depths, is_usable


@dataclass(frozen=True)
class DepthLines:
    """Lines ``v_deep = a * v_shallow + b + error`` of one evaluator by stage of the game; a ``LinesOfDepths``."""

    #: ``[stages, deep, shallow, (a, b, sigma)]``: as measured, drawn towards a smooth surface that also fills in what
    #: was not.
    lines: NDArray[np.float32]
    #: ``[stages, deep, shallow, (a, b, sigma, count, correlation)]``: what was measured; count 0 if nothing was.
    fits: NDArray[np.float32]

    def __post_init__(self) -> None:
        if self.lines.ndim != 4 or self.lines.shape[3] != 3 or self.fits.shape != (*self.lines.shape[:3], 5):
            raise CalibrationError(
                f"lines of the shape {self.lines.shape} and fits of {self.fits.shape}; expected "
                "[stages, deep, shallow, 3] and [stages, deep, shallow, 5]"
            )

    def line(self, stage: int, deep: int, shallow: int) -> RegressionLine:
        stages, depths, shallows, _ = self.lines.shape
        if not (0 <= stage < stages and 0 <= shallow < min(deep, shallows) and deep < depths):
            raise CalibrationError(
                f"no line for stage {stage}, from depth {shallow} to {deep}; expected {stages} stages and depths "
                f"up to {depths - 1}"
            )
        return RegressionLine(*(float(each) for each in self.lines[stage, deep, shallow]))


def values_of_depths(search: Search[S], states: Iterable[S], deepest: int) -> NDArray[np.float64]:
    """``[states, depths from 0 to deepest]``: values for the player to move; NaN where a depth sees the end.

    Exact values are left out: they are no predictions, and deeper searches find the same again.
    """
    rows = []
    for state in states:
        row = [float(search.evaluator.value(state)), *([np.nan] * deepest)]
        for depth in range(1, deepest + 1):
            found = search.search(state, SearchLimit(depth=depth))
            if found.exact:
                break
            row[depth] = found.value
        rows.append(row)
    return np.array(rows, dtype=np.float64).reshape(-1, deepest + 1)


def calibrate_depths(
    search: Search[S],
    states: Iterable[S],
    deepest: int,
    *,
    stage: Callable[[S], int] = lambda state: 0,
    stages: int = 1,
    values: NDArray[np.floating[Any]] | None = None,
) -> DepthLines:
    """Search every state to all depths and fit a line to each pair of depths.

    ``search`` should not deepen iteratively nor prune on guesses. ``values`` are those of ``values_of_depths``, if they
    are already known. Raises ``CalibrationError`` if there are too few states for any line.
    """
    states = list(states)
    if values is None:
        values = values_of_depths(search, states, deepest)
    stage_of = np.array([stage(each) for each in states], dtype=np.int64)
    fits = fit_depths(values, stage_of, stages, MOST_SHALLOW)
    if not is_usable(fits).any():
        raise CalibrationError(
            f"too few positions: {FEWEST_PAIRS} or more of one stage are needed that the game does not end from within "
            f"{deepest} moves, and the largest group has {int(fits[..., 3].max(initial=0))}; collect more positions"
        )
    lines, _ = fill(fits, ValueLimits.of_data(values))
    return DepthLines(lines, fits)
