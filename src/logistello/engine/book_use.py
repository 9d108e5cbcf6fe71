"""An engine's dealings with its opening book."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from logistello.engine.opening_book import BookAdvice, BookPolicy, OpeningBook, is_worth_learning
from logistello.engine.outlook import MOST_DISCS, Outlook
from logistello.engine.results import SearchResult
from logistello.othello import Game, Position, Square

if TYPE_CHECKING:
    from logistello.engine.engine import Engine


@dataclass(frozen=True, slots=True)
class BookAnswer:
    """The move of the book, or which moves a search should leave alone."""

    result: SearchResult | None = None
    avoid: frozenset[Square] = frozenset()


class BookUse:
    """A book, how it is used, and whether games are learned."""

    def __init__(self, book: OpeningBook, policy: BookPolicy, *, learn: bool) -> None:
        if learn and not book.writable:
            raise ValueError("the book cannot be learned into: open it with writable=True, or use learn=False")
        self.book = book
        self.policy = policy
        self.learns = learn
        self._rng = policy.rng()

    def answer(self, position: Position) -> BookAnswer:
        """Nothing is known of a position that is not in the book, of a forced pass, and of the end of the game."""
        begun = monotonic()
        if position.is_over or position.must_pass:
            return BookAnswer()
        advice = self.book.advise(position, self.policy, self._rng)
        if advice is None:
            return BookAnswer()
        if not advice.pv:
            return BookAnswer(avoid=advice.avoid)
        return BookAnswer(_result(position, advice, monotonic() - begun))

    def learn(self, game: Game, engine: Engine) -> None:
        if self.learns and is_worth_learning(game):
            self.book.learn(game, engine, self.policy)


def _result(position: Position, advice: BookAdvice, seconds: float) -> SearchResult:
    return SearchResult(
        position=position,
        move=advice.pv[0],
        score=advice.score,
        depth=advice.depth,
        confidence=advice.confidence,
        pv=advice.pv,
        exact=False,  # of a proven win the book knows the winner, not the last disc
        complete=True,
        nodes=0,
        seconds=seconds,
        outlook=_outlook(advice),
        from_book=True,
    )


def _outlook(advice: BookAdvice) -> Outlook | None:
    """Who wins is certain where it is proven; by how much at least, not at most."""
    match advice.outcome:
        case "win":
            return Outlook(1.0, 0.0, 0.0, advice.score, MOST_DISCS)
        case "draw":
            return Outlook.certain(0.0)
        case "loss":
            return Outlook(0.0, 0.0, 1.0, advice.score, 0.0)
    return None
