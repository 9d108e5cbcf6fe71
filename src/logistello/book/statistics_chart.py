"""A picture of what a book contains."""

from __future__ import annotations

from collections.abc import Mapping

from logistello.book.statistics import Statistics
from logistello.charts import Chart, picture


def draw_statistics(found: Statistics) -> str:
    """Positions by moves since the start of the game, and searches by depth."""
    plies = _bars(f"{found.positions:,} positions", "moves since the start", "positions", found.by_ply)
    searches = sum(found.depths.values())
    depths = _bars(f"{searches:,} searches", "depth, moves ahead", "searches", found.depths)
    return picture([plies, depths], title="Contents of a book")


def _bars(title: str, x_label: str, y_label: str, counts: Mapping[int, int]) -> Chart:
    chart = Chart(title, x_label, y_label, width=640, whole_x=True)
    chart.bars(counts.items())
    return chart
