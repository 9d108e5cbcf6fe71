"""The page, tried as a browser would use it: a real server on loopback, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from logistello.cli.selftest.trial_error import TrialError, expect

#: For a machine that is busy with other things.
_PATIENCE = 30.0


def try_page() -> str:
    """Raises ``MissingPackageError`` without the extra ``web``."""
    from logistello.extras import require

    require("web", "the page and the HTTP API")
    with TemporaryDirectory(prefix="logistello-") as folder:
        library = str(Path(folder) / "games.sqlite")
        options = ("--port", "0", "--no-book", "--engines", "1", "--hash-mb", "16", "--library", library)
        command = (sys.executable, "-m", "logistello.cli.main", "web", *options)
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:  # noqa: S603
            try:
                assert server.stdout is not None  # noqa: S101 - a pipe
                address = next((word for word in server.stdout.readline().split() if word.startswith("http")), "")
                if not address:
                    server.terminate()
                    _, complaint = server.communicate(timeout=_PATIENCE)
                    raise TrialError(f"the server does not start: {complaint.strip()}")
                return _ask(urlsplit(address).hostname or "", urlsplit(address).port or 0)
            finally:
                server.terminate()


def _ask(host: str, port: int) -> str:
    connection = HTTPConnection(host, port, timeout=_PATIENCE)
    try:
        page = _fetch(connection, "GET", "/")
        if b"<html" not in page:
            raise TrialError("the server does not send its page")
        expect("the answer to a ping", json.loads(_fetch(connection, "GET", "/api/ping")).get("ok"), True)
        question = json.dumps({"position": "f5d6c3", "depth": 6})
        found = json.loads(_fetch(connection, "POST", "/api/search", question))
        return f"a server on {host}: page of {len(page):,} bytes, a search over HTTP ({found['move']})"
    except (HTTPException, ValueError, KeyError) as error:
        raise TrialError(f"the server's answer cannot be understood: {error!r}") from error
    finally:
        connection.close()


def _fetch(connection: HTTPConnection, method: str, path: str, body: str | None = None) -> bytes:
    connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
    answer = connection.getresponse()
    content = answer.read()
    expect(f"the status of {path}", answer.status, 200)
    return content
