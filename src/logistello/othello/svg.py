"""The board as a picture: self-contained SVG for notebooks, web pages and print."""

from __future__ import annotations

import html
import math
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from logistello.othello.color import Color
from logistello.othello.mark import Mark, Shape
from logistello.othello.position import Position
from logistello.othello.square import PASS, SQUARES, Square, squares_of

# Everything below is drawn in these units; the picture is then scaled to BoardStyle.size pixels.
_CELL = 100.0
_MARGIN_WITH_COORDINATES = 52.0
_MARGIN_BARE = 22.0
_DISC = 41.0
_FONT = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """What to draw besides the discs.

    >>> style = BoardStyle(size=320, last_move=Square.F5, values={Square.D6: 0.5, Square.F4: -8})
    >>> Position.initial().play("f5").svg(style).startswith('<svg xmlns="http://www.w3.org/2000/svg" width="320"')
    True
    """

    #: Width and height of the picture in pixels.
    size: int = 480
    #: Letters a-h above and digits 1-8 left of the board.
    coordinates: bool = True
    #: A red dot on the disc of this square.
    last_move: Square | None = None
    #: What to write on squares. Numbers are discs, shown with sign and at most one decimal; text is shown as it is.
    values: Mapping[Square, float | str] = field(default_factory=dict)
    #: Write the highest number among ``values`` in bold and another colour.
    highlight_best: bool = True
    #: Letters or symbols on squares: large, or small in the corner of a square that also has a value.
    marks: Mapping[Square, str] = field(default_factory=dict)
    #: What somebody drew, over everything else: :attr:`Node.marks`.
    drawings: frozenset[Mark] = frozenset()
    #: A dot on every legal move without a value or mark.
    legal_moves: bool = False
    #: Black on white without shades, for print.
    monochrome: bool = False
    #: Turn the board by 180 degrees: h8 in the upper left corner.
    rotated: bool = False

    def __post_init__(self) -> None:
        if self.size < 1:
            raise ValueError(f"the size of a board is {self.size} pixels; expected at least 1")


@dataclass(frozen=True, slots=True)
class _Palette:
    """Colours of one look; names in ``#...`` or references to the gradients in ``defs``."""

    frame: str
    frame_edge: str
    felt: str
    line: str
    label: str
    black: str
    black_edge: str
    white: str
    white_edge: str
    last_move: tuple[str, str]  # on a black disc, on a white disc
    value: tuple[str, str, str]  # on an empty square, on a black disc, on a white disc
    best: tuple[str, str, str]
    shades: bool


def _colourful(prefix: str) -> _Palette:
    return _Palette(
        frame=f"url(#{prefix}-wood)",
        frame_edge="#3b2413",
        felt=f"url(#{prefix}-felt)",
        line="#0c3f25",
        label="#f3dfc1",
        black=f"url(#{prefix}-black)",
        black_edge="#050607",
        white=f"url(#{prefix}-white)",
        white_edge="#a9aca4",
        last_move=("#ff5a4d", "#e0261c"),
        value=("#eef7ef", "#d9e3dc", "#26332b"),
        best=("#ffe14d", "#ffe14d", "#0b57b8"),
        shades=True,
    )


_PRINT = _Palette(
    frame="#ffffff",
    frame_edge="#ffffff",
    felt="#ffffff",
    line="#000000",
    label="#000000",
    black="#000000",
    black_edge="#000000",
    white="#ffffff",
    white_edge="#000000",
    last_move=("#ffffff", "#000000"),
    value=("#000000", "#ffffff", "#000000"),
    best=("#000000", "#ffffff", "#000000"),
    shades=False,
)


#: Outlines around the middle of a square.
_SHAPES = {
    Shape.TRIANGLE: "M0 -33l31 54h-62z",
    Shape.SQUARE: "M-27 -27h54v54h-54z",
    Shape.CROSS: "M-24 -24l48 48m0 -48l-48 48",
}


def _drawn_text(mark: Mark) -> str:
    where = f"{mark.square} to {mark.to}" if mark.to is not None else f"{mark.text} {mark.square}".strip()
    return f"{mark.shape.value} {where}"


def draw_board(position: Position, style: BoardStyle | None = None) -> str:
    """The position as one ``<svg>`` element that needs no other file.

    The picture carries a title and a description in words, for screen readers. Raises ``NotationError`` if
    ``style`` names a square that does not exist.

    >>> "Black: e4, d5." in draw_board(Position.initial())
    True
    """
    style = style or BoardStyle()
    return "\n".join(_Drawing(position, style).lines()) + "\n"


