"""Transcripts: moves without anything around them, in every dialect people paste.

Glued or spaced, any case, numbered (``1. F5 f4 2. F3``), signed by colour (``+d3-c3``), XBoard drops
(``P@f5``). A pass is left out or written ``pass``, ``PA``, ``PS``, ``--`` or ``@@@@``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from logistello.errors import NotationError
from logistello.othello.color import Color
from logistello.othello.game import Ending, Game, Result
from logistello.othello.notation.bare_moves import BareMoves, scan_bare_moves
from logistello.othello.notation.document import Document, without_frames
from logistello.othello.notation.limits import NO_LIMITS, ReadingLimits
from logistello.othello.notation.moves import WrittenMove, play_written
from logistello.othello.notation.reading_note import ReadingNote
from logistello.othello.notation.source import SourceText, shorten
from logistello.othello.position import Position
from logistello.othello.square import PASS, Square

_TOKEN = re.compile(
    r"""(?P<skip> [\s,;]+ | \ufeff )
      | (?P<pass> pass | pa | ps | -- | @@@@ )
      | (?P<sign> [+-] )? (?: p?@ )? (?P<square> [a-h][1-8] )
      | [0-9]{1,3} (?: \.+ | \) )
      | (?P<black> [0-9]{1,2} ) \s? - \s? (?P<white> [0-9]{1,2} ) (?= \s* $ )
      | (?P<unfinished> \* ) (?= \s* $ )""",
    re.VERBOSE | re.IGNORECASE,
)
_LINE_NUMBER = re.compile(r"\s*([0-9]{1,3})[.)]")
_EXPECTED = "a square a1 to h8, a pass (pass, PA, PS, --, @@@@) or a move number such as '12.'"


#: Far more than a game can have, passes included.
_MOST_MOVES = 1000


class Transcript(NamedTuple):
    """What a transcript says, before anybody looks whether it is legal."""

    moves: list[WrittenMove]
    discs: tuple[int, int] | None = None


def scan_transcript(source: SourceText, start: int = 0, end: int | None = None) -> Transcript:
    """Split a stretch of text into moves. Raises ``NotationError`` at the first thing that is not a move.

    Ends after more moves than a game can have: one of them is not legal.
    """
    text = source.text
    stop = len(text) if end is None else end
    moves: list[WrittenMove] = []
    discs: tuple[int, int] | None = None
    signs = 0
    offset = start
    while offset < stop and len(moves) < _MOST_MOVES:
        token = _TOKEN.match(text, offset, stop)
        if token is None:
            raise source.error(offset, f"no move: {shorten(text[offset:stop], 12)}", expected=_EXPECTED)
        if token["pass"]:
            moves.append(WrittenMove(PASS, offset))
        elif token["square"]:
            color = {"+": Color.BLACK, "-": Color.WHITE, None: None}[token["sign"]]
            signs += color is not None
            moves.append(WrittenMove(Square.parse(token["square"]), offset, color))
        elif token["black"]:
            discs = int(token["black"]), int(token["white"])
        offset = token.end()
    if signs:
        for move in moves:
            if move.color is None and move.square is not PASS:
                raise source.error(
                    move.offset, f"{move.square} has no sign but other moves have one", expected="+ or -"
                )
    return Transcript(moves, discs)


def parse_transcript(text: str) -> list[Square]:
    """The moves of one transcript in any dialect; passes only where they are written.

    >>> [str(move) for move in parse_transcript("1. F5 d6 2. C3 pa")]
    ['f5', 'd6', 'c3', 'pass']

    Signs of a signed transcript are not checked here, since they depend on the start position;
    reading a whole record does check them.
    """
    moves = scan_transcript(SourceText(text)).moves
    if len(moves) >= _MOST_MOVES:
        raise NotationError(f"{_MOST_MOVES} or more moves", expected="one game")
    return [move.square for move in moves]


def game_of(transcript: Transcript, source: SourceText, start: Position | None = None) -> Game:
    """Replay a transcript. Raises ``NotationError`` at the first illegal move."""
    game = Game(start=start or Position.initial())
    node = game.root
    for move in transcript.moves:
        node = play_written(node, move, source)
    if transcript.discs is not None:
        game.stated_result = result_of_discs(*transcript.discs, over=node.position.is_over)
    return game


def result_of_discs(black: int, white: int, *, over: bool) -> Result:
    """``34-30`` as a result; squares that neither side owns go to the winner."""
    difference = black - white
    empties = 64 - black - white
    if difference and empties > 0:
        difference += empties if difference > 0 else -empties
    return Result(difference, Ending.PLAYED if over else Ending.UNFINISHED)


def read_transcripts(text: str, limits: ReadingLimits = NO_LIMITS) -> Document:
    """One game, or one game per line.

    Several lines are several games when each of them is legal from the start position; else they
    are one wrapped game when that is legal; else each line is a game and the bad ones are errors.
    """
    source = SourceText(text)
    lines = ((start, line) for start, line in source.lines() if line.strip())
    if next(lines, None) is None:
        raise NotationError("the text is empty", line=1, column=1, expected=_EXPECTED)
    try:
        whole: Game | NotationError = game_of(scan_transcript(source), source)
    except NotationError as error:
        whole = error
    if next(lines, None) is None:
        if isinstance(whole, NotationError):
            raise whole
        return Document("transcript", [whole])
    document, continued = _read_lines(source, limits)
    if isinstance(whole, Game) and (document.errors or continued):
        return Document("transcript", [whole])
    if isinstance(whole, NotationError) and continued:
        raise whole
    if isinstance(whole, Game):
        count = len(document.games)
        words = f"{count} lines taken as {count} games; joined they would be one legal game too"
        document.notes.append(ReadingNote(words, "lines_as_games", n=count))
    return document.checked()


def _read_lines(source: SourceText, limits: ReadingLimits) -> tuple[Document, bool]:
    """Every line as a game; and whether a line begins with a number that continues the one before."""
    plain = scan_bare_moves(source.text, limits)
    if plain is not None:
        return _read_bare_moves(plain, source), False
    document = Document("transcript")
    games: list[Game] = []
    continued = False
    for start, line in source.lines():
        if not line.strip():
            continue
        limits.check_games(len(games) + len(document.errors) + 1)
        number = _LINE_NUMBER.match(line)
        continued |= number is not None and int(number[1]) > 1
        try:
            games.append(game_of(scan_transcript(source, start, start + len(line)), source))
        except NotationError as error:
            document.errors.append(without_frames(error))
    document.games = games
    return document, continued


def _read_bare_moves(games: BareMoves, source: SourceText) -> Document:
    """Bare moves, replayed all at once; only the lines that are no legal games are looked at one by one."""
    errors = []
    for row in games.bad_rows:
        start, end = games.span(row, source.text)
        try:
            game_of(scan_transcript(source, start, end), source)
        except NotationError as error:
            errors.append(without_frames(error))
    return Document("transcript", games, errors=errors)


def write_transcripts(document: Document) -> bytes:
    """One line of glued moves per game; passes are left out."""
    lines = []
    for number, game in enumerate(document.games, 1):
        require_usual_start(game, number, "a transcript")
        if not game.root.children:
            raise NotationError(f"game {number} has no moves: a transcript cannot hold it")
        lines.append(game.transcript() + "\n")
    return "".join(lines).encode()


def require_usual_start(game: Game, number: int, holder: str) -> None:
    """For formats without a start position."""
    if game.start != Position.initial():
        raise NotationError(
            f"game {number} starts from another position: {holder} cannot hold it",
            expected="a format with a start position, such as ggf or sgf",
        )
