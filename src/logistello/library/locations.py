"""Where the games of the user are."""

from __future__ import annotations

from pathlib import Path

from logistello.files import data_folder


def default_library() -> Path:
    """The file of games in the user's folder for data. It need not exist."""
    return data_folder() / "games.sqlite"
