"""Openings that a match begins with: lists from files, or the package's own."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from logistello.errors import MatchError
from logistello.othello.game import Game
from logistello.othello.notation import Document, read, read_path
from logistello.othello.position import Position
from logistello.othello.square import Square

#: Nobody has lost all discs before the ninth move, so that most lists need no replaying.
_SHORTEST_GAME = 9


@dataclass(frozen=True, slots=True)
class Opening:
    """A start position and moves from there, passes included.

    >>> str(Opening.of(Game.from_moves("f5d6c3")))
    'f5d6c3'
    """

    start: Position
    moves: tuple[Square, ...] = ()

    @classmethod
    def of(cls, game: Game, plies: int | None = None) -> Opening:
        return cls(game.start, game.moves[:plies])

    @property
    def usual_start(self) -> bool:
        return self.start == Position.initial()

    def game(self) -> Game:
        """A new game with the opening on its board."""
        return Game.from_moves(self.moves, self.start)

    def __str__(self) -> str:
        moves = "".join(str(move) for move in self.moves)
        return moves if self.usual_start else f"{self.start.text} {moves}".strip()


@dataclass(frozen=True)
class OpeningList:
    """Openings in the order in which they are played."""

    openings: Sequence[Opening]
    source: str

    @property
    def checksum(self) -> str:
        """SHA-256 of what is played, so that a record of games knows its list again."""
        return hashlib.sha256("\n".join(map(str, self.openings)).encode()).hexdigest()


def load_openings(path: Path | None, *, plies: int | None = None, seed: int | None = None) -> OpeningList:
    """Openings of a file in any format, or of the package if ``path`` is ``None``.

    ``plies`` cuts games after so many moves (passes count); ``seed`` shuffles the list, ``None`` keeps its order.
    Raises ``MatchError`` if there are none, ``NotationError`` if the file cannot be read.
    """
    if path is None:
        return _checked(
            (Opening(Position.initial(), moves[:plies]) for moves in _own_list()), "the package's list", seed
        )
    source, document = path.name, _read_list(path)
    if document.errors:
        raise document.errors[0]
    openings = [Opening.of(game, plies) for game in document.games]
    openings += [Opening(problem.position) for problem in document.problems]
    return _checked(openings, source, seed)


def _checked(openings: Iterable[Opening], source: str, seed: int | None) -> OpeningList:
    distinct = list(dict.fromkeys(openings))
    if not distinct:
        raise MatchError(f"{source}: no openings")
    for number, opening in enumerate(distinct, 1):
        if not (opening.usual_start and len(opening.moves) < _SHORTEST_GAME) and opening.game().is_over:
            raise MatchError(f"{source}: opening {number} is a finished game; cut openings with --plies")
    if seed is not None:
        random.Random(seed).shuffle(distinct)  # noqa: S311 - no secret
    return OpeningList(distinct, source)


def _own_list() -> Iterator[tuple[Square, ...]]:
    """Read as what it is known to be: finding that out, and playing thousands of openings, takes seconds."""
    file = resources.files("logistello.match") / "data" / "openings.txt"
    for line in file.read_text(encoding="ascii").splitlines():
        if line and not line.startswith("#"):
            yield tuple(Square.parse(line[at : at + 2]) for at in range(0, len(line), 2))


def _read_list(path: Path) -> Document:
    if path.is_file():
        with path.open("rb") as file:
            if file.read(1) == b"#":
                return read(_without_remarks(path.read_bytes()), name=path.name)
    return read_path(path)


def _without_remarks(data: bytes) -> bytes:
    """Lists of ours say in lines with # what made them; the lines stay, so that errors name the right one."""
    return b"\n".join(b"" if line.startswith(b"#") else line for line in data.split(b"\n"))
