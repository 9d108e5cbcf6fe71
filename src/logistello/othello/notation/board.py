"""Positions as text: 64 squares and a side to move, diagrams, GGS boards, FEN, bitboards.

Symbols: Black ``X x B b * @ # ● ⚫``, White ``O o W w ○ ⚪``, empty ``- . _ · □ 🟩`` and the like. ``⬛`` and
``⬜`` are discs where there are no others, else empty squares. ``0`` and ``1`` depend on
their company: with ``1`` or another white symbol ``0`` is Black (Egaroucid), with a black symbol it
is White (ScrZebra). Line breaks, blanks, ``|`` frames, coordinates and ``X to move`` are understood;
any other text is an error.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from logistello.errors import NotationError
from logistello.othello.color import Color
from logistello.othello.notation.fen import looks_like_fen, parse_fen
from logistello.othello.notation.reading_note import ReadingNote
from logistello.othello.notation.source import SourceText, shorten
from logistello.othello.position import Position

_BLACK = "XxBb*@#●⚫⬤🖤黒"
_WHITE = "OoWw○⚪◯🤍白"
_EMPTY = "-._·・＋□➖🔲🔳🟦🟨🟩🟫🟢"
#: Discs of their own, or the ground on which others stand.
_BLACK_SQUARE, _WHITE_SQUARE = "⬛", "⬜"
_SYMBOLS = frozenset(_BLACK + _WHITE + _EMPTY + _BLACK_SQUARE + _WHITE_SQUARE + "01")
#: The same for a class of a regular expression.
SYMBOL_CLASS = re.escape("".join(sorted(_SYMBOLS)))
#: Asks for a coloured picture of the symbol before it; means nothing here.
EMOJI_SELECTOR = "\ufe0f"
_EXPECTED = "X, O or - (or B, W, *, ., 0, 1)"

_TO_MOVE = re.compile(r"(?P<side>\S{1,8})\s{1,8}to\s{1,8}(?:move|play)\b\.?", re.IGNORECASE)
# What Edax prints to the right of its boards.
_REMARK = re.compile(r"\S\s*:\s*discs\s*=.*$|\bempties\s*=.*$")
_EDAX_ROW = re.compile(r"^[^\S\n]*([1-8])((?: [-.*OX]){8}) \1 [^\n]*\| \1[^\S\n]*$", re.MULTILINE)
_EDAX_TURN = re.compile(r"(Black|White)'s turn")
#: "+" is an empty square only in a board that has no frame.
_PLUS_BOARD = re.compile(rf"\s*(?:[+●○⚫⚪{EMOJI_SELECTOR}]\s*){{64,}}")
_FRAME = re.compile(r"[\s|]*[+=][-+=|\s]*")
_HEX = r"(?:0[xX][0-9a-fA-F]{1,16}|[0-9a-fA-F]{16})"
_BITBOARDS = re.compile(rf"\s*(?P<black>{_HEX})[\s,;:/|]+(?P<white>{_HEX})(?:[\s,;]+(?P<side>\S+))?\s*")


class _Cell(NamedTuple):
    symbol: str
    offset: int


def parse_position(text: str, *, default_side: Color | None = None) -> Position:
    """One position in any dialect.

    Without a side to move in the text, ``default_side`` is taken; without that it is an error.
    Two hexadecimal numbers are black and white bitboards with bit 0 = a1 (as Edax and this package
    number squares; Egaroucid's, with bit 63 = a1, give the same board turned by 180 degrees).

    >>> parse_position("8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *").turn
    <Color.BLACK: 0>
    >>> parse_position("-" * 64 + "?")
    Traceback (most recent call last):
    ...
    logistello.errors.NotationError: line 1, column 65: unknown side to move '?'; expected X or O after 64 squares
    """
    source = SourceText(text)
    position = _try_bitboards(source, default_side)
    if position is not None:
        return position
    if looks_like_fen(text):
        return parse_fen(source, default_side)
    if (edax := _edax_rows(text)) is not None:
        return _parse_diagram(SourceText(edax), default_side)
    if _PLUS_BOARD.match(text):
        source = SourceText(text.replace("+", "-"))
    return _parse_diagram(source, default_side)


def _edax_rows(text: str) -> str | None:
    """The board and the turn of Edax's two columns: board, names and times, board again with the numbers of moves."""
    rows = list(_EDAX_ROW.finditer(text))
    if [row[1] for row in rows] != list("12345678"):
        return None
    turn = _EDAX_TURN.search(text)
    return "\n".join([*(row[2] for row in rows), f"{turn[1]} to move" if turn else ""])


def parity_side(text: str) -> Color:
    """Who is likely to move when a text does not say: Black after an even number of discs.

    Passes break this rule, so a caller must tell that it was used. Raises ``NotationError``.
    """
    position = parse_position(text, default_side=Color.BLACK)
    return Color.WHITE if position.empties % 2 else Color.BLACK


def side_note(side: Color, line: int) -> ReadingNote:
    """Tells that ``parity_side`` was used."""
    parity = "odd" if side is Color.WHITE else "even"
    words = f"line {line}: no side to move; {side} taken, as the number of discs is {parity}"
    return ReadingNote(words, "white_to_move" if side is Color.WHITE else "black_to_move", line=line)


def looks_like_bitboards(text: str) -> bool:
    return _BITBOARDS.fullmatch(text) is not None


def write_ggs_board(position: Position) -> str:
    """The board of GGS and GGF: size, rows, side to move.

    >>> write_ggs_board(Position.initial())
    '8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *'
    """
    symbols = position.text.replace("X", "*")
    rows = " ".join(symbols[8 * row : 8 * row + 8] for row in range(8))
    return f"8 {rows} {symbols[-1]}"


def _try_bitboards(source: SourceText, default_side: Color | None) -> Position | None:
    match = _BITBOARDS.fullmatch(source.text)
    if match is None:
        return None
    black, white = int(match["black"], 16), int(match["white"], 16)
    if black & white:
        raise source.error(match.start("white"), "both bitboards have discs on the same squares")
    turn = default_side
    if match["side"] is not None:
        turn = _side(match["side"])
        if turn is None:
            raise _unknown_side(source, match.start("side"), match["side"], "two bitboards")
    if turn is None:
        raise source.error(match.end("white"), "the side to move is missing", expected="X or O after two bitboards")
    return Position(black, white, turn)


def _parse_diagram(source: SourceText, default_side: Color | None) -> Position:
    cells: list[_Cell] = []
    tail: list[_Cell] = []
    sides: list[tuple[str, int]] = []
    for start, line in source.lines():
        remark = _REMARK.search(line)
        content = line[: remark.start()] if remark else line
        to_move = _TO_MOVE.search(content)
        if to_move:
            sides.append((to_move["side"].lstrip("|"), start + to_move.start("side")))
            blank = " " * (to_move.end() - to_move.start())
            content = content[: to_move.start()] + blank + content[to_move.end() :]
        if _is_decoration(content):
            continue
        for cell in _row_cells(source, start, content, len(cells)):
            if len(cells) < 64 and cell.symbol in _SYMBOLS:
                cells.append(cell)
            elif len(cells) < 64:
                raise source.error(cell.offset, f"{cell.symbol!r} is no square of a board", expected=_EXPECTED)
            else:
                tail.append(cell)
    if len(cells) < 64:
        raise source.error(len(source.text), f"the board ends after {len(cells)} squares", expected="64 squares")
    word = "".join(cell.symbol for cell in tail).rstrip(";")
    if word:
        sides.append((word, tail[0].offset))
    black, white = _colours(source, cells)
    turn = _turn(source, sides, black, white, default_side)
    return Position(
        sum(1 << i for i, cell in enumerate(cells) if cell.symbol in black),
        sum(1 << i for i, cell in enumerate(cells) if cell.symbol in white),
        turn,
    )


def _is_decoration(line: str) -> bool:
    """Column letters, a frame, or nothing at all."""
    letters = re.sub(r"[\s|+]", "", line).lower()
    return not letters or letters == "abcdefgh" or _FRAME.fullmatch(line) is not None


def _row_cells(source: SourceText, start: int, line: str, known: int) -> list[_Cell]:
    """The symbols of a line without frame, row numbers and the size that GGS puts first."""
    cells = [
        _Cell(symbol, start + i)
        for i, symbol in enumerate(line)
        if not symbol.isspace() and symbol not in f"|\ufeff{EMOJI_SELECTOR}"
    ]
    label = str(known // 8 + 1)
    if known % 8 == 0 and known < 64 and len(cells) in (9, 10):
        if cells[0].symbol == label:
            cells = cells[1:]
        if len(cells) == 9 and cells[-1].symbol == label:
            cells = cells[:-1]
    size = re.match(r"[\s|]*([0-9]+)\s", line) if not known else None
    if size and cells and cells[0].offset == start + size.start(1) and size[1] not in ("0", "1"):
        if size[1] != "8":
            raise source.error(cells[0].offset, f"a board of size {shorten(size[1])}", expected="size 8")
        cells = cells[1:]
    return cells


def _colours(source: SourceText, cells: list[_Cell]) -> tuple[str, str]:
    """The symbols that mean Black and White in this very text."""
    used = {cell.symbol for cell in cells}
    letters_black, letters_white = used & set(_BLACK), used & set(_WHITE)
    if used & {_BLACK_SQUARE, _WHITE_SQUARE} and not (letters_black or letters_white or used & {"0", "1"}):
        return _BLACK + _BLACK_SQUARE, _WHITE + _WHITE_SQUARE
    if "1" in used:
        if letters_white or (letters_black and "0" in used):
            raise _mixed(source, cells, "1")
        return _BLACK + "0", "1"
    if "0" in used:
        if letters_black and letters_white:
            raise _mixed(source, cells, "0")
        if letters_black:
            return _BLACK, "0"
        if letters_white:
            return "0", _WHITE
        place = next(cell.offset for cell in cells if cell.symbol == "0")
        raise source.error(place, "0 alone may be Black or White", expected="another symbol that settles it")
    return _BLACK, _WHITE


def _mixed(source: SourceText, cells: list[_Cell], symbol: str) -> NotationError:
    place = next(cell.offset for cell in cells if cell.symbol == symbol)
    return source.error(place, f"{symbol!r} beside other symbols for both colours", expected="one symbol per colour")


def _turn(
    source: SourceText, sides: list[tuple[str, int]], black: str, white: str, default_side: Color | None
) -> Color:
    turn: Color | None = None
    for word, offset in sides:
        color = _side(word, black, white)
        if color is None:
            raise _unknown_side(source, offset, word, "64 squares")
        if turn is not None and turn is not color:
            raise source.error(offset, "two different sides to move")
        turn = color
    if turn is None:
        turn = default_side
    if turn is None:
        raise source.error(len(source.text), "the side to move is missing", expected="X or O after 64 squares")
    return turn


def _side(word: str, black: str = _BLACK, white: str = _WHITE) -> Color | None:
    word = word.replace(EMOJI_SELECTOR, "")
    if word.lower() == "black" or (len(word) == 1 and word in black):
        return Color.BLACK
    if word.lower() == "white" or (len(word) == 1 and word in white):
        return Color.WHITE
    return None


def _unknown_side(source: SourceText, offset: int, word: str, after: str) -> NotationError:
    return source.error(offset, f"unknown side to move {shorten(word)}", expected=f"X or O after {after}")
