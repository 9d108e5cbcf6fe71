"""Settings of a server, and the limits of what its clients may ask for."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from logistello.engine import BookPolicy
from logistello.files import data_folder


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of what clients can ask for, so that none of them can take over the machine."""

    #: Thinking time of one request.
    seconds: float = 60.0
    #: Thinking time on one position of an open page.
    live_seconds: float = 120.0
    #: Pages that may analyse at the same time.
    live_sockets: int = 100
    #: Requests that may think or wait for an engine at the same time.
    waiting: int = 32
    #: Bodies of requests in bytes: texts, one dropped file, files of an import together.
    body_bytes: int = 1 << 20
    file_bytes: int = 16 << 20
    import_bytes: int = 64 << 20


@dataclass(frozen=True, slots=True)
class WebSettings:
    """One server."""

    #: Where the games are kept; ``None`` forgets them at the end.
    library: Path | None
    #: Searches at the same time: the cores.
    engines: int = 1
    #: Size of the table of each of them, in megabytes.
    hash_mb: int = 64
    #: Clients without it are turned away; ``None`` where only this machine can connect.
    token: str | None = None
    #: Show an opening book, and let strong levels play from it.
    use_book: bool = False
    #: Its file; ``None`` stands for the user's own, or the package's as long as there is no other.
    book: Path | None = None
    #: How the opponent plays from it, and how games are learned; every request brings a seed of its own.
    book_policy: BookPolicy = field(default_factory=BookPolicy.varied)
    #: Finished games of the page become part of it.
    learn: bool = False
    limits: Limits = field(default_factory=Limits)


def default_library() -> Path:
    """The file of games in the user's folder for data."""
    return data_folder() / "games.sqlite"
