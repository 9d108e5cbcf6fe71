"""Links of the web page: the part after ``#`` holds a start position, the moves, the variations and the names.

``#g=f5d6c3&v=0.1.f4&p=2&b=Ann``: the moves, lines that leave another one (its number, moves before, the moves), the
place, the names. ``s=`` is another start position. Passes are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qs

from logistello.errors import NotationError
from logistello.othello.game import Game, Node, Player
from logistello.othello.notation.board import parse_position
from logistello.othello.notation.document import Document, collected
from logistello.othello.notation.limits import NO_LIMITS, ReadingLimits
from logistello.othello.notation.moves import play_written
from logistello.othello.notation.source import SourceText, shorten
from logistello.othello.notation.transcript import scan_transcript
from logistello.othello.position import Position

_LINK = re.compile(r"(?:https?://[^\s#]{0,300}|(?:^|(?<=\s))/?[a-z]{0,20})#(?P<content>(?:[a-z]=[^\s&]*&)*[gs]=\S+)")


def looks_like_link(text: str) -> bool:
    return _LINK.search(text) is not None


def read_links(text: str, limits: ReadingLimits = NO_LIMITS) -> Document:
    """The games of all links in a text."""
    return collected("link", link_games, text, limits)


def link_games(text: str, document: Document) -> Iterator[Game | NotationError]:
    source = SourceText(text)
    if not looks_like_link(text):
        raise NotationError("no link with a game", line=1, column=1, expected="an address with #g= and moves")
    for link in _LINK.finditer(text):
        try:
            yield _game(link["content"])
        except NotationError as error:
            yield source.error(link.start("content"), f"in the link: {error.reason}", expected=error.expected)


def _game(content: str) -> Game:
    given = {name: values[0] for name, values in parse_qs(content).items()}
    start = parse_position(given["s"]) if "s" in given else Position.initial()
    game = Game(start=start, black=Player(given.get("b", "")), white=Player(given.get("w", "")))
    lines = [_played(game.root, given.get("g", ""))]
    for text in filter(None, given.get("v", "").split(",")):
        origin, number, moves = _variation(text)
        if origin >= len(lines) or number >= len(lines[origin]):
            raise NotationError(f"a variation that leaves no known line: {shorten(text)}")
        before = lines[origin][: number + 1]
        lines.append(before + _played(before[-1], moves)[1:])
    return game


def _variation(text: str) -> tuple[int, int, str]:
    found = re.fullmatch(r"([0-9]{1,4})\.([0-9]{1,2})\.([a-hA-H1-8]*)", text)
    if found is None:
        raise NotationError(f"no variation: {shorten(text)}", expected="line.number.moves")
    return int(found[1]), int(found[2]), found[3]


def _played(node: Node, moves: str) -> list[Node]:
    """The nodes after each move, the one before them first; passes are no moves here."""
    source = SourceText(moves)
    nodes = [node]
    for move in scan_transcript(source).moves:
        nodes.append(play_written(nodes[-1], move, source))
    return nodes
