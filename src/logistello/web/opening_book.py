"""Looking into an opening book, if there is one: only what the server needs of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Literal, Protocol, cast

from logistello.othello import Position, Square
from logistello.web.schemas.games import BookMoveReply, BookReply

Outcome = Literal["win", "draw", "loss"]


class BookValueLike(Protocol):
    @property
    def outcome(self) -> str | None: ...

    def discs(self, draw_value: float = 0.0) -> float: ...


class EvaluationLike(Protocol):
    @property
    def depth(self) -> int | None: ...

    @property
    def confidence(self) -> int | None: ...


class BookMoveLike(Protocol):
    @property
    def move(self) -> Square: ...

    @property
    def value(self) -> BookValueLike: ...

    @property
    def in_book(self) -> bool: ...

    @property
    def games(self) -> int: ...

    @property
    def evaluation(self) -> EvaluationLike | None: ...


class ProbeLike(Protocol):
    @property
    def value(self) -> BookValueLike: ...

    @property
    def moves(self) -> Sequence[BookMoveLike]: ...

    @property
    def games(self) -> int: ...


class BookLike(Protocol):
    """What an opened book offers."""

    def probe(self, position: Position) -> ProbeLike | None: ...

    def line(self, position: Position) -> Sequence[Square]: ...

    def close(self) -> None: ...


class BookShelf:
    """One book, opened anew by each thread that asks: a book belongs to one thread."""

    def __init__(self, open_book: Callable[[], BookLike] | None = None) -> None:
        self._open = open_book
        self._mine = threading.local()

    @property
    def available(self) -> bool:
        return self._open is not None

    def look_up(self, position: Position) -> BookReply:
        """An empty answer if there is no book, or the position is not in it."""
        found = None
        if self._open is not None:
            found = self._book(self._open).probe(position)
        if found is None:
            return BookReply(available=self.available, position=position.text, found=False)
        return BookReply(
            available=True,
            position=position.text,
            found=True,
            score=round(found.value.discs(), 3),
            outcome=cast(Outcome | None, found.value.outcome),
            games=found.games,
            moves=[_move_reply(move) for move in found.moves],
            line=[str(move) for move in self._book(self._open).line(position)] if self._open is not None else [],
        )

    def _book(self, open_book: Callable[[], BookLike]) -> BookLike:
        book: BookLike | None = getattr(self._mine, "book", None)
        if book is None:
            book = self._mine.book = open_book()
        return book


def _move_reply(move: BookMoveLike) -> BookMoveReply:
    evaluation = move.evaluation
    return BookMoveReply(
        move=str(move.move),
        score=round(move.value.discs(), 3),
        outcome=cast(Outcome | None, move.value.outcome),
        in_book=move.in_book,
        games=move.games,
        depth=None if evaluation is None else evaluation.depth,
        confidence=None if evaluation is None else evaluation.confidence,
    )
