"""``logistello web``: the web application on this machine."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from logistello.cli.option_types import Megabytes, PortOrAny, SomeSeconds, Workers
from logistello.errors import UsageError


def web(
    *,
    port: PortOrAny | None = None,
    open_page: Annotated[bool, Parameter(name="--open")] = False,
    host: str = "127.0.0.1",
    token: str | None = None,
    library: Path | None = None,
    engines: Workers | None = None,
    hash_mb: Megabytes = 64,
    model: Path | None = None,
    book: Path | None = None,
    no_book: bool = False,
    no_learn: bool = False,
    max_seconds: SomeSeconds = 60.0,
) -> int:
    """Start the web application: play, analyse, review, and a library of games. Ctrl-C ends it.

    It needs no internet and is reached from this machine only, unless another host is named; then a token is
    needed, which is part of the printed address.

    Parameters
    ----------
    port
        The port to listen on; by default the first free one from 8765. 0 lets the system choose.
    open_page
        Open the page in the browser.
    host
        The address to listen on. Any other than 127.0.0.1 (this machine only) needs a token.
    token
        A secret that clients must know, also from LOGISTELLO_TOKEN. Not needed on this machine.
    library
        The file of games (SQLite); by default games.sqlite in your data folder.
    engines
        How many searches run at the same time; by default one for each processor.
    hash_mb
        Size of the transposition table of each of them, in megabytes.
    model
        The model file; by default the one that comes with the package.
    book
        The opening book to show, to play from and to learn into; without it your own (the package's until you have
        one).
    no_book
        Neither show a book nor play from one nor learn.
    no_learn
        Do not learn the games that are played in the page. By default they are, unless its settings say otherwise.
    max_seconds
        Most seconds of thinking time for one request.
    """
    from logistello.jobs import processors
    from logistello.library.locations import default_library
    from logistello.web.listening import address_of, is_loopback, listen
    from logistello.web.server_settings import Limits, WebSettings

    token = token or os.environ.get("LOGISTELLO_TOKEN") or None
    if not is_loopback(host) and token is None:
        raise UsageError(f"--host {host} can be reached by other machines: give a --token that clients must know")
    if token is not None and (len(token) < 8 or not token.isascii() or not token.isalnum()):
        raise UsageError("a token needs at least 8 characters, all of them ASCII letters and digits")
    if book is not None and not book.is_file():
        raise UsageError(f"--book {book}: no such file")
    settings = WebSettings(
        library=library or default_library(),
        engines=engines or processors(),
        hash_mb=hash_mb,
        host=host,
        token=token,
        use_book=not no_book,
        book=book,
        learn=not no_learn,
        limits=Limits(seconds=max_seconds, live_seconds=2 * max_seconds),
    )
    listening = listen(host, port)
    from logistello.evaluation.model import find_model
    from logistello.web.backend import Backend
    from logistello.web.serve import serve

    address = address_of(listening, host, token)

    def started() -> None:
        sys.stdout.write(f"logistello is at {address}  (Ctrl-C ends it)\n")
        sys.stdout.flush()
        if open_page and not _open_in_browser(address):
            sys.stdout.write("no browser can be opened from here: open the address yourself\n")
            sys.stdout.flush()

    with listening:
        backend = Backend.open(settings, find_model(model))
        try:
            serve(backend, listening, started)
        finally:
            backend.close()
    return 0


def _open_in_browser(address: str) -> bool:
    """Returns at once; ``False`` if there is no browser with windows here.

    Browsers that live in the terminal are not started: they would take it away from the server.
    """
    if not _has_windows():
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    threading.Thread(target=webbrowser.open, args=(address,), name="browser", daemon=True).start()
    return True


def _has_windows() -> bool:
    if sys.platform in ("win32", "darwin") or os.environ.get("BROWSER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("WSL_DISTRO_NAME"))
