"""A short walk of the monkey; ``python -m benchmarks.web monkey`` goes on for ten minutes."""

from __future__ import annotations

import random

from playwright.sync_api import Browser

from benchmarks.web.monkey import LOOK, Monkey, contradiction
from tests.web.page.conftest import TIMEOUT_MS
from tests.web.page.driving import at_move, ready


def test_at_random_nothing_breaks(browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server, viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MS)
    monkey = Monkey(page, random.Random(5))
    ready(page, "/#g=f5d6c3d3c4&v=0.1.f4e3&p=3")
    at_move(page, 3)
    # It would see a disc too many, a wrong mark, and moves that do not fit the board.
    shown = page.evaluate(LOOK)
    assert contradiction(shown) == ""
    assert "board" in contradiction({**shown, "cells": {**shown["cells"], "a1": "X"}})
    assert "marked" in contradiction({**shown, "legal": shown["legal"][1:]})
    assert "board" in contradiction({**shown, "path": shown["path"][:-1]})
    monkey.run(actions=60)
    context.close()
    assert monkey.problems == []
