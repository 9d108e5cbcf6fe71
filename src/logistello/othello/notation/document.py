"""What a file or a pasted text holds: games, positions, and what could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import overload

from logistello.errors import NotationError
from logistello.othello.game import Game
from logistello.othello.position import Position
from logistello.othello.square import Square


@dataclass
class Problem:
    """A position with what is known about its moves. A bare position is a problem without scores.

    Scores are final disc differences seen by the side to move.
    """

    position: Position
    scores: dict[Square, int] = field(default_factory=dict)
    #: The value of the position where the source states it apart from the moves.
    stated_score: int | None = None
    comment: str = ""
    line: int | None = None

    @property
    def best_score(self) -> int | None:
        """The highest score of a move (files do not always list the best first), else the stated one."""
        return max(self.scores.values(), default=self.stated_score)

    @property
    def best_moves(self) -> tuple[Square, ...]:
        """All moves that share the best score."""
        best = max(self.scores.values(), default=None)
        return tuple(move for move, score in self.scores.items() if score == best)


@dataclass
class Document:
    """The content of one source.

    ``errors`` names every item that could not be read, ``notes`` every decision the reader took
    where the source leaves something open. ``games`` may be a lazy sequence.
    """

    format: str
    games: Sequence[Game] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    errors: list[NotationError] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    #: Player or tournament names, for files that hold nothing else (WTHOR's .jou and .trn).
    names: Sequence[str] = ()

    def checked(self) -> Document:
        """This document, or, if nothing could be read, its first error raised."""
        if self.errors and not self.games and not self.problems and not self.names:
            raise self.errors[0]
        return self


class ChainedGames(Sequence[Game]):
    """Several sequences of games one after the other, without copying (or making) the games."""

    def __init__(self, parts: Iterable[Sequence[Game]]) -> None:
        self.parts = [part for part in parts if len(part)]
        self._ends = list(accumulate(len(part) for part in self.parts))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> Game: ...
    @overload
    def __getitem__(self, index: slice) -> list[Game]: ...
    def __getitem__(self, index: int | slice) -> Game | list[Game]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        number = index + len(self) if index < 0 else index
        if number >= 0:
            start = 0
            for part, end in zip(self.parts, self._ends, strict=True):
                if number < end:
                    return part[number - start]
                start = end
        raise IndexError(f"game {index} of {len(self)}")
