"""Settings of a server, and the limits of what its clients may ask for."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from logistello.engine import BookPolicy


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
    #: Open connections; of more than that the one that waited longest for its client is given up.
    connections: int = 500
    #: Seconds until the head of a request is there, and how quickly its body comes after as many more.
    head_seconds: float = 10.0
    body_bytes_per_second: float = 10_000.0
    #: Texts and files that are read at the same time, and how long others wait for that before they are refused.
    readers: int = 2
    read_wait_seconds: float = 1.5
    #: What reading one of them may take.
    read_seconds: float = 3.0
    read_memory_mb: int = 128
    #: Imports at the same time; what each may take: memory, seconds without a game, games and unpacked bytes of a file.
    imports: int = 2
    import_memory_mb: int = 192
    import_seconds: float = 20.0
    import_games: int = 2_000_000
    import_unpacked_bytes: int = 80 << 20


@dataclass(frozen=True, slots=True)
class WebSettings:
    """One server."""

    #: Where the games are kept; ``None`` forgets them at the end.
    library: Path | None
    #: Searches at the same time: the cores.
    engines: int = 1
    #: Size of the table of each of them, in megabytes.
    hash_mb: int = 64
    #: The address that it listens on.
    host: str = "127.0.0.1"
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
