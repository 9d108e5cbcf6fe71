"""Reading what a user names, and writing games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from logistello.errors import NotationError, UsageError
from logistello.files import read_stream, write_whole

if TYPE_CHECKING:
    from logistello.othello.game import Game
    from logistello.othello.notation import Document


def format_of(path: Path) -> str:
    """The format that the ending of a name stands for."""
    from logistello.othello.notation import FORMATS

    ending = path.suffix.lower()
    for name, each in FORMATS.items():
        if ending in each.suffixes and each.write is not None:
            return name
    known = sorted({suffix for each in FORMATS.values() if each.write is not None for suffix in each.suffixes})
    raise UsageError(f"{path}: the ending {ending!r} names no format that can be written; known: {' '.join(known)}")


def read_source(text: str) -> Document:
    """What a user means by one argument: a file, ``-`` for the standard input, or the text itself.

    Raises ``UsageError`` if a text cannot be understood, ``NotationError`` if a file cannot.
    """
    from logistello.othello.notation import FORMATS, read, read_path

    if text == "-":
        return read(read_stream(sys.stdin.buffer, "standard input")).checked()
    if (path := named_file(text)) is not None:
        return read_path(path).checked()
    try:
        return _read_text(text)
    except NotationError as error:
        suffixes = {suffix for each in FORMATS.values() for suffix in each.suffixes}
        if "/" in text or Path(text).suffix.lower() in suffixes:
            raise UsageError(f"{text}: no such file") from error
        raise UsageError(f"neither a file nor a position or game: {error}") from error


def _read_text(text: str) -> Document:
    """Words around moves are left out, but an illegal move is an error: the position meant is not known."""
    from logistello.othello.notation import read, read_pasted

    try:
        return read(text).checked()
    except NotationError:
        document = read_pasted(text)
        if document.errors:
            raise
        return document


def named_file(text: str | None) -> Path | None:
    """The file of this name; ``None`` if there is none."""
    try:
        return Path(text) if text is not None and Path(text).is_file() else None
    except PermissionError:
        raise
    except (OSError, ValueError):  # too long for a name, or NUL in it
        return None


def save_game(game: Game, path: Path) -> None:
    """Write one game; ``.svg`` draws its last position."""
    from logistello.othello.notation import Document, write
    from logistello.othello.svg import BoardStyle, draw_board

    if path.suffix.lower() == ".svg":
        data = draw_board(game.position, BoardStyle(last_move=game.end.move)).encode()
    else:
        data = write(Document("game", [game]), format_of(path))
    write_whole(path, data)


def load_game(path: Path) -> tuple[Game, str]:
    """The main line of the first game of a file (or its first position), and a remark if it holds more."""
    from logistello.othello.notation import read_path

    return first_game(read_path(path).checked(), str(path))


def first_game(document: Document, source: str) -> tuple[Game, str]:
    """The same of what was read already; ``source`` names it in an error."""
    from logistello.othello.game import Game

    total = len(document.games) + len(document.problems)
    if not total:
        raise NotationError(f"{source} holds no game and no position")
    remark = f" (the first of {total})" if total > 1 else ""
    if not document.games:
        return Game(start=document.problems[0].position), remark
    record = document.games[0]
    game = Game(
        start=record.start,
        black=record.black,
        white=record.white,
        place=record.place,
        date=record.date,
        stated_result=record.stated_result,
        comment=record.comment,
        tags=dict(record.tags),
    )
    node = game.root
    node.marks = record.root.marks
    for each in record.root.main_line():
        if each.move is not None:
            node = node.add(each.move, value=each.value, seconds=each.seconds, comment=each.comment)
            node.marks = each.marks
    return game, remark
