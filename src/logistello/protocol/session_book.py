"""What a session asks of an opening book, whichever one is plugged in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from logistello.othello import Color, Game, Position, Square


@dataclass(frozen=True, slots=True)
class BookCandidate:
    """A move that the book knows. Scores are discs, seen by the side to move."""

    move: Square
    #: The score if a draw counts as good for the side to move, and if it counts as bad. Where no draw is involved both
    #: are the same; the first is never the smaller one.
    draw_sought: float
    draw_avoided: float
    #: Games that went this way.
    games: int = 0
    #: How far the book looked, in moves; the number of empty squares if it looked to the end.
    depth: int = 0
    #: What follows, if the book knows.
    line: tuple[Square, ...] = ()

    def score(self, contempt: float) -> float:
        """``contempt`` is what the side to move thinks of draws: positive seeks them, negative avoids them."""
        if contempt > 0:
            return self.draw_sought
        return self.draw_avoided if contempt < 0 else (self.draw_sought + self.draw_avoided) / 2


class SessionBook(Protocol):
    """Positions with known moves, which learns from games."""

    def moves(self, position: Position) -> Sequence[BookCandidate]:
        """The moves that may be played from the book, best first; none if the position is not in it."""
        ...

    def learn(self, game: Game) -> None:
        """Add a game. May take long; called from a thread of its own."""
        ...


def contempt_of(turn: Color, contempt_for_black: float) -> float:
    """Contempt as the side to move sees it."""
    return contempt_for_black if turn is Color.BLACK else -contempt_for_black


def best_book_move(
    book: SessionBook | None, position: Position, contempt_for_black: float = 0.0
) -> BookCandidate | None:
    """The move to play from the book, if it has a legal one."""
    if book is None:
        return None
    contempt = contempt_of(position.turn, contempt_for_black)
    known = [move for move in book.moves(position) if position.is_legal(move.move)]
    return max(known, key=lambda move: move.score(contempt), default=None)
