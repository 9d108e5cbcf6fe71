"""Who may ask, and how much they may send: the first thing that a request meets.

A page of another site that is open in the same browser can send requests here, and by a name of its own that leads to
127.0.0.1 (DNS rebinding) even read the answers. So the name in ``Host`` must be ours, ``Origin`` must be the same, and
what the browser itself says of a request (``Sec-Fetch-Site``) must not be "from elsewhere". Programs that are no
browsers send neither and are let through. Beyond this machine a token is asked for.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from logistello.web.failures import refusal
from logistello.web.guesses import Guesses
from logistello.web.listening import LOOPBACK_NAMES
from logistello.web.server_settings import Limits

COOKIE = "logistello_token"
_POLICY_VIOLATION = 1008

_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, *, limits: Limits, token: str | None = None, host: str = "127.0.0.1") -> None:
        self._app = app
        self._limits = limits
        self._token = token
        self._guesses = Guesses()
        #: What clients may call this server where there is no token. An address of this machine is no name that another
        #: site could have made its own.
        self._names = LOOPBACK_NAMES | {host.lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        answer = self._objection(scope)
        if answer is not None and answer.status_code == 401 and _brings_token(scope):
            await self._guesses.wrong(_address(scope))
        if answer is None and scope["type"] == "http":
            await self._app(scope, self._counted(scope, receive), _with_headers(send))
        elif answer is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await answer(scope, receive, _with_headers(send))
        else:
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION, "reason": "not allowed"})

    def _objection(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        path: str = scope["path"]
        host = headers.get("host", "")
        if self._token is None and _name_of(host) not in self._names:
            known = ", ".join(sorted(self._names))
            return refusal(403, f"this server answers to {known}, not to {host[:80]!r}", "host")
        if not _same_site(headers, host, is_page=scope["type"] == "http" and not path.startswith("/api")):
            return refusal(403, "requests from pages of other sites are not answered", "cross_site")
        if self._token is not None:
            return self._ask_for_token(scope, headers, self._token)
        return self._too_large(headers, path)

    def _ask_for_token(self, scope: Scope, headers: Headers, token: str) -> Response | None:
        if self._guesses.too_many(_address(scope)):
            return refusal(429, "too many wrong tokens from this address; try again in a moment")
        if scope["path"] == "/" and _same(_asked_token(scope), token):
            self._guesses.right(_address(scope))
            answer = RedirectResponse("/", status_code=303)
            answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", max_age=30 * 24 * 3600)
            return answer
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        if (scheme.lower() == "bearer" and _same(bearer, token)) or _same(_cookie(headers), token):
            self._guesses.right(_address(scope))
            return self._too_large(headers, scope["path"])
        return refusal(
            401, "this server asks for its token: open the address that it printed, or send 'Authorization: Bearer ...'"
        )

    def _most_bytes(self, path: str) -> int:
        if path == "/api/games/import":
            return self._limits.import_bytes
        return self._limits.file_bytes if path == "/api/position/file" else self._limits.body_bytes

    def _too_large(self, headers: Headers, path: str) -> Response | None:
        announced = headers.get("content-length", "0")
        most = self._most_bytes(path)
        if not announced.isascii() or not announced.isdigit() or int(announced[:20]) <= most:
            return None
        return refusal(413, f"{announced[:20]} bytes; at most {most} are taken here")

    def _counted(self, scope: Scope, receive: Receive) -> Receive:
        """A body that is longer than it was announced, or was not announced at all."""
        left = self._most_bytes(scope["path"])

        async def counted() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(413, f"more than {self._most_bytes(scope['path'])} bytes")
            return message

        return counted


def _address(scope: Scope) -> str:
    client: tuple[str, int] | None = scope.get("client")
    return client[0] if client else ""


def _asked_token(scope: Scope) -> str:
    query: str = scope["query_string"].decode("latin-1")
    return parse_qs(query).get("token", [""])[0]


def _brings_token(scope: Scope) -> bool:
    headers = Headers(scope=scope)
    return bool(headers.get("authorization") or _cookie(headers) or _asked_token(scope))


def _name_of(host: str) -> str:
    """``[::1]:8000`` and ``localhost:8000`` without port; empty if it is malformed."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _same_site(headers: Headers, host: str, *, is_page: bool) -> bool:
    """A link from elsewhere may open the page itself; everything else must come from it (or from no browser)."""
    if not is_page and headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")


def _same(given: str, token: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), token.encode())


def _cookie(headers: Headers) -> str:
    try:
        jar = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return ""
    return jar[COOKIE].value if COOKIE in jar else ""


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sending
