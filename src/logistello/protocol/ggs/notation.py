"""How GGS writes matches, clocks, moves and boards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from logistello.errors import NotationError
from logistello.othello import PASS, Color, Position, Square
from logistello.othello.notation.source import parse_number

# -- types of matches --------------------------------------------------------------------------


_TYPE = re.compile(
    r"(?P<synchro>s?)(?P<size>[0-9]{1,2})(?P<komi>k?)(?P<anti>a?)(?P<random>r(?P<discs>[0-9]{1,2})?)?(?P<color>[bw?]?)"
)


@dataclass(frozen=True, slots=True)
class MatchType:
    """``[s]<size>[k][a][r<discs>][b|w]``; a synchro match is two games at once with colours swapped.

    >>> MatchType.parse("s8r18")
    MatchType(text='s8r18', size=8, synchro=True, komi=False, anti=False, discs=18)
    >>> MatchType.parse("chess") is None
    True
    """

    text: str
    size: int
    synchro: bool = False
    komi: bool = False
    anti: bool = False
    #: Discs of a random start; ``None`` for the usual one.
    discs: int | None = None

    @classmethod
    def parse(cls, text: str) -> MatchType | None:
        """``None`` if this is no type of match."""
        match = _TYPE.fullmatch(text.strip().lower())
        if match is None:
            return None
        discs = int(match["discs"] or 0) if match["random"] else None
        return cls(
            text=match[0],
            size=int(match["size"]),
            synchro=bool(match["synchro"]),
            komi=bool(match["komi"]),
            anti=bool(match["anti"]),
            discs=discs,
        )

    @property
    def why_not(self) -> str | None:
        """Why we cannot play this, or ``None``."""
        if self.size != 8:
            return f"a board of size {self.size}"
        if self.anti:
            return "anti-Othello"
        if self.komi:
            return "a komi game"
        return None


# -- clocks ------------------------------------------------------------------------------------

# Clocks as GGS writes them: ``15:00//02:00`` is 15 minutes, no increment, 2 minutes of extension.
#
# The full form is ``ini[,[N]m1]/inc[,[N]m2]/ext[,[N]m3]``. ``inc`` is added every ``m2`` moves. A player who uses up
# ``ini`` has lost by at least the smallest margin but may go on within ``ext``, so ``ext`` is not planned with.
# Clocks of running games put the number of moves made before a colon: ``00:56,1:0//02:00,1:0``.


_TIME = r"-?(?:[0-9]{1,3}\.)?(?:[0-9]{1,3}:){0,2}[0-9]{1,5}"
_PART = rf"(?:{_TIME})?(?:,N?[0-9]{{1,3}}(?::N?[0-9]{{1,3}})?)?"
_CLOCK = re.compile(rf"({_PART})(?:/({_PART}))?(?:/({_PART}))?")


@dataclass(frozen=True, slots=True)
class GgsClock:
    """Seconds. ``initial`` is what is left where the clock is that of a running game.

    >>> GgsClock.parse("00:56,1:0/10,2/02:00")
    GgsClock(initial=56.0, increment=10.0, extension=120.0, moves_per_increment=2)
    """

    initial: float
    increment: float = 0.0
    extension: float = 0.0
    moves_per_increment: int = 1

    @classmethod
    def parse(cls, text: str) -> GgsClock | None:
        """``None`` if this is no clock. An increment without a number of moves comes with each."""
        match = _CLOCK.fullmatch(text.strip())
        if match is None or not match[0]:
            return None
        initial, increment, extension = (part or "" for part in match.groups())
        return cls(_seconds(initial), _seconds(increment), _seconds(extension), max(_moves(increment), 1))

    @property
    def increment_per_move(self) -> float:
        return self.increment / self.moves_per_increment

    def __str__(self) -> str:
        """As in a request.

        >>> str(GgsClock(900, extension=120)), str(GgsClock(65, 3))
        ('15:00//02:00', '01:05/00:03/')
        """
        parts = [_text(seconds) if seconds else "" for seconds in (self.initial, self.increment, self.extension)]
        if self.increment and self.moves_per_increment > 1:
            parts[1] += f",{self.moves_per_increment}"
        return "/".join(parts)


def _seconds(part: str) -> float:
    """Negative times (a clock that ran out) are zero."""
    time = part.partition(",")[0]
    if not time or time.startswith("-"):
        return 0.0
    days, _, rest = time.rpartition(".")
    seconds = 0
    for number in rest.split(":"):
        seconds = 60 * seconds + int(number)
    return float(seconds + 86_400 * int(days or 0))


def _moves(part: str) -> int:
    """The number of moves that a part is for; in running games it stands behind the colon."""
    return int(part.partition(",")[2].rpartition(":")[2].lstrip("N") or 0)


def _text(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


# -- moves and boards --------------------------------------------------------------------------

# Boards, clocks and moves that the service draws as text (``client -``).
#
# A message holds one block or, when we join a game under way, the start of the game, its moves and the current
# position. The last board and the last clocks are the current ones.


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
    """Lines that are none of ours are skipped; a board that is not whole is no board.

    Rows carry their numbers, so that one that came twice, or after the next, does no harm.
    """
    text = BoardText()
    rows: dict[int, str] = {}
    for line in lines:
        if row := _ROW.fullmatch(line):
            number, cells = int(row["row"]), row["cells"].replace(" ", "")
            if rows.get(number, cells) != cells:  # another board, though nothing ended the one before
                rows = {}
            rows[number] = cells
        elif to_move := _TO_MOVE.fullmatch(line):
            if len(rows) == 8:
                text.positions.append(_position("".join(rows[each] for each in range(1, 9)), _COLORS[to_move["color"]]))
            rows = {}
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
