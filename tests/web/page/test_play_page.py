"""Playing against the engine, reviewing the game, keeping it."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.page.driving import GAME, drop, has_discs, has_no_values, mode, plays, ready, told
from tests.web.page.serving import not_in_firefox

TESTS = Path(__file__).parents[2]


def test_ten_moves_take_back_and_the_end(page: Page) -> None:
    ready(page, "/play")
    page.locator("#level").fill("0")
    page.get_by_label("Your name").fill("Ada")
    page.click("text=Start the game")
    for turn in range(5):
        expect(page.locator(".play-state")).to_have_text("Your move")
        page.locator(".cell.legal").first.click()
        expect(page.locator(".move")).to_have_count(2 * turn + 2)
    expect(page.locator(".play-state")).to_have_text("Your move")
    has_discs(page, 14)
    has_no_values(page)
    page.keyboard.press("Backspace")
    expect(page.locator(".move")).to_have_count(8)
    page.click("text=Hint")
    expect(page.locator(".cell.marked")).to_have_count(1)
    # It says why: against the next best move, or that there is no other.
    expect(page.locator(".play .sentence")).to_contain_text(re.compile("better than|the same|only move"))
    page.click("text=Resign")
    expect(page.locator(".play-state")).to_have_text("You resigned.")
    # Nobody saved it: it is there.
    mode(page, "l")
    page.fill("[placeholder=Player]", "ada")
    expect(page.locator(".stored")).to_have_count(1)
    expect(page.locator(".stored")).to_contain_text("Ada")
    expect(page.locator(".stored .points")).to_have_text("0 – 64")


def test_the_engine_learns_a_game_and_forgets_it(page: Page) -> None:
    ready(page, "/play")
    page.locator("#level").fill("0")
    page.get_by_label("The engine learns").check()
    page.click("text=Start the game")
    expect(page.locator(".play-state")).to_have_text("Your move")
    page.locator(".cell.legal").first.click()
    expect(page.locator(".move")).to_have_count(2)
    page.click("text=Resign")
    lesson = page.locator(".lesson")
    expect(lesson).to_contain_text("has learned this game")
    lesson.get_by_role("button", name="Forget it").click()
    expect(lesson).to_contain_text("taken out of your book")
    # Switched off, nothing is learned.
    page.get_by_label("The engine learns").uncheck()
    page.click("text=Start the game")
    expect(page.locator(".play-state")).to_have_text("Your move")
    page.locator(".cell.legal").first.click()
    expect(page.locator(".move")).to_have_count(2)
    page.click("text=Resign")
    expect(page.locator(".play-state")).to_have_text("You resigned.")
    expect(lesson).to_be_hidden()


@not_in_firefox
def test_a_game_leaves_the_page_with_its_variations(page: Page) -> None:
    ready(page, "/#g=f5d6c3&v=0.1.f4&p=3&b=Ada")
    expect(page.locator(".variation")).to_contain_text("f4")
    page.keyboard.press("m")
    page.select_option("dialog select", "sgf")
    with page.expect_download() as download:
        page.click("dialog >> text=Download")
    text = Path(download.value.path()).read_text("utf-8")
    assert download.value.suggested_filename == "game.sgf"
    assert "PB[Ada]" in text
    assert "B[f5](;W[d6];B[c3])(;W[f4])" in text


def test_files_are_imported_searched_and_opened(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(f"{GAME}\nf5d6c3d3c4f4c5b3c2e3\n", "utf-8")
    ready(page, "/library")
    page.set_input_files(".import input >> nth=0", file)
    told(page, "2 games imported")
    page.fill("[placeholder=Opening]", "nicolet")
    expect(page.locator(".stored")).to_have_count(1)
    page.locator(".game").first.click()
    expect(page.locator(".move")).to_have_count(10)
    mode(page, "a")
    page.keyboard.press("Home")
    page.click("#tab-database")
    expect(page.locator(".database-tab .numbers")).to_contain_text("f5")


def test_of_a_dropped_file_with_several_games_one_is_chosen(page: Page) -> None:
    ready(page)
    drop(page, "games.txt", f"f5d6\n{GAME[:20]}\n")
    expect(page.locator("dialog .game")).to_have_count(2)
    page.locator("dialog .game").nth(1).click()
    expect(page.locator(".move")).to_have_count(10)


@not_in_firefox
def test_wthor_files_with_their_names(page: Page) -> None:
    names = [TESTS / "data" / name for name in ("WTH_1977.wtb", "WTH.JOU", "WTH.TRN")]
    ready(page, "/library")
    page.set_input_files(".import input >> nth=0", names)
    told(page, "games imported")
    page.fill("[placeholder=Player]", "inoue")
    expect(page.locator(".stored").first).to_contain_text("Inoue Hiroshi")
    page.locator(".stored").first.get_by_role("button", name="Export").click()
    page.select_option("dialog select", "pgn")
    with page.expect_download() as download:
        page.click("dialog >> text=Download")
    assert "Inoue" in Path(download.value.path()).read_text("utf-8")


def test_the_strongest_level_thinks_on_the_persons_time(page: Page) -> None:
    ready(page, "/play")
    page.locator("#level").fill("19")
    page.click("text=Start the game")
    expected = None
    while expected is None:  # moves of the book are played without a thought
        expect(page.locator(".play-state")).to_have_text("Your move")
        with page.expect_response("**/api/play") as first:
            page.locator(".cell.legal").first.click()
        expected = first.value.json()["expected"]
    expect(page.locator(".play-state")).to_have_text("Your move")
    with page.expect_response("**/api/play") as second:
        plays(page, expected)
    assert second.value.json()["level"] == 20
    expect(page.locator(".pondered")).to_contain_text(re.compile("of 1 moves expected"))
