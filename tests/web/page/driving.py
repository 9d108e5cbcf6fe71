"""What people do with the page, in words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from playwright.sync_api import Error, Locator, Page, Route, expect

from tests.web.page.serving import in_firefox

#: A game of the WTHOR database, 60 moves.
GAME = (
    "f5d6c3d3c4f4f6g5e6c5b6d7e7b4d2e2e3c6b5c7b3f3g6g4h5f8f7h4d8c1e8c8g7a4a3a6a5a2h3h8g8c2f1d1b2h7a7a1b7a8f2g1h1b8g2"
    "h2h6g3e1b1"
)


#: Messages vanish after a while: all that were ever shown are kept.
KEEP_TOASTS = """
    window.toasts = [];
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
            for (const node of addedNodes)
                if (node.classList?.contains("toast")) window.toasts.push(node.textContent);
    }).observe(document, { childList: true, subtree: true });
"""


def ready(page: Page, path: str = "/", *, thinking: bool = False, depth: int = 0, language: str = "") -> Page:
    """Opens the page, for somebody who knows it. The engine rests unless values are wanted, so that tests beside this
    one get the machine; with a depth it ends there.
    """
    chosen = {"thinking": thinking, "landing": "analysis", "depths": True, "depth": depth, "language": language}
    known = json.dumps(chosen)
    # Not where a page without an address comes first, as in Firefox: it has no storage.
    page.add_init_script(f"if (location.host) localStorage.logistello ??= JSON.stringify({known})")
    page.add_init_script(KEEP_TOASTS)
    page.goto(path)
    is_ready(page)
    return page


def is_ready(page: Page) -> None:
    """The game of the address is on the board, with its variations and notes."""
    page.wait_for_selector("body[data-ready]")


def reload(page: Page) -> None:
    page.reload()
    is_ready(page)


def told(page: Page, words: str) -> None:
    """The page has said it, in a message that may be gone by now."""
    page.wait_for_function("words => window.toasts.some((text) => text.includes(words))", arg=words)


def mode(page: Page, key: str) -> None:
    """Another mode by its key; some come over the network, and ask the server for more."""
    page.keyboard.press(key)
    sign = {"a": ".tabs", "p": ".level-name:not(:empty)", "r": ".review", "l": ".library-head .facts:not(:empty)"}[key]
    expect(page.locator(f"#panel {sign}").first).to_be_visible()


def tap(target: Locator) -> None:
    """With a finger, where the browser can be told so."""
    target.click() if in_firefox() else target.tap()


@contextmanager
def held_back(page: Page, path: str, words: str = "") -> Iterator[None]:
    """The server gets questions, only those with certain words in them, not before the end."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if words in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    page.route(f"**{path}", hold)
    yield
    page.unroute(f"**{path}")
    for route in held:
        with suppress(Error):  # the page has changed its mind meanwhile
            route.continue_()


def closed(page: Page) -> None:
    """No dialog is open: keys and clicks reach the page."""
    expect(page.locator("dialog[open]")).to_have_count(0)


def paste(page: Page, text: str) -> None:
    """Ctrl-V, without the clipboard of the machine."""
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            const event = new ClipboardEvent("paste", {clipboardData: data, bubbles: true});
            // Firefox hides what a page puts into an event of its own.
            if (!event.clipboardData.types.length) Object.defineProperty(event, "clipboardData", {value: data});
            document.body.dispatchEvent(event);
        }""",
        text,
    )


def drop(page: Page, name: str, text: str) -> None:
    """A file let fall on the page."""
    page.evaluate(
        """([name, text]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name));
            document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
        }""",
        [name, text],
    )


def plays(page: Page, *squares: str) -> None:
    for square in squares:
        page.click(f"[data-square={square}].legal")
        expect(page.locator(".is-last")).to_have_attribute("data-square", square)


def has_discs(page: Page, number: int) -> None:
    expect(page.locator(".disc:not(.none)")).to_have_count(number)


def has_no_values(page: Page) -> None:
    """Nothing that the engine knows stands on the board; it is drawn with the next frame."""
    expect(page.locator(".value, .note").filter(has_text=re.compile(r"\S"))).to_have_count(0)


def is_stored(page: Page) -> None:
    """The game that is played is in the library: it gets there after the move, in the background."""
    page.wait_for_function("() => sessionStorage.getItem('logistello.unsent') === null")


def at_move(page: Page, number: int) -> None:
    """The board stands after so many moves (of a game without passes so far)."""
    expect(page.locator(".status")).to_contain_text(f"Move {number + 1} ")
