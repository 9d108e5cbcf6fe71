"""Draw the icons of the installed page: ``static/icon.svg`` as PNG in the sizes of the manifest, by a real browser.

``python -m tools.page_icons`` (needs Chromium, as the tests of the page do). A maskable icon may be cut to any shape by
the system: its background fills the picture, and the drawing stays in the middle.
"""

from __future__ import annotations

import base64
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.web.chromium import HOW_TO_GET_IT, find_chromium, launched

STATIC = Path(__file__).parent.parent / "src" / "logistello" / "web" / "static"
#: File, size in pixels, share of the width that the drawing takes, background.
ICONS = (
    ("192.png", 192, 1.0, "transparent"),
    ("512.png", 512, 1.0, "transparent"),
    ("maskable-512.png", 512, 0.8, "#237a55"),
    ("touch-180.png", 180, 1.0, "#237a55"),
)


def main() -> None:
    drawing = base64.b64encode((STATIC / "icon.svg").read_bytes()).decode()
    (STATIC / "icons").mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        chromium = find_chromium(playwright)
        if chromium is None:
            raise SystemExit(HOW_TO_GET_IT)
        browser = launched(playwright, chromium)
        for name, size, share, background in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<body style='margin:0;background:{background};display:grid;place-items:center;height:{size}px'>"
                f"<img style='width:{share:.0%}' src='data:image/svg+xml;base64,{drawing}'>"
            )
            page.locator("img").evaluate("image => image.decode()")
            page.screenshot(path=STATIC / "icons" / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
