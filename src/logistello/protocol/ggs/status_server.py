"""The status of a run over HTTP, to this machine only: a page at ``/``, JSON at ``/status.json``."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import urlsplit

from logistello.errors import UsageError
from logistello.protocol.ggs.status_page import status_page

#: How to get the status now; may take a moment.
Snapshot = Callable[[], Mapping[str, Any]]

#: Seconds between two looks of a page that is open.
_REFRESH = 5
#: Names of this machine: a page of another site, by a name of its own that leads here, must not read the answers.
_NAMES = {"127.0.0.1", "localhost"}
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


class StatusServer:
    """Serves from threads of its own until it is closed. Use as a context manager."""

    def __init__(self, port: int, snapshot: Snapshot) -> None:
        """Port 0 is any free one. Raises ``UsageError`` if the port cannot be had."""

        class OwnHandler(_StatusHandler):
            status = staticmethod(snapshot)

        try:
            self._server = ThreadingHTTPServer(("127.0.0.1", port), OwnHandler)
        except OSError as error:
            raise UsageError(f"--status {port}: {error.strerror}; name another port") from None
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.1}, name="logistello-ggs-status", daemon=True
        )
        self._thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _StatusHandler(BaseHTTPRequestHandler):
    status: Snapshot
    #: Seconds for a client to send its request.
    timeout = 5

    def do_GET(self) -> None:
        try:
            host = urlsplit(f"//{self.headers.get('Host', '')}").hostname
        except ValueError:
            host = None
        path = urlsplit(self.path).path
        if host not in _NAMES:
            self._answer(HTTPStatus.FORBIDDEN, "text/plain", "this server is for its own machine only\n")
        elif path not in ("/", "/status.json"):
            self._answer(HTTPStatus.NOT_FOUND, "text/plain", "there are / and /status.json\n")
        else:
            try:
                status = self.status()
            except Exception as error:  # the client has ended, or is too busy to answer
                self._answer(HTTPStatus.SERVICE_UNAVAILABLE, "text/plain", f"no answer from the client: {error!r}\n")
                return
            if path == "/":
                self._answer(HTTPStatus.OK, "text/html", status_page(status))
            else:
                self._answer(HTTPStatus.OK, "application/json", json.dumps(status, indent=1) + "\n")

    do_HEAD = do_GET  # noqa: N815 - the name that http.server calls

    def _answer(self, code: HTTPStatus, kind: str, text: str) -> None:
        body = text.encode()
        self.send_response(code)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        if kind == "text/html":
            self.send_header("Refresh", str(_REFRESH))
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base class
        """Requests are nobody's news."""

    def version_string(self) -> str:
        return "logistello"
