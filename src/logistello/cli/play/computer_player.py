"""The computer in a game at the terminal: moves at a level, hints and analysis with all it knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from logistello.engine import AdvisingBook, Clock, Engine, Info, Limit
from logistello.engine.levels import LevelPlayer, level_settings
from logistello.engine.opponent_time import OpponentTime, PonderTally
from logistello.evaluation import Model
from logistello.othello import PASS, Game, Position, Square
from logistello.review.game_review import ReviewedMove, review_game

#: Seconds for a hint, and for each move of an analysis.
HINT_SECONDS = 1.0
REVIEW_SECONDS = 0.3
_HASH_MB = 64


@dataclass(frozen=True, slots=True)
class ChosenMove:
    """A move, and how it came about."""

    move: Square
    #: Discs, seen by the side that moves; ``None`` from a book.
    value: float | None
    from_book: bool = False
    #: Ctrl-C cut the thinking short.
    interrupted: bool = False


class ComputerPlayer:
    """Plays at a level, within a time if one is given. The engine is made when it is first needed.

    >>> player = ComputerPlayer(level=1, seed=7)
    >>> player.choose(Position.initial()).move in Position.initial().legal_moves
    True
    """

    def __init__(
        self,
        level: int,
        seed: int = 0,
        time: float | None = None,
        *,
        threads: int = 1,
        hash_mb: int = _HASH_MB,
        hint_seconds: float = HINT_SECONDS,
        book: AdvisingBook | None = None,
        model: Model | None = None,
        ponder: bool = False,
    ) -> None:
        """``time`` is seconds for a move at most; without a ``model`` the package's own judges positions. With
        ``ponder`` it thinks on the opponent's time at full strength (:meth:`think_ahead`). Raises ``UsageError`` for a
        level that does not exist.
        """
        level_settings(level)
        self.level = level
        self.time = time
        self.book = book
        self.use_book = True
        self._seed = seed
        self._threads = threads
        self._hash_mb = hash_mb
        self._model = model
        self._hint_seconds = hint_seconds
        self._made_engine: Engine | None = None
        self._ponders = ponder
        self._opponent_time = OpponentTime()
        self._expected: Square | None = None

    @property
    def pondering(self) -> PonderTally:
        """What thinking on the opponent's time was worth so far."""
        return self._opponent_time.tally

    @property
    def label(self) -> str:
        """For the line beside the board."""
        return f"level {self.level}"

    @property
    def description(self) -> str:
        """A sentence on its strength."""
        limit = "" if self.time is None else f", at most {self.time:g} s for a move"
        return f"Level {self.level} of 20: {level_settings(self.level).name}{limit}."

    def set_level(self, level: int) -> None:
        """Raises ``UsageError`` for a level that does not exist."""
        level_settings(level)
        self.level = level

    def new_game(self) -> None:
        """The opponent's moves get other answers than in the last game."""
        self._seed += 1
        self._opponent_time.end()

    def choose(self, position: Position, clock: Clock | None = None, *, at_once: bool = False) -> ChosenMove:
        """Ctrl-C makes it play the best move found so far; ``at_once`` is for a Ctrl-C that came just before."""
        hit = self._opponent_time.reply(position)
        engine = self._engine
        player = LevelPlayer(self.level, engine, self._seed, self.book if self.use_book else None)
        limit = Limit(time=0.0) if at_once else Limit(time=self.time, clock=clock)
        search = engine.in_background(lambda tell: player.choose(position, limit, hit))
        info = search.answer()
        if hit is not None:
            self._opponent_time.credit(hit, info.depth, info.seconds)
        self._expected = info.pv[1] if player.ponders and not info.from_book and len(info.pv) > 1 else None
        if info.from_book:
            return ChosenMove(info.move, None, from_book=True)
        return ChosenMove(info.move, info.score, interrupted=at_once or search.interrupted)

    def think_ahead(self, position: Position) -> None:
        """A person is to move in ``position``: think meanwhile about the reply that is expected, if it is ours."""
        expected, self._expected = self._expected, None
        self._opponent_time.follow(position)
        if self._ponders and expected is not None and position.is_legal(expected):
            self._opponent_time.begin(self._engine, position, expected)

    def hints(self, position: Position, count: int) -> tuple[Info, ...]:
        """The best moves as the engine sees them, whatever the level; after Ctrl-C those found so far."""
        engine, limit = self._engine, Limit(time=self._hint_seconds)
        return engine.in_background(lambda tell: engine.search(position, limit, best_moves=count)).answer().best

    def review(self, game: Game, last: int | None = None) -> Iterator[ReviewedMove]:
        """What the moves of the game gave away; or only the ``last`` ones."""
        limit = Limit(time=min(REVIEW_SECONDS, self._hint_seconds))
        moves = sum(move is not PASS for move in game.moves)
        return review_game(self._engine, game, limit, skip=0 if last is None else moves - last)

    @property
    def _engine(self) -> Engine:
        """Free for another search: what it thinks on the opponent's time gives way."""
        self._opponent_time.pause()
        if self._made_engine is None:
            self._made_engine = Engine(model=self._model, threads=self._threads, hash_mb=self._hash_mb)
        return self._made_engine
