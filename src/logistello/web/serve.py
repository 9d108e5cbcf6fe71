"""Serving, and ending at once."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import uvicorn

from logistello.web.app import create_app
from logistello.web.backend import Backend

_LARGEST_SOCKET_MESSAGE = 256 * 1024


class _Server(uvicorn.Server):
    """Closes open pages itself instead of waiting for them."""

    def __init__(self, config: uvicorn.Config, backend: Backend, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._backend = backend
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await asyncio.to_thread(self._backend.scheduler.close)
        await super().shutdown(sockets)


def serve(backend: Backend, listening: socket.socket, on_start: Callable[[], None] = lambda: None) -> None:
    """Until Ctrl-C or SIGTERM; then at once."""
    config = uvicorn.Config(
        create_app(backend),
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="off",
        ws_max_size=_LARGEST_SOCKET_MESSAGE,
        ws_per_message_deflate=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=64 * 1024,
    )
    _Server(config, backend, on_start).run(sockets=[listening])
