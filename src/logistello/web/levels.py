"""Opponents of different strength behind one small interface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from logistello.engine import Engine, Info, Limit
from logistello.othello import Position


@dataclass(frozen=True, slots=True)
class LevelText:
    """A level as it is offered to people."""

    level: int
    name: str
    description: str


class Opponent(Protocol):
    """Someone to play against."""

    def choose(self, position: Position, limit: Limit | None = None) -> Info:
        """A move with the value that the opponent sees in it. There is one: the game is not over."""


class Levels(Protocol):
    """All opponents there are, from the weakest to the strongest."""

    @property
    def texts(self) -> tuple[LevelText, ...]: ...

    @property
    def default(self) -> int:
        """What a newcomer is offered."""

    def opponent(self, level: int, engine: Engine, seed: int) -> Opponent:
        """Plays with the given engine, which belongs to it while it chooses a move."""


class DepthLevels:
    """Strength by depth alone: level n looks n moves ahead, the last one as far as its seconds allow."""

    _DEEPEST = 12
    _SECONDS = 5.0

    @property
    def texts(self) -> tuple[LevelText, ...]:
        shallow = [LevelText(n, f"{n} ahead", f"looks {n} moves ahead") for n in range(1, self._DEEPEST + 1)]
        strongest = LevelText(self._DEEPEST + 1, "full strength", f"thinks {self._SECONDS:g} seconds about a move")
        return (*shallow, strongest)

    @property
    def default(self) -> int:
        return 4

    def opponent(self, level: int, engine: Engine, seed: int) -> Opponent:
        depth = level if level <= self._DEEPEST else None
        return _DepthOpponent(engine, Limit(depth=depth, time=self._SECONDS))


@dataclass(frozen=True, slots=True)
class _DepthOpponent:
    engine: Engine
    limit: Limit

    def choose(self, position: Position, limit: Limit | None = None) -> Info:
        time = self.limit.time if limit is None or limit.time is None else limit.time
        found = self.engine.search(position, Limit(depth=self.limit.depth, time=time))
        return Info(
            1,
            found.depth,
            found.selectivity,
            found.score,
            found.pv,
            nodes=found.nodes,
            seconds=found.seconds,
            exact=found.exact,
            outlook=found.outlook,
        )
