"""What ``gtp``, ``nboard`` and ``xboard`` share: limits, the book and the standard streams."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.engine import Engine, Limit
    from logistello.protocol.conversation import Session
    from logistello.protocol.plugged_book import PluggedBook
    from logistello.protocol.thinking import Post

Send = Callable[[str], None]


def open_book(book: str | None, engine: Engine) -> PluggedBook | None:
    """The book of an option ``--book``; a file that is not there yet is made when the first game is learned."""
    from logistello.book.locations import path_of
    from logistello.protocol.plugged_book import PluggedBook

    if book is None:
        return None
    path = path_of(book)
    if path is not None and not path.parent.is_dir():
        raise UsageError(f"--book {book}: there is no folder {path.parent}")
    return PluggedBook(path, model=engine.model)


def make_limit(time: float | None, depth: int | None) -> Limit:
    from logistello.engine import Limit

    if time is not None and not 0 <= time < float("inf"):
        raise UsageError(f"--time is {time}; expected seconds, zero or more")
    if depth is not None and depth < 1:
        raise UsageError(f"--depth is {depth}; expected 1 or more")
    return Limit(time=time, depth=depth)


def serve(make_session: Callable[[Post, Send], Session]) -> int:
    """Speak on the standard streams until the peer says goodbye. Nothing else writes to the standard output."""
    from logistello.protocol.conversation import Conversation
    from logistello.protocol.lines import nobody_reads, read_lines

    output = sys.stdout.buffer

    def send(line: str) -> None:
        output.write(f"{line}\n".encode())
        output.flush()

    conversation = Conversation()
    session = make_session(conversation.post, send)
    conversation.hold(session, read_lines(sys.stdin.fileno()), lambda: nobody_reads(output.fileno()))
    return 0
