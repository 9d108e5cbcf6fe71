"""``logistello gtp``: the engine behind GTP."""

from __future__ import annotations

from pathlib import Path


def gtp(
    *,
    time: float | None = None,
    depth: int | None = None,
    threads: int = 1,
    hash_mb: int = 128,
    model: Path | None = None,
    book: str | None = None,
) -> int:
    """Speak GTP on the standard streams: for match runners, and for interfaces such as Quarry and GoGui.

    Clocks come from the other side; the limits here hold where it tells none.

    Parameters
    ----------
    time
        Seconds for a move without a clock; 1 if no depth is given either.
    depth
        Look so many moves ahead, at most; with a clock too.
    threads
        How many threads search one position.
    hash_mb
        Size of the transposition table in megabytes.
    model
        The model file; without it the one that comes with the package.
    book
        An opening book to play from: a file, or 'usual' for your own one (the package's until you have one).
    """
    from importlib.metadata import version

    from logistello.cli.protocol_server import make_engine, make_limit, open_book, serve
    from logistello.protocol.gtp_session import GtpSession

    limit = make_limit(1.0 if time is None and depth is None else time, depth)
    engine = make_engine(threads, hash_mb, model)
    plugged = open_book(book, engine)
    return serve(
        lambda post, send: GtpSession(engine, post, send, limit=limit, book=plugged, version=version("logistello"))
    )
