"""What can be pasted, what the library finds, and what leaves the page."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.notation.test_pasted import EDAX
from tests.web.page.conftest import OF_THE_DRIVER
from tests.web.page.driving import GAME, at_move, has_discs, mode, paste, plays, ready, told
from tests.web.page.serving import not_in_firefox


def test_pasting_links_messages_and_moves_with_a_slip(page: Page) -> None:
    ready(page)
    paste(page, GAME[:24])
    at_move(page, 12)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    plays(page, "f6")
    expect(page.locator(".variation")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"v=0\.1\.f6"))
    link = page.url
    paste(page, "")  # nothing happens
    page.keyboard.press("n")
    at_move(page, 0)
    # The page's own link: game, variation and place.
    paste(page, f"have a look: {link}")
    at_move(page, 2)
    expect(page.locator(".move[aria-current]")).to_have_text("f6")
    expect(page.locator(".variation")).to_have_count(1)
    paste(page, "Hey, f5d6c3d3c4 is called what?")
    at_move(page, 5)
    told(page, "taken out of the text")
    paste(page, "f5d6c3d3c4f4h1f6")
    at_move(page, 6)
    told(page, "h1 is not legal")
    told(page, "6 moves were kept")
    # Boards as people and programs write them.
    empty, lawn = "\n".join(["........"] * 3), "\n".join(["🟩" * 8] * 3)
    for board, discs in (
        (EDAX, 9),
        ("8/8/8/3OX3/3XO3/8/8/8 X", 4),
        (EDAX, 9),
        (f"{empty}\n...○●...\n...●○...\n{empty}\n●", 4),
        (EDAX, 9),
        (f"{lawn}\n🟩🟩🟩⚪⚫🟩🟩🟩\n🟩🟩🟩⚫⚪🟩🟩🟩\n{lawn}", 4),
    ):
        paste(page, board)
        has_discs(page, discs)
    # Too much to choose from: as a file into the library.
    paste(page, f"{GAME[:60]}\n" * 4000)
    page.click("dialog >> text=Import all")
    told(page, "imported")


def test_the_library_finds_names_in_any_order_and_says_when_nothing_matches(page: Page, tmp_path: Path) -> None:
    ready(page, "/library")
    board = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
    file = tmp_path / "games.ggf"
    file.write_text(
        "".join(
            f"(;GM[Othello]PB[Inoue Hiroshi]PW[{white}]DT[{date}]TY[8]BO[{board}]B[f5]W[f6]B[e6]W[{move}];)\n"
            for white, move, date in (
                ("Ann Lee", "f4", "1979.05.01"),
                ("Bob", "d6", "1981.05.02"),
                ("Eve", "c5", "1982.05.01"),
            )
        )
    )
    page.set_input_files(".import input >> nth=0", file)
    expect(page.locator(".stored").first).to_be_visible()
    page.fill("[placeholder=Player]", "hiroshi inoue")
    expect(page.locator(".library .facts").first).not_to_contain_text("No game")
    expect(page.locator(".stored").first).to_contain_text("Inoue Hiroshi")
    page.fill("[placeholder=Against]", "nobody at all")
    expect(page.locator(".library-head")).to_contain_text("No game matches.")
    # "Show these games" is about the position alone.
    page.locator("[placeholder=Against]").blur()
    mode(page, "a")
    page.click("#tab-database")
    head = page.locator(".database-tab .facts")
    expect(head).to_contain_text("games, mean")
    page.click(".database-tab .by-year summary")
    expect(page.locator(".database-tab .by-year tbody tr", has_text="1981")).to_be_visible()
    games = (head.text_content() or "").split()[0]
    page.click("text=Show these games")
    expect(page.locator(".library-head .facts")).to_have_text(f"{games} games")
    expect(page.locator("[placeholder=Player]")).to_have_value("")
    page.click("text=Clear the filters")
    expect(page.locator("text=Clear the filters")).to_be_hidden()
    # No filter is cut off or wraps by itself.
    widths = page.locator(".filters > *").evaluate_all("all => all.map(each => each.getBoundingClientRect().width)")
    assert {round(width) for width in widths[:6]} == {round(widths[0])}


def test_one_file_holds_a_reviewed_game_and_needs_no_network(page: Page, browser: Browser, tmp_path: Path) -> None:
    # A slip at move 6, so that there is something to explain; a name that would end the data if it could.
    moves = "f5f6e6f4e3c5c4e7"
    lines = page.request.post("/api/review", data={"text": moves, "depth": 5}).text().splitlines()
    reviewed = [each for each in map(json.loads, lines) if each["type"] == "move"]
    wanted = ("ply", "move_class", "score", "best_score", "black_value", "best_pv", "played_pv")
    asked = {
        "text": moves,
        "variations": ["f5d6c3"],
        "black": "</script><b>Ann",
        "white": "Bob",
        "moves": [{name: each[name] for name in wanted} for each in reviewed],
    }
    reply = page.request.post("/api/share/page", data=asked)
    assert reply.headers["content-disposition"] == 'attachment; filename="game.html"'
    file = tmp_path / "game.html"
    file.write_bytes(reply.body())
    assert file.stat().st_size < 40_000
    other = {**asked, "text": "f5d6c3d3c4"}
    assert page.request.post("/api/share/page", data=other).status == 400  # the review of another game

    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 800})
    alone = context.new_page()
    problems: list[str] = []
    alone.on("console", lambda message: problems.append(message.text))
    alone.on("pageerror", lambda error: problems.append(str(error)))
    alone.on("request", lambda sent: None if sent.url.startswith("file:") else problems.append(sent.url))
    alone.goto(file.as_uri())
    expect(alone.locator("h1")).to_have_text("</script><b>Ann – Bob ")
    expect(alone.locator(".disc")).to_have_count(4)
    expect(alone.locator("#moves button")).to_have_count(10)
    expect(alone.locator(".variation")).to_have_text("(2.d6 3.c3 ) ")
    assert len((alone.locator("#graph polyline").get_attribute("points") or "").split()) == 8
    alone.keyboard.press("ArrowRight")
    expect(alone.locator(".disc")).to_have_count(5)
    worst = max(reviewed, key=lambda each: each["disc_loss"])
    assert worst["disc_loss"] > 0.1
    alone.click(f"#moves button >> text={worst['played']}")
    expect(alone.locator("#words")).to_contain_text(f"Best was {worst['best']}")
    expect(alone.locator("#why")).not_to_be_empty()
    alone.click("#last")
    expect(alone.locator(".disc")).to_have_count(12)
    alone.click("#moves button >> text=c3")
    expect(alone.locator(".disc")).to_have_count(7)
    alone.hover("#board")
    alone.mouse.wheel(0, -100)
    expect(alone.locator(".disc")).to_have_count(6)
    context.close()
    assert [problem for problem in problems if not OF_THE_DRIVER.search(problem)] == []


@not_in_firefox
def test_pages_and_pictures_from_the_dialog(page: Page) -> None:
    ready(page, f"/#g={GAME}&b=Ann")
    page.keyboard.press("m")
    expect(page.locator("dialog")).to_contain_text("works on this computer only")
    contents = {}
    for words, name in (
        ("look at anywhere", "game.html"),
        ("(SVG)", "position.svg"),
        ("(PNG)", "position.png"),
        ("(GIF)", "game.gif"),
    ):
        with page.expect_download() as download:
            page.click(f"dialog button >> text={words}")
        assert download.value.suggested_filename == name
        contents[name] = Path(download.value.path()).read_bytes()
    assert b'"black":"Ann"' in contents["game.html"]
    assert contents["position.svg"].startswith(b"<svg")
    assert contents["position.png"][:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(contents["position.png"][16:20]) == 800
    assert len(contents["position.png"]) > 5000
    # The browser's own decoder: a picture for each position, the last one full of discs.
    frames, middle, corner = page.evaluate(
        """async (data) => {
            const decoder = new ImageDecoder({type: "image/gif", data: Uint8Array.from(data)});
            await decoder.tracks.ready;
            await decoder.completed;
            const {image} = await decoder.decode({frameIndex: decoder.tracks.selectedTrack.frameCount - 1});
            const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
            const context = canvas.getContext("2d", {willReadFrequently: true});
            context.drawImage(image, 0, 0);
            const color = (x, y) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3);
            return [decoder.tracks.selectedTrack.frameCount, color(100, 101), color(2, 2)];
        }""",
        list(contents["game.gif"]),
    )
    assert frames == contents["game.html"].count(b'"position":') > 60
    assert middle in ([0x10, 0x14, 0x12], [0xFB, 0xFA, 0xF4])
    assert corner == [0x16, 0x24, 0x1D]
