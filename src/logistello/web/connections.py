"""Connections that nobody uses are given up, so that there are always some for those who do.

uvicorn waits for ever for the rest of a request. Here its protocol is watched: the head of a request must come within
seconds and its body at some speed, and when there are too many connections those that wait for something go first.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from logistello.web.server_settings import Limits

_LOG = logging.getLogger(__name__)
#: Seconds between two looks at all connections.
_ROUND = 1.0
#: File descriptors that are not for connections: the library, the book, processes that read, and connections that are
#: accepted before the older ones could be counted.
_OTHER_FILES = 64
#: Connections that the loop accepts in one turn. asyncio complains once for each when descriptors run out.
ACCEPTED_AT_ONCE = 8
#: Seconds between two complaints about that.
_SILENCE = 60.0


class Connections:
    """All open connections of a server, oldest first."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.most = min(limits.connections, max(_open_files() - _OTHER_FILES, 16))
        self._open: dict[WatchedProtocol, None] = {}
        self._complained = -_SILENCE

    def protocol(self, *arguments: Any, **options: Any) -> WatchedProtocol:
        """For uvicorn, which makes one for each connection."""
        return WatchedProtocol(self, *arguments, **options)

    def opened(self, connection: WatchedProtocol) -> None:
        self._open[connection] = None
        if len(self._open) > self.most:
            # The one that has waited longest for its client; the new one itself if all others are being served.
            waits = {each: since for each in self._open if (since := each.idle_since) is not None}
            min(waits, key=waits.__getitem__).drop()

    def closed(self, connection: WatchedProtocol) -> None:
        self._open.pop(connection, None)

    async def watch(self) -> None:
        """Until it is cancelled."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._hear)
        while True:
            await asyncio.sleep(_ROUND)
            now = time.monotonic()
            for connection in list(self._open):
                if connection.transport.is_closing():
                    self.closed(connection)  # a page that was open, which another protocol has closed
                elif connection.is_too_slow(now, self._limits):
                    connection.drop()

    def _hear(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """One line a minute while descriptors run out: asyncio would write a traceback for every attempt."""
        if "accept() out of system resource" not in str(context.get("message")):
            loop.default_exception_handler(context)
            return
        now = time.monotonic()
        if now - self._complained >= _SILENCE:
            self._complained = now
            _LOG.warning("no connection can be accepted: %s", context.get("exception"))


class WatchedProtocol(H11Protocol):
    """uvicorn's, which also knows since when it has been waiting for its client."""

    def __init__(self, connections: Connections, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._known = connections
        #: When the wait for the head of a request began; ``None`` while one is answered.
        self.waiting_since: float | None = time.monotonic()
        #: When the body began to come, and how much of it has; ``None`` if nothing is to come.
        self._body_since: float | None = None
        self._body_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._known.opened(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._known.closed(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._body_bytes += len(data)
        self._look()

    def on_response_complete(self) -> None:
        self.waiting_since = time.monotonic()
        self._body_since = None
        super().on_response_complete()
        self._look()  # the next request may be here already

    def handle_websocket_upgrade(self, event: Any) -> None:
        self.waiting_since = None  # an open page is served; its own pings tell whether anybody is there
        super().handle_websocket_upgrade(event)

    def _look(self) -> None:
        cycle = self.cycle
        if cycle is None or cycle.response_complete:
            return
        self.waiting_since = None
        if not cycle.more_body:
            self._body_since = None
        elif self._body_since is None:
            self._body_since, self._body_bytes = time.monotonic(), 0

    @property
    def idle_since(self) -> float | None:
        """When the wait for the client began; ``None`` while it waits for us."""
        if self.waiting_since is not None:
            return self.waiting_since
        return None if self.flow.read_paused else self._body_since

    def is_too_slow(self, now: float, limits: Limits) -> bool:
        if self.waiting_since is not None and self.timeout_keep_alive_task is None:  # uvicorn watches idle ones itself
            return now - self.waiting_since > limits.head_seconds
        if self._body_since is None or self.flow.read_paused:
            return False
        allowed = limits.head_seconds + self._body_bytes / limits.body_bytes_per_second
        return now - self._body_since > allowed

    def drop(self) -> None:
        """At once: a client that does not send will not read either."""
        self._known.closed(self)
        self.transport.abort()


def _open_files() -> int:
    """How many files this process may have open."""
    if sys.platform == "win32":
        return 512
    import resource

    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return soft if soft > 0 else sys.maxsize
