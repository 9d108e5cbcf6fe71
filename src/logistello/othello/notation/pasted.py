"""What people paste: games and positions in any format, but also messages with moves in them, and moves with a slip.

Files are read by :func:`read` and must be right; of what somebody pastes, all that can be made out is wanted.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from logistello.errors import NotationError
from logistello.othello.game import Game
from logistello.othello.notation.document import Document
from logistello.othello.notation.limits import NO_LIMITS, ReadingLimits
from logistello.othello.notation.moves import WrittenMove, play_written
from logistello.othello.notation.reading_note import ReadingNote
from logistello.othello.notation.recognise import read, recognise
from logistello.othello.notation.source import SourceText, shorten
from logistello.othello.square import Square

#: Messages are short; what is longer is a file, whose mistakes are told instead.
_MOST_TEXT = 20_000
#: Fewer moves in the midst of words may be anything: "see b2".
_FEWEST_MOVES = 2
_MOVES = re.compile(r"(?<![^\W_])(?:[a-h][1-8])+(?![^\W_])", re.IGNORECASE)
#: What may stand between moves of one game without being words: blanks, numbers, signs.
_BETWEEN = re.compile(r"[\s,;.:+\-0-9()]*")
#: What looks like a square and is none.
_SLIP = re.compile(r"(?<![^\W_])(?![a-h][1-8])[a-z][0-9](?![^\W_])", re.IGNORECASE)
_FORMATS_WITH_MOVES = ("transcript", "pgn")


class _Played(NamedTuple):
    game: Game
    legal: int
    error: NotationError | None


def read_pasted(source: str | bytes, *, name: str | None = None, limits: ReadingLimits = NO_LIMITS) -> Document:
    """Like :func:`read`; but words around moves are left out, and an illegal move keeps those before it.

    Notes say what was left out; the illegal move is in ``Document.errors``.

    >>> document = read_pasted("Look at this: f5d6c3d3c4h8f4!")
    >>> document.games[0].transcript(), document.errors[0].reason
    ('f5d6c3d3c4', 'h8 is not legal for white; legal: b3 f3 f4 b5 g5 g6')
    """
    try:
        return read(source, name=name, limits=limits)
    except NotationError as error:
        text = _text(source)
        if text is None or not _may_hold_moves(text):
            raise
        found = moves_within(text)
        if found is not None:
            return found
        if error.__cause__ is not None or not error.reason.startswith("no move"):
            raise
        raise NotationError(
            f"no game and no position in this text: {shorten(text.strip(), 24)}",
            expected="moves such as f5d6c3, a board, FEN, GGF, SGF or PGN",
        ) from error


def _text(source: str | bytes) -> str | None:
    if len(source) > _MOST_TEXT:
        return None
    try:
        return source.decode("utf-8-sig") if isinstance(source, bytes) else source
    except UnicodeDecodeError:
        return None


def _may_hold_moves(text: str) -> bool:
    try:
        return recognise(text).name in _FORMATS_WITH_MOVES
    except NotationError:
        return False


def moves_within(text: str) -> Document | None:
    """The games whose moves stand in a text; ``None`` if there are none."""
    source = SourceText(text)
    stretches: list[list[WrittenMove]] = []
    end = 0
    for run in _MOVES.finditer(text):
        moves = [WrittenMove(Square.parse(text[at : at + 2].lower()), at) for at in range(run.start(), run.end(), 2)]
        if stretches and _BETWEEN.fullmatch(text, end, run.start()):
            stretches[-1].extend(moves)
        else:
            stretches.append(moves)
        end = run.end()
    together = [move for stretch in stretches for move in stretch]
    whole = _play(together, source)
    if whole.error is None and whole.legal >= _FEWEST_MOVES:
        return _with_note(text, [whole.game])
    each = [_play(stretch, source) for stretch in stretches]
    right = [played.game for played in each if played.error is None and played.legal >= _FEWEST_MOVES]
    if right:
        return _with_note(text, right)
    best = max([whole, *each], key=lambda played: played.legal)
    if best.legal < _FEWEST_MOVES or best.error is None:
        return None
    document = _with_note(text, [best.game])
    document.errors.append(best.error)
    kept = best.game.transcript()
    number, last = len(kept) // 2, kept[-2:]
    words = f"{number} moves were kept, to {last}; the rest was left out"
    document.notes.append(ReadingNote(words, "kept_moves", n=number, move=last))
    return document


def _play(moves: list[WrittenMove], source: SourceText) -> _Played:
    game = Game()
    node = game.root
    for number, move in enumerate(moves):
        try:
            node = play_written(node, move, source)
        except NotationError as error:
            return _Played(game, number, error)
    return _Played(game, len(moves), None)


def _with_note(text: str, games: list[Game]) -> Document:
    document = Document("transcript", games)
    if re.search(r"[^\W\d_]", _MOVES.sub("", text)):
        document.notes.append(ReadingNote("the moves were taken out of the text around them", "moves_in_text"))
    if (slip := _SLIP.search(text)) is not None:
        error = SourceText(text).error(slip.start(), f"no move: {slip.group()!r}", expected="a square a1 to h8")
        document.errors.append(error)
    return document
