"""The report of a tournament in a browser: games can be played through."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.web.chromium import launched
from logistello.match.pairing_systems import RoundRobin
from logistello.match.tournament import play_tournament
from logistello.match.tournament_report import tournament_report
from logistello.othello import Color
from logistello.othello.notation import read
from tests.web.page.conftest import chromium

from .test_tournament import tournament


def test_the_slider_shows_every_moment(tmp_path: Path) -> None:
    plan = tournament(RoundRobin(), "greedy", "mobility:level=1")
    run = play_tournament(plan, tmp_path / "games.jsonl")
    (tmp_path / "report.html").write_text(tournament_report(plan, run.standings, run.games), encoding="utf-8")
    game = read(run.games[0].ggf).games[0]
    nodes = list(game.root.main_line())
    with sync_playwright() as playwright, launched(playwright, chromium(playwright)) as browser:
        page = browser.new_page()
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto((tmp_path / "report.html").as_uri())
        first = page.locator("details").first
        first.locator("summary").click()
        slider = first.locator("input[type=range]")
        slider.wait_for()
        for count in (0, 1, 10, len(nodes)):
            slider.fill(str(count))
            position = nodes[count - 1].position if count else game.start
            told = first.locator(".replay p").inner_text()
            assert told.endswith(f"{position.count(Color.BLACK)}:{position.count(Color.WHITE)}")
            # 4 points of the board, the discs, and the dot on the last one.
            discs = first.locator("svg circle[r='41']").count()
            assert discs == position.count(Color.BLACK) + position.count(Color.WHITE)
        assert troubles == []
