"""Twenty playing strengths, from a beginner to the full engine. Weak ones err as people do.

A weak level searches every move to its depth and likes it partly for its value, partly for what beginners go by: many
discs flipped, a corner taken. Then it draws one of the moves, those that it likes best most often (a softmax). So its
moves have reasons, and a move that loses much in its own judgement is rare.
"""

from __future__ import annotations

import math
import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from logistello.engine.engine import Engine
from logistello.engine.limit import Limit
from logistello.engine.opening_book import AdvisingBook, advice_of
from logistello.engine.opponent_time import PonderHit
from logistello.engine.results import Info
from logistello.errors import IllegalMoveError, UsageError
from logistello.othello import PASS, Position, Square
from logistello.othello.square import CORNERS

LEVELS = range(1, 21)
_ALL_MOVES = 64


@dataclass(frozen=True, slots=True)
class LevelSettings:
    """What a level sees and how it errs; a row of ``levels.toml``."""

    #: What kind of player it is like.
    name: str
    #: Moves ahead; ``None`` for as far as the time allows.
    depth: int | None = None
    #: From this number of empty squares on it plays the rest exactly.
    exact_empties: int = 0
    #: Discs by which a move may be worse and still be played about once where the better is played e = 2.7 times;
    #: 0 always plays the best.
    temperature: float = 0.0
    #: How much of a move's value it understands: 1 everything, 0 nothing.
    insight: float = 1.0
    #: Discs of value that it believes in for every disc turned.
    greed: float = 0.0
    #: Discs of value that it believes in for taking a corner, besides what it understands of it.
    corners: float = 0.0
    #: Time for a move if the caller gives no time or clock.
    seconds: float | None = None

    @property
    def always_best(self) -> bool:
        """It plays the best move that it finds, without looking at the others."""
        return self.temperature == 0 and self.insight == 1 and self.greed == 0 and self.corners == 0


def level_settings(level: int) -> LevelSettings:
    """Raises ``UsageError`` for a level that does not exist.

    >>> level_settings(1).name, level_settings(20).name, level_settings(20).always_best
    ('beginner', 'full strength', True)
    """
    if level not in LEVELS:
        raise UsageError(f"level {level} does not exist; expected {LEVELS[0]} to {LEVELS[-1]}")
    return _table()[level - 1]


def may_ponder(level: int) -> bool:
    """Whether a level may think on its opponent's time: others would see further than their level does.

    >>> [level for level in LEVELS if may_ponder(level)]
    [20]
    """
    settings = level_settings(level)
    return settings.depth is None and settings.always_best


@cache
def _table() -> tuple[LevelSettings, ...]:
    text = resources.files("logistello.engine").joinpath("levels.toml").read_text(encoding="utf-8")
    rows = tuple(LevelSettings(**row) for row in tomllib.loads(text)["levels"])
    assert len(rows) == len(LEVELS)  # noqa: S101 - a file of the package
    return rows


class LevelPlayer:
    """An engine that plays as strongly as a level.

    The choice depends on seed and position only (and on the time, where that is what limits it), not on what was asked
    before. The engine may be shared with others as long as one asks at a time.

    >>> with Engine(hash_mb=1) as engine:
    ...     player = LevelPlayer(3, engine, seed=7)
    ...     first, again = (player.choose(Position.initial()).move for _ in range(2))
    >>> first in Position.initial().legal_moves, first is again
    (True, True)
    """

    def __init__(self, level: int, engine: Engine, seed: int = 0, book: AdvisingBook | None = None) -> None:
        """Levels that always play the best move they find play from the ``book`` first: weak players know no theory."""
        self.level = level
        self.settings = level_settings(level)
        self.engine = engine
        self.seed = seed
        self.book = book if self.settings.always_best else None

    @property
    def ponders(self) -> bool:
        """As :func:`may_ponder`."""
        return may_ponder(self.level)

    def choose(self, position: Position, limit: Limit | None = None, hit: PonderHit | None = None) -> Info:
        """A move with the value that it sees in it, in discs for the side to move.

        ``limit`` holds besides the level's own; its time or clock replaces the level's seconds. ``hit`` is what it has
        found out on the opponent's time, if it :attr:`ponders`; the time for a move is the shorter for it. Raises
        ``IllegalMoveError`` if the game is over.
        """
        legal = position.legal_moves
        if not legal:
            raise IllegalMoveError("the game is over: there is no move to choose")
        advice = advice_of(self.book, position)
        if advice.move is not None:
            return advice.result(position).info
        if len(legal) == 1:
            value = self.engine.evaluate(position)
            return Info(1, 0, 100, value, legal, nodes=0, seconds=0.0, turn=position.turn)
        own_limit = self.limit(position, limit)
        if hit is not None and self.ponders and hit.known.move not in advice.avoid:
            return self._go_on(hit, own_limit, advice.avoid)
        if self.settings.depth is not None:
            self.engine.clear()  # what was searched before would change what is seen now
        if self.settings.always_best or self._sees_the_end(position):
            return self.engine.search(position, own_limit, excluded=advice.avoid).info
        return self._pick(position, self.engine.search(position, own_limit, best_moves=_ALL_MOVES).best)

    def _go_on(self, hit: PonderHit, limit: Limit, avoid: frozenset[Square]) -> Info:
        """From where the search stood when the opponent moved."""
        answer = hit.answer
        if answer is not None:
            return answer.info
        if limit.time is not None:
            limit = replace(limit, time=max(limit.time - hit.seconds, 0.0))
        return self.engine.search(hit.known.position, limit, excluded=avoid).after(hit.known).info

    def limit(self, position: Position, given: Limit | None = None) -> Limit:
        """The limit of a move in this position."""
        given = given or Limit()
        depth = self.settings.depth
        if depth is not None and self._sees_the_end(position):
            depth = position.empties
        if given.depth is not None:
            depth = given.depth if depth is None else min(depth, given.depth)
        time = self.settings.seconds if given.time is None and given.clock is None else given.time
        return replace(given, depth=depth, time=time)

    def _sees_the_end(self, position: Position) -> bool:
        return position.empties <= self.settings.exact_empties

    def _pick(self, position: Position, seen: Sequence[Info]) -> Info:
        liking = [self._liking(position, info) for info in seen]
        most = max(liking)
        if self.settings.temperature == 0:
            return seen[liking.index(most)]
        weights = [math.exp((each - most) / self.settings.temperature) for each in liking]
        chance = random.Random(f"{self.seed} {position.text}")  # noqa: S311 - a game, not a secret
        return chance.choices(seen, weights)[0]

    def _liking(self, position: Position, info: Info) -> float:
        """Discs that it believes the move is worth."""
        settings = self.settings
        turned = 0 if info.move is PASS else position.flips(info.move).bit_count()
        corner = settings.corners if info.move in CORNERS else 0.0
        return settings.insight * info.score + settings.greed * turned + corner
