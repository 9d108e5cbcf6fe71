"""The attack ``web``: requests that no browser sends, uploads of the worst kinds, connections that never end.

Every trial is some requests over plain sockets to one server: paths and parameters at random, bodies that are damaged
or of another kind, heads that lie about their length, frames that are none. Then others must be served, and the
server's log must hold no traceback. Uploads and half-open connections are those of ``benchmarks.web.hostile``, which
measures them.
"""

from __future__ import annotations

import json
import random
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes, urlsplit

from benchmarks.attack.bad_bytes import FRAGMENTS, bad
from benchmarks.attack.campaign import Outcome
from benchmarks.attack.ending import Finding
from benchmarks.attack.workshop import Workshop
from benchmarks.web import hostile
from benchmarks.web.server import RunningServer, running_server
from logistello.web.app import create_api

REQUESTS = 25
#: Seconds for an answer to a whole request, and for a ping afterwards.
_PATIENCE = 60.0
#: Seconds after which the sender of an unfinished request says that no more will come.
_ENOUGH = 1.0
_UPLOAD_BYTES = 1 << 20
_UPLOADS = "uploads"
_HALF_OPEN = "half-open connections"
_HALVES, _FILES = 1_000, 256
_METHODS = (
    "GET", "GET", "POST", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS", "TRACE", "get", "X" * 300, "",
)  # fmt: skip
_HEADERS = (
    b"Content-Length: 99999999999999999999", b"Content-Length: -1", b"Content-Length: 5, 7", b"Content-Length: x",
    b"Transfer-Encoding: chunked", b"Transfer-Encoding: chunked, chunked", b"Expect: 100-continue", b"Upgrade: h2c",
    b"Host: evil.example", b"Host:", b"Host: 127.0.0.1\r\nHost: x", b"Origin: http://evil.example", b"Origin: null",
    b"Sec-Fetch-Site: cross-site", b"Cookie: a=b; =; ;;\xff", b"Cookie: " + b"x" * 20_000, b"X: " + b"y" * 70_000,
    b"Authorization: Bearer x", b"Content-Type: multipart/form-data", b"Content-Type: \xff",
    b"Content-Encoding: gzip", b"Range: bytes=0-,-1,5-2", b"Connection: upgrade\r\nUpgrade: websocket",
    b"Accept: " + b"*/*," * 3_000, b"\xff\xfe: x", b"no colon", b" folded", b":empty", b"Forwarded: for=1",
    b"Content-Type: application/json; charset=utf-16",
)  # fmt: skip
_PARAMETERS = (
    "f5d6", "-1", "0", "99999999999999999999", "nan", "", "%00", "..%2f..%2fetc%2fpasswd", "1e999", "true",
    "x" * 9000,
)  # fmt: skip
_RAW = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /\r\n\r\n",
    b"\r\n" * 1000, b"GET " + b"/" * 100_000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\n\r\n", b"\0" * 500, b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 5_000 + b"\r\n",
    b"SSH-2.0-x\r\n",
)  # fmt: skip
_WEBSOCKET = (
    b"GET /api/live HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


_POSITIONS: tuple[Any, ...] = ("f5d6", "", "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1", 5, None, "\ud800", "x" * 1000)
_NAMES = ("depth", "seconds", "level", "best", "moves", "type", "id", "limit", "variations")
_VALUES: tuple[Any, ...] = (1, -1, 0.5, 1e308, 10**30, None, True, [], {}, "x", [[]], float("nan"), "start", "stop")


class WebAttack:
    """Trials in turn: requests, and now and then an upload; the first one is the half-open connections."""

    name = "web"
    units = "requests"
    units_of_trial = REQUESTS

    def __init__(self, seed: int, workshop: Workshop, half_open: int = _HALVES) -> None:
        self._seed, self._half_open = seed, half_open
        samples = workshop.samples
        self._files = [each.content for each in samples.all.values() if isinstance(each.content, bytes)]
        self._routes = _routes()
        self._server: RunningServer = workshop.keep(running_server("--engines", "1", "--hash-mb", "1"))
        self._log_read = 0

    def again(self, number: int, kept: Path) -> Outcome:
        return self.trial(number)

    def trial(self, number: int) -> Outcome:
        rng = random.Random(f"web {self._seed} {number}")  # noqa: S311 - no secret
        begun = time.monotonic()
        sent: list[bytes] = []
        if number == 0:
            group, found = _HALF_OPEN, self._half_open_connections()
        elif number % 4 == 0:
            group, found = _UPLOADS, self._upload(rng)
        else:
            group, found = "requests", self._requests(rng, sent)
        if not found.failed:
            found = self._afterwards() or found

        def keep(folder: Path) -> None:
            folder.mkdir(parents=True, exist_ok=True)
            for at, data in enumerate(sent):
                (folder / f"request-{at}").write_bytes(data)
            (folder / "log").write_bytes(self._server.log.read_bytes()[-100_000:])

        units = self._half_open if group == _HALF_OPEN else REQUESTS if group == "requests" else 1
        return Outcome(number, group, found, units, time.monotonic() - begun, keep)

    # -- kinds of trials ------------------------------------------------------------------------

    def _requests(self, rng: random.Random, sent: list[bytes]) -> Finding:
        refused = 0
        for _ in range(REQUESTS):
            data = self._request(rng)
            sent.append(data)
            found = self._send(data, rng)
            if found.failed:
                return found
            refused += found.verdict == "refusal"
        return Finding("refusal" if refused == REQUESTS else "answer", f"{refused} of {REQUESTS} refused")

    def _upload(self, rng: random.Random) -> Finding:
        kind = rng.choice(list(hostile.KINDS))
        data = hostile.KINDS[kind](_UPLOAD_BYTES)
        where = rng.choice(("/api/position/file", "/api/games/import"))
        content, form = hostile.as_form(data) if where.endswith("import") else (data, "application/octet-stream")
        before = hostile.memory_of(self._server.pid)
        with hostile.Watch(self._server) as watch:
            answer = hostile.upload(self._server.address, where, content, form)
        more = max(watch.megabytes) - before
        if more > hostile.MOST_MEGABYTES:
            return Finding("memory", f"{kind} to {where}: {more:.0f} MB more")
        if answer.status >= 500 and answer.status != 503:
            return Finding("traceback", f"{kind} to {where}: {answer.status} {answer.said}")
        return Finding("answer" if answer.status < 400 else "refusal", f"{kind}: {answer.said}")

    def _half_open_connections(self) -> Finding:
        """Others are served meanwhile, or it raises."""
        try:
            found = hostile.measure_half_open(self._half_open, _FILES)
        except (OSError, RuntimeError) as error:
            return Finding("hang", f"somebody else was not served: {error}")
        if found["log_bytes"] > 100_000:
            return Finding("unclear", f"the log has {found['log_bytes']} bytes")
        return Finding("answer", f"worst ping {found['ping_worst']} s")

    def _afterwards(self) -> Finding | None:
        try:
            hostile.ping(self._server.address)
        except (OSError, RuntimeError) as error:
            return Finding("hang", f"no ping afterwards: {error}")
        said = self._server.log.read_bytes()
        new, self._log_read = said[self._log_read :], len(said)
        if b"Traceback" in new:
            return Finding("traceback", new.decode(errors="replace").strip().splitlines()[-1])
        return None

    # -- requests -------------------------------------------------------------------------------

    def _request(self, rng: random.Random) -> bytes:
        host = urlsplit(self._server.address).netloc.encode()
        kind = rng.random()
        if kind < 0.05:
            return rng.choice((*_RAW, rng.randbytes(rng.choice((10, 2_000)))))
        if kind < 0.12:
            noise = rng.randbytes(rng.choice((2, 50, 3_000)))
            frames = rng.choice((noise, _frame(self._body(rng, "")), b"\x81\xfe\xff\xff"))
            return _WEBSOCKET.replace(b"{host}", host) + frames
        method, path = rng.choice(self._routes)
        if rng.random() < 0.1:
            method = rng.choice(_METHODS)
        while "{" in path:
            begin, end = path.index("{"), path.index("}")
            path = path[:begin] + rng.choice(("1", "2", rng.choice(_PARAMETERS))) + path[end + 1 :]
        if rng.random() < 0.6:
            names = ("position", "text", "format", "depth", "player", "limit", "offset", "token", "opening", "x")
            path += "?" + "&".join(f"{rng.choice(names)}={self._value(rng)}" for _ in range(rng.randint(1, 4)))
        body = self._body(rng, path) if method != "GET" or rng.random() < 0.1 else b""
        form = b"multipart/form-data; boundary=frame" if b"--frame" in body[:7] else b"application/json"
        head = [f"{method} {path} HTTP/1.1".encode("latin-1", "replace"), b"Host: " + host, b"Content-Type: " + form]
        if rng.random() < 0.25:
            head += rng.choices(_HEADERS, k=rng.choice((1, 2)))
        if body:
            head.append(b"Content-Length: %d" % (len(body) + (rng.choice((-1, 1, 1000)) if rng.random() < 0.05 else 0)))
        request = b"\r\n".join((*head, b"Connection: close", b"", body))
        if kind > 0.97:
            return request[: rng.randrange(len(request))]
        return bad(request, rng) if rng.random() < 0.1 else request

    def _value(self, rng: random.Random) -> str:
        return rng.choice(_PARAMETERS) if rng.random() < 0.6 else quote_from_bytes(rng.choice(FRAGMENTS))

    def _body(self, rng: random.Random, path: str) -> bytes:
        if "import" in path or rng.random() < 0.1:
            return hostile.as_form(bad(rng.choice(self._files), rng, self._files))[0]
        if "file" in path:
            return bad(rng.choice(self._files), rng, self._files)
        text = bad(rng.choice(self._files), rng).decode("latin-1")[:5_000]
        made: dict[str, Any] = {"text": rng.choice(("f5d6c3", "", "x", text)), "position": rng.choice(_POSITIONS)}
        made |= {rng.choice(_NAMES): rng.choice(_VALUES) for _ in range(3)}
        written = json.dumps(made).encode()
        return written if rng.random() < 0.6 else bad(written, rng, self._files)

    def _send(self, data: bytes, rng: random.Random) -> Finding:
        """What comes back; who says goodbye without a word has refused."""
        port = urlsplit(self._server.address).port
        begun = time.monotonic()
        received = b""
        with socket.create_connection(("127.0.0.1", port), timeout=_PATIENCE) as connection:
            with suppress(OSError):
                connection.sendall(data)
            if rng.random() < 0.05:
                return Finding("answer", "left at once")
            try:
                connection.settimeout(_ENOUGH)
                with suppress(TimeoutError):
                    received += connection.recv(1 << 16)
                # Whoever waits for more of the request learns that there is none; an answer may take its time.
                connection.settimeout(_PATIENCE)
                connection.shutdown(socket.SHUT_WR)
                while piece := connection.recv(1 << 16):
                    received += piece
            except TimeoutError:
                seconds = time.monotonic() - begun
                return Finding("hang", f"no end of the answer after {seconds:.0f} s: {received[:200]!r}")
            except OSError:  # it hung up before we had sent everything
                pass
        return _judged(received)


def _judged(received: bytes) -> Finding:
    words = received.split(b"\r\n", 1)[0].split()
    if len(words) < 2 or not words[1].isdigit():
        return Finding("refusal", "hung up")
    status = int(words[1])
    if status >= 500 and status != 503:
        return Finding("traceback", f"status {status}")
    return Finding("answer" if status < 400 else "refusal", str(status))


def _routes() -> list[tuple[str, str]]:
    """Every route of the API, as its own description names it."""
    paths = create_api().openapi()["paths"]
    return [(method.upper(), path) for path, methods in paths.items() for method in methods] + [("GET", "/")]


def _frame(payload: bytes) -> bytes:
    """A masked text frame of a WebSocket."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + min(size, 65535).to_bytes(2, "big")
    return b"\x81" + length + b"\0\0\0\0" + payload[:65535]
