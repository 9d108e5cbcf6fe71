"""The protocol of XBoard and WinBoard (Chess Engine Communication Protocol, version 2) as Othello programs speak it.

A move is a drop, ``P@f5``; a pass is ``@@@@``. White begins, so White is the side that Othello calls Black; the letters
of positions follow Edax (:mod:`logistello.othello.notation.fen`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from logistello.engine import Info
from logistello.errors import NotationError, UsageError
from logistello.othello import PASS, Position, Square
from logistello.othello.notation.source import parse_number

_DROP = re.compile(r"(?:[Pp]?@)?([A-Ha-h][1-8])")
_LEVEL = re.compile(
    r"(?P<moves>[0-9]{1,4})\s+(?P<minutes>[0-9]{1,5})(?::(?P<seconds>[0-9]{1,2}))?\s+(?P<increment>[0-9.]{1,9})"
)

#: XBoard's own start position in that dialect: the usual one with the colours swapped.
START = "8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1"


@dataclass(frozen=True, slots=True)
class XBoardCommand:
    name: str
    text: str = ""


def parse_command(line: str) -> XBoardCommand:
    """Never fails. A bare move is a ``usermove``, as old interfaces send it.

    >>> parse_command("level 0 2:30 12"), parse_command("P@f5"), parse_command("?")
    (XBoardCommand(name='level', text='0 2:30 12'), XBoardCommand(name='usermove', text='P@f5'), XBoardCommand(name='?', text=''))
    """  # noqa: E501 - one line of output
    words = line.split(None, 1)
    if not words:
        return XBoardCommand("")
    text = words[1].strip() if len(words) > 1 else ""
    if not text and parse_move(words[0]) is not None:
        return XBoardCommand("usermove", words[0])
    return XBoardCommand(words[0], text)


def parse_move(text: str) -> Square | None:
    """
    >>> parse_move("P@f5"), parse_move("@f5"), parse_move("F5"), parse_move("@@@@"), parse_move("e2e4")
    (<Square.F5: 37>, <Square.F5: 37>, <Square.F5: 37>, <Square.PASS: 64>, None)
    """
    drop = _DROP.fullmatch(text.strip())
    if drop:
        return Square.parse(drop[1])
    try:
        return PASS if Square.parse(text) is PASS else None
    except NotationError:
        return None


def move_text(move: Square) -> str:
    """
    >>> move_text(Square.F5), move_text(PASS)
    ('P@f5', '@@@@')
    """
    return "@@@@" if move is PASS else f"P@{move}"


def parse_board(text: str) -> Position:
    """Raises ``UsageError``."""
    if "[" in text:
        raise UsageError("pieces in hand belong to another dialect, whose rows run the other way")
    try:
        return Position.parse(text)
    except NotationError as error:
        raise UsageError(str(error)) from None


@dataclass(frozen=True, slots=True)
class LevelCommand:
    """Moves of a session (0: the whole game), seconds for it, seconds after each move."""

    moves: int
    seconds: float
    increment: float

    #: About how many moves a side makes in a game.
    _MOVES_OF_A_GAME = 30

    @property
    def expected_increment(self) -> float:
        """Seconds that every move brings, sessions to come included."""
        if 0 < self.moves < self._MOVES_OF_A_GAME:
            return self.increment + self.seconds / self.moves
        return self.increment


def parse_level(text: str) -> LevelCommand | None:
    """
    >>> parse_level("40 5 0"), parse_level("0 2:30 12"), parse_level("a b c")
    (LevelCommand(moves=40, seconds=300.0, increment=0.0), LevelCommand(moves=0, seconds=150.0, increment=12.0), None)
    """
    match = _LEVEL.fullmatch(text.strip())
    increment = parse_number(match["increment"]) if match else None
    if match is None or increment is None:
        return None
    return LevelCommand(int(match["moves"]), 60.0 * int(match["minutes"]) + float(match["seconds"] or 0), increment)


def parse_count(text: str, least: int = 0) -> int | None:
    """A whole number, not less than ``least``.

    >>> parse_count("250"), parse_count("-1"), parse_count("0", least=1)
    (250, None, None)
    """
    word = text.strip()
    return int(word) if re.fullmatch("[0-9]{1,9}", word) and int(word) >= least else None


# -- what the engine says ---------------------------------------------------------------------


def features(name: str) -> list[str]:
    """In answer to ``protover``. ``done`` is last."""
    return [
        f'feature myname="{name}" variants="reversi" setboard=1 usermove=1 playother=1 ping=1 draw=0 colors=0',
        "feature sigint=0 sigterm=0 reuse=1 analyze=1 nps=0 memory=1 smp=1 time=1 name=1 done=1",
    ]


def thinking_line(info: Info) -> str:
    """Plies, hundredths of a disc, hundredths of a second, nodes, expected play.

    >>> from logistello import Color
    >>> thinking_line(Info(1, 8, 73, 1.5, (Square.F5, Square.D6), 48000, 0.25, turn=Color.BLACK))
    '8 150 25 48000 @73% P@f5 P@d6'
    """
    sure = "" if info.confidence == 100 else f"@{info.confidence}% "
    return (
        f"{info.depth} {round(100 * info.score)} {round(100 * info.seconds)} {info.nodes} {sure}{moves_text(info.pv)}"
    )


def moves_text(moves: Sequence[Square]) -> str:
    return " ".join(move_text(move) for move in moves)


def result_line(white: int, black: int) -> str:
    """The end of a game, by discs of XBoard's White and Black.

    >>> result_line(40, 24), result_line(32, 32)
    ('1-0 {White wins 40-24}', '1/2-1/2 {Draw 32-32}')
    """
    if white == black:
        return f"1/2-1/2 {{Draw {white}-{black}}}"
    return f"1-0 {{White wins {white}-{black}}}" if white > black else f"0-1 {{Black wins {black}-{white}}}"
