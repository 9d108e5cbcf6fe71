"""The page in a real browser, against a real server."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, expect, sync_playwright

from benchmarks.web import firefox
from benchmarks.web.chromium import HOW_TO_GET_IT, find_chromium, launched
from tests.web.page.serving import in_firefox, serving

#: Generous, as machines may be loaded; nothing waits so long when all is well.
TIMEOUT_MS = 120_000
expect.set_options(timeout=TIMEOUT_MS)
#: What Playwright does to a page, and not the page: it keeps workers away, and in Firefox tries to call eval.
OF_THE_DRIVER = re.compile("blocked by Playwright|blocked a JavaScript eval")


def chromium(playwright: Playwright) -> str:
    """Where the browser is; skips without it, or fails where one must be."""
    found = find_chromium(playwright)
    if found is not None:
        return found
    if os.environ.get("LOGISTELLO_NEED_BROWSER") == "1":
        pytest.fail(HOW_TO_GET_IT)
    pytest.skip(HOW_TO_GET_IT)


# Of this folder and not of the session: while Playwright runs, no other test of this process could start an event loop.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium, or Firefox with LOGISTELLO_BROWSER=firefox."""
    if in_firefox():
        yield from run_firefox(playwright)
        return
    started = launched(playwright, chromium(playwright))
    yield started
    started.close()


def run_firefox(playwright: Playwright) -> Iterator[Browser]:
    """Skips without it."""
    path = firefox.find_firefox()
    if path is None:
        pytest.skip(firefox.HOW_TO_GET_IT)
    with firefox.launched_firefox(playwright, path) as started:
        yield started


@pytest.fixture(scope="package")
def started_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of ``logistello web``."""
    library = tmp_path_factory.mktemp("library") / "games.sqlite"
    with serving(library, "--engines", "2", "--hash-mb", "16") as address:
        yield address


@pytest.fixture(scope="module")
def server(started_server: str) -> str:
    """The same with an empty library, so that no test finds the games of another file."""
    with httpx.Client(base_url=started_server) as client:
        while games := client.get("/api/games", params={"limit": 200}).json()["games"]:
            for game in games:
                client.delete(f"/api/games/{game['id']}").raise_for_status()
    return started_server


@pytest.fixture
def page(browser: Browser, server: str) -> Iterator[Page]:
    """A fresh page, not yet anywhere. At the end the console must be empty of errors."""
    yield from _page(browser, server, {"width": 1280, "height": 800})


@pytest.fixture
def phone(browser: Browser, server: str) -> Iterator[Page]:
    yield from _page(browser, server, {"width": 375, "height": 740}, has_touch=True, is_mobile=True)


def _page(browser: Browser, server: str, viewport: dict[str, int], **more: bool) -> Iterator[Page]:
    # A worker would fetch the whole page once more for every test; test_installed_page.py has one.
    context = browser.new_context(viewport=viewport, base_url=server, service_workers="block", **more)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MS)
    problems: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        refused = message.location.get("url", "").endswith("/api/position") and "400" in message.text
        if message.type in ("error", "warning") and not refused and not OF_THE_DRIVER.search(message.text):
            problems.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    context.close()
    assert problems == []


@pytest.fixture
def static() -> Path:
    """The folder of the page's files."""
    import logistello.web

    return Path(logistello.web.__file__).parent / "static"
