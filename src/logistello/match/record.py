"""The games of a match in an append-only file: no stop, not even a crash, loses a finished game.

JSON lines. The first says which match this is; each of the others is a finished game with its GGF. A line that was
truncated by a crash is dropped when the file is opened again.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from logistello.errors import MatchError
from logistello.files import lock_open_file, naming

VERSION = 1


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game; players are their numbers in the match, from 0."""

    #: Its place in the schedule: the same number means the same game in every run.
    number: int
    opening: int
    black: int
    white: int
    #: Disc difference for Black, empty squares counting for the winner; 64 or -64 if a player forfeited.
    black_score: int
    #: ``played``, ``adjudicated`` or a kind of failure.
    ending: str
    loser: int | None
    reason: str
    #: By player: moves, seconds, longest_move, left on the clock, nodes, depths.
    usage: Mapping[str, Mapping[str, Any]]
    ggf: str = field(repr=False)

    def score_of(self, player: int) -> int:
        """Disc difference from this player's point of view."""
        return self.black_score if player == self.black else -self.black_score

    def points_of(self, player: int) -> float:
        """1 for a win, 1/2 for a draw."""
        score = self.score_of(player)
        return (1 + (score > 0) - (score < 0)) / 2


class MatchRecord:
    """An open file of games; without a path games are only kept in memory. Use as a context manager."""

    def __init__(self, path: Path | None, settings: Mapping[str, Any]) -> None:
        """Continue the file if it exists.

        Raises ``MatchError`` if it holds another match (saying how they differ), is not a record of a match, or is
        being written by another process.
        """
        self.games: list[PlayedGame] = []
        self._file: int | None = None
        self._path = path
        if path is None:
            return
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
            if not stat.S_ISREG(os.fstat(self._file).st_mode):
                raise MatchError(f"{path} is a device or a pipe; expected the name of a file, which can be continued")
            self._lock(path)
            data = _content(self._file)
            whole = data.rfind(b"\n") + 1
            if whole == 0:
                if data and not b'{"logistello_match"'.startswith(data[:19]):
                    raise MatchError(f"{path} is not a record of a match; choose another name")
                os.ftruncate(self._file, 0)
                self._append({"logistello_match": VERSION, "settings": settings})
            else:
                self.games = _read(path, data[:whole], settings)
                os.ftruncate(self._file, whole)
        except BaseException:
            self.close()
            raise

    def add(self, game: PlayedGame) -> None:
        self.games.append(game)
        if self._file is not None:
            self._append(asdict(game))

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _lock(self, path: Path) -> None:
        try:
            if self._file is not None:
                lock_open_file(self._file)
        except BlockingIOError:
            raise MatchError(f"{path}: another process is playing this match") from None

    def _append(self, item: Mapping[str, Any]) -> None:
        data = (json.dumps(item, ensure_ascii=False) + "\n").encode()
        with naming(self._path or ""):
            while data and self._file is not None:
                data = data[os.write(self._file, data) :]

    def __enter__(self) -> MatchRecord:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def recorded_ggf(path: Path) -> list[str]:
    """The games of a record as GGF; none of a file that is missing, damaged or no record."""
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return []
    games = []
    for line in lines:
        try:
            item = json.loads(line)
        except ValueError:
            continue
        if isinstance(item, dict) and isinstance(item.get("ggf"), str):
            games.append(item["ggf"])
    return games


def _content(descriptor: int) -> bytes:
    """Read through the descriptor that holds the lock: on Windows no other one may."""
    parts = []
    os.lseek(descriptor, 0, os.SEEK_SET)
    while part := os.read(descriptor, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def _read(path: Path, data: bytes, settings: Mapping[str, Any]) -> list[PlayedGame]:
    header, *lines = data.splitlines()
    try:
        first = json.loads(header)
        version = first["logistello_match"]
        stored = first["settings"]
    except (ValueError, KeyError, TypeError):
        raise MatchError(f"{path} is not a record of a match; choose another name") from None
    if version != VERSION:
        raise MatchError(f"{path}: a record of version {version}; this program reads version {VERSION}")
    wanted = json.loads(json.dumps(settings))
    for name in sorted({*stored, *wanted}):
        if stored.get(name) != wanted.get(name):
            raise MatchError(
                f"{path} holds games of another match: {name} was {json.dumps(stored.get(name), ensure_ascii=False)} "
                f"and is now {json.dumps(wanted.get(name), ensure_ascii=False)}; "
                f"give the old settings, or another file"
            )
    games: dict[int, PlayedGame] = {}
    for line_number, line in enumerate(lines, 2):
        try:
            game = PlayedGame(**json.loads(line))
            repeated = game.number in games
        except (ValueError, TypeError):
            raise MatchError(f"{path}, line {line_number}: not a game; the file is damaged") from None
        if repeated:
            raise MatchError(f"{path}, line {line_number}: game {game.number} for the second time; remove the line")
        games[game.number] = game
    return list(games.values())
