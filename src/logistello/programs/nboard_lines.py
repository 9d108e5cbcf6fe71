"""NBoard's protocol, version 2, from the side of the interface: the lines of programs, and games for them.

Programs differ: NTest sends ``=== F5/1.50/0.3``, Edax ``=== d6 -1.00 0.0``; depths are ``12``, ``12@73%`` or ``100%``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from logistello.engine.limit import Clock, Limit
from logistello.othello import PASS, Game, Position, Square
from logistello.othello.notation.ggf import write_ggf_game
from logistello.othello.notation.source import parse_number
from logistello.programs.program_results import ProgramInfo

_MOVE = re.compile(r"\s*===\s*(.*)")
_LINE = re.compile(r"\s*(search|book)\s+(\S+)\s+(\S+)\s+\S+\s+(\S+)\s*", re.IGNORECASE)
_PV = re.compile(r"(?:[a-h][1-8]|pa(?:ss)?|--)", re.IGNORECASE)
_PLIES = re.compile(r"([0-9]{1,2})(?:@([0-9]{1,3})%?)?")
_TO_THE_END = re.compile(r"([0-9]{1,3})%(.*)")


@dataclass(frozen=True, slots=True)
class NBoardMove:
    """The answer to ``go``."""

    word: str
    #: Discs for the side to move.
    value: float | None
    said: str


def parse_move(line: str) -> NBoardMove | None:
    """The move of a line with ``===``; slashes or blanks between its parts.

    >>> parse_move("=== F5/1.50/0.3").value, parse_move("=== d6 -1.00 0.0").word, parse_move("status Thinking")
    (1.5, 'd6', None)
    """
    match = _MOVE.fullmatch(line)
    if match is None:
        return None
    parts = match[1].strip().split("/") if "/" in match[1] else match[1].split()
    return NBoardMove(
        word=parts[0].strip() if parts else "",
        value=parse_number(parts[1]) if len(parts) > 1 else None,
        said=line.strip(),
    )


def parse_line(line: str, position: Position, seconds: float = 0.0) -> ProgramInfo | None:
    """A candidate move that a program tells of; ``None`` for other lines, and for moves that are not legal.

    >>> info = parse_line("search F5d6C3 1.50 0 8", Position.initial())
    >>> " ".join(map(str, info.pv)), info.score, info.depth, info.exact
    ('f5 d6 c3', 1.5, 8, False)
    >>> parse_line("book F5d6 0.02,-1.00 7 26", Position.initial()).from_book
    True
    >>> parse_line("search A1 1.50 0 8", Position.initial()) is None
    True
    """
    match = _LINE.fullmatch(line)
    if match is None:
        return None
    pv = _legal_part(match[2], position)
    if not pv:
        return None
    depth, confidence, exact = _read_depth(match[4], position.empties)
    return ProgramInfo(
        rank=1,
        pv=pv,
        score=_read_score(match[3]),
        depth=depth,
        confidence=confidence,
        exact=exact,
        seconds=seconds,
        from_book=match[1].lower() == "book",
        turn=position.turn,
    )


def _legal_part(text: str, position: Position) -> tuple[Square, ...]:
    """As many moves from the beginning as can be played; a pass that was left out is put in."""
    moves: list[Square] = []
    for word in _PV.findall(text):
        move = PASS if word[0] in "pP-" else Square.parse(word)
        if position.must_pass and move is not PASS:
            moves.append(PASS)
            position = position.play(PASS)
        if not position.is_legal(move):
            break
        moves.append(move)
        position = position.play(move)
    return tuple(moves)


def _read_score(text: str) -> float | None:
    """A number; of a pair (if draws are sought, if they are avoided) what lies between, where a draw is worth 0.

    >>> _read_score("-2.50"), _read_score("1.00,-1.00"), _read_score("?")
    (-2.5, 0.0, None)
    """
    values = [parse_number(part) for part in text.split(",")]
    known = [value for value in values if value is not None]
    if len(known) != len(values) or len(known) > 2:
        return None
    return known[0] if len(known) == 1 else sorted([*known, 0.0])[1]


def _read_depth(text: str, empties: int) -> tuple[int | None, int | None, bool]:
    """Depth, confidence, and whether the score is exact.

    >>> _read_depth("12", 30), _read_depth("21@73%", 30), _read_depth("87%", 18), _read_depth("100%", 18)
    ((12, None, False), (21, 73, False), (18, 87, False), (18, 100, True))
    >>> _read_depth("100%W", 18), _read_depth("deep", 18)  # who wins, and not by how much
    ((18, 100, False), (None, None, False))
    """
    if to_the_end := _TO_THE_END.fullmatch(text):
        confidence = min(int(to_the_end[1]), 100)
        return empties, confidence, confidence == 100 and not to_the_end[2]
    if plies := _PLIES.fullmatch(text):
        return int(plies[1]), min(int(plies[2]), 100) if plies[2] else None, False
    return None, None, False


# -- games for a program -----------------------------------------------------------------------


def game_text(game: Game, limit: Limit) -> str:
    """The game as one line of GGF, with a clock that leaves the side to move the time that ``limit`` gives it.

    Programs add increments for the moves that were made and subtract their times; the record makes both equal.

    >>> game_text(Game.from_moves("f5"), Limit(clock=Clock(90, 2)))[:52]
    '(;GM[Othello]PC[]DT[]PB[]PW[]TI[1:30/0:02]TY[8]RE[?]'
    """
    clock = limit.clock or (Clock(limit.time, limit.time) if limit.time is not None else None)
    told = Game(start=game.start)
    for move in game.moves:
        told.play(move, seconds=clock.increment if clock is not None and clock.increment else None)
    if clock is not None:
        text = _time(clock.remaining) + (f"/{_time(clock.increment)}" if clock.increment else "")
        told.black.clock = told.white.clock = text
    return write_ggf_game(told)


def _time(seconds: float) -> str:
    """Minutes and seconds, rounded down; fractions only where they matter, since not every program reads them.

    >>> _time(90.7), _time(2.349), _time(2)
    ('1:30', '0:02.34', '0:02')
    """
    hundredths = int(seconds * 100)
    if hundredths >= 1000 or hundredths % 100 == 0:
        return f"{hundredths // 6000}:{hundredths // 100 % 60:02d}"
    return f"0:{hundredths // 100:02d}.{hundredths % 100:02d}"
