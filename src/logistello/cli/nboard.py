"""``logistello nboard``: the engine behind NBoard's protocol."""

from __future__ import annotations

from pathlib import Path


def nboard(
    *,
    time: float | None = None,
    depth: int = 12,
    threads: int = 1,
    hash_mb: int = 128,
    model: Path | None = None,
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
    threads
        How many threads search one position.
    hash_mb
        Size of the transposition table in megabytes.
    model
        The model file; without it the one that comes with the package.
    book
        An opening book to play from, to show and to learn into: a file, or 'usual' for your own one (the package's
        until you have one).
    """
    from logistello.cli.protocol_server import make_engine, make_limit, open_book, serve
    from logistello.protocol.nboard_session import NBoardSession

    limit = make_limit(time, depth)
    engine = make_engine(threads, hash_mb, model)
    plugged = open_book(book, engine)
    return serve(lambda post, send: NBoardSession(engine, post, send, limit=limit, book=plugged))
