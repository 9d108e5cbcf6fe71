"""Charts as SVG: points, lines, bands and bars over axes with round numbers, without scripts and fonts of their own.

>>> chart = Chart("Strength", "generation", "Elo", width=640, whole_x=True)
>>> chart.line([(1, 0), (2, 130), (3, 190)], name="this run", dots=True)
>>> picture([chart], title="A run").startswith("<svg ")
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import cycle
from math import ceil, floor, log10
from typing import Literal

__all__ = ["Chart", "picture"]

XY = tuple[float, float]

COLOURS = ("#1b6ca8", "#c2452d", "#2e8b57", "#8a5fb0", "#a8780f", "#3a8f96")
_TEXT, _AXIS, _GRID, _BACKGROUND = "#222", "#888", "#e4e4e4", "#fff"
_LEFT, _RIGHT, _TOP, _TOP_WITHOUT_TITLE, _BOTTOM = 56, 16, 34, 14, 44
#: Room for names beside a chart.
_BESIDE = 150
_LEGEND_ROW = 15
#: Names of fonts that systems have: what makes a PNG of the picture may not know which one a "sans-serif" is.
_FONT = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', 'Noto Sans', sans-serif"


@dataclass(frozen=True)
class _Axes:
    """Where values lie in the picture."""

    x_range: XY
    y_range: XY
    left: float
    right: float
    top: float
    bottom: float

    def place(self, point: XY) -> XY:
        across = (point[0] - self.x_range[0]) / (self.x_range[1] - self.x_range[0])
        up = (point[1] - self.y_range[0]) / (self.y_range[1] - self.y_range[0])
        return self.left + across * (self.right - self.left), self.bottom - up * (self.bottom - self.top)

    def path(self, points: Iterable[XY]) -> str:
        return " ".join("{:.1f},{:.1f}".format(*self.place(point)) for point in points)

    def dots(self, points: Iterable[XY], colour: str, radius: float, opacity: float) -> str:
        """Dots that lie outside are left out rather than clipped: there may be thousands."""
        circles = []
        for x, y in points:
            if self.x_range[0] <= x <= self.x_range[1] and self.y_range[0] <= y <= self.y_range[1]:
                circles.append('<circle cx="{:.1f}" cy="{:.1f}" r="{}"/>'.format(*self.place((x, y)), radius))
        return f'<g fill="{colour}" fill-opacity="{opacity:g}">{"".join(circles)}</g>'


class Chart:
    """One chart; what is added first lies at the back."""

    def __init__(
        self,
        title: str,
        x_label: str,
        y_label: str,
        x_range: XY | None = None,
        y_range: XY | None = None,
        *,
        width: int = 360,
        height: int = 300,
        legend: Literal["inside", "beside"] = "inside",
        whole_x: bool = False,
        x_names: Sequence[str] = (),
        y_unit: str = "",
    ) -> None:
        """Without ranges the axes hold all that is added; with them, what lies outside is cut off.

        The legend lies over the upper left corner, or in a column beside the chart. With ``whole_x`` the horizontal
        axis has whole numbers only (games, generations); ``x_names`` stand there instead of the numbers 0, 1, 2, ...
        (moves, kinds); ``y_unit`` follows the numbers of the vertical one.
        """
        self.width, self.height = width, height
        self._title, self._x_label, self._y_label = title, x_label, y_label
        self._x_range, self._y_range = x_range, y_range
        self._legend: Literal["inside", "beside"] = legend
        self._whole_x, self._x_names, self._y_unit = whole_x, x_names, y_unit
        self._values: list[XY] = []
        self._shapes: list[Callable[[_Axes], str]] = []
        self._names: list[tuple[str, str]] = []
        self._colours = cycle(COLOURS)

    def points(
        self, points: Iterable[XY], colour: str, *, radius: float = 1.6, opacity: float = 0.45, name: str = ""
    ) -> None:
        added = list(points)
        self._values += added
        if name:
            self._names.append((name, colour))
        self._shapes.append(lambda axes: axes.dots(added, colour, radius, opacity))

    def line(
        self,
        points: Iterable[XY],
        colour: str | None = None,
        *,
        name: str = "",
        dashed: bool = False,
        dots: bool = False,
        band: Sequence[XY] = (),
    ) -> None:
        """From left to right, in the next colour unless one is given. A band has a low and a high for every point."""
        added, colour = list(points), colour or next(self._colours)
        lower = [(x, low) for (x, _), (low, _) in zip(added, band, strict=True)] if band else []
        upper = [(x, high) for (x, _), (_, high) in zip(added, band, strict=True)] if band else []
        self._values += [*added, *lower, *upper]
        if name:
            self._names.append((name, colour))
        dash = ' stroke-dasharray="5 4"' if dashed else ""

        def draw(axes: _Axes) -> str:
            area = f'<polygon points="{axes.path([*upper, *reversed(lower)])}" fill="{colour}" fill-opacity="0.13"/>'
            stroke = f'fill="none" stroke="{colour}" stroke-width="1.8" stroke-linejoin="round"{dash}'
            drawn = f'<polyline points="{axes.path(added)}" {stroke}/>'
            return (area if band else "") + drawn + (axes.dots(added, colour, 3, 1) if dots else "")

        self._shapes.append(draw)

    def bars(
        self, points: Iterable[XY], colour: str | None = None, *, texts: Sequence[str] = (), width: float = 0.8
    ) -> None:
        """A bar from zero to every point, ``width`` of a unit wide; its text stands at its end."""
        added, colour = list(points), colour or next(self._colours)
        self._values += [*added, *((x + side * width / 2, 0.0) for x, _ in added for side in (-1, 1))]
        if texts:  # room for them
            self._values += [(x, 1.08 * y) for x, y in added]

        def draw(axes: _Axes) -> str:
            drawn = []
            for number, (x, y) in enumerate(added):
                left, top = axes.place((x - width / 2, max(y, 0.0)))
                right, bottom = axes.place((x + width / 2, min(y, 0.0)))
                size = f'width="{right - left:.1f}" height="{bottom - top:.1f}"'
                drawn.append(f'<rect x="{left:.1f}" y="{top:.1f}" {size} fill="{colour}"/>')
                if texts:
                    place = f'x="{(left + right) / 2:.1f}" y="{top - 4 if y >= 0 else bottom + 12:.1f}"'
                    drawn.append(f'<text {place} text-anchor="middle">{escape(texts[number])}</text>')
            return "".join(drawn)

        self._shapes.append(draw)

    def level(self, y: float) -> None:
        """A horizontal line that stands out from the grid, such as the one of an even score."""
        self._values += [(x, y) for x, _ in self._values[:1]]
        self._shapes.append(
            lambda axes: '<line x1="{}" x2="{}" y1="{y:.1f}" y2="{y:.1f}" stroke="{}"/>'.format(
                axes.left, axes.right, _AXIS, y=axes.place((axes.x_range[0], y))[1]
            )
        )

    def _repr_svg_(self) -> str:
        """How a notebook shows it."""
        return picture([self], title=self._title or self._y_label)

    def svg(self, left: float = 0, top: float = 0) -> str:
        """The chart with its upper left corner there, as a part of a picture."""
        axes = self._axes()
        width, height = axes.right - axes.left, axes.bottom - axes.top
        # An inner picture cuts off what leaves it; a clipping path would need a name that a page may hold twice.
        overflow = "hidden" if self._x_range or self._y_range else "visible"
        window = f'x="{axes.left}" y="{axes.top}" width="{width}" height="{height}" overflow="{overflow}"'
        inner = "".join(shape(axes) for shape in self._shapes)
        return "".join(
            [
                f'<g transform="translate({left:.0f} {top:.0f})">',
                *self._grid(axes),
                f'<svg {window} viewBox="{axes.left} {axes.top} {width} {height}">{inner}</svg>',
                *self._frame(axes),
                *self._legend_rows(axes),
                "</g>",
            ]
        )

    def _axes(self) -> _Axes:
        return _Axes(
            self._x_range or _widened([x for x, _ in self._values]),
            self._y_range or _rounded_outwards([y for _, y in self._values]),
            _LEFT,
            self.width - (_BESIDE if self._legend == "beside" else _RIGHT),
            _TOP if self._title else _TOP_WITHOUT_TITLE,
            self.height - _BOTTOM,
        )

    def _grid(self, axes: _Axes) -> Iterable[str]:
        if self._x_names:
            for number, name in enumerate(self._x_names):
                x, _ = axes.place((number, axes.y_range[0]))
                yield f'<text x="{x:.1f}" y="{axes.bottom + 16}" text-anchor="middle">{escape(name)}</text>'
        else:
            for value in round_numbers(*axes.x_range, whole=self._whole_x):
                x, _ = axes.place((value, axes.y_range[0]))
                yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{axes.top}" y2="{axes.bottom}" stroke="{_GRID}"/>'
                yield f'<text x="{x:.1f}" y="{axes.bottom + 16}" text-anchor="middle">{value:g}</text>'
        for value in round_numbers(*axes.y_range):
            _, y = axes.place((axes.x_range[0], value))
            yield f'<line x1="{axes.left}" x2="{axes.right}" y1="{y:.1f}" y2="{y:.1f}" stroke="{_GRID}"/>'
            yield f'<text x="{axes.left - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}{escape(self._y_unit)}</text>'

    def _frame(self, axes: _Axes) -> Iterable[str]:
        across, up = (axes.left + axes.right) / 2, (axes.top + axes.bottom) / 2
        corner = f"{axes.left},{axes.top} {axes.left},{axes.bottom} {axes.right},{axes.bottom}"
        yield f'<polyline points="{corner}" fill="none" stroke="{_AXIS}"/>'
        if self._title:
            title = escape(self._title)
            yield f'<text x="{across:.1f}" y="20" text-anchor="middle" font-weight="bold">{title}</text>'
        yield f'<text x="{across:.1f}" y="{self.height - 8}" text-anchor="middle">{escape(self._x_label)}</text>'
        turned = f'transform="translate(13 {up:.1f}) rotate(-90)" text-anchor="middle"'
        yield f"<text {turned}>{escape(self._y_label)}</text>"

    def _legend_rows(self, axes: _Axes) -> Iterable[str]:
        x = axes.right + 10 if self._legend == "beside" else axes.left + 8
        halo = f'stroke="{_BACKGROUND}" stroke-width="3" stroke-opacity="0.8" paint-order="stroke"'  # over lines
        for row, (name, colour) in enumerate(self._names):
            y = axes.top + _LEGEND_ROW * (row + 1)
            yield f'<line x1="{x}" x2="{x + 18}" y1="{y - 4}" y2="{y - 4}" stroke="{colour}" stroke-width="2"/>'
            yield f'<text x="{x + 23}" y="{y}" {halo}>{escape(name)}</text>'


def picture(charts: Sequence[Chart], *, columns: int = 1, title: str) -> str:
    """Charts of one size in rows, as a picture of its own; ``title`` is for those who cannot see it."""
    width, height = charts[0].width, charts[0].height
    whole_width, whole_height = columns * width, -(-len(charts) // columns) * height
    inner = "\n".join(
        chart.svg(width * (number % columns), height * (number // columns)) for number, chart in enumerate(charts)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole_width} {whole_height}" width="{whole_width}" '
        f'height="{whole_height}" role="img" font-family="{_FONT}" font-size="11.5" fill="{_TEXT}">'
        f'<title>{escape(title)}</title>\n<rect width="{whole_width}" height="{whole_height}" fill="{_BACKGROUND}"/>\n'
        f"{inner}\n</svg>\n"
    )


def round_numbers(low: float, high: float, *, whole: bool = False) -> list[float]:
    """A handful of round numbers from low to high.

    >>> round_numbers(-41, 38), round_numbers(0, 9), round_numbers(1, 2, whole=True)
    ([-40.0, -20.0, 0.0, 20.0], [0.0, 2.0, 4.0, 6.0, 8.0], [1.0, 2.0])
    """
    step = _step(high - low)
    if whole:
        step = max(step, 1.0)
    # A bound that is a multiple of the step but for rounding counts.
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(step * number, 12) for number in range(first, last + 1)]


def _step(span: float) -> float:
    rough = span / 5
    power = 10.0 ** floor(log10(rough))
    return min((factor * power for factor in (1, 2, 5, 10)), key=lambda each: abs(log10(each / rough)))


def _widened(values: Sequence[float]) -> XY:
    """The range of values; one value is put in the middle."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    return (low, high) if low < high else (low - 0.5, high + 0.5)


def _rounded_outwards(values: Sequence[float]) -> XY:
    """The range of values, from one round number to another.

    >>> _rounded_outwards([3, 97]), _rounded_outwards([5])
    ((0.0, 100.0), (4.4, 5.6))
    """
    low, high = _widened(values)
    step = _step(high - low)
    return round(step * floor(low / step + 1e-9), 12), round(step * ceil(high / step - 1e-9), 12)
