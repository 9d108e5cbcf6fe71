"""Ports and addresses. Light, so that a port in use is reported at once."""

from __future__ import annotations

import errno
import ipaddress
import socket

from logistello.errors import UsageError

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
FIRST_PORT = 8765
_PORTS_TRIED = 20


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
