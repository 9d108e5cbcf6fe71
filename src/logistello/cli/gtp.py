"""``logistello gtp``: the engine behind GTP."""

from __future__ import annotations

from logistello.cli.engine_options import USUAL_ENGINE, EngineOptions


def gtp(
    *,
    time: float | None = None,
    depth: int | None = None,
    options: EngineOptions = USUAL_ENGINE,
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
    book
        An opening book to play from: a file, or 'usual' for your own one (the package's until you have one).
    """
    from importlib.metadata import version

    from logistello.cli.protocol_server import make_limit, open_book, serve
    from logistello.protocol.gtp_session import GtpSession

    limit = make_limit(1.0 if time is None and depth is None else time, depth)
    engine = options.make_engine()
    plugged = open_book(book, engine)
    return serve(
        lambda post, send: GtpSession(engine, post, send, limit=limit, book=plugged, version=version("logistello"))
    )
