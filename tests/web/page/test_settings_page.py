"""Settings and languages in the browser: they take effect at once and are kept."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.page.conftest import TIMEOUT_MS
from tests.web.page.driving import closed, is_ready, mode, paste, plays, ready, reload
from tests.web.page.serving import in_firefox, not_in_firefox

#: White's sixth move loses discs.
WITH_A_SLIP = "f5f6e6f4e3c5c4e7"
#: Words of Othello programs and letters of squares are the same everywhere; so are names, and what is printed on keys.
SAME_EVERYWHERE = re.compile(
    r"Logistello|\.[a-z]{3}(?![a-z])|[a-h][1-8]|[A-Z]\b|\b(?:MB|SGF|GGF|PGN|FEN|WTHOR|GIF|PNG|SVG)\b"
    r"|\b(?:Ctrl|Home|End|Enter|Del|Esc|Shift)\b"
)
ENGLISH_WORDS = re.compile(
    r"\b(?:the|of|and|with|your?|is|are|this|move|moves|game|games|black|white|play|value|best|from|start|player|level|"
    r"any|by|more|show|only|learn|review|library|hint|new|open|save|engine|settings|board)\b",
    re.IGNORECASE,
)


def opened(page: Page) -> Locator:
    page.keyboard.press("i")
    dialog = page.locator("dialog.beside")
    expect(dialog.locator("[name=threads]")).to_be_visible()
    return dialog


def test_settings_take_effect_and_survive_a_reload(page: Page) -> None:
    ready(page)
    page.get_by_role("button", name="Settings").click()
    dialog = page.locator("dialog.beside")
    felt = "getComputedStyle(document.documentElement).getPropertyValue('--felt-light').trim()"
    before = page.evaluate(felt)
    dialog.locator("[name=board]").select_option("blue")
    dialog.locator("[name=discs]").select_option("rim")
    dialog.locator("[name=speed]").select_option("none")
    dialog.get_by_text("Coordinates").click()
    dialog.get_by_text("Rings on legal squares").click()
    dialog.locator("[name=theme]").select_option("dark")
    page.wait_for_function(f"before => {felt} !== before", arg=before)
    page.keyboard.press("Escape")

    def looks_chosen() -> None:
        root = page.locator("html")
        expect(root).to_have_attribute("data-board", "blue")
        expect(root).to_have_attribute("data-theme", "dark")
        expect(page.locator(".edges")).to_have_css("visibility", "hidden")
        expect(page.locator("[data-square=f5] .hint")).to_have_css("display", "none")
        expect(page.locator(".face.dark").first).to_have_css("stroke-width", "5px")

    looks_chosen()
    plays(page, "f5")
    expect(page.locator("#board")).to_have_class(re.compile("still"))
    reload(page)
    looks_chosen()
    opened(page).get_by_role("button", name="Restore the defaults").click()
    expect(page.locator("html")).to_have_attribute("data-board", "green")
    expect(page.locator(".edges")).to_have_css("visibility", "visible")


@not_in_firefox
def test_the_engine_obeys_the_settings(page: Page) -> None:
    ready(page, thinking=True)
    asked: list[dict[str, object]] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: asked.append(json.loads(str(frame)))))
    reload(page)
    dialog = opened(page)
    dialog.locator("[name=depth]").select_option("6")
    dialog.locator("[name=lines]").select_option("2")
    page.keyboard.press("Escape")
    plays(page, "f5")
    expect(page.locator(".lines > li")).to_have_count(2)
    expect(page.locator(".line-sure").first).to_have_text(re.compile("^6"))
    assert [each for each in asked if {"depth": 6, "best": 2, "seconds": None}.items() <= each.items()]


def test_threads_and_table_reach_the_server(page: Page) -> None:
    ready(page)
    before = page.request.get("/api/engine").json()
    try:
        dialog = opened(page)
        table = dialog.locator("[name=tableMb]")
        expect(table).to_have_value(str(before["hash_mb"]))
        with page.expect_response("**/api/engine"):
            table.select_option("32")
        assert page.request.get("/api/engine").json()["hash_mb"] == 32
        # A server that was started anew is asked again.
        page.request.patch("/api/engine", data={"hash_mb": before["hash_mb"]})
        with page.expect_response(lambda reply: reply.request.method == "PATCH"):
            page.reload()
        assert page.request.get("/api/engine").json()["hash_mb"] == 32
    finally:
        page.request.patch("/api/engine", data={"hash_mb": before["hash_mb"]})


def test_sounds_are_made_only_if_they_are_wanted(page: Page) -> None:
    page.add_init_script(
        """window.tones = 0;
        const made = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () { window.tones += 1; return made.call(this); };"""
    )
    ready(page)
    plays(page, "f5")
    assert page.evaluate("tones") == 0
    # Who chooses a sound hears it: a disc that is put down, and one that turns.
    opened(page).locator("[name=sounds]").select_option("gentle")
    page.wait_for_function("() => tones === 2")
    page.keyboard.press("Escape")
    plays(page, "d6")
    page.wait_for_function("() => tones === 4")


@not_in_firefox
def test_the_language_of_the_browser_is_spoken_and_the_setting_overrides_it(browser: Browser, server: str) -> None:
    context = browser.new_context(locale="de-CH", base_url=server)
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MS)
    tables: list[str] = []
    page.on("request", lambda request: tables.extend(re.findall(r"languages/(\w+)\.json", request.url)))
    page.goto("/analysis")
    is_ready(page)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator(".modes")).to_contain_text("Auswertung")
    assert tables == ["de"]
    opened(page).locator("[name=language]").select_option("ja")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator(".modes")).to_contain_text("検討")
    page.reload()
    expect(page.locator(".status")).to_contain_text("黒番")
    assert set(tables) == {"de", "ja"}
    context.close()


def words_of(page: Page) -> str:
    """What the page shows and tells, without the names of openings and formats."""
    return page.evaluate(
        """() => {
            const named = ".opening, optgroup, select[aria-label] option, [name=language], script, style";
            const parts = [];
            const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
            for (let node = walk.nextNode(); node; node = walk.nextNode()) {
                const element = node.nodeType === 1 ? node : node.parentElement;
                if (element.closest(named) || element.closest("[hidden]")) continue;
                if (node.nodeType === 3) parts.push(node.data);
                else for (const name of ["aria-label", "title", "placeholder"]) parts.push(node.getAttribute(name));
            }
            return parts.filter(Boolean).join(" | ");
        }"""
    )


def english_left(words: str, language: str) -> list[str]:
    shown = SAME_EVERYWHERE.sub("", words)
    return ENGLISH_WORDS.findall(shown) if language == "fr" else re.findall(r"[A-Za-z]{3,}", shown)


def check_the_one_file(page: Page, language: str, file: Path) -> None:
    """Of the reviewed game, with its reasons."""
    page.keyboard.press("m")
    with page.expect_download() as download:
        page.locator("dialog .buttons .primary").click()
    download.value.save_as(file)
    page.keyboard.press("Escape")
    closed(page)
    alone = page.context.new_page()
    alone.goto(file.as_uri())
    expect(alone.locator("html")).to_have_attribute("lang", language)
    alone.locator("#moves .inaccuracy, #moves .mistake, #moves .blunder").first.click()
    expect(alone.locator("#why")).not_to_be_empty()
    assert english_left(words_of(alone), language) == []
    alone.close()


@pytest.mark.parametrize("language", ["ja", "fr"])
def test_no_english_is_left(browser: Browser, server: str, language: str, tmp_path: Path) -> None:
    context = browser.new_context(base_url=server)
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MS)
    ready(page, f"/play#g={WITH_A_SLIP}", thinking=True, depth=6, language=language)
    for key in ("p", "a", "r", "l", "i", "?"):
        if key in "aprl":
            mode(page, key)
        else:
            page.keyboard.press(key)
        if key == "a":
            expect(page.locator(".line").first).to_be_visible()
        if key == "r":
            page.locator("#effort").select_option("quick")
            page.locator(".review form button.primary").click()
            expect(page.locator(".review-rest .sentence")).not_to_be_empty()
        if key == "i":
            expect(page.locator("[name=threads]")).to_be_visible()
        if key == "?":
            expect(page.locator("dialog[open] kbd").first).to_be_visible()
        assert english_left(words_of(page), language) == [], key
        page.keyboard.press("Escape")
        closed(page)

    if not in_firefox():
        check_the_one_file(page, language, tmp_path / "game.html")
    # What is read and what cannot be: said in messages.
    for text in ("Qwz, f5d6c3d3c4f4h1f6", "-" * 27 + "OX------XO" + "-" * 27, "Qwz"):
        before = page.evaluate("window.toasts.length")
        paste(page, text)
        page.wait_for_function("before => window.toasts.length > before", arg=before)
    assert english_left(" | ".join(page.evaluate("window.toasts")), language) == []
    broken = tmp_path / "1.ggf"
    broken.write_text("(;GM[Othello]PB[")
    mode(page, "l")
    before = page.evaluate("window.toasts.length")
    page.set_input_files(".import input >> nth=0", broken)
    page.wait_for_function("before => window.toasts.length > before + 1", arg=before)
    assert english_left(" | ".join(page.evaluate("window.toasts")), language) == []
    context.close()
