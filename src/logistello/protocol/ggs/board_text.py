"""Boards, clocks and moves that the service draws as text (``client -``).

A message holds one block, or, when a game under way is joined, the start of the game, its moves, then the present. The
last board and the last clocks are the present ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from logistello.errors import NotationError
from logistello.othello import PASS, Color, Position, Square
from logistello.othello.notation.source import parse_number
from logistello.protocol.ggs.clock_text import GgsClock

_PLAYER = re.compile(r"\s*(?P<name>\S{1,32})\s+\(\s*(?P<rating>[0-9.]{1,9})\s+(?P<color>[*O])\)\s+(?P<clock>\S{1,60})")
_ROW = re.compile(r"\s*(?P<row>[1-8])(?P<cells>(?: [-*O]){8}) +(?P=row)\s*")
_TO_MOVE = re.compile(r"\s*(?P<color>[*O]) to move\s*")
_MOVE = re.compile(r"\s*(?P<number>[0-9]{1,3}):\s*(?P<move>\S{1,60})\s*")
_COLORS = {"*": Color.BLACK, "O": Color.WHITE}


@dataclass(frozen=True, slots=True)
class GgsMove:
    """``f5/-2.00/3.47``: a move, what its player thought of it (discs), and seconds."""

    square: Square
    value: float | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> GgsMove | None:
        """``None`` if this is no move. Any word that begins with P is a pass.

        >>> GgsMove.parse("f5//3.47"), GgsMove.parse("PA").square, GgsMove.parse("z9")
        (GgsMove(square=<Square.F5: 37>, value=None, seconds=3.47), <Square.PASS: 64>, None)
        """
        word, *extras = text.strip().split("/")
        if not word or len(word) > 8 or len(extras) > 2:
            return None
        try:
            square = PASS if word[0] in "pP" and word.isalpha() else Square.parse(word)
        except NotationError:
            return None
        value, seconds = (parse_number(extra) for extra in (*extras, "", "")[:2])
        return cls(square, value, seconds if seconds is None or seconds >= 0 else None)


@dataclass(frozen=True, slots=True)
class GgsPlayer:
    """A player of one game, with the clock as it stands."""

    name: str
    color: Color
    rating: float | None
    clock: GgsClock | None


@dataclass(slots=True)
class BoardText:
    """What the lines of a message hold; empty where they hold nothing of the kind."""

    #: In the order of the text.
    positions: list[Position] = field(default_factory=list)
    #: The last clocks of either colour.
    seats: dict[Color, GgsPlayer] = field(default_factory=dict)
    #: With their numbers.
    moves: list[tuple[int, GgsMove]] = field(default_factory=list)


def read_board_text(lines: Iterable[str]) -> BoardText:
    """Lines that are none of ours are skipped; a board that is not whole is no board."""
    text = BoardText()
    cells = ""
    for line in lines:
        if row := _ROW.fullmatch(line):
            # Rows come in order; a first one begins a new board.
            number = int(row["row"])
            cells = (cells if number > 1 else "") + row["cells"].replace(" ", "")
            if len(cells) != 8 * number:
                cells = ""
        elif to_move := _TO_MOVE.fullmatch(line):
            if len(cells) == 64:
                text.positions.append(_position(cells, _COLORS[to_move["color"]]))
            cells = ""
        elif player := _PLAYER.match(line):
            color = _COLORS[player["color"]]
            rating = parse_number(player["rating"])
            text.seats[color] = GgsPlayer(player["name"], color, rating, GgsClock.parse(player["clock"]))
        elif (written := _MOVE.fullmatch(line)) and (move := GgsMove.parse(written["move"])):
            text.moves.append((int(written["number"]), move))
    return text


def _position(cells: str, turn: Color) -> Position:
    black = sum(1 << square for square, cell in enumerate(cells) if cell == "*")
    white = sum(1 << square for square, cell in enumerate(cells) if cell == "O")
    return Position(black, white, turn)
