"""``logistello xboard``: the engine behind XBoard's protocol."""

from __future__ import annotations

from logistello.cli.engine_options import USUAL_ENGINE, EngineOptions


def xboard(
    *,
    time: float | None = None,
    depth: int | None = None,
    options: EngineOptions = USUAL_ENGINE,
    book: str | None = None,
) -> int:
    """Speak the protocol of XBoard and WinBoard (CECP 2, variant reversi) on the standard streams.

    Interfaces set clock and depth themselves; the limits here hold until they do.

    Parameters
    ----------
    time
        Seconds for a move without a clock; 1 if no depth is given either.
    depth
        Look so many moves ahead, at most.
    book
        An opening book to play from: a file, or 'usual' for your own one (the package's until you have one).
    """
    from logistello.cli.protocol_server import make_limit, open_book, serve
    from logistello.protocol.xboard_session import XBoardSession

    limit = make_limit(1.0 if time is None and depth is None else time, depth)
    engine = options.make_engine()
    plugged = open_book(book, engine)
    return serve(lambda post, send: XBoardSession(engine, post, send, limit=limit, book=plugged))
