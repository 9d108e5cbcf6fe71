"""``logistello nboard``: the engine behind NBoard's protocol."""

from __future__ import annotations

from logistello.cli.engine_options import USUAL_ENGINE, EngineOptions


def nboard(
    *,
    time: float | None = None,
    depth: int = 12,
    options: EngineOptions = USUAL_ENGINE,
    book: str | None = None,
) -> int:
    """Speak NBoard's protocol, versions 1 and 2, on the standard streams.

    Interfaces set depth and clock themselves; the limits here hold until they do.

    Parameters
    ----------
    time
        Seconds for a move, at most, whatever the clock says.
    depth
        Look so many moves ahead. Endings are solved a little earlier.
    book
        An opening book to play from, to show and to learn into: a file, or 'usual' for your own one (the package's
        until you have one).
    """
    from logistello.cli.protocol_server import make_limit, open_book, serve
    from logistello.protocol.nboard_session import NBoardSession

    limit = make_limit(time, depth)
    engine = options.make_engine()
    plugged = open_book(book, engine)
    return serve(lambda post, send: NBoardSession(engine, post, send, limit=limit, book=plugged))
