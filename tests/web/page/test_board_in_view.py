"""The board: seen at once and all the time, its marks visible; the rules on boards to try."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.web.page.conftest import TIMEOUT_MS
from tests.web.page.driving import GAME, held_back, is_ready, ready, tap
from tests.web.page.test_review_page import reviewed

#: After Black's f8 White must pass.
WHITE_IS_STUCK = "XXOXXXXXXXOOOOOXXXOXOOOXXXOXOOOXXXOXXOOXXXOXOXOXX-OOOOOX--OOO-OXX"
LEAST_CONTRAST = 3.0


def luminance(color: str) -> float:
    """Of WCAG, for rgb(...) or #rrggbb."""
    if color.startswith("#"):
        parts = [int(color[place : place + 2], 16) for place in (1, 3, 5)]
    else:
        parts = [int(part) for part in re.findall(r"\d+", color)[:3]]
    channels = [part / 255 for part in parts]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_marks_of_legal_moves_can_be_seen(page: Page) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        ready(page)
        look = page.evaluate(
            """() => {
                const hint = getComputedStyle(document.querySelector(".legal .hint"));
                const root = getComputedStyle(document.documentElement);
                const felt = ["--felt-light", "--felt-deep"].map(name => root.getPropertyValue(name).trim());
                return {stroke: hint.stroke, fill: hint.fill, opacity: hint.opacity, felt};
            }"""
        )
        assert (look["fill"], look["opacity"]) == ("none", "1"), "a ring, not one more dot"
        assert min(contrast(look["stroke"], felt) for felt in look["felt"]) >= LEAST_CONTRAST, scheme


def test_the_board_does_not_jump_and_the_pass_waits_for_the_discs(page: Page) -> None:
    page.add_init_script(
        """window.jumps = [];
        new PerformanceObserver(list => {
            for (const entry of list.getEntries())
                for (const { node } of entry.sources)
                    if (node?.nodeType === 1 && (node.closest(".board-box") || node.querySelector("#board")))
                        window.jumps.push(entry.value);
        }).observe({type: "layout-shift", buffered: true});"""
    )
    ready(page, f"/#s={WHITE_IS_STUCK}")
    assert page.evaluate("window.jumps") == []
    # Seen in every frame while discs turn: is the box there?
    page.evaluate(
        """() => {
            window.early = 0;
            const look = () => {
                const turning = document.getElementById("board").getAnimations({subtree: true}).length > 0;
                if (turning && !document.querySelector(".pass").hidden) window.early += 1;
                if (document.querySelector(".pass").hidden) requestAnimationFrame(look);
            };
            look();
        }"""
    )
    page.click("[data-square=f8].legal")
    expect(page.locator(".pass")).to_be_visible()
    assert page.evaluate("window.early") == 0
    box, board = page.locator(".pass").bounding_box(), page.locator("#board").bounding_box()
    assert box is not None
    assert board is not None
    assert box["y"] > board["y"] + 0.6 * board["height"], "the centre stays free"


def test_on_a_phone_the_board_stays_and_a_game_starts_without_scrolling(browser: Browser, server: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, base_url=server, has_touch=True, is_mobile=True
    )
    phone = context.new_page()
    phone.set_default_timeout(TIMEOUT_MS)
    phone.goto("/")
    is_ready(phone)
    expect(phone.locator("text=Start the game")).to_be_in_viewport(ratio=1)
    expect(phone.locator("#board")).to_be_in_viewport(ratio=1)
    # Far down in a long list the board is still there.
    reviewed(phone, f"/review#g={GAME[:44]}")
    mistake = phone.locator(".mistake-show").last
    mistake.scroll_into_view_if_needed()
    expect(phone.locator("#board")).to_be_in_viewport(ratio=1)
    before = phone.locator(".status").inner_text()
    tap(mistake)
    expect(phone.locator(".status")).not_to_have_text(before)
    expect(phone.locator("#board")).to_be_in_viewport(ratio=1)
    context.close()


def test_the_rules_in_five_boards(page: Page) -> None:
    ready(page, "/play")
    page.click("text=The rules in five boards")
    tour = page.locator("dialog.rules")
    text = tour.locator(".rules-text")
    tour.locator(".legal").first.click()
    expect(text).to_contain_text("has turned black")
    for number, wrong, right in ((2, "b5", "c6"), (3, None, "h8"), (4, "b8", "f8")):
        tour.get_by_role("button", name="Next").click()
        expect(tour).to_contain_text(f"{number} of 5")
        if wrong:
            tour.locator(f"[data-square={wrong}].legal").click()
            tour.get_by_role("button", name="Try again").click()
        tour.locator(f"[data-square={right}].legal").click()
    expect(text).to_contain_text("your turn again")
    tour.locator(".legal").first.click()
    expect(text).to_contain_text("Two moves in a row")
    tour.get_by_role("button", name="Next").click()
    tour.locator("[data-square=h6].legal").click()
    expect(text).to_contain_text("Black wins 33 to 31")
    tour.get_by_role("button", name="Done").click()
    expect(tour).to_have_count(0)
    page.keyboard.press("?")
    with held_back(page, "/api/position"):  # there is nothing before the first board, even while it is on its way
        page.click("dialog >> text=The rules in five boards")
        expect(tour.get_by_role("button", name="Back")).to_be_disabled()
    expect(tour).to_contain_text("1 of 5")
