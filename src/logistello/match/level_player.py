"""A level of :mod:`logistello.engine.levels` as a player of matches."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from logistello.engine import Engine, Info, Limit
from logistello.engine.levels import LevelPlayer, level_settings
from logistello.match.engine_player import EnginePlayer
from logistello.othello.game import Game

#: Options that such a player may be given: the level, and what does not change how weak levels play.
LEVEL_OPTIONS: Mapping[str, Callable[[str], Any]] = {"n": int, "seed": int, "threads": int, "hash_mb": int}
#: Small tables: a match has many players, and every move begins with an empty one.
_HASH_MB = 16


class LevelMatchPlayer(EnginePlayer):
    """Plays within the limits of its level and of the match. A game depends on the seed and on its number."""

    def __init__(self, name: str, level: int, *, seed: int = 0, threads: int = 1, hash_mb: int = _HASH_MB) -> None:
        """Raises ``UsageError`` for a level that does not exist."""
        level_settings(level)
        engine = Engine(threads=threads, hash_mb=hash_mb)
        super().__init__(name, engine)
        self._seed = seed
        self._player = LevelPlayer(level, engine, seed)

    def new_game(self, number: int) -> None:
        super().new_game(number)
        # Games must not depend on the order in which threads play them.
        chance = random.Random(f"{self._seed} {number}")  # noqa: S311 - a game
        self._player = LevelPlayer(self._player.level, self._player.engine, chance.getrandbits(32))

    def _search(self, game: Game, limit: Limit) -> Info:
        return self._player.choose(game.position, limit)


def level_identity(level: int) -> dict[str, Any]:
    """What makes games of a level comparable: a level tuned otherwise is another player."""
    settings = asdict(level_settings(level))
    del settings["name"]
    return {"level": settings}
