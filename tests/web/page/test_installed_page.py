"""The page as an application: what it needs to be installed, and what it can do while its server is away."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, expect

from tests.web.page.conftest import TIMEOUT_MS
from tests.web.page.driving import at_move, paste, plays, ready, reload, told
from tests.web.page.serving import serving

SMALL = ("--no-book", "--engines", "1", "--hash-mb", "4")


def offline_badge(page: Page, *, away: bool) -> None:
    expect(page.locator(".away")).to_be_visible(visible=away)


def test_without_its_server_the_page_still_shows_and_edits_games(browser: Browser, tmp_path: Path) -> None:
    library = tmp_path / "games.sqlite"
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MS)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    with serving(library, *SMALL) as address:
        ready(page, f"{address}/#g=f5d6c3d3c4&v=0.1.f6e6")
        page.evaluate("navigator.serviceWorker.ready")
        page.wait_for_function("caches.keys().then((names) => names.length === 1)")
        kept = page.evaluate(
            "caches.keys().then(([name]) => caches.open(name)).then((cache) => cache.keys())"
            ".then((all) => all.map((each) => new URL(each.url).pathname))"
        )
        assert {"/", "/static/js/offline_rules.js"} <= set(kept)
        assert not [path for path in kept if path.startswith("/api")]
        page.locator("[data-square=b2]").click(button="right")
        expect(page.locator(".drawn-mark")).to_have_count(1)
        offline_badge(page, away=False)
    # The server is gone: a sign, and moves go on.
    offline_badge(page, away=True)
    page.keyboard.press("End")
    plays(page, "f4")
    expect(page).to_have_url(re.compile("f4"))
    # So they do after a reload, with the variation and the mark.
    reload(page)
    offline_badge(page, away=True)
    at_move(page, 6)
    expect(page.locator(".variation")).to_have_count(1)
    assert page.evaluate("window.toasts") == []
    plays(page, "f6")
    page.keyboard.press("ArrowLeft")
    plays(page, "c5")
    expect(page.locator(".variation")).to_have_count(2)
    page.keyboard.press("Home")
    expect(page.locator(".drawn-mark")).to_have_count(1)
    paste(page, "f5f6e6f4")
    at_move(page, 4)
    paste(page, "what about this?")
    told(page, "moves and boards only")
    # Two people can play.
    page.keyboard.press("n")
    at_move(page, 0)
    plays(page, "f5", "d6", "c3")
    expect(page).to_have_url(re.compile("g=f5d6c3"))
    with serving(library, *SMALL, port=address.rsplit(":", 1)[1]):
        # All of it is back, by itself; the game stays.
        offline_badge(page, away=False)
        page.wait_for_selector("body[data-ready]:not(.is-away)")
        at_move(page, 3)
        page.keyboard.press(" ")
        expect(page.locator(".lines li").first).to_be_visible()
        page.keyboard.press("p")
        expect(page.locator(".level-name")).not_to_be_empty()
    context.close()
    # Firefox calls it an error of the page that nobody answers.
    assert [error for error in errors if "establish a connection" not in error] == []


def test_what_an_installation_needs(server: str, static: Path) -> None:
    with httpx.Client(base_url=server) as client:
        reply = client.get("/static/manifest.webmanifest")
        assert reply.headers["content-type"] == "application/manifest+json"
        manifest = reply.json()
        for icon in manifest["icons"]:
            content = client.get(icon["src"]).content
            if icon["type"] == "image/png":
                size = "x".join(map(str, struct.unpack(">II", content[16:24])))
                assert (content[:8], size) == (b"\x89PNG\r\n\x1a\n", icon["sizes"])
        for path in (manifest["start_url"], *(each["url"] for each in manifest["shortcuts"])):
            assert client.get(path).status_code == 200
        worker = client.get("/service-worker.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert worker.headers["cache-control"] == "no-cache"
        files = json.loads(re.search(r"FILES = (\[.*\])", worker.text)[1])  # type: ignore[index]
        scripts = {f"/static/{path.relative_to(static).as_posix()}" for path in static.rglob("*.js")}
        assert scripts - set(files) == {"/static/service_worker.js"}
        assert all(client.get(path).status_code == 200 for path in files)
