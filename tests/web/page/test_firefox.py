"""What people do most, in Firefox: the tests of the other files, in the other browser.

``LOGISTELLO_BROWSER=firefox pytest tests/web/page`` runs all of them there.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from tests.web.page.conftest import run_firefox
from tests.web.page.serving import serving
from tests.web.page.test_analysis_page import test_pasting_a_game_and_the_address_that_keeps_it
from tests.web.page.test_play_page import (
    test_files_are_imported_searched_and_opened,
    test_ten_moves_take_back_and_the_end,
)
from tests.web.page.test_review_page import test_learning_from_the_mistakes_of_one_side
from tests.web.page.test_ways_to_use_the_page import (
    test_a_screen_reader_hears_moves,
    test_the_keyboard_alone_suffices,
)

__all__ = [
    "test_a_screen_reader_hears_moves",
    "test_files_are_imported_searched_and_opened",
    "test_learning_from_the_mistakes_of_one_side",
    "test_pasting_a_game_and_the_address_that_keeps_it",
    "test_ten_moves_take_back_and_the_end",
    "test_the_keyboard_alone_suffices",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    library = tmp_path_factory.mktemp("library") / "games.sqlite"
    with serving(library, "--engines", "2", "--hash-mb", "16", for_firefox=True) as address:
        yield address


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    yield from run_firefox(playwright)
