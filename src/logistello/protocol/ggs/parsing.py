"""From lines to typed messages. Never raises: what is not understood becomes ``Unknown``.

Every number has few digits and every name few characters, so that nothing a stranger sends can grow or be repeated
into our own commands with more in it than it seems.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from logistello.errors import LogistelloError
from logistello.othello import Color
from logistello.othello.notation.ggf import read_ggf
from logistello.othello.notation.source import parse_number
from logistello.protocol.ggs import message as ggs
from logistello.protocol.ggs.framing import READY, Block
from logistello.protocol.ggs.notation import GgsClock, GgsMove, GgsPlayer, MatchType, read_board_text

SERVICE = "/os"
#: No name of GGS is longer than 8 today; blanks, brackets and commas would end it elsewhere.
NAME = r"[^\s,\\\[\]():|]{1,24}"
_NUMBER = r"[+-]?[0-9]{1,6}(?:\.[0-9]{0,6})?"
_MATCH_ID = r"\.[0-9]{1,9}"
_GAME_ID = rf"{_MATCH_ID}(?:\.[0-9])?"
_PARTIES = rf"(?P<rating1>{_NUMBER}) +(?P<name1>{NAME}) +(?P<rating2>{_NUMBER}) +(?P<name2>{NAME})"
_KIND = r"(?P<type>[0-9a-zA-Z?]{1,12}) +(?P<rated>[RUS])"
_CLOCK = r"[-0-9:./,N]{1,60}"

_PROMPT = re.compile(r": Enter (?:(?P<login>login)|your password)\b.*")
_PRESENCE = re.compile(rf": *(?P<sign>[+-]) +(?P<name>{NAME})(?: .*)?")
_TELL = re.compile(rf"(?P<sender>{NAME})(?: +\.[^\s:]{{1,32}})? *: ?(?P<text>.*)")
_REQUEST = re.compile(
    rf"(?P<sign>[+-]) +(?P<id>{_MATCH_ID}) +(?P<rating>{_NUMBER}) +(?P<challenger>{NAME}) +(?P<clock>{_CLOCK}) +{_KIND}"
    rf"(?: +(?P<rating2>{_NUMBER}) +(?P<opponent>{NAME}))?"
    rf"(?: +(?P<clock2>[0-9/]{_CLOCK}))?(?: +(?P<stored>{_MATCH_ID}))?"
)
_MATCH = re.compile(rf"(?P<sign>[+-]) match (?P<id>{_MATCH_ID}) +{_PARTIES} +{_KIND}(?: +(?P<rest>.*))?")
_STORED = re.compile(rf"stored +[0-9]{{1,4}} +(?P<owner>{NAME})")
_STORED_LINE = re.compile(
    rf"\s*(?P<id>{_MATCH_ID}) +[0-9]{{1,2}} \w{{3}} [0-9]{{4}} [0-9:]{{5,8}} +(?P<name1>{NAME}) +(?P<name2>{NAME})"
    r" +(?P<type>[0-9a-zA-Z?]{1,12})(?::\w)?.*"
)
_JOIN = re.compile(
    rf"join (?P<id>{_GAME_ID}) +(?:(?P<type>[0-9a-zA-Z?]{{1,12}}) +K\S{{1,12}}|(?P<ggf>(?:[12] +)?\(;.*))"
)
_UPDATE = re.compile(
    rf"update (?P<id>{_GAME_ID}) +(?:(?P<type>[0-9a-zA-Z?]{{1,12}}) +K\S{{1,12}}|(?P<move>\S{{1,60}}))"
)
_END = re.compile(
    rf"end (?P<id>{_GAME_ID}) +\( *(?P<name1>{NAME}) +vs\.? +(?P<name2>{NAME}) *\) *(?P<score>\S{{0,12}}).*"
)
_TIME_UP = re.compile(rf"(?P<fatal>fatal-)?timeout (?P<id>{_GAME_ID}) +(?P<name>{NAME}).*")
_ASKING = re.compile(rf"(?P<what>undo|abort) (?P<id>{_GAME_ID}) +(?P<name>{NAME}) is asking.*")
_ERROR = re.compile(rf"error (?P<id>{_GAME_ID})? *(?P<text>.*)")
_RATING_UPDATE = re.compile(rf"rating_update (?P<id>{_MATCH_ID})")
_RATING_LINE = re.compile(rf"\s*(?P<name>{NAME}) .*-> *(?P<rating>{_NUMBER}) *@.*")
#: How lines about a game begin; less than that is a line of which the rest is missing.
_GAME_LINES = (f"{SERVICE}: update .", f"{SERVICE}: join .")
_ABOUT_GAME = re.compile(rf"(?:update|join) (?P<id>{_GAME_ID})")
_COMMENT = re.compile(rf"(?P<id>{_GAME_ID}) [AOP] +(?:{_NUMBER} +)?(?P<name>{NAME}) *: ?(?P<text>.*)")


def parse_message(block: Block) -> ggs.Message:
    """
    >>> parse_message((": Enter your password.",))
    Prompt(wants='password')
    >>> parse_message(("/os: timeout .5 bob",))
    TimeUp(id='.5', name='bob', fatal=False)
    """
    first = block[0] if block else ""
    if first == READY:
        return ggs.Ready()
    if first and any(line.startswith(first) for line in _GAME_LINES):
        return ggs.Garbled(None)
    if first.startswith(f"{SERVICE}:"):
        return _service(first.removeprefix(f"{SERVICE}:").strip(), block)
    if first.startswith(":"):
        if prompt := _PROMPT.fullmatch(first):
            return ggs.Prompt("login" if prompt["login"] else "password")
        if presence := _PRESENCE.fullmatch(first):
            return ggs.Presence(presence["name"], presence["sign"] == "+")
        return ggs.ServerText(first[1:].strip())
    if tell := _TELL.fullmatch(first):
        return ggs.Tell(tell["sender"], "\n".join((tell["text"], *block[1:])))
    return ggs.Unknown(first)


def _service(text: str, block: Block) -> ggs.Message:
    for pattern, make in _SERVICE_MESSAGES:
        if match := pattern.fullmatch(text):
            return make(match, block) or ggs.Unknown(block[0])
    if game := _ABOUT_GAME.match(text):
        return ggs.Garbled(game["id"])
    if "ERR" in text.split(" ", 4)[:4]:
        return ggs.ServiceError(text)
    return ggs.Unknown(block[0])


# -- one function for each kind; None if a part cannot be ----------------------------------------


def _request(match: re.Match[str], block: Block) -> ggs.Request | None:
    kind, clock = MatchType.parse(match["type"]), GgsClock.parse(match["clock"])
    if kind is None or clock is None:
        return None
    opponent = ggs.Party(match["opponent"], parse_number(match["rating2"])) if match["opponent"] else None
    return ggs.Request(
        added=match["sign"] == "+",
        id=match["id"],
        challenger=ggs.Party(match["challenger"], parse_number(match["rating"])),
        opponent=opponent,
        type=kind,
        rated=_letter(match["rated"]),
        clock=clock,
        opponent_clock=GgsClock.parse(match["clock2"]) if match["clock2"] else None,
        stored=match["stored"],
    )


def _match(match: re.Match[str], block: Block) -> ggs.MatchBegun | ggs.MatchOver | None:
    kind = MatchType.parse(match["type"])
    if kind is None:
        return None
    first, second = (ggs.Party(match[f"name{i}"], parse_number(match[f"rating{i}"])) for i in (1, 2))
    rated = _letter(match["rated"])
    if match["sign"] == "+":
        return ggs.MatchBegun(match["id"], (first, second), kind, rated)
    rest = (match["rest"] or "").strip()
    return ggs.MatchOver(match["id"], (first, second), kind, rated, parse_number(rest), rest)


def _letter(text: str) -> ggs.RatedLetter:
    return "R" if text == "R" else "U" if text == "U" else "S"


def _stored(match: re.Match[str], block: Block) -> ggs.StoredMatches:
    found = []
    for line in block[1:]:
        each = _STORED_LINE.fullmatch(line)
        kind = MatchType.parse(each["type"]) if each else None
        if each and kind:
            found.append((each["id"], (each["name1"], each["name2"]), kind))
    return ggs.StoredMatches(match["owner"], tuple(found))


def _join(match: re.Match[str], block: Block) -> ggs.Join | ggs.Garbled | None:
    if match["ggf"] is not None:
        return _join_ggf(match["id"], "".join((match["ggf"], *block[1:])))
    text = read_board_text(block[1:])
    if not text.positions and not text.seats:
        return ggs.Garbled(match["id"])
    # "0: PASS" in a game without moves is nobody's move.
    by_number = {number: move for number, move in text.moves if number > 0}
    moves = tuple(by_number[number] for number in sorted(by_number))
    start = text.positions[0] if text.positions else None
    # A single board among moves is the first: that of the present got lost.
    now = start if not moves else text.positions[-1] if len(text.positions) > 1 else None
    return ggs.Join(match["id"], MatchType.parse(match["type"]), text.seats, start, moves, now)


def _join_ggf(game_id: str, text: str) -> ggs.Join | ggs.Garbled:
    try:
        record = read_ggf(text).games[0]
    except (LogistelloError, IndexError):
        return ggs.Garbled(game_id)
    seats = {}
    for color in Color:
        player = record.player(color)
        # The record has the clocks of the start, and how long every move took.
        seats[color] = GgsPlayer(player.name, color, player.rating, GgsClock.parse(player.clock))
    kind = MatchType.parse(record.tags.get("TY", "8"))
    return ggs.Join(game_id, kind, seats, record.start, position=record.position, record=record)


def _update(match: re.Match[str], block: Block) -> ggs.Update | ggs.Garbled:
    if match["move"] is not None:
        move = GgsMove.parse(match["move"])
        return ggs.Update(match["id"], move) if move else ggs.Garbled(match["id"])
    text = read_board_text(block[1:])
    if not text.moves:
        return ggs.Garbled(match["id"])
    number, move = text.moves[-1]
    return ggs.Update(match["id"], move, number, text.positions[-1] if text.positions else None, text.seats)


def _end(match: re.Match[str], block: Block) -> ggs.GameOver:
    return ggs.GameOver(match["id"], (match["name1"], match["name2"]), parse_number(match["score"]))


def _time_up(match: re.Match[str], block: Block) -> ggs.TimeUp:
    return ggs.TimeUp(match["id"], match["name"], match["fatal"] is not None)


def _asking(match: re.Match[str], block: Block) -> ggs.Asking:
    return ggs.Asking(match["id"], match["name"], "undo" if match["what"] == "undo" else "abort")


def _error(match: re.Match[str], block: Block) -> ggs.ServiceError:
    return ggs.ServiceError(match["text"], match["id"])


def _rating_update(match: re.Match[str], block: Block) -> ggs.RatingUpdate:
    ratings = {}
    for line in block[1:]:
        if (each := _RATING_LINE.fullmatch(line)) and (rating := parse_number(each["rating"])) is not None:
            ratings[each["name"]] = rating
    return ggs.RatingUpdate(match["id"], ratings)


def _comment(match: re.Match[str], block: Block) -> ggs.Comment:
    return ggs.Comment(match["id"], match["name"], match["text"])


_SERVICE_MESSAGES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Block], ggs.Message | None]], ...] = (
    (_UPDATE, _update),
    (_JOIN, _join),
    (_MATCH, _match),
    (_REQUEST, _request),
    (_END, _end),
    (_TIME_UP, _time_up),
    (_ERROR, _error),
    (_ASKING, _asking),
    (_RATING_UPDATE, _rating_update),
    (_STORED, _stored),
    (_COMMENT, _comment),
)
