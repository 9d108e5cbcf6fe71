"""A game that is played is not lost: not by a reload, a closed tab, a new game, or a server that dies."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.web.page.conftest import TIMEOUT_MS
from tests.web.page.driving import held_back, is_ready, is_stored, mode, ready, reload, told
from tests.web.page.serving import serving

#: Black makes the last move, at h6, and wins 33 to 31.
LAST_MOVE = "OOOXXXXXOOXXOOXXOOOXOXXXOOOOXOXXOXOXOXOXXXXOXOO-XXOOOOOOXOOOOOOOX"


def moves(page: Page) -> list[str]:
    return page.locator(".move").all_text_contents()


def my_move(page: Page) -> None:
    """One, and the engine's answer."""
    expect(page.locator(".play-state")).to_have_text("Your move")
    before = len(moves(page))
    page.locator(".cell.legal").first.click()
    expect(page.locator(".move")).to_have_count(before + 2)
    expect(page.locator(".play-state")).to_have_text("Your move")


def begin(page: Page, name: str, side: str = "Black") -> None:
    page.locator("#level").fill("0")
    page.get_by_label("Your name").fill(name)
    page.locator(".segments").get_by_text(side, exact=True).click()
    page.click("text=Start the game")


def test_a_game_survives_reloads_closed_tabs_and_new_games(page: Page) -> None:
    ready(page, "/play")
    page.get_by_label("Clock").select_option("5")
    begin(page, "Rea", "White")
    expect(page.locator(".move")).to_have_count(1)
    my_move(page)
    played = moves(page)
    reload(page)
    # It goes on: opponent, clocks, side; and only the own colour can be moved.
    expect(page.locator(".play-state")).to_have_text("Your move")
    assert moves(page) == played
    expect(page.locator(".side.black .name")).to_have_text("Level 1")
    expect(page.locator(".side.white .clock")).to_have_text(re.compile("4:[0-5]|5:00"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".cell.legal")).to_have_count(0)  # Black's move, long made
    page.keyboard.press("End")
    my_move(page)
    played = moves(page)
    # The tab is gone; the library has the game.
    is_stored(page)
    other = page.context.new_page()
    page.close()
    other.goto("/play")
    entry = other.locator(".unfinished li").filter(has_text="Rea")
    expect(entry).to_contain_text("Level 1")
    entry.get_by_role("button", name="Continue").click()
    expect(other.locator(".play-state")).to_have_text("Your move")
    assert moves(other) == played
    expect(other.locator(".side.white .clock")).to_have_text(re.compile("4:[0-5]|5:00"))
    my_move(other)
    # Nothing takes its place unasked.
    other.keyboard.press("n")
    expect(other.locator("dialog")).to_contain_text("Leave the running game?")
    other.click("dialog >> text=Cancel")
    expect(other.locator(".play-state")).to_have_text("Your move")
    other.keyboard.press("a")
    reload(other)
    expect(other.locator("body.playing")).to_have_count(1)
    other.go_back()
    expect(other.locator(".modes [aria-current]")).to_have_text("Play")
    expect(other.locator(".play-state")).to_have_text("Your move")
    expect(other.locator(".move")).to_have_count(len(played) + 2)
    other.keyboard.press("n")
    other.click("dialog >> text=Leave the game")
    expect(other.locator(".move")).to_have_count(0)
    # Marked in the library; deleted, brought back, continued.
    mode(other, "l")
    other.fill("[placeholder=Player]", "rea")
    row = other.locator(".stored")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("unfinished")
    row.get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)
    other.click(".toast >> text=Undo")
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Continue").click()
    expect(other.locator(".play-state")).to_have_text("Your move")
    other.click("text=Resign")
    expect(other.locator(".play-state")).to_have_text("You resigned.")
    # A finished game stays finished.
    reload(other)
    expect(other.locator("text=Start the game")).to_be_visible()
    expect(other.locator(".unfinished li").filter(has_text="Rea")).to_have_count(0)
    expect(other.locator(".cell.legal")).to_have_count(0)


