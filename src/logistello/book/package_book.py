"""The book that comes with the package: a packed one, over which the user's own lies."""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path

from logistello.book.packed_book import PackedBook
from logistello.errors import BookError


def default_book_path() -> Path:
    """The book that comes with the package; nobody writes there. It need not exist.

    ``LOGISTELLO_BASE_BOOK`` names another packed book that takes its place.
    """
    if named := os.environ.get("LOGISTELLO_BASE_BOOK"):
        return Path(named).expanduser()
    return Path(str(resources.files("logistello.book") / "data" / "default.book"))


def package_base(path: Path) -> PackedBook:
    """What the learned part of a book at ``path`` lies over. Raises ``BookError``."""
    base = default_book_path()
    if not base.is_file():
        raise BookError(
            f"{path} holds only what was learned over the package's book, and {base} is not there; install the "
            "package again"
        )
    return PackedBook(base)
