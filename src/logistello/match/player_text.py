"""Players as text, on their way to another machine: the files that they name are sent with them."""

from __future__ import annotations

from pathlib import Path

from logistello.book.locations import USUAL_BOOK, readable_book_path
from logistello.match.program_player import PROTOCOLS

#: A text in pieces. Tasks send files that are named by ``Path``; put together again, the text has the names that hold
#: where it arrives.
TextPieces = tuple[str | Path, ...]


def pieces_of(text: str) -> TextPieces:
    """Of ``KIND:OPTION=VALUE,...`` with the files of ``model`` and ``book`` as paths.

    Programs (``gtp:``, ``nboard:``) are named by commands, which must be on the other machine already.

    >>> pieces_of("mobility:level=2")
    ('mobility:', 'level=', '2')
    """
    kind, colon, rest = text.partition(":")
    if kind.strip().lower() in PROTOCOLS or not colon:
        return (text,)
    pieces: list[str | Path] = [kind + colon]
    for number, word in enumerate(rest.split(",")):
        key, equals, value = word.partition("=")
        pieces += [f"{',' if number else ''}{key}{equals}", _file(key.strip(), value.strip()) or value]
    return tuple(piece for piece in pieces if piece != "")


def joined(pieces: TextPieces) -> str:
    return "".join(map(str, pieces))


def _file(key: str, value: str) -> Path | None:
    if key == "book" and value == USUAL_BOOK:
        return readable_book_path()
    return Path(value) if key in ("model", "book") and Path(value).is_file() else None
