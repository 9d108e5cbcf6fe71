"""What a file or a pasted text holds: games, positions, and what could not be read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import overload

from logistello.errors import NotationError
from logistello.othello.game import Game
from logistello.othello.notation.limits import NO_LIMITS, ReadingLimits
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


def without_frames(error: NotationError) -> NotationError:
    """An error to be kept: the frames that it came through hold on to whatever was being read, kilobytes each."""
    each: BaseException | None = error
    while each is not None:
        each.__traceback__ = each.__context__ = None
        each = each.__cause__
    return error


#: How a format gives what it reads, one after the other, errors included; notes go into the document.
Items = Callable[[str, Document], Iterator[Game | Problem | NotationError]]


def collected(name: str, items: Items, text: str, limits: ReadingLimits = NO_LIMITS) -> Document:
    """All that a text holds, as long as it stays within the limits."""
    (document,) = portions_of(name, items, text, limits, sys.maxsize)
    return document.checked()


def portions_of(name: str, items: Items, text: str, limits: ReadingLimits, size: int) -> Iterator[Document]:
    """The same in documents of at most ``size`` games, so that a large file need not be in memory as games.

    The last one (the only one, if all fits into it) may be empty.
    """
    document, games = Document(name), []
    done = 0
    for item in items(text, document):
        if isinstance(item, Game):
            games.append(item)
        elif isinstance(item, Problem):
            document.problems.append(item)
        else:
            document.errors.append(without_frames(item))
        count = len(games) + len(document.problems) + len(document.errors)
        limits.check_games(done + count)
        if count >= size:
            document.games = games
            yield Document(name, games, document.problems, document.errors, document.notes)
            done += count
            games = []
            # The reader goes on with this one.
            document.problems, document.errors, document.notes = [], [], []
    document.games = games
    yield document


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
