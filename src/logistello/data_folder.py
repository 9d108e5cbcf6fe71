"""Where the user's own files are kept: the book, the library of games."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Our folder where the system keeps data of programs: after the XDG rules, but for macOS and Windows. It need not
    exist."""
    return _folder_of_programs() / "logistello"


def _folder_of_programs() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    given = os.environ.get("XDG_DATA_HOME", "")
    return Path(given) if Path(given).is_absolute() else Path.home() / ".local" / "share"
