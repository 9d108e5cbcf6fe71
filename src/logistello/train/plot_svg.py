"""Line plots for a page that needs no server and no scripts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

#: From values to a point of the picture.
_Place = Callable[[float, float], tuple[float, float]]

_WIDTH, _HEIGHT = 640, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 150, 16, 40
_COLOURS = ("#1b6e3c", "#b3432b", "#2b5fb3", "#8a5fb0", "#9a7b1a", "#3a8f96")


@dataclass(frozen=True)
class Line:
    """Points from left to right; a band around them where intervals are known."""

    name: str
    points: Sequence[tuple[float, float]]
    #: Low and high of each point.
    band: Sequence[tuple[float, float]] = ()


def draw_lines(lines: Sequence[Line], x_name: str, y_name: str) -> str:
    """An SVG with axes and, at the right, the names of the lines."""
    shown = [line for line in lines if line.points]
    xs = [x for line in shown for x, _ in line.points] or [0.0]
    ys = [y for line in shown for _, y in line.points] or [0.0]
    ys += [y for line in shown for pair in line.band for y in pair]
    x_low, x_high = min(xs), max(xs)
    if x_low == x_high:
        x_low, x_high = x_low - 0.5, x_high + 0.5
    ticks = _ticks(min(ys), max(ys))
    y_low, y_high = ticks[0], ticks[-1]

    def place(x: float, y: float) -> tuple[float, float]:
        across = (x - x_low) / (x_high - x_low)
        up = (y - y_low) / (y_high - y_low)
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * across, _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - up)

    parts = []
    for tick in ticks:
        x, y = place(x_low, tick)
        parts.append(f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{_WIDTH - _RIGHT}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>')
    for value in _x_ticks(x_low, x_high, xs):
        x, y = place(value, y_low)
        parts.append(f'<text x="{x:.1f}" y="{y + 16:.1f}" text-anchor="middle">{value:g}</text>')
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    parts.append(f'<text x="{middle:.1f}" y="{_HEIGHT - 6}" text-anchor="middle">{escape(x_name)}</text>')
    half = (_TOP + _HEIGHT - _BOTTOM) / 2
    turned = f'transform="rotate(-90 12 {half:.1f})"'
    parts.append(f'<text x="12" y="{half:.1f}" text-anchor="middle" {turned}>{escape(y_name)}</text>')
    for number, line in enumerate(shown):
        parts.append(_line(line, _COLOURS[number % len(_COLOURS)], number, place))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" '
        f'font-size="12" role="img" aria-label="{escape(y_name)} by {escape(x_name)}">'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>{"".join(parts)}</svg>'
    )


def _line(line: Line, colour: str, number: int, place: _Place) -> str:
    points = [place(x, y) for x, y in line.points]
    parts = []
    if line.band:
        edge = [place(x, high) for (x, _), (_, high) in zip(line.points, line.band, strict=True)]
        edge += [place(x, low) for (x, _), (low, _) in reversed(list(zip(line.points, line.band, strict=True)))]
        parts.append(f'<polygon points="{_text(edge)}" fill="{colour}" opacity="0.12"/>')
    parts.append(f'<polyline points="{_text(points)}" fill="none" stroke="{colour}" stroke-width="2"/>')
    parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
    y = _TOP + 14 * (number + 1)
    parts.append(f'<text x="{_WIDTH - _RIGHT + 10}" y="{y}" fill="{colour}">{escape(line.name)}</text>')
    return "".join(parts)


def _text(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers around a range.

    >>> _ticks(3, 97), _ticks(5, 5)
    ([0, 20, 40, 60, 80, 100], [4.9, 5.0, 5.1])
    """
    span = (high - low) or 0.4
    rough = 10 ** math.floor(math.log10(span))
    step = next(size * rough for size in (0.2, 0.5, 1, 2, 5) if span / (size * rough) <= 6)
    first, last = math.floor(round(low / step, 6)), math.ceil(round(high / step, 6))
    if first == last:
        first, last = first - 1, last + 1
    return [round(step * number, 6) for number in range(first, last + 1)]


def _x_ticks(low: float, high: float, xs: Sequence[float]) -> list[float]:
    """The values themselves, thinned out where they would touch."""
    values = sorted({x for x in xs if low <= x <= high})
    every = max(1, math.ceil(len(values) / 14))
    return values[::every]
