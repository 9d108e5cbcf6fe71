"""Small charts as SVG: axes with round numbers, points, lines and bands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT = 360, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 14, 34, 44

Point = tuple[float, float]


@dataclass
class Chart:
    """One chart; what is added first lies at the back. Points outside of the ranges are cut off."""

    title: str
    x_label: str
    y_label: str
    x_range: tuple[float, float]
    y_range: tuple[float, float]
    _shapes: list[str] = field(default_factory=list)
    _legend: list[tuple[str, str]] = field(default_factory=list)

    def points(self, points: Iterable[Point], colour: str, radius: float = 1.6, opacity: float = 0.45) -> None:
        dots = "".join(
            f'<circle cx="{self._x(x):.1f}" cy="{self._y(y):.1f}" r="{radius}"/>'
            for x, y in points
            if self._inside(x, y)
        )
        self._shapes.append(f'<g fill="{colour}" fill-opacity="{opacity}">{dots}</g>')

    def line(self, points: Iterable[Point], colour: str, *, dashed: bool = False, name: str = "") -> None:
        path = " ".join(f"{self._x(x):.1f},{self._y(y):.1f}" for x, y in points)
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self._shapes.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6"{dash}/>')
        if name:
            self._legend.append((name, colour))

    def svg(self, left: float, top: float) -> str:
        """The chart with its upper left corner there."""
        x0, x1, y0, y1 = _LEFT, WIDTH - _RIGHT, _TOP, HEIGHT - _BOTTOM
        clip = f"clip-{left:.0f}-{top:.0f}"
        parts = [
            f'<g transform="translate({left:.0f} {top:.0f})">',
            f'<clipPath id="{clip}"><rect x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}"/></clipPath>',
            f'<text x="{(x0 + x1) / 2}" y="20" text-anchor="middle" font-weight="bold">{escape(self.title)}</text>',
        ]
        for value in round_numbers(*self.x_range):
            x = self._x(value)
            parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y0}" y2="{y1}" stroke="#e2e2e2"/>')
            parts.append(f'<text x="{x:.1f}" y="{y1 + 15}" text-anchor="middle">{value:g}</text>')
        for value in round_numbers(*self.y_range):
            y = self._y(value)
            parts.append(f'<line x1="{x0}" x2="{x1}" y1="{y:.1f}" y2="{y:.1f}" stroke="#e2e2e2"/>')
            parts.append(f'<text x="{x0 - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
        parts += [
            f'<g clip-path="url(#{clip})">{"".join(self._shapes)}</g>',
            f'<rect x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}" fill="none" stroke="#555"/>',
            f'<text x="{(x0 + x1) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{escape(self.x_label)}</text>',
            f'<text transform="translate(14 {(y0 + y1) / 2}) rotate(-90)" text-anchor="middle">'
            f"{escape(self.y_label)}</text>",
        ]
        for row, (name, colour) in enumerate(self._legend):
            y = y0 + 16 + 15 * row
            parts.append(
                f'<line x1="{x0 + 8}" x2="{x0 + 26}" y1="{y - 4}" y2="{y - 4}" stroke="{colour}" stroke-width="2"/>'
            )
            parts.append(f'<text x="{x0 + 31}" y="{y}">{escape(name)}</text>')
        return "".join([*parts, "</g>"])

    def _x(self, value: float) -> float:
        low, high = self.x_range
        return _LEFT + (value - low) / (high - low) * (WIDTH - _LEFT - _RIGHT)

    def _y(self, value: float) -> float:
        low, high = self.y_range
        return HEIGHT - _BOTTOM - (value - low) / (high - low) * (HEIGHT - _TOP - _BOTTOM)

    def _inside(self, x: float, y: float) -> bool:
        return self.x_range[0] <= x <= self.x_range[1] and self.y_range[0] <= y <= self.y_range[1]


def page(charts: list[Chart], columns: int, title: str) -> str:
    """Charts in rows, as a picture of its own."""
    rows = -(-len(charts) // columns)
    width, height = columns * WIDTH, rows * HEIGHT
    inner = "\n".join(
        chart.svg(WIDTH * (number % columns), HEIGHT * (number // columns)) for number, chart in enumerate(charts)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="sans-serif" font-size="11" fill="#222"><title>{escape(title)}</title>\n'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n{inner}\n</svg>\n'
    )


def round_numbers(low: float, high: float) -> list[float]:
    """A handful of round numbers from low to high.

    >>> round_numbers(-41, 38), round_numbers(0, 9)
    ([-40.0, -20.0, 0.0, 20.0], [0.0, 2.0, 4.0, 6.0, 8.0])
    """
    rough = (high - low) / 5
    power = 10.0 ** floor(log10(rough))
    step = min((factor * power for factor in (1, 2, 5, 10)), key=lambda each: abs(log10(each / rough)))
    return [step * number for number in range(ceil(low / step), floor(high / step) + 1)]
