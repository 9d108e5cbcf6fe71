"""The JavaScript of the board in Chromium, without Jupyter: anywidget's interface is small enough to stand in for.

The other side is the real widget: what the browser sends is handed to it, and what it has to show is handed back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

from benchmarks.web.chromium import launched
from logistello import Engine, Limit
from logistello.notebook import BoardWidget
from logistello.notebook.front_end import widget_module
from tests.web.page.conftest import chromium

ADDRESS = "http://notebook.test/"
#: As anywidget gives it to ``render``: values by name, listeners by "change:name", messages to Python.
LOAD = """async ([source, state]) => {
  const listeners = new Map();
  window.sent = [];
  window.model = {
    get: (name) => state[name],
    on: (name, listener) => listeners.set(listener, name),
    off: (name, listener) => listeners.delete(listener),
    send: (message) => sent.push(message),
  };
  window.tell = (changes) => {
    Object.assign(state, changes);
    for (const [listener, name] of [...listeners]) if (name.slice(7) in changes) listener();
  };
  window.heard = () => listeners.size;
  const module = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  window.cleanUp = await module.default.render({ model, el: document.querySelector("main") });
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = launched(playwright, chromium(playwright))
        yield started
        started.close()


class Notebook:
    """A page with one board, and the widget behind it."""

    def __init__(self, browser: Browser, board: BoardWidget, **options: Any) -> None:
        self.board = board
        self.page: Page = browser.new_page(**options)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        html = "<!doctype html><html lang=en><title>A notebook</title><body><main></main></body></html>"
        self.page.route(ADDRESS, lambda route: route.fulfill(body=html, content_type="text/html"))
        self.page.goto(ADDRESS)
        self.page.evaluate(LOAD, [widget_module(), self.state()])

    def state(self) -> dict[str, Any]:
        return {name: getattr(self.board, name) for name in ("_shown", "_values", "trouble", "size")}

    def exchange(self) -> None:
        """What Jupyter does: messages to Python, changes to the browser."""
        for message in self.page.evaluate("sent.splice(0)"):
            self.board._handle_custom_msg(message, [])
        self.page.evaluate("changes => tell(changes)", self.state())

    def square(self, name: str) -> Any:
        return self.page.locator(f'[data-square="{name}"]')

    def close(self) -> None:
        self.board.close()
        self.page.close()
        assert self.errors == []


@pytest.fixture
def notebook(browser: Browser) -> Iterator[Notebook]:
    made = Notebook(browser, BoardWidget(size=400), locale="en-GB")
    yield made
    made.close()


def test_moves_are_clicked_and_taken_back(notebook: Notebook) -> None:
    page = notebook.page
    assert page.locator(".legal").count() == 4
    expect(page.get_by_role("status")).to_have_text("Move 1 · Black to move")
    notebook.square("a1").click()
    assert page.evaluate("sent") == [], "not legal"
    notebook.square("f5").click()
    notebook.square("f5").click()  # before Python has answered
    notebook.exchange()
    assert notebook.board.game.transcript() == "f5"
    expect(page.get_by_role("status")).to_have_text("Move 2 · White to move")
    expect(notebook.square("f5").locator(".disc")).to_have_class("disc black")
    assert notebook.square("f5").get_attribute("aria-label") == "f5, Black, last move"
    page.get_by_role("button", name="Take back").click()
    notebook.exchange()
    assert notebook.board.game.transcript() == ""
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    page.get_by_role("button", name="One move on").click()
    notebook.exchange()
    assert notebook.board.game.transcript() == "f5"


def test_a_game_by_keyboard(notebook: Notebook) -> None:
    page = notebook.page
    page.keyboard.press("Tab")  # to the one square of the board that it stops at
    for key in ("ArrowDown",) * 4 + ("ArrowRight",) * 5:
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    notebook.exchange()
    assert notebook.board.game.transcript() == "f5"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # take back
    notebook.exchange()
    assert notebook.board.game.transcript() == ""
    # The button is disabled now; the focus is on the board and not lost.
    assert page.evaluate("document.querySelector('main > div').shadowRoot.activeElement?.dataset.square") == "f5"


def test_values_of_a_real_engine_are_on_the_squares(browser: Browser) -> None:
    with Engine(hash_mb=4) as engine:
        notebook = Notebook(browser, BoardWidget("f5d6", engine=engine, limit=Limit(depth=4)))
        while notebook.board.thinking:
            notebook.page.wait_for_timeout(10)
        notebook.exchange()
        for info in notebook.board.values:
            text = f"{info.score:+.1f}".replace("-", "−")
            assert notebook.square(str(info.move)).locator(".value").text_content() == text
        best = notebook.square(str(notebook.board.values[0].move))
        assert best.get_attribute("data-kind") == "best"
        assert "depth 4" in (best.get_attribute("aria-label") or "")
        # Values of another position are not shown, however late they come.
        old = notebook.board._values
        notebook.board.engine = None
        notebook.board.play("c3")
        notebook.exchange()
        notebook.page.evaluate("old => tell({ _values: old })", old)
        assert set(notebook.page.locator(".value").all_text_contents()) == {""}
        notebook.close()


def test_trouble_is_told_and_the_view_leaves_nothing_behind(notebook: Notebook) -> None:
    notebook.board.trouble = "the engine is closed"
    notebook.exchange()
    expect(notebook.page.get_by_role("alert")).to_have_text("the engine is closed")
    assert notebook.page.evaluate("heard()") == 4
    notebook.page.evaluate("cleanUp()")
    assert notebook.page.evaluate("heard()") == 0


def test_axe_finds_nothing(notebook: Notebook) -> None:
    notebook.page.evaluate(Axe().axe_script)
    rules = {"rules": {"page-has-heading-one": {"enabled": False}}}  # the notebook's
    found = notebook.page.evaluate("async (rules) => (await axe.run(document, rules)).violations", rules)
    assert [each["id"] for each in found] == []


def test_in_the_language_of_the_browser(browser: Browser) -> None:
    notebook = Notebook(browser, BoardWidget(), locale="de-DE")
    assert notebook.square("d4").get_attribute("aria-label") == "d4, Weiß"
    notebook.close()
