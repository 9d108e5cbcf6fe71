"""Renew docs/images/web: every screen of the page in Chromium, against a server of its own.

``.venv/bin/python -m tools.page_pictures [--to FOLDER] [NAME ...]``; without names all. Look at them afterwards.
With pngquant they are smaller.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from benchmarks.web.chromium import HOW_TO_GET_IT, find_chromium, launched
from benchmarks.web.server import server

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"
#: Tamenori - Murakami in style: a game of the WTHOR database with mistakes on both sides.
GAME = (
    "f5d6c3d3c4f4f6g5e6c5b6d7e7b4d2e2e3c6b5c7b3f3g6g4h5f8f7h4d8c1e8c8g7a4a3a6a5a2h3h8g8c2f1d1b2h7a7a1b7a8f2g1h1b8g2"
    "h2h6g3e1b1"
)
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
expect.set_options(timeout=30_000)


def opened(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_selector("body[data-ready]")


def thought(page: Page, depth: int = 14) -> None:
    """The engine has come so far that the picture is worth taking."""
    page.wait_for_function(
        """least => Number(/\\d+/.exec(document.querySelector(".facts")?.textContent ?? "")?.[0] ?? 0) >= least
            || /exact/.test(document.querySelector(".facts")?.textContent ?? "")""",
        arg=depth,
    )


def analysis(page: Page) -> None:
    opened(page, f"/#g={GAME}&v=0.19.e1,0.24.f7&p=20&b=Ada&w=Blaise")
    thought(page)


def dark(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    analysis(page)


def book(page: Page) -> None:
    opened(page, "/#g=f5d6c3d3c4&p=3")
    thought(page)
    page.click("#tab-book")
    expect(page.locator(".book-tab .numbers tr").first).to_be_visible()


def why(page: Page) -> None:
    opened(page, f"/#g={GAME}&p=18")
    thought(page)
    page.keyboard.press("x")
    expect(page.locator(".why-board svg")).to_have_count(2)


def notes(page: Page) -> None:
    """A comment, marks and an arrow, and what the other side could do."""
    opened(page, f"/#g={GAME}&p=20&b=Ada&w=Blaise")
    thought(page)
    page.keyboard.press("w")
    expect(page.locator(".other-value").first).to_be_visible()
    page.keyboard.press("k")
    for tool, square in (("Circle", "b3"), ("Triangle", "g6"), ("Cross", "b2"), ("Letter", "f2"), ("Letter", "g4")):
        page.click(f"[aria-label={tool}]")
        page.click(f"[data-square={square}]")
    page.click("[aria-label^=Arrow]")
    page.click("[data-square=c7]")
    page.click("[data-square=f7]")
    page.keyboard.press("t")
    page.keyboard.type("A and B are the moves to compare here.")
    page.wait_for_function("!/…/.test(document.querySelector('.other-side').textContent)")


def compare(page: Page) -> None:
    opened(page, f"/#g={GAME}&v=0.19.e1b3f3&p=22")
    page.keyboard.press("c")
    expect(page.locator(".compare-board svg")).to_have_count(2)


def play_options(page: Page) -> None:
    opened(page, "/play")
    expect(page.locator(".level-name")).to_contain_text("–")


def play(page: Page) -> None:
    opened(page, "/play")
    expect(page.locator(".level-name")).to_contain_text("–")
    page.locator("#level").fill("3")
    page.locator(".more-options").evaluate("details => { details.open = true; }")  # folded on phones
    page.select_option(".options .row select >> nth=0", "5")
    page.click("text=Start the game")
    for _ in range(6):
        expect(page.locator(".play-state")).to_have_text("Your move")
        page.locator(".cell.legal").last.click()
        expect(page.locator(".play-state")).to_have_text("Your move")


def review(page: Page) -> None:
    opened(page, f"/review#g={GAME}&p=0&b=Ada&w=Blaise")
    page.select_option("#effort", "quick")
    page.click("text=Review this game")
    expect(page.locator(".side-card")).to_have_count(2, timeout=300_000)
    page.locator(".mistake-show").first.click()
    page.locator("#panel").evaluate("panel => panel.scrollTo(0, 0)")
    page.evaluate("scrollTo(0, 0)")


def retry(page: Page) -> None:
    review(page)
    page.click("button:text-is('Try again')")
    expect(page.locator(".review-body")).to_be_hidden()


def report(page: Page) -> None:
    review(page)
    page.evaluate("window.print = () => {}")
    page.click("text=Print report")
    page.set_viewport_size({"width": 800, "height": 1100})
    page.emulate_media(media="print")


def library(page: Page) -> None:
    opened(page, "/library")
    page.set_input_files(".import input >> nth=0", [DATA / name for name in ("WTH_1977.wtb", "WTH.JOU", "WTH.TRN")])
    expect(page.locator(".toast")).to_contain_text("imported")
    page.locator(".toast button").click()
    page.locator(".stored .game").nth(2).click()


def settings(page: Page) -> None:
    analysis(page)
    page.keyboard.press("i")
    expect(page.locator("dialog [name=threads]")).to_be_visible()


def japanese(page: Page) -> None:
    page.add_init_script("localStorage.logistello = JSON.stringify({language: 'ja'})")
    analysis(page)


def phone_play(page: Page) -> None:
    play(page)


def phone_review(page: Page) -> None:
    review(page)


#: Screens by name, and the size of the window.
SCREENS: dict[str, tuple[Callable[[Page], None], dict[str, int]]] = {
    "analysis": (analysis, DESKTOP),
    "dark": (dark, DESKTOP),
    "book": (book, DESKTOP),
    "why": (why, DESKTOP),
    "notes": (notes, DESKTOP),
    "compare": (compare, DESKTOP),
    "new-game": (play_options, DESKTOP),
    "play": (play, DESKTOP),
    "review": (review, DESKTOP),
    "retry": (retry, DESKTOP),
    "report": (report, DESKTOP),
    "library": (library, DESKTOP),
    "settings": (settings, DESKTOP),
    "japanese": (japanese, DESKTOP),
    "phone": (analysis, PHONE),
    "phone-play": (phone_play, PHONE),
    "phone-review": (phone_review, PHONE),
    "phone-library": (library, PHONE),
}


def take(browser: Browser, address: str, name: str, folder: Path) -> None:
    screen, size = SCREENS[name]
    more: dict[str, Any] = {"is_mobile": True, "has_touch": True, "device_scale_factor": 2} if size is PHONE else {}
    context = browser.new_context(viewport=size, base_url=address, reduced_motion="reduce", **more)  # type: ignore[arg-type]
    page = context.new_page()
    screen(page)
    page.evaluate("document.activeElement?.blur()")
    file = folder / f"{name}.png"
    page.screenshot(path=file, full_page=name == "report")
    context.close()
    if (pngquant := shutil.which("pngquant")) is not None:  # a third of the size
        subprocess.run([pngquant, "--force", "--ext", ".png", "128", str(file)], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.page_pictures", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SCREENS))
    parser.add_argument("--to", type=Path, default=ROOT / "docs" / "images" / "web")
    arguments = parser.parse_args()
    names = arguments.names or list(SCREENS)
    arguments.to.mkdir(parents=True, exist_ok=True)
    with server() as address, sync_playwright() as playwright:
        path = find_chromium(playwright)
        if path is None:
            raise SystemExit(HOW_TO_GET_IT)
        browser = launched(playwright, path)
        for name in names:
            take(browser, address, name, arguments.to)
        browser.close()


if __name__ == "__main__":
    main()
