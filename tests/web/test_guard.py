"""What must not get in: other sites, too much, paths that climb."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from logistello.web.guard import COOKIE, Guard
from logistello.web.server_settings import Limits
from tests.waiting import PATIENCE
from tests.web.conftest import Server


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example"},
        {"Host": ""},
        {"Host": "[::1"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
def test_other_sites(client: httpx.Client, headers: dict[str, str]) -> None:
    reply = client.get("/api/ping", headers=headers)
    assert reply.status_code in (400, 403), reply.text


def test_a_link_from_elsewhere_opens_the_page(client: httpx.Client) -> None:
    reply = client.get("/", headers={"Sec-Fetch-Site": "cross-site"})
    assert reply.status_code == 200
    assert reply.headers["content-type"].startswith("text/html")
    policy = reply.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in reply.headers


def test_our_own_page_may_ask(client: httpx.Client, server: Server) -> None:
    headers = {"Origin": server.address.rstrip("/"), "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/position", json={"text": "f5"}, headers=headers).status_code == 200
    preflight = client.options("/api/position", headers={"Origin": "http://evil.example"})
    assert preflight.status_code == 403


def test_megabytes_of_text(client: httpx.Client) -> None:
    announced = client.post("/api/position", json={"text": "f5" * 1_000_000})
    assert announced.status_code == 413
    assert announced.json()["error"]["code"] == "too_large"

    def endless() -> Iterator[bytes]:
        yield b'{"text":"'
        for _ in range(40):
            yield b"f5" * 20_000
        yield b'"}'

    chunked = client.post("/api/position", content=endless(), headers={"Content-Type": "application/json"})
    assert chunked.status_code == 413
    long_text = client.post("/api/position", json={"text": "f5" * 200_000})
    assert long_text.status_code == 422
    assert len(long_text.text) < 1000  # what was sent is not sent back


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc/passwd",
        "/static//etc/passwd",
        "/static/..\\app.py",
        "/..",
        "/api/../../etc/passwd",
        "/api/games/..%2f..%2f",
        "/static/\0",
        "/api/games/1/export?format=../../x",
    ],
)
def test_paths_that_climb(server: Server, path: str) -> None:
    """Sent as they are: a client library would tidy them up."""
    parts = urlsplit(server.address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
    connection.putrequest("GET", path.replace("\0", "%00"), skip_host=False)
    connection.endheaders()
    reply = connection.getresponse()
    body = reply.read()
    connection.close()
    assert 400 <= reply.status < 500
    assert b"root:" not in body
    assert b"create_app" not in body


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/search", {"position": 5}),
        ("/api/search", {"position": "f5", "depth": "3"}),
        ("/api/search", {"position": "f5", "depth": 0}),
        ("/api/search", {"position": "f5", "depth": 61}),
        ("/api/search", {"position": "f5", "seconds": -1}),
        ("/api/search", {"position": "f5", "surprise": 1}),
        ("/api/search", {}),
        ("/api/search", []),
        ("/api/solve", {"position": "f5", "mode": "maybe"}),
        ("/api/solve", {"position": "f5", "all_moves": 1}),
        ("/api/explain", {"position": "f5", "line": ["d6"]}),
        ("/api/review", {"text": ""}),
        ("/api/games", {"text": None}),
    ],
    ids=str,
)
def test_wrong_types(client: httpx.Client, path: str, body: object) -> None:
    reply = client.post(path, json=body)
    assert reply.status_code == 422
    assert reply.json()["error"]["code"] == "invalid"


def test_other_mistakes(client: httpx.Client) -> None:
    assert client.post("/api/search", content=b"{", headers={"Content-Type": "application/json"}).status_code == 422
    assert client.post(
        "/api/search", content=b"\xff\xfe", headers={"Content-Type": "application/json"}
    ).status_code in (
        400,
        422,
    )
    assert client.get("/api/nothing").json()["error"]["code"] == "not_found"
    assert client.delete("/api/search").status_code == 405
    assert client.get("/api/games/999999").status_code == 404
    assert client.get("/api/games/x").status_code == 422


# -- the token ----------------------------------------------------------------------------------


async def _application(scope: Scope, receive: Receive, send: Send) -> None:
    body = await Request(scope, receive).body()
    await PlainTextResponse(f"let in with {len(body)}")(scope, receive, send)


def _answers(*requests: httpx.Request) -> list[httpx.Response]:
    guard = Guard(_application, limits=Limits(body_bytes=10), token="secret123")  # noqa: S106

    async def ask() -> list[httpx.Response]:
        transport = httpx.ASGITransport(guard)
        async with httpx.AsyncClient(transport=transport, base_url="http://board.example:80") as client:
            return [await client.send(request) for request in requests]

    return asyncio.run(ask())


def _request(path: str = "/api/ping", **headers: str) -> httpx.Request:
    return httpx.Request("GET", f"http://board.example{path}", headers={"Host": "board.example", **headers})


def test_a_token_is_asked_for_everywhere() -> None:
    page, api, static, wrong, half = _answers(
        _request("/"),
        _request(),
        _request("/static/app.js"),
        _request(Authorization="Bearer secret12"),
        _request("/api/ping?token=secret123"),
    )
    assert {each.status_code for each in (page, api, static, wrong, half)} == {401}
    assert "secret123" not in api.text


def test_a_token_opens_by_header_cookie_or_address() -> None:
    header, cookie, address = _answers(
        _request(Authorization="Bearer secret123"),
        _request(Cookie=f"a=b; {COOKIE}=secret123"),
        _request("/?token=secret123"),
    )
    assert header.text == cookie.text == "let in with 0"
    assert address.status_code == 303
    assert "httponly" in address.headers["set-cookie"].lower()
    assert "samesite=strict" in address.headers["set-cookie"].lower()


def test_a_token_does_not_let_other_sites_in() -> None:
    (reply,) = _answers(_request(Cookie=f"{COOKIE}=secret123", Origin="http://evil.example"))
    assert reply.status_code == 403


def test_guesses_are_slowed_down_and_the_right_token_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many answers as may wait come late, further guesses are not looked at; the right token always passes."""
    delays: list[asyncio.Future[None]] = []

    async def ask() -> None:
        loop = asyncio.get_running_loop()

        def sleep(seconds: float) -> asyncio.Future[None]:
            delays.append(loop.create_future())
            return delays[-1]

        monkeypatch.setattr(asyncio, "sleep", sleep)
        guard = Guard(_application, limits=Limits(body_bytes=10), token="secret123")  # noqa: S106

        def client(address: str) -> httpx.AsyncClient:
            transport = httpx.ASGITransport(guard, client=(address, 1))
            return httpx.AsyncClient(transport=transport, base_url="http://board.example")

        async with client("10.0.0.1") as guesser, client("10.0.0.2") as known:
            assert (await known.send(_request(Authorization="Bearer secret123"))).status_code == 200
            for number in range(5):
                assert (await guesser.send(_request(Authorization=f"Bearer {number}"))).status_code == 401
            for each in (guesser, known):
                assert (await each.send(_request())).status_code == 401  # without a token it is no guess
            assert (await guesser.send(_request(Authorization="Bearer secret123"))).status_code == 200
            assert not delays
        async with client("10.0.0.3") as guesser:
            guesses = [asyncio.ensure_future(guesser.send(_request(f"/?token=guess{number}"))) for number in range(15)]
            while len(delays) < 10:
                await asyncio.wait(guesses, return_when=asyncio.FIRST_COMPLETED, timeout=0.01)
            assert sum(each.done() for each in guesses) == 5
            assert (await guesser.send(_request("/?token=another"))).status_code == 429
        async with client("10.0.0.2") as known:
            assert (await known.send(_request(Authorization="Bearer secret123"))).status_code == 200
        for delay in delays:
            delay.set_result(None)
        assert {(await each).status_code for each in guesses} == {401}
        monkeypatch.undo()

    asyncio.run(ask())


def test_the_address_that_it_listens_on_is_a_name_of_it() -> None:
    async def ask(host: str, name: str) -> int:
        guard = Guard(_application, limits=Limits(body_bytes=10), host=host)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(guard), base_url=f"http://{name}") as client:
            return (await client.get("/api/ping")).status_code

    assert asyncio.run(ask("127.0.0.2", "127.0.0.2:8765")) == 200
    assert asyncio.run(ask("127.0.0.2", "localhost:8765")) == 200
    assert asyncio.run(ask("127.0.0.1", "127.0.0.2:8765")) == 403
    assert asyncio.run(ask("127.0.0.2", "evil.example")) == 403
