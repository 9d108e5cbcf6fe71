"""With the keyboard alone, on a phone, in the dark."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.page.driving import GAME, at_move, closed, ready, reload, tap


def test_the_keyboard_alone_suffices(page: Page) -> None:
    ready(page, thinking=True)
    press = page.keyboard.press
    press("b")
    for key in ("ArrowRight",) * 5 + ("ArrowDown",) * 4 + ("Enter",):  # a1 to f5
        press(key)
    at_move(page, 1)
    expect(page.locator("[data-square=f5]")).to_be_focused()
    press("Escape")
    expect(page.locator(".lines li").first).to_be_visible()
    press("1")
    at_move(page, 2)
    press("ArrowLeft")
    at_move(page, 1)
    press("Home")
    at_move(page, 0)
    press("End")
    at_move(page, 2)
    press("?")
    expect(page.locator("dialog .key-row").first).to_be_visible()
    press("Escape")
    closed(page)
    press("p")
    expect(page.locator(".modes [aria-current]")).to_have_text("Play")
    press("o")
    expect(page.locator("dialog textarea")).to_be_focused()
    page.keyboard.type("f5d6c3")
    press("Control+Enter")
    at_move(page, 3)
    closed(page)
    # From the first to the last thing on the page with Tab, and each can be seen to have the focus.
    page.evaluate("document.activeElement.blur()")
    names = set()
    for _ in range(30):
        press("Tab")
        names.add(
            page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")
        )
    assert {"Play", "One move back", "Hide everything"} <= names


def test_a_phone_is_wide_enough(phone: Page) -> None:
    ready(phone, f"/#g={GAME}&p=20")
    for mode, sign in (
        ("Analyse", ".tabs"),
        ("Play", ".level-name:not(:empty)"),
        ("Review", ".review"),
        ("Library", ".library-head .facts:not(:empty)"),
    ):
        tap(phone.locator(f".modes >> text={mode}"))
        expect(phone.locator(".modes [aria-current]")).to_have_text(mode)
        expect(phone.locator(f"#panel {sign}")).to_be_visible()
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), mode
    tap(phone.locator(".modes >> text=Analyse"))
    expect(phone.locator("#panel .tabs")).to_be_visible()
    small = phone.evaluate(
        """[...document.querySelectorAll("button, select, a")]
        .filter(each => each.offsetParent && !each.closest(".moves"))
        .filter(each => each.getBoundingClientRect().height < 24).map(each => each.outerHTML)"""
    )
    assert small == []
    tap(phone.locator(".cell.legal").first)
    at_move(phone, 21)


def test_light_and_dark(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    ready(page)
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.keyboard.press("d")
    expect(page.locator("body")).not_to_have_css("background-color", dark)
    reload(page)
    expect(page.locator("body")).not_to_have_css("background-color", dark)


def test_a_screen_reader_hears_moves(page: Page) -> None:
    ready(page)
    page.click("[data-square=f5]")
    expect(page.locator("#announce")).to_have_text(re.compile("Black f5. Move 2 · White to move"))
    expect(page.locator("[role=grid] [role=row]")).to_have_count(8)
    unnamed = page.evaluate(
        """[...document.querySelectorAll("button, a, input, select, textarea")]
        .filter(each => !(each.getAttribute("aria-label") || each.textContent.trim() || each.labels?.length))
        .map(each => each.outerHTML)"""
    )
    assert unnamed == []