class _Drawing:
    """One picture; every method yields lines of SVG."""

    def __init__(self, position: Position, style: BoardStyle) -> None:
        self.position = position
        self.style = style
        self.values = {Square.coerce(square): value for square, value in style.values.items()}
        self.marks = {Square.coerce(square): mark for square, mark in style.marks.items()}
        self.last_move = None if style.last_move is None else Square.coerce(style.last_move)
        self.best = _best_squares(self.values) if style.highlight_best else frozenset()
        # Several pictures may stand on one page: their ids must differ unless they are the same picture.
        self.prefix = f"board-{zlib.crc32(repr((position, style)).encode()):08x}"
        self.palette = _PRINT if style.monochrome else _colourful(self.prefix)
        self.margin = _MARGIN_WITH_COORDINATES if style.coordinates else _MARGIN_BARE
        self.total = 2 * self.margin + 8 * _CELL

    def lines(self) -> Iterator[str]:
        size, total = self.style.size, self.total
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" '
            f'viewBox="0 0 {total:g} {total:g}" role="img" '
            f'aria-labelledby="{self.prefix}-title {self.prefix}-desc">'
        )
        yield f'<title id="{self.prefix}-title">{_escape(self.title())}</title>'
        yield f'<desc id="{self.prefix}-desc">{_escape(self.description())}</desc>'
        if self.palette.shades:
            yield from self.gradients()
        yield from self.board()
        if self.style.coordinates:
            yield from self.coordinates()
        yield from self.discs()
        if self.style.legal_moves:
            yield from self.legal_moves()
        yield from self.texts()
        yield from self.drawings()
        yield "</svg>"

    # -- words --------------------------------------------------------------------------------

    def title(self) -> str:
        position = self.position
        state = "game over" if position.is_over else f"{position.turn} to move"
        return (
            f"Othello board, {state}, black {position.count(Color.BLACK)} discs, "
            f"white {position.count(Color.WHITE)} discs"
        )

    def description(self) -> str:
        def names(mask: int) -> str:
            return ", ".join(str(square) for square in squares_of(mask)) or "none"

        sentences = [f"Black: {names(self.position.black)}.", f"White: {names(self.position.white)}."]
        if self.last_move is not None:
            sentences.append(f"Last move: {self.last_move}.")
        if self.style.legal_moves:
            sentences.append(f"Legal moves: {names(self.position.legal_mask)}.")
        if self.values:
            shown = ", ".join(f"{square} {_value_text(self.values[square])}" for square in sorted(self.values))
            sentences.append(f"Values: {shown}.")
        if self.marks:
            shown = ", ".join(f"{square} {self.marks[square]}" for square in sorted(self.marks))
            sentences.append(f"Marks: {shown}.")
        if self.style.drawings:
            sentences.append(f"Drawn: {', '.join(sorted(map(_drawn_text, self.style.drawings)))}.")
        return " ".join(sentences)

    # -- the empty board ----------------------------------------------------------------------

    def gradients(self) -> Iterator[str]:
        def stops(*colours: str) -> str:
            last = len(colours) - 1
            return "".join(
                f'<stop offset="{100 * i / last:g}%" stop-color="{colour}"/>' for i, colour in enumerate(colours)
            )

        p = self.prefix
        yield "<defs>"
        yield (
            f'<linearGradient id="{p}-wood" x1="0" y1="0" x2="1" y2="1">'
            f"{stops('#7a4a26', '#8d5a30', '#6b3f1f', '#80502a', '#5d3519')}</linearGradient>"
        )
        yield f'<radialGradient id="{p}-felt" cx="45%" cy="40%" r="75%">{stops("#23915a", "#187347")}</radialGradient>'
        yield (
            f'<radialGradient id="{p}-black" cx="36%" cy="30%" r="75%">'
            f"{stops('#5b6064', '#2b2e31', '#121416', '#08090a')}</radialGradient>"
        )
        yield (
            f'<radialGradient id="{p}-white" cx="36%" cy="30%" r="78%">'
            f"{stops('#ffffff', '#fbfbf8', '#eeeee8', '#cfd0c8')}</radialGradient>"
        )
        yield "</defs>"

    def board(self) -> Iterator[str]:
        palette, margin, total = self.palette, self.margin, self.total
        inner = 8 * _CELL
        if palette.shades:
            yield (
                f'<rect width="{total:g}" height="{total:g}" rx="18" fill="{palette.frame}" '
                f'stroke="{palette.frame_edge}" stroke-width="2"/>'
            )
            yield (
                f'<rect x="{margin - 7:g}" y="{margin - 7:g}" width="{inner + 14:g}" height="{inner + 14:g}" rx="6" '
                f'fill="{palette.frame_edge}"/>'
            )
        else:
            yield f'<rect width="{total:g}" height="{total:g}" fill="{palette.frame}"/>'
        yield f'<rect x="{margin:g}" y="{margin:g}" width="{inner:g}" height="{inner:g}" fill="{palette.felt}"/>'
        low, high = margin, margin + inner
        path = "".join(
            f"M{low + i * _CELL:g} {low:g}V{high:g}M{low:g} {low + i * _CELL:g}H{high:g}" for i in range(1, 8)
        )
        yield f'<path d="{path}" stroke="{palette.line}" stroke-width="2.5" fill="none"/>'
        yield (
            f'<rect x="{margin:g}" y="{margin:g}" width="{inner:g}" height="{inner:g}" fill="none" '
            f'stroke="{palette.line}" stroke-width="4"/>'
        )
        for column in (2, 6):
            for row in (2, 6):
                yield (
                    f'<circle cx="{low + column * _CELL:g}" cy="{low + row * _CELL:g}" r="7.5" fill="{palette.line}"/>'
                )

    def coordinates(self) -> Iterator[str]:
        yield (
            f'<g fill="{self.palette.label}" font-family="{_FONT}" font-size="30" font-weight="600" '
            'text-anchor="middle" aria-hidden="true">'
        )
        for i in range(8):
            name = 7 - i if self.style.rotated else i
            middle = self.margin + (i + 0.5) * _CELL
            edge = (self.margin - 7) / 2
            yield f'<text x="{middle:g}" y="{edge + 10.5:g}">{"abcdefgh"[name]}</text>'
            yield f'<text x="{edge:g}" y="{middle + 10.5:g}">{name + 1}</text>'
        yield "</g>"

    # -- what stands on it --------------------------------------------------------------------

    def centre(self, square: Square) -> tuple[float, float]:
        column, row = square.column, square.row
        if self.style.rotated:
            column, row = 7 - column, 7 - row
        return self.margin + (column + 0.5) * _CELL, self.margin + (row + 0.5) * _CELL

    def discs(self) -> Iterator[str]:
        palette = self.palette
        looks = {Color.BLACK: (palette.black, palette.black_edge), Color.WHITE: (palette.white, palette.white_edge)}
        for square in SQUARES:
            color = self.position[square]
            if color is None:
                continue
            x, y = self.centre(square)
            if palette.shades:
                yield f'<circle cx="{x + 2.5:g}" cy="{y + 4.5:g}" r="{_DISC + 1:g}" fill="#000" fill-opacity="0.28"/>'
            fill, edge = looks[color]
            width = 1.5 if palette.shades else 3
            yield (
                f'<circle class="{color}" cx="{x:g}" cy="{y:g}" r="{_DISC:g}" fill="{fill}" '
                f'stroke="{edge}" stroke-width="{width:g}"/>'
            )
        yield from self.last_move_dot()

    def last_move_dot(self) -> Iterator[str]:
        square = self.last_move
        if square is None or square is PASS:
            return
        color = self.position[square]
        x, y = self.centre(square)
        fill = self.palette.last_move[1 if color is Color.WHITE or color is None else 0]
        if square in self.values or square in self.marks:  # leave the middle to the text
            y += 0.72 * _DISC
            radius = 6.0
        else:
            radius = 10.0
        yield f'<circle class="last-move" cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"/>'

    def legal_moves(self) -> Iterator[str]:
        for square in squares_of(self.position.legal_mask):
            if square in self.values or square in self.marks:
                continue
            x, y = self.centre(square)
            if not self.palette.shades:
                look = 'fill="none" stroke="#000000" stroke-width="2.5"'
            elif self.position.turn is Color.BLACK:
                look = 'fill="#06140c" fill-opacity="0.55"'
            else:
                look = 'fill="#f6fbf7" fill-opacity="0.75"'
            yield f'<circle class="legal" cx="{x:g}" cy="{y:g}" r="11" {look}/>'

    def drawings(self) -> Iterator[str]:
        colour = "#ff9d2e" if self.palette.shades else "#000000"
        outline = f'fill="none" stroke="{colour}" stroke-width="8" stroke-linejoin="round"'
        for mark in sorted(self.style.drawings, key=_drawn_text):
            x, y = self.centre(mark.square)
            if mark.shape is Shape.CIRCLE:
                yield f'<circle class="drawn" cx="{x:g}" cy="{y:g}" r="30" {outline}/>'
            elif mark.shape is Shape.LABEL:
                yield f'<g font-family="{_FONT}" text-anchor="middle" aria-hidden="true">'
                yield _text(mark.text, x, y, room=80, largest=44, colour=colour, bold=True)
                yield "</g>"
            elif mark.to is not None:
                to_x, to_y = self.centre(mark.to)
                tip = math.hypot(to_x - x, to_y - y) - 12
                angle = math.degrees(math.atan2(to_y - y, to_x - x))
                yield (
                    f'<path class="drawn" transform="translate({x:g} {y:g}) rotate({angle:.1f})" fill="{colour}" '
                    f'fill-opacity="0.88" d="M16 -7H{tip - 34:.1f}V-24L{tip:.1f} 0L{tip - 34:.1f} 24V7H16Z"/>'
                )
            else:
                path = _SHAPES[mark.shape]
                yield f'<path class="drawn" transform="translate({x:g} {y:g})" d="{path}" {outline}/>'

    def texts(self) -> Iterator[str]:
        if not self.values and not self.marks:
            return
        yield f'<g font-family="{_FONT}" text-anchor="middle" aria-hidden="true">'
        number_size = self.number_size()
        for square in sorted(self.values.keys() | self.marks.keys()):
            if square is PASS:
                continue
            x, y = self.centre(square)
            ground = {None: 0, Color.BLACK: 1, Color.WHITE: 2}[self.position[square]]
            if square in self.values:
                best = square in self.best
                colour = (self.palette.best if best else self.palette.value)[ground]
                value = self.values[square]
                room, largest = _value_room(ground), 35 if isinstance(value, str) else number_size
                yield _text(_value_text(value), x, y, room=room, largest=largest, colour=colour, bold=best)
                if best and not self.palette.shades:
                    yield f'<path d="M{x - 24:g} {y + 21:g}h48" stroke="{colour}" stroke-width="4"/>'
            if square in self.marks:
                mark = self.marks[square]
                if square in self.values:  # the corner of the square lies outside the disc
                    corner = 0.38 * _CELL
                    colour = self.palette.value[0]
                    yield _text(mark, x - corner, y - corner, room=11, largest=22, colour=colour, bold=True)
                else:
                    colour = self.palette.value[ground]
                    yield _text(mark, x, y, room=34, largest=50, colour=colour, bold=True)
        yield "</g>"

    def number_size(self) -> float:
        """One size for all numbers, so that they compare well: the largest one that fits them all."""
        sizes = [
            _fitting_size(_value_text(value), _value_room(0 if self.position[square] is None else 1), bold=True)
            for square, value in self.values.items()
            if not isinstance(value, str)
        ]
        return min([35.0, *sizes])


