"""``logistello web`` in a process of its own.

``python -m tests.web.page.serving web ...`` is the same but allows ``eval``: Playwright calls it for all that it asks
of a page, and Debian's Firefox, unlike Chromium, holds it to the content security policy of the page.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
POLICY = "Content-Security-Policy"


def in_firefox() -> bool:
    return os.environ.get("LOGISTELLO_BROWSER") == "firefox"


#: For tests of files that leave the page, of the browser's own language and the like.
not_in_firefox = pytest.mark.skipif(in_firefox(), reason="Playwright cannot do that in Debian's Firefox yet")


@contextmanager
def serving(
    library: Path, *options: str, port: str = "0", for_firefox: bool | None = None, killed: bool = False
) -> Iterator[str]:
    """Its address, without a slash at the end. It ends at the end, or is ``killed``."""
    lenient = in_firefox() if for_firefox is None else for_firefox
    module = "tests.web.page.serving" if lenient else "logistello.cli.main"
    command = [sys.executable, "-m", module, "web", "--library", str(library), "--port", port, *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address is not None
        try:
            yield address.group().rstrip("/")
        finally:
            process.kill() if killed else process.terminate()


def main() -> None:
    from logistello.cli.main import main as command
    from logistello.web import guard

    headers = {**guard._HEADERS, POLICY: f"{guard._HEADERS[POLICY]}; script-src 'self' 'unsafe-eval'"}
    guard._HEADERS = headers
    raise SystemExit(command())


if __name__ == "__main__":
    main()
