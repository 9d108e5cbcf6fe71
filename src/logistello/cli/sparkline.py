"""A series of numbers as one line of text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

_BARS = "▁▂▃▄▅▆▇█"
_WIDEST = 60


def sparkline(values: Sequence[float], *, low: float | None = None, high: float | None = None) -> str:
    """A bar for every value, from the lowest to the highest or between given bounds; of a long series means of parts.

    For terminals that ``shows_unicode`` is true of.

    >>> sparkline([0, 1, 2, 3, 4, 5, 6, 7]), sparkline([50, 75], low=0, high=100), sparkline([1, 1])
    ('▁▂▃▄▅▆▇█', '▅▆', '▅▅')
    >>> len(sparkline(range(1000)))
    60
    """
    if len(values) > _WIDEST:
        ends = [number * len(values) // _WIDEST for number in range(_WIDEST + 1)]
        parts = [values[first:last] for first, last in pairwise(ends)]
        values = [sum(part) / len(part) for part in parts]
    bottom = min(values, default=0.0) if low is None else low
    top = max(values, default=0.0) if high is None else high
    if bottom == top:
        bottom, top = bottom - 1, top + 1
    places = [(min(max(value, bottom), top) - bottom) / (top - bottom) for value in values]
    return "".join(_BARS[round(place * (len(_BARS) - 1) + 1e-9)] for place in places)
