"""What a match asks of a player, and the simple players behind that face."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from logistello.engine.limit import Limit
from logistello.match.simple_players import Player
from logistello.othello.game import Game
from logistello.othello.square import Square

#: Why a player could not go on, as ``PlayerError.kind`` and the records of games name it.
FAILURES = {
    "time": "overstepped the time",
    "illegal": "illegal move",
    "died": "the program ended",
    "silent": "the program gave no answer",
    "protocol": "the program spoke nonsense",
    "resigned": "resigned",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and what the player said about it."""

    move: Square
    #: Discs, seen by the player.
    value: float | None = None
    nodes: int = 0
    depth: int | None = None


class MatchPlayer(Protocol):
    """One seat of a match. Used by one thread; only :meth:`interrupt` may come from another.

    A player that cannot go on raises ``PlayerError``: its game is lost, and the seat is filled anew for the next one.
    """

    name: str

    def new_game(self, number: int) -> None:
        """Forget the last game. The same number makes a random player repeat itself."""
        ...

    def end_game(self) -> None:
        """The game is over, or given up: stop thinking about it. Does not fail."""
        ...

    def choose(self, game: Game, limit: Limit, lag: float) -> Choice:
        """A move for the last position of ``game``, where a move exists.

        ``limit.clock`` is what the player has left now. A player that may never answer gives up by itself when the
        time and ``lag`` seconds have gone by.
        """
        ...

    def interrupt(self) -> None:
        """Make a running :meth:`choose` return or fail soon. The answer is not used any more."""
        ...

    def close(self) -> None:
        """Give everything back. Closing twice is fine."""
        ...


@runtime_checkable
class Learner(Protocol):
    """A player that may learn from the games it played."""

    def learn(self, game: Game) -> None:
        """A game that came to its end. Called in the thread of the player, after :meth:`MatchPlayer.end_game`."""
        ...


class SimplePlayer:
    """A player of :mod:`logistello.match.simple_players`; it knows no limits."""

    def __init__(self, name: str, make: Callable[[int], Player], seed: int = 0) -> None:
        """``make`` gets the seed of one game; ``seed`` tells two such players of one match apart."""
        self.name = name
        self._make = make
        self._seed = seed
        self._player = make(seed)

    def new_game(self, number: int) -> None:
        # Games must not depend on the order in which threads play them.
        self._player = self._make(random.Random(f"{self._seed} {number}").getrandbits(32))  # noqa: S311 - a game

    def choose(self, game: Game, limit: Limit, lag: float) -> Choice:
        return Choice(self._player.choose(game.position))

    def end_game(self) -> None:
        """It thinks only when it is asked."""

    def interrupt(self) -> None:
        """Its moves take no time."""

    def close(self) -> None:
        """It holds nothing."""
