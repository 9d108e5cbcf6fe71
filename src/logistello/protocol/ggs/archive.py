"""Finished games: kept in a folder as GGF."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from logistello.errors import NotationError
from logistello.files import write_whole
from logistello.othello.notation import Document, write
from logistello.protocol.ggs.actions import FinishedMatch


def _now() -> datetime:
    return datetime.now(UTC)


class Archive:
    """A folder with one file for each match: one game, or the two of a synchro match."""

    def __init__(self, folder: Path, *, place: str = "GGS/os", wall_clock: Callable[[], datetime] = _now) -> None:
        """The folder is made if it is not there."""
        self.folder = folder
        self._place = place
        self._wall_clock = wall_clock
        folder.mkdir(parents=True, exist_ok=True)

    def save(self, match: FinishedMatch) -> Path | None:
        """The file that was written, ``None`` if the match has no game to keep."""
        if not match.games:
            return None
        ended = self._wall_clock().astimezone(UTC)
        for game in match.games:
            game.place = self._place
            game.date = ended.strftime("%Y.%m.%d_%H:%M:%S.UTC")
        path = self._free_name(f"{ended:%Y-%m-%dT%H%M%SZ}-{_plain(match.opponent)}-{_plain(match.type)}")
        try:
            data = write(Document("ggf", list(match.games)), "ggf")
        except NotationError as error:  # ']' in a name cannot be written
            raise OSError(f"{path}: {error}") from error
        write_whole(path, data)
        return path

    def _free_name(self, stem: str) -> Path:
        path = self.folder / f"{stem}.ggf"
        number = 2
        while path.exists():
            path = self.folder / f"{stem}-{number}.ggf"
            number += 1
        return path


def _plain(name: str) -> str:
    """A name that no file system takes amiss.

    >>> _plain("../bob+")
    '.._bob_'
    """
    return re.sub(r"[^A-Za-z0-9._-]", "_", name)[:24]
