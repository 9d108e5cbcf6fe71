"""Where Chromium is, and how it starts without the internet, a window and a graphics card."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Browser, Playwright

#: Names of the command; the first that is there is taken.
_COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
#: Without these Chromium does not start as root, or looks for the internet.
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
HOW_TO_GET_IT = "no Chromium here: apt-get install chromium, or python -m playwright install chromium"


def find_chromium(playwright: Playwright) -> str | None:
    """That of the system, else the one that Playwright has fetched."""
    found = next(filter(None, map(shutil.which, _COMMANDS)), None)
    own = playwright.chromium.executable_path
    return found or (own if Path(own).is_file() else None)


def launched(playwright: Playwright, path: str) -> Browser:
    return playwright.chromium.launch(executable_path=path, args=_FLAGS)
