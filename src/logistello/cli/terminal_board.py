"""The board in a terminal: coloured where the terminal can, plain letters elsewhere. Always within 80 columns."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, TextIO

from logistello.cli.terminal import colour_console, shows_unicode
from logistello.othello.color import Color
from logistello.othello.square import PASS, SQUARES, Square

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from logistello.othello.position import Position

_FILES = "abcdefgh"
_FACTS_WIDTH = 44
_GREENS = ("#1d7d4c", "#1a7346")
_LAST_MOVE_GREEN = "#4f9a3a"
_FRAME = "#e8cfa6 on #5d3519"

#: How a board is drawn: ``auto`` takes colours where the terminal has them and letters elsewhere.
BoardLook = Literal["auto", "colour", "unicode", "ascii"]


@dataclass(frozen=True)
class BesideBoard:
    """What a game adds to the facts beside its board."""

    #: Who plays a side, its clock.
    sides: Mapping[Color, str] = field(default_factory=dict)
    #: How a game ended that was not played out.
    ended: str = ""


class SquareSign(NamedTuple):
    """What stands on an empty square instead of the sign for a legal move."""

    #: One character, for boards of letters.
    sign: str
    #: At most three, for coloured boards.
    text: str


Marks = Mapping[Square, SquareSign]
_DISC_COLOURS = {Color.BLACK: "#000000", Color.WHITE: "#ffffff"}
_LETTERS = {Color.BLACK: "X", Color.WHITE: "O", None: "-"}
#: As printed diagrams have it; a dark terminal shows them the other way round, but the facts beside name them.
_SIGNS = {Color.BLACK: "●", Color.WHITE: "○", None: "·"}


def facts(position: Position, last_move: Square | None = None, game: BesideBoard | None = None) -> list[str]:
    """What a player wants to know besides the discs, as short lines.

    >>> from logistello.othello.position import Position
    >>> facts(Position.initial(), game=BesideBoard({Color.BLACK: "you"}))[:4]
    ['X Black  2  you', 'O White  2', '  Empty 60', '']
    """
    game = game or BesideBoard()
    lines = [
        *(
            f"{_LETTERS[color]} {name_of(color)} {position.count(color):2}  {game.sides.get(color, '')}".rstrip()
            for color in Color
        ),
        f"  Empty {position.empties:2}",
        "",
    ]
    if last_move is not None:
        lines.append(f"Last move: {last_move}")
    if game.ended or position.is_over:
        lines.append(f"Game over: {game.ended or outcome(position.final_score(Color.BLACK))}")
        return lines
    lines.append(f"{name_of(position.turn)} to move" + (" must pass" if position.must_pass else ""))
    if not position.must_pass:
        moves = " ".join(str(move) for move in position.legal_moves)
        lines += textwrap.wrap(f"Legal: {moves}", _FACTS_WIDTH, subsequent_indent="  ")
    return lines


def name_of(color: Color) -> str:
    return "Black" if color is Color.BLACK else "White"


def outcome(black_score: float) -> str:
    """
    >>> outcome(20), outcome(-64), outcome(0)
    ('Black wins 42-22', 'White wins 64-0', 'a draw 32-32')
    """
    if black_score == 0:
        return "a draw 32-32"
    winner = Color.BLACK if black_score > 0 else Color.WHITE
    margin = abs(black_score)
    return f"{name_of(winner)} wins {32 + margin / 2:g}-{32 - margin / 2:g}"


def plain_board(
    position: Position,
    last_move: Square | None = None,
    game: BesideBoard | None = None,
    marks: Marks | None = None,
    *,
    unicode: bool = False,
) -> str:
    """Letters only, as Edax prints it: ``X`` Black, ``O`` White, ``.`` a legal move, ``-`` empty.

    With ``unicode`` discs and rings instead of letters.

    >>> from logistello.othello.position import Position
    >>> print(plain_board(Position.initial()))
      a b c d e f g h
    1 - - - - - - - - 1   X Black  2
    2 - - - - - - - - 2   O White  2
    3 - - - . - - - - 3     Empty 60
    4 - - . O X - - - 4
    5 - - - X O . - - 5   Black to move
    6 - - - - . - - - 6   Legal: d3 c4 f5 e6
    7 - - - - - - - - 7
    8 - - - - - - - - 8
      a b c d e f g h
    """
    symbols = _SIGNS if unicode else _LETTERS
    beside = facts(position, last_move, game)
    if unicode:
        beside = [
            symbols[Color("XO".index(fact[0]))] + fact[1:] if fact[:2] in ("X ", "O ") else fact for fact in beside
        ]
    legal = () if game and game.ended else position.legal_moves
    shown = dict.fromkeys(legal, "+" if unicode else ".")
    shown |= {square: mark.sign for square, mark in (marks or {}).items()}
    files = f"  {' '.join(_FILES)}"
    lines = [files]
    for row in range(8):
        squares = SQUARES[8 * row : 8 * row + 8]
        cells = " ".join(shown[square] if square in shown else symbols[position[square]] for square in squares)
        fact = beside[row] if row < len(beside) else ""
        lines.append(f"{row + 1} {cells} {row + 1}   {fact}".rstrip())
    rest = beside[8:]
    lines.append(f"{files}     {rest[0]}".rstrip() if rest else files)
    lines += [f"{'':22}{fact}" for fact in rest[1:]]
    return "\n".join(lines)


def coloured_board(
    position: Position,
    last_move: Square | None = None,
    game: BesideBoard | None = None,
    marks: Marks | None = None,
    *,
    unicode: bool = True,
) -> Text:
    """Discs on green felt in a wooden frame, for ``rich``; the last move stands on a brighter square.

    Without ``unicode`` letters stand for the discs.
    """
    from rich.text import Text

    legal = 0 if game and game.ended else position.legal_mask
    beside = facts(position, last_move, game)
    discs = {color: "●" if unicode else color.symbol for color in Color}
    files = "".join(f" {name} " for name in _FILES)
    edge = Text(f"   {files}   ", style=_FRAME)
    board = Text()
    board.append_text(edge).append("\n")
    for row in range(8):
        board.append(f" {row + 1} ", style=_FRAME)
        for square in SQUARES[8 * row : 8 * row + 8]:
            ground = _LAST_MOVE_GREEN if square is last_move and square is not PASS else _GREENS[(square + row) & 1]
            color = position[square]
            if color is not None:
                board.append(f" {discs[color]} ", style=f"bold {_DISC_COLOURS[color]} on {ground}")
            elif marks and square in marks:
                board.append(f"{marks[square].text:^3}", style=f"bold #ffe08a on {ground}")
            elif legal & square.mask:
                dot = "#0a2c1a" if position.turn is Color.BLACK else "#cfe8d8"
                board.append(" • " if unicode else " . ", style=f"bold {dot} on {ground}")
            else:
                board.append("   ", style=f"on {ground}")
        board.append(f" {row + 1} ", style=_FRAME).append("   ")
        board.append_text(_coloured_fact(beside[row] if row < len(beside) else "", discs))
        board.append("\n")
    board.append_text(edge)
    for i, fact in enumerate(beside[8:]):
        board.append("   " if i == 0 else "\n" + " " * 33).append(fact)
    return board


def _coloured_fact(fact: str, discs: Mapping[Color, str]) -> Text:
    """The letters for the colours become discs."""
    from rich.text import Text

    text = Text()
    if fact.startswith(("X ", "O ")):
        color = Color("XO".index(fact[0]))
        return text.append(f" {discs[color]} ", style=f"bold {_DISC_COLOURS[color]} on {_GREENS[0]}").append(fact[1:])
    if fact.startswith("  Empty"):
        return text.append("   ", style=f"on {_GREENS[0]}").append(fact[1:])
    return text.append(fact, style="bold" if fact.endswith(("to move", "must pass")) or "over" in fact else "")


class BoardPrinter:
    """Writes text and boards to a stream, coloured if it is a terminal that can."""

    def __init__(self, stream: TextIO | None = None, look: BoardLook = "auto") -> None:
        self.stream = sys.stdout if stream is None else stream
        self.console: Console | None = colour_console(self.stream, forced=look == "colour")
        self.unicode = look == "unicode"
        if look in ("unicode", "ascii"):
            self.console = None
        elif self.console is not None:
            self.unicode = shows_unicode(self.stream)

    def text(self, text: str) -> None:
        self.stream.write(text + "\n")
        self.stream.flush()

    def board(
        self,
        position: Position,
        last_move: Square | None = None,
        game: BesideBoard | None = None,
        marks: Marks | None = None,
    ) -> None:
        if self.console is None:
            self.text(plain_board(position, last_move, game, marks, unicode=self.unicode))
        else:
            board = coloured_board(position, last_move, game, marks, unicode=self.unicode)
            self.console.print(board, soft_wrap=True)
            self.stream.flush()