def _value_room(ground: int) -> float:
    return 42 if ground == 0 else 34


def _fitting_size(text: str, room: float, *, bold: bool) -> float:
    """The font size at which the text takes ``room`` units on both sides of its middle."""
    width_in_ems = sum(_letter_width(letter) for letter in text) * (1.1 if bold else 1.0) or 1.0
    return 2 * room / width_in_ems


def _text(text: str, x: float, y: float, *, room: float, largest: float, colour: str, bold: bool) -> str:
    """Centred text, made smaller until it fits into ``room`` units on both sides of ``x``."""
    size = min(largest, _fitting_size(text, room, bold=bold))
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y + 0.355 * size:g}" font-size="{size:.3g}" fill="{colour}"{weight}>'
        f"{_escape(text)}</text>"
    )


def _letter_width(letter: str) -> float:
    """In ems, generously: the font of the reader is not known."""
    if letter in ".,:;'!|il":
        return 0.33
    return 0.84 if letter in "+-−=mwMW" else 0.63


def _value_text(value: float | str) -> str:
    """
    >>> _value_text(4), _value_text(-1.25), _value_text(-0.01), _value_text("book")
    ('+4', '−1.2', '0', 'book')
    """
    if isinstance(value, str):
        return value
    rounded = round(value, 1)
    if rounded == 0:
        return "0"
    return f"{rounded:+g}".replace("-", "−")


def _best_squares(values: Mapping[Square, float | str]) -> frozenset[Square]:
    """The squares of the highest number; text counts if it reads as a number."""
    numbers: dict[Square, float] = {}
    for square, value in values.items():
        try:
            numbers[square] = float(value.replace("−", "-") if isinstance(value, str) else value)
        except ValueError:
            continue
    best = max(numbers.values(), default=0.0)
    return frozenset(square for square, number in numbers.items() if number == best)


def _escape(text: str) -> str:
    """Safe in XML: markup is escaped, characters that XML 1.0 forbids become U+FFFD."""
    return html.escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))
