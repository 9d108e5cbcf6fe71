"""A picture of a calibration: shallow against deep values with their lines, and how sigma grows with depth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.charts import COLOURS, Chart, picture
from logistello.probcut.calibrate import Samples
from logistello.probcut.cut import RegressionLine
from logistello.probcut.table import MOST_SHALLOW, ProbCutTable

_DEEPEST_SHOWN = 20


def draw_calibration(
    table: ProbCutTable, samples: Samples, stage_names: Sequence[str], most_deep: float | None = None
) -> str:
    """An SVG with six charts; dashed lines are the surface's, beyond what was measured.

    Deep values are drawn up to ``most_deep``, without it up to the largest; shallow ones as far as the lines were
    fitted. Points outside of a chart are counted at its axis.
    """
    most = table.provenance.get("most_shallow_value") or _largest(samples.values)
    ranges = float(most), most_deep or max(_largest(samples.values), _largest(samples.exact))
    deepest = samples.values.shape[1] - 1
    # Half the depth, with the same parity: the kind of pair that cuts use most.
    shallow = min(MOST_SHALLOW, deepest // 2 - (deepest // 2 + deepest) % 2) if deepest > 2 else 0
    stages = _spread(np.flatnonzero(table.midgame_measured[:, deepest, shallow]), 3) or [0]
    charts = []
    for stage in stages:
        here = samples.stage == stage
        names = f"depth {shallow}", f"depth {deepest}"
        x, y = samples.values[here, shallow], samples.values[here, deepest]
        charts.append(_scatter(x, y, table.line(stage, deepest, shallow), stage_names[stage], *names, *ranges))
    charts.append(_sigma_of_depth(table, shallow, deepest, stage_names))
    charts += _exact(table, samples, shallow, *ranges)
    return picture(charts, columns=3, title="Calibration of ProbCut")


def _largest(values: NDArray[np.floating[Any]]) -> float:
    return float(np.abs(values[np.isfinite(values)]).max(initial=0.0)) or 1.0


def _scatter(
    x: NDArray[np.floating[Any]],
    y: NDArray[np.floating[Any]],
    line: RegressionLine,
    where: str,
    x_label: str,
    y_label: str,
    most: float,
    most_deep: float,
) -> Chart:
    measured = np.isfinite(x) & np.isfinite(y)
    if outside := int((measured & ((np.abs(x) > most) | (np.abs(y) > most_deep))).sum()):
        x_label += f" ({outside} points outside)"
    title = f"{where}: a {line.a:.2f}, b {line.b:+.2f}, σ {line.sigma:.2f}"
    chart = Chart(title, x_label, y_label, (-most, most), (-most_deep, most_deep))
    chart.points(((float(a), float(b)) for a, b in zip(x, y, strict=True)), COLOURS[0])
    ends = (-most, most)
    for shift in (-1, 0, 1):
        points = [(end, line.a * end + line.b + shift * line.sigma) for end in ends]
        chart.line(points, COLOURS[1], dashed=shift != 0)
    return chart


def _sigma_of_depth(table: ProbCutTable, shallow: int, deepest: int, stage_names: Sequence[str]) -> Chart:
    sigma, measured = table.midgame[..., shallow, 2], table.midgame_measured[..., shallow]
    depths = range(shallow + 2, _DEEPEST_SHOWN + 1, 2)
    highest = float(np.nanmax(sigma[:, list(depths)])) * 1.6
    chart = Chart(f"σ from depth {shallow}", "deep search", "σ", (shallow, _DEEPEST_SHOWN), (0.0, highest))
    for stage, colour in zip(_spread(np.flatnonzero(measured.any(axis=1)), 5), COLOURS, strict=False):
        curve = [(float(depth), float(sigma[stage, depth])) for depth in depths]
        known = [depth for depth in depths if measured[stage, depth]]
        _curve(chart, curve, max(known, default=0), colour, stage_names[stage])
        raw = table.midgame_fits[stage, :, shallow, 2]
        chart.points(((depth, float(raw[depth])) for depth in known), colour, radius=3, opacity=1)
    return chart


def _exact(table: ProbCutTable, samples: Samples, shallow: int, most: float, most_deep: float) -> list[Chart]:
    lefts = np.flatnonzero(table.endgame_measured[:, shallow])
    charts = []
    if len(lefts):
        left = int(lefts[len(lefts) * 3 // 4])
        here = samples.left == left
        line = table.exact_line(left, shallow)
        x, y = samples.values[here, shallow], samples.exact[here]
        names = f"{left} moves left", f"depth {shallow}", "exact score"
        charts.append(_scatter(x, y, line, *names, most, most_deep))
    most_left = min(40, table.endgame.shape[0] - 1)
    highest = float(np.nanmax(table.endgame[: most_left + 1, :, 2])) * 1.6
    chart = Chart("σ of exact scores", "moves left", "σ", (0.0, most_left), (0.0, highest))
    depths = [depth for depth in range(0, MOST_SHALLOW + 1, 2) if table.endgame_measured[:, depth].any()]
    for depth, colour in zip(_spread(np.array(depths), 5), COLOURS, strict=False):
        known = np.flatnonzero(table.endgame_measured[:, depth])
        curve = [(float(left), float(table.endgame[left, depth, 2])) for left in range(depth + 1, most_left + 1)]
        _curve(chart, curve, int(known.max()), colour, f"from depth {depth}")
        raw = table.endgame_fits[:, depth, 2]
        chart.points(((float(left), float(raw[left])) for left in known), colour, radius=2.2, opacity=0.8)
    return [*charts, chart]


def _curve(chart: Chart, curve: list[tuple[float, float]], last_known: float, colour: str, name: str) -> None:
    chart.line([point for point in curve if point[0] <= last_known], colour, name=name)
    chart.line([point for point in curve if point[0] >= last_known], colour, dashed=True)


def _spread(items: NDArray[np.integer[Any]], most: int) -> list[int]:
    """At most ``most`` of the items, evenly spread, the first and the last among them."""
    if len(items) <= most:
        return [int(each) for each in items]
    return [int(items[round(place)]) for place in np.linspace(0, len(items) - 1, most)]
