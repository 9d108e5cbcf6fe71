"""The page in Chromium: first paint, size, values after a move, frames while discs flip."""

from __future__ import annotations

import statistics
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.measure import Missing, Record
from benchmarks.web.chromium import HOW_TO_GET_IT, find_chromium, launched
from benchmarks.web.tabs import summary

VIEWPORT: Any = {"width": 1280, "height": 800}
#: A game of the WTHOR database; steps through it flip many discs.
GAME = "f5d6c3d3c4f4f6g5e6c5b6d7e7b4d2e2e3c6b5c7b3f3g6g4h5f8f7h4d8c1e8c8"
_TIMEOUT_MS = 60_000

PAINT = """() => new Promise(resolve => {
    const look = () => {
        const [paint] = performance.getEntriesByName("first-contentful-paint");
        paint && document.body.dataset.ready ? resolve(paint.startTime / 1000) : setTimeout(look, 5);
    };
    look();
})"""
#: Bytes over the wire, headers included; tables of words apart.
SIZE = """() => {
    const sent = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .filter(each => !each.name.includes("/api/"));
    const [words, page] = [true, false].map(wanted =>
        sent.filter(each => each.name.includes("/languages/") === wanted));
    const bytes = all => all.reduce((sum, each) => sum + each.transferSize, 0);
    return {bytes: bytes(page), files: page.length, words: bytes(words)};
}"""
#: From the click to numbers on all legal squares of the next position, in seconds.
VALUES = """patience => new Promise((resolve, reject) => {
    const choices = [...document.querySelectorAll(".cell.legal")];
    const chosen = choices[Math.floor(choices.length / 2)];
    const square = chosen.dataset.square;
    const begun = performance.now();
    chosen.dispatchEvent(new MouseEvent("click", {bubbles: true}));
    const look = () => {
        const there = document.querySelector(`[data-square=${square}]`).classList.contains("is-last");
        const legal = [...document.querySelectorAll(".cell.legal .value")];
        const passed = performance.now() - begun;
        if (there && legal.length && legal.every(each => /\\d/.test(each.textContent))) resolve(passed / 1000);
        else if (passed > patience) reject(new Error(`no values after a move to ${square}`));
        else requestAnimationFrame(look);
    };
    look();
})"""
#: Seconds between two frames, of those frames in which something moves.
FRAMES = """async moves => {
    const frames = [];
    let before = null;
    let on = true;
    const tick = now => {
        const moving = document.getAnimations().some(each => each.playState === "running");
        if (before !== null && moving) frames.push((now - before) / 1000);
        before = moving ? now : null;
        if (on) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    for (let move = 0; move < moves; move += 1) {
        document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
        await new Promise(resolve => setTimeout(resolve, 600));
    }
    on = false;
    return frames;
}"""


def opened(browser: Browser, address: str, path: str = "", *, thinking: bool) -> Page:
    """A page with nothing in its cache."""
    page = browser.new_context(viewport=VIEWPORT, base_url=address).new_page()
    page.set_default_timeout(_TIMEOUT_MS)
    page.add_init_script(f"localStorage.logistello ??= JSON.stringify({{thinking: {str(thinking).lower()}}})")
    page.goto(path or "/")
    page.wait_for_selector("body[data-ready]")
    return page


def first_paint(browser: Browser, address: str, rounds: int) -> Record:
    paints, sizes = [], []
    for _ in range(rounds):
        page = opened(browser, address, thinking=False)
        paints.append(float(page.evaluate(PAINT)))
        sizes.append(page.evaluate(SIZE))
        page.context.close()
    last = sizes[-1]
    return {
        "first_paint": summary(paints),
        "page_bytes": last["bytes"],
        "page_files": last["files"],
        "language_bytes": last["words"],
    }


def values_after_moves(browser: Browser, address: str, moves: int) -> Record:
    page = opened(browser, address, "/analysis", thinking=True)
    found = [float(page.evaluate(VALUES, _TIMEOUT_MS)) for _ in range(moves)]
    page.context.close()
    return summary(found)


def flipping(browser: Browser, address: str, moves: int, *, thinking: bool) -> Record:
    page = opened(browser, address, f"/#g={GAME}&p=12", thinking=thinking)
    frames = [float(each) for each in page.evaluate(FRAMES, moves)]
    page.context.close()
    if not frames:
        raise Missing("nothing moved while discs flipped")
    return {
        "frames_per_second": round(len(frames) / sum(frames), 1),
        "median_frame": round(statistics.median(frames), 4),
        "worst_frame": round(max(frames), 4),
        "late_frames": round(sum(frame > 1.5 / 60 for frame in frames) / len(frames), 4),
        "frames": len(frames),
    }


def measure(address: str, rounds: int) -> Record:
    with sync_playwright() as playwright:
        path = find_chromium(playwright)
        if path is None:
            raise Missing(f"{HOW_TO_GET_IT}; or --no-browser")
        browser = launched(playwright, path)
        opened(browser, address, thinking=False).context.close()  # the server and the browser warm up
        found = {
            **first_paint(browser, address, rounds),
            "values_after_a_move": values_after_moves(browser, address, 2 * rounds),
            "flipping": flipping(browser, address, 2 * rounds, thinking=False),
            "flipping_while_thinking": flipping(browser, address, 2 * rounds, thinking=True),
        }
        browser.close()
    return found
