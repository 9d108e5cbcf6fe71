"""Looking at games: values, graph, variations, pasting, the address."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.page.driving import (
    GAME,
    at_move,
    has_discs,
    has_no_values,
    held_back,
    paste,
    plays,
    ready,
    reload,
    told,
)


def test_values_stand_on_all_legal_squares(page: Page) -> None:
    values = page.locator(".cell.legal .value").filter(has_text=re.compile(r"\d"))
    ready(page, thinking=True, depth=8)
    expect(values).to_have_count(4)
    expect(page.locator(".lines li")).to_have_count(4)
    # The four first moves are the same but for a turn of the board, and so are their values and chances.
    expect(page.locator(".line-sure").first).to_have_text(re.compile("^8"))
    assert len(set(values.all_text_contents())) == 1
    assert len(set(page.locator(".line-chance").all_text_contents())) == 1
    plays(page, "f5")
    expect(values).to_have_count(3)
    # Who has the higher value has the higher chances.
    expect(page.locator(".line-sure").first).to_have_text(re.compile("^8"))
    chances = [int(text) for text in re.findall(r"(\d+)%", " ".join(page.locator(".line-chance").all_text_contents()))]
    assert chances == sorted(chances, reverse=True)
    expect(page.locator("[data-square=f4]")).to_have_attribute("aria-label", re.compile("f4, empty, legal move, value"))


def test_exact_values_are_marked(page: Page) -> None:
    ready(page, f"/#g={GAME}&p=56", thinking=True)
    expect(page.locator(".cell.legal .note").first).to_have_text("✓")
    expect(page.locator(".facts").first).to_contain_text("exact")


def test_hovering_shows_what_flips_and_the_opening(page: Page) -> None:
    ready(page, "/#g=f5&p=1")
    page.hover("[data-square=d6]")
    expect(page.locator(".cell.flips")).to_have_attribute("data-square", "d5")
    expect(page.locator(".opening")).to_contain_text("Perpendicular")


def test_pasting_a_game_and_the_address_that_keeps_it(page: Page) -> None:
    ready(page)
    paste(page, "1. f5 d6 2. c3 d3 3. c4")
    at_move(page, 5)
    expect(page.locator(".opening")).to_have_text("Tiger")
    expect(page.locator(".move")).to_have_count(5)
    page.wait_for_url(re.compile("g=f5d6c3d3c4&p=5"))
    reload(page)
    at_move(page, 5)
    has_discs(page, 9)
    paste(page, "-" * 27 + "OX------XO" + "-" * 27 + " O")
    expect(page.locator(".status")).to_contain_text("White to move")


def test_what_cannot_be_read_is_said_and_names_are_only_text(page: Page) -> None:
    ready(page)
    paste(page, "f5 d6 c9")
    told(page, "c9")
    start = "-" * 27 + "O*------*O" + "-" * 27 + " *"
    paste(page, f"(;GM[Othello]PB[<img src=x>]PW[<b>W</b>]TY[8]BO[8 {start}]B[f5]W[d6];)")
    expect(page.locator(".side.black .name")).to_have_text("<img src=x>")
    expect(page.locator(".side img, .side b")).to_have_count(0)


def test_variations_are_kept_and_come_back(page: Page) -> None:
    ready(page, "/#g=f5d6c3&p=1")
    plays(page, "f4", "e3")
    expect(page.locator(".variation")).to_contain_text("f4")
    page.wait_for_url(re.compile(r"g=f5d6c3&v=0\.1\.f4e3&l=1&p=3"))
    reload(page)
    expect(page.locator(".variation .move[aria-current]")).to_have_text("e3")
    page.keyboard.press("ArrowUp")
    at_move(page, 1)


def test_a_line_that_comes_late_does_not_join_another_game(page: Page) -> None:
    ready(page)
    with held_back(page, "/api/position", words='"f5f6e6"'):
        paste(page, f"{page.url.split('#')[0]}#g=f5d6c3&v=0.1.f6e6")
        at_move(page, 3)
        paste(page, "-" * 27 + "OX------XX" + "-" * 27 + " O")
        has_discs(page, 4)
        expect(page.locator(".move")).to_have_count(0)
    # What is asked after it is answered after it.
    page.locator(".cell.legal").first.click()
    expect(page.locator(".is-last")).to_have_count(1)
    expect(page.locator(".move")).to_have_count(1)


def test_dragging_the_graph_walks_through_the_game(page: Page) -> None:
    ready(page, f"/#g={GAME}&p=0")
    expect(page.locator(".graph .course")).to_have_attribute("d", re.compile("^M[^L]*(L[^L]*){60,}$"))
    box = page.locator(".graph").bounding_box()
    assert box is not None
    seen: list[int] = [0]
    page.mouse.move(box["x"] + 60, box["y"] + 60)
    page.mouse.down()
    for share in (0.3, 0.5, 0.7):
        page.mouse.move(box["x"] + share * box["width"], box["y"] + 60)
        page.wait_for_function(
            "before => Number(document.querySelector('.graph').getAttribute('aria-valuenow')) > before + 5",
            arg=seen[-1],
        )
        seen.append(int(page.locator(".graph").get_attribute("aria-valuenow") or 0))
    page.mouse.up()
    assert 35 <= seen[-1] <= 48
    at_move(page, seen[-1])


def test_one_key_hides_everything(page: Page) -> None:
    ready(page, f"/#g={GAME}&p=20", thinking=True)
    expect(page.locator(".lines li").first).to_be_visible()
    expect(page.locator("[data-kind=best]").first).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator(".lines li")).to_have_count(0)
    has_no_values(page)
    expect(page.locator("[data-kind=best], .graph .course, .graph .band")).to_have_count(0)
    expect(page.locator("[aria-label*=value]")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator("[data-kind=best]").first).to_be_visible()


def test_setting_up_a_position(page: Page) -> None:
    ready(page)
    page.keyboard.press("e")
    page.keyboard.press("w")
    page.click("[data-square=f5]")
    done = page.get_by_role("button", name="Done")
    expect(done).to_be_in_viewport(ratio=1)
    done.click()
    expect(page.locator("[data-square=f5] .disc")).to_have_class("disc white")
    expect(page.locator(".score .white .count")).to_have_text("3")
    page.wait_for_url(re.compile("s=-"))
    page.locator(".cell.legal").first.click()
    expect(page.locator(".move")).to_have_count(1)
    page.wait_for_url(re.compile("g="))
    reload(page)
    expect(page.locator(".move")).to_have_count(1)


def test_turning_the_board(page: Page) -> None:
    ready(page, "/#g=f5&p=1")
    before = page.locator("[data-square=f5]").bounding_box()
    page.keyboard.press("f")
    expect(page.locator(".edges text").first).to_have_text("h")
    after = page.locator("[data-square=f5]").bounding_box()
    assert before is not None
    assert after is not None
    assert (before["x"], before["y"]) != (after["x"], after["y"])
    assert page.locator(".edges text").all_text_contents()[:3] == ["h", "g", "f"]


def test_the_book_and_how_far_it_can_be_trusted(page: Page) -> None:
    ready(page, "/#g=f5d6&p=2")
    page.click("#tab-book")
    rows = page.locator(".book-tab tbody tr")
    expect(rows.first).to_be_visible()
    expect(rows.first.locator(".grade")).to_have_text(re.compile("^[SABCDE]$"))
    # Moves have the names of the openings that they lead to; what was only searched is said to be.
    expect(rows.locator(".opening-name").first).to_be_visible()
    assert not re.search(r"@|not in the book", page.locator(".book-tab").inner_text())
    # Rows of a position that is no longer on the board play nothing; those of the next one are on their way.
    with held_back(page, "/api/book*"):
        page.keyboard.press("ArrowLeft")
        at_move(page, 1)
        rows.first.get_by_role("button").click()
        plays(page, "d6")
        at_move(page, 2)
    assert page.evaluate("window.toasts") == []
    rows.first.get_by_role("button").click()
    at_move(page, 3)
    page.keyboard.press("h")
    expect(page.locator(".book-tab tbody tr")).to_have_count(0)
