"""What a game at the terminal may be given from outside: a book to play from, and somebody who learns from games."""

from __future__ import annotations

from typing import Protocol

from logistello.othello import Game, Position, Square


class MoveBook(Protocol):
    """Knows moves of openings."""

    def move(self, position: Position) -> Square | None:
        """A legal move that the book would play, ``None`` where it knows none."""
        ...


class GameLearner(Protocol):
    """Learns from games that were played here."""

    def learn(self, game: Game) -> None:
        """Called once for every finished game: played to the end, resigned or lost on time.

        Errors of ours and of the operating system are told to the player; the game goes on without them.
        """
        ...
