"""Who plays for the computer in a game at the terminal: a simple player with levels, or the engine."""

from __future__ import annotations

from typing import Protocol

from logistello.engine import Engine, Limit
from logistello.match.simple_players import MobilityPlayer
from logistello.othello import Position, Square


class ComputerPlayer(Protocol):
    """What a session needs of it."""

    @property
    def description(self) -> str:
        """A sentence on its strength."""
        ...

    def choose(self, position: Position) -> Square: ...

    def hints(self, position: Position, count: int) -> list[tuple[Square, str]]:
        """The best moves, with what they are worth in words."""
        ...


class SimplePlayer:
    """For beginners: strength by level."""

    def __init__(self, level: int, seed: int) -> None:
        self._player = MobilityPlayer(level=level, seed=seed)

    @property
    def description(self) -> str:
        return f"The level is {self._player.level}."

    def choose(self, position: Position) -> Square:
        return self._player.choose(position)

    def hints(self, position: Position, count: int) -> list[tuple[Square, str]]:
        return [(move, points_text(value)) for move, value in self._player.rank(position)[:count]]


class EnginePlayer:
    """The engine, with so many seconds for each move."""

    def __init__(self, engine: Engine, seconds: float) -> None:
        self._engine = engine
        self._seconds = seconds

    @property
    def description(self) -> str:
        return f"The engine thinks {self._seconds:g} s for each move."

    def choose(self, position: Position) -> Square:
        move = self._engine.search(position, Limit(time=self._seconds)).move
        assert move is not None  # noqa: S101 - the session asks only while the game goes on
        return move

    def hints(self, position: Position, count: int) -> list[tuple[Square, str]]:
        with self._engine.analyse(position, Limit(time=self._seconds), best_moves=count) as analysis:
            for _ in analysis:
                pass
            return [
                (info.move, f"{info.score:+.0f} discs, exact" if info.exact else f"{info.score:+.1f} discs")
                for info in analysis.best
            ]


def points_text(value: float) -> str:
    """
    >>> points_text(-3.0), points_text(0.0), points_text(4000.0)
    ('-3 points', '0 points', 'wins by 4')
    """
    if abs(value) >= 1000:
        return f"{'wins' if value > 0 else 'loses'} by {abs(value) / 1000:g}"
    return f"{value:+g} points" if value else "0 points"
