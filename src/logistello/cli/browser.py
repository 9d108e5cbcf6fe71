"""Opening a page in the user's browser, where there is one."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser


def open_in_browser(address: str) -> bool:
    """Returns at once; ``False`` if there is no browser with windows here.

    Browsers that live in the terminal are not started: they would take it away from the server.
    """
    if not _has_windows():
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    threading.Thread(target=webbrowser.open, args=(address,), name="browser", daemon=True).start()
    return True


def _has_windows() -> bool:
    if sys.platform in ("win32", "darwin") or os.environ.get("BROWSER"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("WSL_DISTRO_NAME"))
