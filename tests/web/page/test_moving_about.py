"""Keys, wheel, titles, and what a page should not have."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.page.driving import GAME, at_move, mode, paste, ready, told


def test_arrows_and_wheel_always_lead_through_the_game(page: Page) -> None:
    ready(page, f"/#g={GAME[:24]}&p=12")
    at_move(page, 12)
    # A tab that was clicked keeps the focus, but not the arrows.
    page.click("#tab-book")
    page.keyboard.press("ArrowLeft")
    at_move(page, 11)
    expect(page.locator("#tab-book")).to_have_attribute("aria-selected", "true")
    # Tab and Enter go through the tabs.
    page.keyboard.press("Tab")
    expect(page.locator("#tab-database")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#tab-database")).to_have_attribute("aria-selected", "true")
    # A choice that was made with the mouse neither.
    mode(page, "p")
    page.click(".segments label >> nth=1")
    page.keyboard.press("ArrowLeft")
    at_move(page, 10)
    # In a text the arrows belong to the text.
    mode(page, "l")
    page.locator(".filters input").first.focus()
    page.keyboard.press("ArrowLeft")
    at_move(page, 10)
    page.locator(".filters input").first.blur()

    page.hover("#board")
    page.mouse.wheel(0, -100)
    at_move(page, 9)
    page.mouse.wheel(0, 100)
    at_move(page, 10)
    # A touch pad sends many small steps.
    for _ in range(10):
        page.mouse.wheel(0, 10)
    at_move(page, 11)


def test_one_tab_stop_at_the_board_and_a_title_that_tells_the_game(page: Page) -> None:
    ready(page)
    expect(page).to_have_title("Analyse – Logistello")
    page.keyboard.press("b")
    page.keyboard.press("ArrowRight")
    page.evaluate("document.querySelector('[data-square=e6]').focus()")
    expect(page.locator("#board [tabindex='0'], svg#board[tabindex='0']")).to_have_count(1)
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#tools :focus")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(page.locator("[data-square=e6]")).to_be_focused()
    page.keyboard.press("Escape")
    paste(
        page,
        "(;GM[Othello]PB[Ann]PW[Bob]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
        "B[f5]W[d6]B[c3];)",
    )
    at_move(page, 3)
    expect(page).to_have_title("Ann – Bob, move 3 · Analyse – Logistello")
    paste(page, "f5d6c3d3c4")
    expect(page).to_have_title("Tiger, move 5 · Analyse – Logistello")
    page.keyboard.press("r")
    expect(page).to_have_title("Tiger, move 5 · Review – Logistello")
    expect(page.locator("h1").filter(visible=True)).to_have_count(1)


def test_nothing_is_too_wide_or_too_high(page: Page) -> None:
    ready(page, f"/#g={GAME}")
    for width, height in ((1024, 700), (1280, 800), (1440, 900), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        for key in "aprl":
            mode(page, key)
            size = page.evaluate(
                "[document.documentElement.scrollWidth, document.documentElement.scrollHeight, innerWidth, innerHeight]"
            )
            assert size[:2] == size[2:], f"{width} x {height} {key}"
    # Numbers stay with their moves: each is on the line of the move after it.
    for width in range(900, 1000, 20):
        page.set_viewport_size({"width": width, "height": 700})
        stranded = page.evaluate(
            """() => [...document.querySelectorAll(".moves .number")].filter((number) => {
                const [a, b] = [number, number.nextElementSibling].map((each) => each.getBoundingClientRect());
                return a.bottom <= b.top;
            }).length"""
        )
        assert stranded == 0


def test_an_address_that_cannot_be_read_gives_way_to_the_game_shown(page: Page) -> None:
    ready(page, "/#g=f5d6c3&p=2")
    at_move(page, 2)
    page.evaluate("location.hash = '#g=zz'")
    told(page, "zz")
    expect(page).to_have_url(re.compile(r"#g=f5d6c3&p=2$"))
    at_move(page, 2)
