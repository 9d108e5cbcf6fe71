"""What experts do: comments and drawings that stay with the game, both sides of a position, two boards, XOT."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from logistello.othello import Color, Game, Position
from tests.web.page.driving import at_move, closed, drop, has_discs, mode, plays, ready, reload
from tests.web.page.serving import not_in_firefox


def drag(page: Page, start: str, end: str) -> None:
    """With the right button."""
    for square, button in ((start, page.mouse.down), (end, page.mouse.up)):
        box = page.locator(f"[data-square={square}] .hit").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        button(button="right")


def drawn(page: Page, number: int) -> list[str]:
    """All marks on the board, sorted, when there are so many."""
    expect(page.locator(".drawn-mark")).to_have_count(number)
    marks = page.locator(".drawn-mark").evaluate_all(
        """all => all.map(({classList, dataset, textContent}) =>
            [classList[1], dataset.on, dataset.to, textContent].filter(Boolean).join(" "))"""
    )
    return sorted(marks)


def downloaded(page: Page, button: str) -> str:
    with page.expect_download() as download:
        page.click(f"dialog button >> text={button}")
    return Path(download.value.path()).read_text()


def begin_comment(page: Page) -> None:
    page.keyboard.press("t")
    expect(page.locator(".note-field")).to_be_focused()


MARKS = ["arrow c3 f6", "circle d3", "cross a1", "label b2 A"]


@not_in_firefox
def test_comments_and_drawings_stay_with_the_game(page: Page, browser: Browser, tmp_path: Path) -> None:
    ready(page, "/#g=f5d6c3&v=0.1.f6&p=2")
    at_move(page, 2)
    # By mouse: the right button marks, and draws an arrow where it is dragged; again takes away.
    square = page.locator("[data-square=d3]")
    square.click(button="right")
    expect(page.locator(".drawn-mark.circle")).to_have_count(1)
    expect(square).to_have_attribute("aria-label", re.compile("circle on d3"))
    for shape in ("triangle", "square", "cross"):
        square.click(button="right")
        expect(page.locator(f".drawn-mark.{shape}")).to_have_count(1)
        expect(page.locator(".drawn-mark")).to_have_count(1)
    square.click(button="right")
    expect(page.locator(".drawn-mark")).to_have_count(0)
    square.click(button="right")
    drag(page, "c3", "f6")
    drag(page, "g1", "g2")
    expect(page.locator(".drawn-mark")).to_have_count(3)
    drag(page, "g1", "g2")
    expect(page.locator(".drawn-mark")).to_have_count(2)
    expect(page.locator(".is-last")).to_have_attribute("data-square", "d6")  # nothing was played
    # By keyboard: K, the cursor, a tool.
    page.keyboard.press("k")
    page.click("[aria-label=Letter]")
    page.locator("[data-square=a2]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.click("[aria-label=Cross]")
    page.locator("[data-square=a1]").focus()
    page.keyboard.press("Enter")
    assert drawn(page, 4) == MARKS
    begin_comment(page)
    page.keyboard.type("Better than it looks: ]")
    page.keyboard.press("Escape")
    expect(page.locator(".note-text")).to_have_text("Better than it looks: ]")
    plays(page, "c4")
    expect(page.locator(".note-text")).to_be_hidden()
    begin_comment(page)
    page.keyboard.type("a third way")
    page.click("text=Done")
    # They survive a reload.
    reload(page)
    expect(page.locator(".note-text")).to_have_text("a third way")
    page.keyboard.press("ArrowLeft")
    assert drawn(page, 4) == MARKS
    expect(page.locator(".move.noted")).to_have_count(2)

    # Into files and back.
    page.keyboard.press("m")
    page.select_option("dialog select", "sgf")
    sgf = downloaded(page, "Download")
    assert "C[Better than it looks: \\]]CR[d3]MA[a1]LB[b2:A]AR[c3:f6]" in sgf
    whole = downloaded(page, "look at anywhere")
    assert "Drawn: arrow c3 to f6, circle d3, cross a1, label A b2." in downloaded(page, "(SVG)")
    page.keyboard.press("Escape")
    closed(page)
    page.keyboard.press("n")
    at_move(page, 0)
    expect(page.locator(".drawn-mark")).to_have_count(0)
    drop(page, "game.sgf", sgf)
    expect(page.locator(".move.noted")).to_have_count(2)
    page.click(".move.noted >> nth=0")
    assert drawn(page, 4) == MARKS
    file = tmp_path / "game.html"
    file.write_text(whole)
    alone = browser.new_page()
    alone.goto(file.as_uri())
    alone.click("#moves button >> text=d6")
    expect(alone.locator(".drawn")).to_have_count(4)
    expect(alone.locator(".comment")).to_have_text("Better than it looks: ]")
    alone.close()

    # Into the library, twice, and back.
    for comment in ("first look", "second look"):
        page.keyboard.press("s")
        page.fill("dialog label:has-text('Comment') input", comment)
        page.fill("dialog label:has-text('Black') input", "Annotator")
        page.click("dialog button[type=submit]")
        closed(page)
    page.keyboard.press("n")
    at_move(page, 0)
    mode(page, "l")
    page.fill("[placeholder=Player]", "annotator")
    expect(page.locator(".stored")).to_have_count(1)
    page.click(".stored .game")
    expect(page.locator(".move.noted")).to_have_count(2)
    page.locator("[placeholder=Player]").blur()
    page.keyboard.press("Home")
    expect(page.locator(".note-text")).to_have_text("second look")


def test_two_boards_of_a_game_that_is_gone(page: Page) -> None:
    ready(page, "/#g=f5d6c3d3c4&v=0.1.f6e6f4&p=4")
    page.keyboard.press("c")
    show = page.get_by_role("button", name="Show on the board")
    expect(show).to_have_count(2)
    page.goto("/#g=f5f4&p=1")
    at_move(page, 1)
    expect(page.locator(".move")).to_have_count(2)
    show.last.click()
    closed(page)
    at_move(page, 1)
    has_discs(page, 5)


def test_both_sides_two_boards_and_xot(page: Page) -> None:
    ready(page, "/#g=f5d6c3d3c4&v=0.1.f6e6f4&p=2")
    at_move(page, 2)
    # W: what the moves of the other side would be worth.
    page.keyboard.press("w")
    expect(page.locator(".other-side")).to_contain_text(re.compile(r"If White were to move: \w\d [+−]?\d"))
    after_d6 = Game.from_moves("f5d6").position
    theirs = {str(move) for move in Position(after_d6.black, after_d6.white, Color.WHITE).legal_moves}
    expect(page.locator(".other-value")).to_have_count(len(theirs))
    assert theirs == set(page.locator(".other-value").evaluate_all("all => all.map(each => each.dataset.on)"))
    page.keyboard.press("w")
    expect(page.locator(".other-value")).to_have_count(0)

    # C: two boards, together and each by itself.
    page.keyboard.press("c")
    boards = page.locator(".compare-board")
    expect(boards).to_have_count(2)
    facts = page.locator(".compare-side .facts")
    expect(facts.nth(0)).to_contain_text("Move 3")
    expect(facts.nth(1)).to_contain_text("Move 3")
    expect(boards.nth(0).locator(".mark-look")).not_to_have_count(0)  # f6 and d6 differ
    page.keyboard.press("ArrowRight")
    expect(facts.nth(0)).to_contain_text("Move 4")
    expect(facts.nth(1)).to_contain_text("Move 4")
    page.click("text=Step through both together")
    boards.nth(0).hover()
    page.mouse.wheel(0, -100)
    expect(facts.nth(0)).to_contain_text("Move 3")
    expect(facts.nth(1)).to_contain_text("Move 4")
    page.select_option(".compare-side select >> nth=1", label="Move 2: f6 e6 f4")
    expect(boards.nth(1).locator(".mark-look")).not_to_have_count(0)
    page.click("text=Show on the board >> nth=1")
    at_move(page, 3)
    expect(page.locator(".move[aria-current]")).to_have_text("e6")

    # Two boards fit beside each other on a phone, too.
    page.set_viewport_size({"width": 375, "height": 740})
    page.keyboard.press("c")
    expect(boards).to_have_count(2)
    assert page.locator("dialog").evaluate("box => box.scrollWidth <= box.clientWidth")
    page.keyboard.press("Escape")
    closed(page)
    page.set_viewport_size({"width": 1280, "height": 800})

    # The sheet of keys names all of it.
    page.keyboard.press("?")
    for words in ("Two lines on two boards", "other side", "Comment on the position", "Draw on the board", "Wheel"):
        expect(page.locator("dialog .keys")).to_contain_text(words)
    page.keyboard.press("Escape")
    closed(page)

    # From the games of a position to the library, which was not looked at so far.
    page.request.post("/api/games", data={"text": "f5f6e6d6", "black": "Somebody"})
    page.click("#tab-database")
    page.click("text=Show these games")
    expect(page.locator(".library-head .facts")).to_have_text("One game")

    # XOT: eight moves that nobody chose, and that no review counts.
    mode(page, "p")
    page.select_option("label:has-text('Start') select", "xot")
    page.check("input[value=both]", force=True)
    page.click("text=Start the game")
    at_move(page, 8)
    page.locator("#board .legal").first.click()
    at_move(page, 9)
    page.click("text=Resign")
    page.keyboard.press("r")
    expect(page.locator("label:has-text('Skip first moves') input")).to_have_value("8")
