"""``logistello gtp``, ``nboard`` and ``xboard``: the engine behind other programs' protocols, on standard streams."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING

from logistello.cli.engine_options import USUAL_ENGINE, EngineOptions
from logistello.cli.option_types import Depth, Seconds
from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.book import BookInPlay
    from logistello.engine import Engine, Limit
    from logistello.protocol.conversation import ProtocolSession
    from logistello.protocol.thinking import Post

Send = Callable[[str], None]


def gtp(
    *,
    time: Seconds | None = None,
    depth: Depth | None = None,
    processor_time: Seconds | None = None,
    options: EngineOptions = USUAL_ENGINE,
    book: str | None = None,
    ponder: bool = False,
) -> int:
    """Speak GTP on standard input and output: for match runners, and for interfaces such as Quarry and GoGui.

    The other side sets the clock; these limits apply when it does not.

    Parameters
    ----------
    time
        Seconds for a move without a clock; 1 if no other limit is given.
    depth
        Most moves to look ahead, also with a clock.
    processor_time
        Seconds of processor time for a move, also with a clock: for matches on a machine that is busy.
    book
        An opening book to play from: a file, or 'usual' for your own book (the package's until you have one).
    ponder
        Think on the opponent's time as well: it takes a core while the other side is to move.
    """
    from importlib.metadata import version

    from logistello.protocol.gtp_session import GtpSession

    limit = make_limit(time, depth, processor_time)
    if limit.is_open:
        limit = make_limit(1.0)
    engine = options.make_engine()
    opening_book = book_in_play(book, engine)
    return serve(
        lambda post, send: GtpSession(
            engine, post, send, limit=limit, book=opening_book, version=version("logistello"), ponder=ponder
        ),
        opening_book,
    )


def nboard(
    *,
    time: Seconds | None = None,
    depth: Depth = 12,
    options: EngineOptions = USUAL_ENGINE,
    book: str | None = None,
    no_ponder: bool = False,
) -> int:
    """Speak NBoard's protocol, versions 1 and 2, on standard input and output.

    Interfaces set depth and clock themselves; these limits apply until they do.

    Parameters
    ----------
    time
        Seconds for a move, at most, whatever the clock says.
    depth
        How many moves to look ahead. Endings are solved a little earlier.
    book
        An opening book to play from, to show and to learn into: a file, or 'usual' for your own book (the
        package's until you have one).
    no_ponder
        Do not think on the opponent's time, which takes a core while the other side is to move.
    """
    from logistello.protocol.nboard_session import NBoardSession

    limit = make_limit(time, depth)
    engine = options.make_engine()
    opening_book = book_in_play(book, engine)
    return serve(
        lambda post, send: NBoardSession(engine, post, send, limit=limit, book=opening_book, ponder=not no_ponder),
        opening_book,
    )


def xboard(
    *,
    time: Seconds | None = None,
    depth: Depth | None = None,
    options: EngineOptions = USUAL_ENGINE,
    book: str | None = None,
) -> int:
    """Speak the protocol of XBoard and WinBoard (CECP 2, variant reversi) on standard input and output.

    Interfaces set clock and depth themselves; these limits apply until they do.

    Parameters
    ----------
    time
        Seconds for a move without a clock; 1 if no depth is given either.
    depth
        Most moves to look ahead.
    book
        An opening book to play from: a file, or 'usual' for your own book (the package's until you have one).
    """
    from logistello.protocol.xboard_session import XBoardSession

    limit = make_limit(1.0 if time is None and depth is None else time, depth)
    engine = options.make_engine()
    opening_book = book_in_play(book, engine)
    return serve(lambda post, send: XBoardSession(engine, post, send, limit=limit, book=opening_book), opening_book)


# -- what they share --------------------------------------------------------------------------


def book_in_play(book: str | None, engine: Engine) -> BookInPlay | None:
    """The book of an option ``--book``; a file that is not there yet is made when the first game is learned."""
    from logistello.book import BookInPlay
    from logistello.book.locations import path_of

    if book is None:
        return None
    path = path_of(book)
    if path is not None and not path.parent.is_dir():
        raise UsageError(f"--book {book}: there is no folder {path.parent}")
    return BookInPlay(path, model=engine.model).check()


def make_limit(time: float | None, depth: int | None = None, processor_time: float | None = None) -> Limit:
    from logistello.engine import Limit

    return Limit(time=time, depth=depth, processor_time=processor_time)


def serve(make_session: Callable[[Post, Send], ProtocolSession], book: BookInPlay | None) -> int:
    """Speak on the standard streams until the peer says goodbye. Nothing else writes to the standard output.

    The session's book is closed in the end.
    """
    from logistello.protocol.conversation import Conversation, nobody_reads, read_lines

    output = sys.stdout.buffer

    def send(line: str) -> None:
        output.write(f"{line}\n".encode())
        output.flush()

    conversation = Conversation()
    session = make_session(conversation.post, send)
    with nullcontext() if book is None else book:
        conversation.hold(session, read_lines(sys.stdin.fileno()), lambda: nobody_reads(output.fileno()))
    return 0
