"""For everybody: axe finds nothing on any screen, whatever is drawn stands out, and a game can be played by ear."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.web.page.conftest import TIMEOUT_MS
from tests.web.page.driving import GAME, closed, ready
from tests.web.page.test_board_in_view import LEAST_CONTRAST, WHITE_IS_STUCK, contrast
from tests.web.page.test_review_page import reviewed

ColorScheme = Literal["light", "dark"]

FELT = ("--felt-light", "--felt-deep")
CARD = ("--card",)
WHITE_DISC = (".light-light", ".light-deep")
BLACK_DISC = (".dark-light", ".dark-deep")
#: What axe cannot judge: what is drawn, its property, and what lies behind it (variables, or stops of a gradient).
DRAWN: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (".legal .hint", "stroke", FELT),
    (".lines", "stroke", FELT),
    (".dot", "fill", FELT),
    (".edges text", "fill", ("--frame",)),
    (".value", "fill", FELT),
    (".note", "fill", FELT),
    (".mark", "stroke", FELT),
    (".cursor", "stroke", FELT),
    (".dark-deep", "stop-color", FELT),
    (".light-deep", "stop-color", FELT),
    (".last", "fill", WHITE_DISC),
    (".last", "stroke", BLACK_DISC),
    (".arrow path", "stroke", FELT),
    (".arrow .edge", "stroke", FELT),
    (".arrow.best .outline", "stroke", ("white",)),
    (".arrow.played .outline", "stroke", ("white",)),
    (".graph .course", "stroke", CARD),
    (".graph .here", "stroke", CARD),
    (".graph .grip", "fill", CARD),
    (".graph .zero", "stroke", CARD),
    (".graph .axis", "fill", CARD),
    (".slip.blunder", "fill", CARD),
    (".slip.mistake", "fill", CARD),
    ("select", "border-top-color", CARD),
)
#: Of the colours of the theme, wherever they are used.
COLORS = (
    "--accent",
    "--quiet",
    "--edge",
    "--focus",
    "--gold",
    "--warm",
    "--cold",
    "--slip",
    "--waste",
    "--wrong",
    "--bad",
)

LOOK = """([drawn, colors]) => {
    const root = getComputedStyle(document.documentElement);
    const probe = document.body.appendChild(document.createElement("i"));
    const plain = (name) => {
        if (name.startsWith(".")) return getComputedStyle(document.querySelector(name)).stopColor;
        probe.style.color = name.startsWith("--") ? root.getPropertyValue(name) : name;
        return getComputedStyle(probe).color;
    };
    const found = drawn.map(([selector, property, behind]) => {
        const element = document.querySelector(selector);
        return [selector, element && getComputedStyle(element).getPropertyValue(property), behind.map(plain)];
    });
    for (const name of colors) found.push([name, plain(name), [plain("--card")]]);
    probe.remove();
    return found;
}"""


def analysing(page: Page) -> Iterator[str]:
    """Each of these shows one thing after the other, and gives the part of the page that was not there before."""
    ready(page, f"/#g={GAME}&v=0.19.e1&p=20")
    expect(page.locator(".course")).to_have_count(1)
    yield "html"
    for key in ("o", "m", "?", "i"):
        page.keyboard.press(key)
        expect(page.locator("dialog")).to_be_visible()
        yield "dialog"
        page.keyboard.press("Escape")
        closed(page)
    page.keyboard.press("Home")
    page.click("#tab-book")
    expect(page.locator(".book-tab tbody tr").first).to_be_visible()
    yield "#panel"
    page.keyboard.press("e")
    expect(page.locator(".setup-bar")).to_be_visible()
    yield "#steps"


def asking_why(page: Page) -> Iterator[str]:
    ready(page, f"/#g={GAME}&p=52", thinking=True)
    expect(page.locator(".facts").first).to_contain_text("exact")
    page.keyboard.press("x")
    expect(page.locator(".why-board svg")).to_have_count(2)
    yield "#panel"


def playing(page: Page) -> Iterator[str]:
    ready(page, "/play")
    expect(page.locator(".level-name")).not_to_be_empty()
    yield "html"
    page.locator("#level").fill("0")
    page.click("text=Start the game")
    expect(page.locator(".play-state")).to_have_text("Your move")
    page.locator(".cell.legal").first.click()
    expect(page.locator(".move")).to_have_count(2)
    expect(page.locator(".play-state")).to_have_text("Your move")
    yield "#panel"


def reviewing(page: Page) -> Iterator[str]:
    reviewed(page, f"/review#g={GAME[:44]}&b=Ada&w=Blaise")
    page.locator(".mistake-show").first.click()
    expect(page.locator(".arrow.best")).to_have_count(1)
    expect(page.locator(".mistake-card .reasons li").first).to_be_visible()
    yield "html"


def looking_for_games(page: Page) -> Iterator[str]:
    for number in range(3):
        assert page.request.post("/api/games", data={"text": GAME[: 8 + 2 * number], "black": "Ann"}).ok
    ready(page, "/library")
    expect(page.locator(".stored").first).to_be_visible()
    yield "html"


SCREENS: tuple[Callable[[Page], Iterator[str]], ...] = (analysing, asking_why, playing, reviewing, looking_for_games)
DESKTOP, PHONE = (1280, 800), (390, 844)
#: What axe reports, and of what: of its rules only contrast depends on the colours.
ALL_RULES = {"resultTypes": ["violations"]}
CONTRAST = {**ALL_RULES, "runOnly": ["color-contrast"]}
LOOKS: tuple[tuple[tuple[int, int], ColorScheme, dict[str, Any]], ...] = (
    (DESKTOP, "light", ALL_RULES),
    (DESKTOP, "dark", CONTRAST),
    (PHONE, "dark", ALL_RULES),
    (PHONE, "light", CONTRAST),
)


def found_by_axe(page: Page, part: str, options: dict[str, Any]) -> list[str]:
    page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))")
    look = "async ([part, options]) => (await axe.run(document.querySelector(part), options)).violations"
    found = page.evaluate(look, [part, options])
    return [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary'][:300]}" for rule in found for node in rule["nodes"]
    ]


@pytest.mark.parametrize("screens", SCREENS)
def test_axe_finds_nothing(browser: Browser, server: str, screens: Callable[[Page], Iterator[str]]) -> None:
    context = browser.new_context(base_url=server, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MS)
    problems = {}
    for number, part in enumerate(screens(page)):
        if number == 0:
            page.evaluate(Axe().axe_script)
        for (width, height), scheme, options in LOOKS:
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme)
            if found := found_by_axe(page, part, options):
                problems[number, width, scheme] = found
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        if screens is reviewing:
            check_what_is_drawn(page)
    context.close()
    assert problems == {}


def check_what_is_drawn(page: Page) -> None:
    page.locator("[data-square=a1]").evaluate("cell => cell.classList.add('marked')")
    schemes: tuple[ColorScheme, ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        weak = []
        for name, color, behind in page.evaluate(LOOK, [DRAWN, COLORS]):
            assert color, f"{name} is not there to be looked at"
            if min(contrast(color, each) for each in behind) < LEAST_CONTRAST:
                weak.append((name, color, behind))
        assert weak == [], scheme


def heard(page: Page) -> str:
    """What a screen reader says of the element that has the focus."""
    return page.locator(":focus").aria_snapshot()


def tab_to(page: Page, words: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if re.search(words, heard(page)):
            return
    raise AssertionError(f"{words} cannot be reached with Tab; the last was {heard(page)}")


def legal_squares(page: Page) -> list[str]:
    return re.findall(r'gridcell "(\w\d), empty, legal move', page.get_by_role("grid", name="Board").aria_snapshot())


def walk_to(page: Page, square: str) -> None:
    """With the arrows, listening to where one is."""
    for _ in range(16):
        name = re.findall(r'gridcell "(\w)(\d)', heard(page))[0]
        if name == (square[0], square[1]):
            return
        across = "ArrowRight" if name[0] < square[0] else "ArrowLeft"
        along = "ArrowDown" if name[1] < square[1] else "ArrowUp"
        page.keyboard.press(across if name[0] != square[0] else along)
    raise AssertionError(f"no way to {square}; the last was {heard(page)}")


def test_a_game_by_keyboard_and_ear_alone(page: Page) -> None:
    """To its end, over a pass; only names, roles and live regions are read."""
    ready(page, f"/play#s={WHITE_IS_STUCK}")
    expect(page.locator(".level-name")).not_to_be_empty()
    tab_to(page, 'slider "Level"')
    page.keyboard.press("Home")
    tab_to(page, 'combobox "Start from"')
    page.keyboard.press("ArrowDown")
    expect(page.locator(":focus")).to_have_accessible_name("Start from")
    expect(page.locator(":focus")).to_match_aria_snapshot(
        '- combobox "Start from":\n  - option "This position (move 1)" [selected]'
    )
    tab_to(page, 'button "The rules')
    for _ in range(20):
        page.keyboard.press("Shift+Tab")
        if 'button "Start the game"' in heard(page):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("gridcell").and_(page.locator(":focus"))).to_have_count(1)
    said = page.get_by_role("status").and_(page.locator("#announce"))
    first = True
    for _ in range(10):
        legal = legal_squares(page)
        walk_to(page, "f8" if first else legal[0])
        before = said.inner_text()
        page.keyboard.press("Enter")
        expect(said).not_to_have_text(before)
        # What was played, and who is to move; or how it ended.
        expect(said).to_have_text(re.compile(r"Black to move|You (won|lost)"))
        if first:
            expect(said).to_have_text(re.compile("White Pass"))
            first = False
        if not re.search("to move", said.inner_text()):
            break
    expect(said).to_have_text(re.compile(r"Black \w\d. You (won|lost) \d+ – \d+"))
