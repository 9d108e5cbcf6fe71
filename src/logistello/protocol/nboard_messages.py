"""NBoard's protocol, versions 1 and 2: lines from the interface to commands, and what an engine says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from logistello.book import BookCandidate
from logistello.engine import Info
from logistello.errors import NotationError
from logistello.othello import PASS, Square
from logistello.othello.notation.source import parse_number

#: What a draw is worth to a side that seeks it, in discs.
_DRAW_SOUGHT = 1.0

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class NBoardCommand:
    """``name`` is one word, or two after ``set``; ``text`` is the rest of the line."""

    name: str
    text: str = ""


def parse_command(line: str) -> NBoardCommand:
    """Never fails; a peer that does not know the name ignores the line.

    >>> parse_command("set depth 12"), parse_command("F5"), parse_command("ping 3")
    (NBoardCommand(name='set depth', text='12'), NBoardCommand(name='move', text='F5'), NBoardCommand(name='ping', text='3'))
    """  # noqa: E501 - one line of output
    words = line.split(None, 1)
    if not words:
        return NBoardCommand("")
    name, text = words[0].lower(), words[1].strip() if len(words) > 1 else ""
    if name == "set":
        what, _, text = text.partition(" ")
        return NBoardCommand(f"set {what.lower()}", text.strip())
    if not text and parse_move(name) is not None:  # version 1 sends bare moves
        return NBoardCommand("move", words[0])
    return NBoardCommand(name, text)


@dataclass(frozen=True, slots=True)
class PlayedMove:
    move: Square
    seconds: float | None = None


def parse_move(text: str) -> PlayedMove | None:
    """``F5``, ``F5/1.5/2.25``, ``F5//2.25``, ``PA``. The value is not used: its unit differs between programs.

    >>> parse_move("F5//1.25"), parse_move("go")
    (PlayedMove(move=<Square.F5: 37>, seconds=1.25), None)
    """
    word, *extras = text.split("/")
    try:
        move = Square.parse(word)
    except NotationError:
        return None
    seconds = parse_number(extras[1]) if len(extras) > 1 else None
    return PlayedMove(move, seconds if seconds is None or seconds >= 0 else None)


def parse_whole(text: str) -> int | None:
    """
    >>> parse_whole("12"), parse_whole("-100"), parse_whole("1e3")
    (12, -100, None)
    """
    return int(text) if _WHOLE.fullmatch(text) else None


# -- what the engine says ---------------------------------------------------------------------


def search_line(info: Info, empties: int) -> str:
    """One candidate; a later line for the same move replaces it.

    >>> from logistello import Color
    >>> search_line(Info(1, 8, 73, 1.5, (Square.F5, Square.D6, Square.C3), 0, 0.0, turn=Color.BLACK), empties=60)
    'search F5d6C3 1.50 0 8'
    """
    return f"search {line_text(info.pv)} {score_text(info.score)} 0 {depth_text(info, empties)}"


def book_line(known: BookCandidate) -> str:
    """A move of the book; two scores if it matters whether a draw is sought or avoided.

    >>> from logistello.book import BookValue
    >>> value, line = BookValue(-2.0, 0.02), (Square.F5, Square.D6)
    >>> book_line(BookCandidate(Square.F5, value, True, games=7, line=line, plies=26, search=None))
    'book F5d6 0.02,-1.00 7 26'
    """
    sought, avoided = (score_text(known.value.score(draw)) for draw in (_DRAW_SOUGHT, -_DRAW_SOUGHT))
    score = sought if sought == avoided else f"{sought},{avoided}"
    return f"book {line_text(known.line)} {score} {known.games} {known.horizon}"


def move_line(move: Square, score: float | None = None, seconds: float = 0.0) -> str:
    """The answer to ``go``.

    >>> move_line(Square.F5, 1.5, 0.234), move_line(PASS)
    ('=== F5/1.50/0.23', '=== PA')
    """
    name = line_text((move,))
    return f"=== {name}" if score is None else f"=== {name}/{score_text(score)}/{seconds:.2f}"


def analysis_line(moves_made: int, score: float) -> str:
    return f"analysis {moves_made} {score_text(score)}"


def nodes_line(nodes: int, seconds: float) -> str:
    return f"nodestats {nodes} {seconds:.2f}"


def line_text(moves: Sequence[Square]) -> str:
    """Moves without blanks, those of the side to move in capitals."""
    names = ["pa" if move is PASS else str(move) for move in moves]
    return "".join(name if number % 2 else name.upper() for number, name in enumerate(names))


def score_text(score: float) -> str:
    """
    >>> score_text(-0.001), score_text(-2)
    ('0.00', '-2.00')
    """
    text = f"{score:.2f}"
    return "0.00" if text == "-0.00" else text


def depth_text(info: Info, empties: int) -> str:
    """``100%`` is an exact score, ``100%W`` a proven winner, another percentage a search to the end that may err, a
    number plies.

    >>> from logistello import Bounds, Color
    >>> depth_text(Info(1, 20, 87, 2.0, (Square.F5,), 0, 0.0, turn=Color.BLACK), empties=20)
    '87%'
    >>> depth_text(Info(1, 20, 100, 2.0, (Square.F5,), 0, 0.0, proven=Bounds(2, 64), turn=Color.BLACK), empties=20)
    '100%W'
    """
    if info.exact:
        return "100%"
    if info.outcome is not None:
        return "100%W"
    # A search to the end that was cut short, with full width, is no proof.
    return f"{min(info.confidence, 99)}%" if info.depth >= empties else str(info.depth)
