"""Serving, and ending at once."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import uvicorn

from logistello.web.app import create_app
from logistello.web.backend import Backend
from logistello.web.connections import ACCEPTED_AT_ONCE, Connections

_BACKLOG = 1024
_LARGEST_SOCKET_MESSAGE = 256 * 1024


class _Server(uvicorn.Server):
    """Closes open pages itself instead of waiting for them."""

    def __init__(self, config: uvicorn.Config, backend: Backend, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._backend = backend
        self._on_start = on_start
        self._connections = Connections(backend.settings.limits)
        self._watching: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.config.http_protocol_class = self._connections.protocol  # type: ignore[assignment]
        self._watching = asyncio.create_task(self._connections.watch())
        await super().startup(sockets)
        for each in sockets or []:
            each.listen(_BACKLOG)  # many may wait for the loop, which takes few at a time
        if not self.should_exit:
            self._on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await asyncio.to_thread(self._backend.stop)
        await super().shutdown(sockets)
        if self._watching is not None:
            self._watching.cancel()


def server_for(backend: Backend, on_start: Callable[[], None] = lambda: None) -> uvicorn.Server:
    """Ready to run on a socket. The backend is not closed by it."""
    config = uvicorn.Config(
        create_app(backend),
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="off",
        ws_max_size=_LARGEST_SOCKET_MESSAGE,
        ws_per_message_deflate=False,
        backlog=ACCEPTED_AT_ONCE,
        loop="asyncio",
        http="h11",
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=64 * 1024,
    )
    return _Server(config, backend, on_start)


def serve(backend: Backend, listening: socket.socket, on_start: Callable[[], None] = lambda: None) -> None:
    """Until Ctrl-C or SIGTERM; then at once. uvicorn raises the signal again, which ``cli/main.py`` makes a
    ``KeyboardInterrupt``.
    """
    server_for(backend, on_start).run(sockets=[listening])
