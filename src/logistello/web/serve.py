"""Listening, and ending at once."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import socket
from collections.abc import Callable

import uvicorn

from logistello.errors import UsageError
from logistello.web.app import create_app
from logistello.web.backend import Backend
from logistello.web.guard import LOOPBACK_NAMES

FIRST_PORT = 8765
_PORTS_TRIED = 20
_LARGEST_SOCKET_MESSAGE = 256 * 1024


def is_loopback(host: str) -> bool:
    """Only this machine can reach it."""
    if host in LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port, or on the next free one if none was asked for. Raises ``UsageError``."""
    ports = range(FIRST_PORT, FIRST_PORT + _PORTS_TRIED) if port is None else [port]
    for each in ports:
        try:
            return _bound(host, each)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise UsageError(f"cannot listen on {host}, port {each}: {error.strerror or error}") from None
    if port is not None:
        raise UsageError(f"port {port} is in use by another program; choose another one with --port, or none")
    raise UsageError(f"the ports {ports[0]} to {ports[-1]} are all in use; choose one with --port")


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    found = socket.socket(family, kind, protocol)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(128)
    except OSError:
        found.close()
        raise
    return found


def address_of(listening: socket.socket, host: str, token: str | None = None) -> str:
    """What to open in a browser."""
    port = listening.getsockname()[1]
    shown = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname()}.get(host, host)  # noqa: S104 - only compared
    name = f"[{shown}]" if ":" in shown else shown
    query = "" if token is None else f"?token={token}"
    return f"http://{name}:{port}/{query}"


class _Server(uvicorn.Server):
    """Ends open pages itself, so that nobody is waited for."""

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