def test_the_last_move_before_a_tab_is_closed_is_kept(page: Page) -> None:
    # Somebody who is quicker than the server: the first of three moves is still on its way to the library.
    page.add_init_script(
        """const ask = window.fetch;
        let first = true;
        window.fetch = (path, options) => {
            if (options?.method !== "PUT" || !first) return ask(path, options);
            first = false;
            return new Promise(() => {});
        };"""
    )
    ready(page, "/play")
    begin(page, "", "Two players")
    for number, square in enumerate(("f5", "d6", "c3"), 1):
        page.click(f"[data-square={square}].legal")
        expect(page.locator(".move")).to_have_count(number)
    other = page.context.new_page()
    other.goto("/library")
    page.close(run_before_unload=True)
    other.wait_for_function(
        """async () => {
            const { games } = await (await fetch("/api/games?played_here=true")).json();
            return games.some(({ transcript }) => transcript === "f5d6c3");
        }"""
    )


def test_watching_taking_over_and_who_won(page: Page) -> None:
    ready(page, f"/play#s={LAST_MOVE}")
    page.get_by_label("Start from").select_option("here")
    begin(page, "Wes")
    page.click("[data-square=h6].legal")
    expect(page.locator(".play-state")).to_have_text("You won 33 – 31")
    expect(page.locator(".status")).to_have_text("You won 33 – 31")
    # The engine is quick: were its moves not held back, the game would be over before anybody could take over.
    page.get_by_label("Start from").select_option("start")
    with held_back(page, "/api/play"):
        begin(page, "Wes", "Watch")
        expect(page.locator(".play-state")).to_contain_text("is thinking")
        buttons = page.locator(".play button:visible")
        expect(buttons.filter(has_text=re.compile("Hint|Take back|Resign"))).to_have_count(0)
        page.click("text=Take over White")
        expect(page.locator(".side.white .name")).to_have_text("Wes")
    my_move(page)
    with held_back(page, "/api/play"):
        page.click("text=Let the engine finish")
        expect(page.locator(".side.white .name")).to_have_text("Level 1")
        page.click("text=Leave the game")
        expect(page.locator("text=Start the game")).to_be_visible()


def test_a_click_begins_a_game_and_a_level_is_advised(page: Page) -> None:
    for number in range(3):
        body = {"text": "f5d6", "loser": "white", "play": {"white_level": 2}}
        assert page.request.put(f"/api/games/played/advised-{number}", data=body).ok
    page.goto("/")  # as somebody who has never been here
    is_ready(page)
    expect(page.locator(".modes [aria-current]")).to_have_text("Play")
    expect(page.locator(".advice")).to_contain_text("suggest level")
    page.locator(".advice button").click()
    wanted = re.search(r"level (\d+)", page.locator(".advice").inner_text())
    assert wanted is not None
    expect(page.locator(".level-name")).to_contain_text(f"{wanted.group(1)} –")
    page.locator("#level").fill("0")
    page.click("[data-square=f5].legal")
    expect(page.locator(".move")).to_have_count(2)
    expect(page.locator(".side.white .name")).to_have_text("Level 1")


def test_going_back_does_not_give_a_game_another_address(page: Page) -> None:
    ready(page, "/play")
    begin(page, "Bea")
    my_move(page)
    page.wait_for_function("moves => location.hash.includes(moves)", arg="".join(moves(page)))
    kept = page.url
    page.evaluate(
        """kept => new Promise((done) => {
            history.replaceState(null, "", "/play#g=f5f6e6&p=3");
            history.pushState(null, "", kept);
            addEventListener("popstate", () => setTimeout(done));
            history.back();
        })""",
        kept,
    )
    expect(page).to_have_url(kept)
    my_move(page)


SMALL = ("--engines", "1", "--hash-mb", "4", "--no-book")


def test_a_game_survives_its_server(browser: Browser, tmp_path: Path) -> None:
    # An installed page would make the move by itself; test_installed_page.py has one.
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MS)
    library = tmp_path / "games.sqlite"
    with serving(library, *SMALL, killed=True) as address:
        ready(page, f"{address}/play")
        begin(page, "Sid")
        my_move(page)
    played = moves(page)
    page.locator(".cell.legal").first.click()
    told(page, "does not answer")
    with serving(library, *SMALL, port=address.rsplit(":", 1)[1]):
        reload(page)
        assert moves(page) == played
        my_move(page)
        is_stored(page)
        stored = page.request.get(f"{address}/api/games?played_here=true").json()["games"]
        assert ["".join(moves(page))] == [game["transcript"] for game in stored]
    context.close()
