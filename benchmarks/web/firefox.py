"""Where Firefox is, and how Playwright drives that of the system: over WebDriver BiDi, without a driver of its own."""

from __future__ import annotations

import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright

_COMMANDS = ("firefox-esr", "firefox")
_BRIDGE = Path(__file__).with_name("bidi_bridge.py")
HOW_TO_GET_IT = "no Firefox here: apt-get install firefox-esr"


def find_firefox() -> str | None:
    return next(filter(None, map(shutil.which, _COMMANDS)), None)


@contextmanager
def launched_firefox(playwright: Playwright, path: str) -> Iterator[Browser]:
    """Playwright starts a program and reads from it where it listens: here the bridge, which starts Firefox."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "firefox"
        program.write_text(f'#!/bin/sh\nexec {shlex.join([sys.executable, str(_BRIDGE), path])} "$@"\n', "utf-8")
        program.chmod(0o700)
        browser = playwright.firefox.launch(channel="moz-firefox", executable_path=program, timeout=120_000)
        yield browser
        browser.close()
