"""FEN as chess interfaces use it for Othello, in two dialects that disagree about everything, and with X and O.

*XBoard/Edax* (``8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1``): ``p`` is Black, ``P`` is White, and the first group
is row **8**, since Edax takes chess rank r for Othello row r. XBoard lets its White begin, so its own
start position reads as the usual one with the colours swapped and White to move.

*Fairy-Stockfish "flipello"* (``8/8/8/3pP3/3Pp3/8/8/8[PPpp] w 0 1``): ``P`` and ``w`` are the side that
begins, Othello's Black, and the first group is row **1**. The pieces in hand tell it apart.

*X and O* (``8/8/8/3OX3/3XO3/8/8/8 X``): a diagram with its empty squares counted; the first group is row **1**.
"""

from __future__ import annotations

import re

from logistello.errors import NotationError
from logistello.othello.color import Color
from logistello.othello.notation.reading_note import ReadingNote
from logistello.othello.notation.source import SourceText, shorten
from logistello.othello.position import Position

# Nothing is tried twice (``*+``): a long line that is no FEN must not cost its length squared.
_FEN = re.compile(r"\s*+(?P<rows>[^\s\[]*+)(?P<hand>\[[^\]\s]*+\])?+(?:\s++(?P<side>\S++))?+(?P<rest>[^\n]*+)\s*+")
_REST = re.compile(r"\s*(?:-\s+-\s*)?(?:[0-9]{1,4}\s*){0,2}")


_COUNTED_ROWS = re.compile(r"[XxOo*1-8/-]+")
_COUNTED_SIDES = {"x": Color.BLACK, "*": Color.BLACK, "b": Color.BLACK, "black": Color.BLACK}
_COUNTED_SIDES |= {"o": Color.WHITE, "w": Color.WHITE, "white": Color.WHITE}


def looks_like_fen(text: str) -> bool:
    match = _FEN.match(text)
    if match is None or match["rows"].count("/") < 3:
        return False
    return match["rows"][0] in "pP12345678" or _COUNTED_ROWS.fullmatch(match["rows"]) is not None


def parse_fen(source: SourceText, default_side: Color | None = None) -> Position:
    """Either dialect. Raises ``NotationError``."""
    match = _FEN.fullmatch(source.text)
    if match is None or "/" not in match["rows"]:
        raise source.error(0, "no FEN", expected="eight groups of p, P and digits with '/' between them")
    if _is_counted(match["rows"]):
        return _parse_counted(source, match, default_side)
    flipello = match["hand"] is not None
    lower, upper = _rows(source, match["rows"], match.start("rows"), top_row_first=flipello)
    side = match["side"]
    if side is None:
        if default_side is None:
            raise source.error(match.end("rows"), "the side to move is missing", expected="b or w")
        turn = default_side
    elif side in ("b", "w"):
        turn = Color.BLACK if (side == "w") == flipello else Color.WHITE
    else:
        raise source.error(match.start("side"), f"unknown side to move {shorten(side)}", expected="b or w")
    if not _REST.fullmatch(match["rest"]):
        raise source.error(match.start("rest"), f"unexpected text {shorten(match['rest'].strip())}")
    return Position(upper, lower, turn) if flipello else Position(lower, upper, turn)


def _is_counted(rows: str) -> bool:
    return re.search("[XxOo*]", rows) is not None and _COUNTED_ROWS.fullmatch(rows) is not None


def _parse_counted(source: SourceText, match: re.Match[str], default_side: Color | None) -> Position:
    """X and O instead of pieces of chess."""
    rows = match["rows"].translate(str.maketrans("XxOo*-", "ppPPp1"))
    black, white = _rows(source, rows, match.start("rows"), top_row_first=True)
    side = match["side"]
    turn = default_side if side is None else _COUNTED_SIDES.get(side.lower())
    if side is not None and turn is None:
        raise source.error(match.start("side"), f"unknown side to move {shorten(side)}", expected="X or O")
    if turn is None:
        raise source.error(match.end("rows"), "the side to move is missing", expected="X or O")
    if not _REST.fullmatch(match["rest"]):
        raise source.error(match.start("rest"), f"unexpected text {shorten(match['rest'].strip())}")
    return Position(black, white, turn)


def _rows(source: SourceText, text: str, start: int, *, top_row_first: bool) -> tuple[int, int]:
    """Bitboards of the small and of the capital letters."""
    groups = text.split("/")
    if len(groups) != 8:
        raise source.error(start, f"{len(groups)} rows in a FEN", expected="8 rows")
    lower = upper = 0
    offset = start
    for number, group in enumerate(groups):
        row = number if top_row_first else 7 - number
        column = 0
        for index, symbol in enumerate(group):
            if symbol not in "pP12345678":
                raise source.error(offset + index, f"{symbol!r} in a FEN", expected="p, P or 1 to 8")
            if symbol in "pP" and column < 8:
                mask = 1 << (8 * row + column)
                lower |= mask if symbol == "p" else 0
                upper |= mask if symbol == "P" else 0
            column += 1 if symbol in "pP" else int(symbol)
        if column != 8:
            raise source.error(offset, f"row {number + 1} of the FEN has {column} squares", expected="8 squares")
        offset += len(group) + 1
    return lower, upper


def write_fen(position: Position) -> str:
    """The XBoard/Edax dialect.

    >>> write_fen(Position.initial())
    '8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1'
    """
    return f"{_groups(position, 'p', 'P', range(7, -1, -1))} {'bw'[position.turn]} - - 0 1"


def write_flipello(position: Position) -> str:
    """The Fairy-Stockfish dialect, with as many discs in hand as there are empty squares.

    >>> write_flipello(Position.initial())[:36]
    '8/8/8/3pP3/3Pp3/8/8/8[PPPPPPPPPPPPPP'
    """
    hand = f"[{'P' * position.empties}{'p' * position.empties}]"
    return f"{_groups(position, 'P', 'p', range(8))}{hand} {'wb'[position.turn]} 0 1"


def _groups(position: Position, black: str, white: str, rows: range) -> str:
    groups = []
    for row in rows:
        cells = position.text[8 * row : 8 * row + 8].translate(str.maketrans("XO", black + white))
        groups.append(re.sub("-+", lambda run: str(len(run[0])), cells))
    return "/".join(groups)


def fen_note(text: str, line: int) -> ReadingNote | None:
    """What a reader should be told about the dialect that was assumed."""
    match = _FEN.match(text)
    if match is None or match["hand"] is not None:
        return None
    if _is_counted(match["rows"]):
        words = f"line {line}: FEN with X and O: X taken as Black, the first group as row 1"
        return ReadingNote(words, "fen_letters", line=line)
    try:
        position = parse_fen(SourceText(text), Color.BLACK)
    except NotationError:
        return None
    start = Position.initial()
    if (position.black, position.white) == (start.white, start.black):
        words = f"line {line}: XBoard FEN: its White begins, so this is the usual start with the colours swapped"
        return ReadingNote(words, "fen_swapped", line=line)
    return None
