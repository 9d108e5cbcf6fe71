"""Archive lines of the Internet Othello Server, the predecessor of GGS (read only).

``772942166 r black 64 ( 30   0   0) white 0 ( 30   0   0) +34-33+43 ... +0``: Unix time, how it ended
(e, r, t), both players with discs and clocks, signed moves written column then row, a closing 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from logistello.errors import NotationError
from logistello.othello.color import Color
from logistello.othello.game import Ending, Game
from logistello.othello.notation.document import Document, collected
from logistello.othello.notation.limits import NO_LIMITS, ReadingLimits
from logistello.othello.notation.moves import WrittenMove, play_written
from logistello.othello.notation.source import SourceText
from logistello.othello.notation.transcript import result_of_discs
from logistello.othello.square import SQUARES

_PLAYER = r"(?P<{0}>\S+)\s+(?P<{0}_discs>[0-9]{{1,2}})\s+\((?P<{0}_clock>[^)]*)\)"
_LINE = re.compile(
    rf"\s*(?P<time>[0-9]{{1,12}})\s+(?P<end>[ert])\s+{_PLAYER.format('black')}\s+{_PLAYER.format('white')}\s+"
    r"(?P<moves>[-+0-9\s]*)"
)
_MOVE = re.compile(r"\s*(?P<sign>[+-])(?P<code>[1-8][1-8]|0\b)\s*")
_ENDINGS = {"r": Ending.RESIGNED, "t": Ending.TIMEOUT}


def looks_like_ios(line: str) -> bool:
    return re.match(r"\s*[0-9]{6,12}\s+[ert]\s+\S+\s+[0-9]{1,2}\s+\(", line) is not None


def read_ios(text: str, limits: ReadingLimits = NO_LIMITS) -> Document:
    """All lines of an archive; a line that cannot be read becomes an error."""
    return collected("ios", ios_games, text, limits)


def ios_games(text: str, document: Document) -> Iterator[Game | NotationError]:
    """The same one after the other."""
    found = False
    for number, (_, line) in enumerate(SourceText(text).lines(), 1):
        if not line.strip():
            continue
        found = True
        try:
            yield _read_line(SourceText(line, number))
        except NotationError as error:
            yield error
    if not found:
        raise NotationError("no game in the text", line=1, column=1, expected="an IOS archive line")


def _read_line(source: SourceText) -> Game:
    match = _LINE.match(source.text)
    if match is None:
        raise source.error(0, "no IOS game", expected="'time e|r|t black discs (clock) white discs (clock) moves'")
    game = Game()
    node = game.root
    offset = match.start("moves")
    closed = False
    while offset < len(source.text):
        move = _MOVE.match(source.text, offset)
        if move is None or closed:
            raise source.error(offset, "no move", expected="+ or -, column 1 to 8, row 1 to 8; +0 at the end")
        if move["code"] == "0":
            closed = True
        else:
            column, row = (int(digit) - 1 for digit in move["code"])
            color = Color.BLACK if move["sign"] == "+" else Color.WHITE
            node = play_written(node, WrittenMove(SQUARES[8 * row + column], move.start("sign"), color), source)
        offset = move.end()
    game.black.name, game.white.name = match["black"], match["white"]
    game.black.clock = " ".join(match["black_clock"].split())
    game.white.clock = " ".join(match["white_clock"].split())
    game.date = _date(int(match["time"]))
    game.tags = {"time": match["time"], "end": match["end"]}
    result = result_of_discs(int(match["black_discs"]), int(match["white_discs"]), over=node.position.is_over)
    ending = _ENDINGS.get(match["end"], result.ending)
    game.stated_result = type(result)(result.black_score, ending)
    return game


def _date(seconds: int) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (OverflowError, ValueError, OSError):
        return str(seconds)
