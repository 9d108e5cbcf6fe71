"""Which book a command means, and what a user means by games and positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.book import Book
    from logistello.othello import Game, Position

#: The option of every command.
BookFile = Annotated[
    Path | None,
    Parameter(name="--book", help="The book's file; without it your own (to read, the package's until you have one)."),
]


def open_to_read(book: Path | None) -> Book:
    from logistello.book.locations import open_book

    return open_book(book)


def open_to_write(book: Path | None, *, create: bool = False) -> Book:
    """With ``create`` an empty book is made if there is none; your own one begins as a copy of the package's."""
    from logistello.book.locations import open_book

    return open_book(book, writable=True, create=create)


def read_games(sources: Iterable[str], problems: list[str]) -> Iterator[Game]:
    """Games of files, folders, ``-`` or texts. What cannot be read is told in ``problems``."""
    from logistello.cli.game_files import read_source
    from logistello.cli.mistyped_options import refuse_option
    from logistello.othello.notation import read_path

    for source in sources:
        refuse_option(source)
        document = read_path(source) if source != "-" and Path(source).is_dir() else read_source(source)
        problems += [f"{source}: {error}" for error in document.errors]
        yield from document.games


def read_position(text: str | None) -> Position:
    """A position, the position after moves, or the start of the game."""
    from logistello.cli.game_files import read_source
    from logistello.cli.mistyped_options import refuse_option
    from logistello.othello import Position

    if text is None:
        return Position.initial()
    refuse_option(text)
    document = read_source(text)
    if len(document.games) + len(document.problems) != 1:
        raise UsageError(f"{text}: {len(document.games)} games, {len(document.problems)} positions; expected one")
    return document.games[0].position if document.games else document.problems[0].position
