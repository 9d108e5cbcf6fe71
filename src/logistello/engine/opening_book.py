"""What an engine asks of an opening book. The book itself lies above the engine: it searches with one."""

from __future__ import annotations

import logging
import random
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

from logistello.engine.outlook import MOST_DISCS, Outlook
from logistello.engine.results import SearchResult
from logistello.errors import BookError
from logistello.number_ranges import COUNT_OR_NONE, DEPTH_LIMIT, DISCS
from logistello.othello import Game, Position, Square

if TYPE_CHECKING:
    from logistello.engine.engine import Engine

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BookPolicy:
    """How a book is used at the board."""

    #: Discs that a move may lose against the best one and still be played now and then; 0: the best one always.
    tolerance: float = 0.0
    #: What a draw is worth to the side that asks, in discs: contempt.
    draw_value: float = 0.0
    #: Discs by which a move that has never been played must beat the best one of the lines. Values of lines are backed
    #: up from many searches, of which the opponent takes the best for himself: they look a little worse than they are.
    novelty: float = 2.0
    #: The same against a move after which every game so far was won: "copy the opponent's winning moves next time when
    #: colours are reversed" (Buro 1997).
    copying: float = 4.0
    #: Makes the choice among moves within the tolerance repeatable; ``None`` differs every time.
    seed: int | None = None
    #: Plies that the searches look ahead when a game is learned.
    learn_depth: int = 12
    #: A learned game is proven by the solver from this many empty squares on. Not more than the engine solves when it
    #: plays: else it would trust a win that it may not be able to carry out, and lose the same game again.
    solve_empties: int = 12

    def __post_init__(self) -> None:
        if not self.tolerance >= 0:
            raise ValueError(f"tolerance {self.tolerance!r}: expected discs, zero or more")
        if not self.novelty >= 0:
            raise ValueError(f"novelty {self.novelty!r}: expected discs, zero or more")
        if not self.copying >= 0:
            raise ValueError(f"copying {self.copying!r}: expected discs, zero or more")
        DISCS.checked(self.draw_value, "draw_value")
        DEPTH_LIMIT.checked(self.learn_depth, "learn_depth")
        COUNT_OR_NONE.checked(self.solve_empties, "solve_empties")

    @classmethod
    def varied(cls, seed: int | None = None) -> BookPolicy:
        """Openings that differ from game to game, at the price of half a disc."""
        return cls(tolerance=0.5, seed=seed)

    def rng(self) -> random.Random | None:
        """``None`` if nothing is left to chance."""
        return random.Random(self.seed) if self.tolerance > 0 else None  # noqa: S311 - a game


@dataclass(frozen=True, slots=True)
class BookAdvice:
    """What a book says to the side to move; an empty one if it does not know the position."""

    #: Expected play, beginning with the move; empty if the book knows no move that can be trusted.
    pv: tuple[Square, ...] = ()
    #: Discs for the side to move.
    score: float = 0.0
    #: What is proven, for the side to move; of a proven win or loss the score may be better still.
    outcome: Literal["win", "draw", "loss"] | None = None
    #: Of the search behind the value; 0 if the value comes from further on in the book.
    depth: int = 0
    confidence: int = 100
    #: Moves that are proven lost, while others are left: not to be played.
    avoid: frozenset[Square] = frozenset()
    #: What the answer took.
    seconds: float = field(default=0.0, compare=False)

    @property
    def move(self) -> Square | None:
        """The move to play; ``None`` if a search must find one."""
        return self.pv[0] if self.pv else None

    def result(self, position: Position) -> SearchResult:
        """The same as the answer of a search. Only if there is a move."""
        return SearchResult(
            position=position,
            move=self.pv[0],
            score=self.score,
            depth=self.depth,
            confidence=self.confidence,
            pv=self.pv,
            exact=False,  # of a proven win the book knows the winner, not the last disc
            complete=True,
            nodes=0,
            seconds=self.seconds,
            outlook=self._outlook(),
            from_book=True,
        )

    def _outlook(self) -> Outlook | None:
        """Who wins is certain where it is proven; by how much at least, not at most."""
        match self.outcome:
            case "win":
                return Outlook(1.0, 0.0, 0.0, self.score, MOST_DISCS)
            case "draw":
                return Outlook.certain(0.0)
            case "loss":
                return Outlook(0.0, 0.0, 1.0, self.score, 0.0)
        return None


@dataclass(frozen=True, slots=True)
class Lesson:
    """What learning a game changed in a book."""

    #: The run in the book's journal: what an undo takes back.
    run: int
    #: Positions that the book did not know.
    positions: int
    #: When that run began: tells it from a run of the same number in a book that has taken the place of this one.
    begun: datetime | None = field(default=None, compare=False)


class AdvisingBook(Protocol):
    """A book at the board, with a policy; :class:`logistello.book.BookInPlay` is one."""

    @property
    def writable(self) -> bool: ...

    def advise(self, position: Position) -> BookAdvice:
        """What to play here, or which moves a search should leave alone."""
        ...

    def learn(self, game: Game, engine: Engine) -> Lesson | None:
        """Make a finished game part of the book with searches of this engine; ``None`` if there is nothing to learn."""
        ...


class OpeningBook(Protocol):
    """What ``Engine(book=...)`` takes: a :class:`logistello.book.Book`, or a book that is in play already."""

    def in_play(self, policy: BookPolicy | None = None) -> AdvisingBook: ...


@runtime_checkable
class GameLearner(Protocol):
    """Whoever learns from finished games: a book in play, an engine with a book, a player of matches."""

    def learn(self, game: Game) -> object:
        """Called once for each game that was played to its end, resigned or lost on time."""
        ...


def advice_of(book: AdvisingBook | None, position: Position) -> BookAdvice:
    """What the book says, for whoever must make a move: one that turns out to be damaged knows nothing.

    The log tells of it. A game is not lost because its book is.
    """
    try:
        return BookAdvice() if book is None else book.advise(position)
    except BookError as error:
        _log.warning("the move is searched, as the book cannot be read: %s", error)
        return BookAdvice()


def is_worth_learning(game: Game) -> bool:
    """Finished, or given up at a point that a search can judge; not just begun and left."""
    return bool(game.moves) and (game.is_over or game.stated_result is not None)
