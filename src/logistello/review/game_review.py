"""Every move of a game beside the best one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from logistello.engine import Limit, Outlook, SearchResult
from logistello.othello import PASS, Color, Game, Position, Square
from logistello.review.expectation import MoveClass, class_of, expected_score

Phase = Literal["opening", "midgame", "endgame"]
PHASES: tuple[Phase, ...] = ("opening", "midgame", "endgame")
#: Empty squares before a move down to which a phase reaches.
_OPENING_EMPTIES = 40
_MIDGAME_EMPTIES = 20


class Searcher(Protocol):
    """What a review needs of an engine; :class:`logistello.Engine` has it."""

    def search(self, position: Position, limit: Limit) -> SearchResult: ...


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of the game. Scores (discs) and expected scores are those of who made it."""

    #: Plies before it, passes included.
    ply: int
    #: Of the move, passes not counted, from 1.
    number: int
    position: Position
    played: Square
    best: SearchResult
    #: With the played move.
    score: float
    expected: float
    best_expected: float
    move_class: MoveClass

    @property
    def mover(self) -> Color:
        return self.position.turn

    @property
    def disc_loss(self) -> float:
        """Never negative, as the best move is the best one known."""
        return max(self.best.score - self.score, 0.0)

    @property
    def loss(self) -> float:
        """Of expected score."""
        return max(self.best_expected - self.expected, 0.0)

    @property
    def phase(self) -> Phase:
        return phase_of(self.position.empties)

    def black_expected(self, *, after: bool) -> float:
        """Black's expected score before the move with best play, or after the played one."""
        expected = self.expected if after else self.best_expected
        return expected if self.mover is Color.BLACK else 1 - expected


def phase_of(empties: int) -> Phase:
    """By the number of empty squares before a move.

    >>> phase_of(60), phase_of(40), phase_of(20)
    ('opening', 'midgame', 'endgame')
    """
    if empties > _OPENING_EMPTIES:
        return "opening"
    return "midgame" if empties > _MIDGAME_EMPTIES else "endgame"


def review_game(engine: Searcher, game: Game, limit: Limit, *, skip: int = 0) -> Iterator[ReviewedMove]:
    """The moves of the main line in order; passes, which are no choice, are left out, and so are the first ``skip``.

    ``limit`` holds for each position. The played move is searched as deeply as the best one was, so that the two
    values can be compared.
    """
    position = game.start
    number = 0
    for ply, move in enumerate(game.moves):
        if move is not PASS:
            number += 1
            if number > skip:
                yield _judged(engine, position, move, limit, ply, number)
        position = position.play(move)


def _judged(
    engine: Searcher, position: Position, played: Square, limit: Limit, ply: int, number: int
) -> ReviewedMove:
    best = engine.search(position, limit)
    score, outlook, exact = best.score, best.outlook, best.exact
    if played is not best.move:
        score, outlook, exact = _value_of(engine, best, played, limit)
    best_expected = expected_score(best.outlook, best.score, exact=best.exact)
    expected = expected_score(outlook, score, exact=exact)
    if score >= best.score:  # as good; a chance that differs comes from the other depth
        expected = max(expected, best_expected)
    choices = len(position.legal_moves)
    equal = played is best.move or (best.exact and exact and score == best.score)
    return ReviewedMove(
        ply=ply,
        number=number,
        position=position,
        played=played,
        best=best,
        score=score,
        expected=expected,
        best_expected=best_expected,
        move_class=class_of(max(best_expected - expected, 0.0), is_best=equal, choices=choices),
    )


def _value_of(engine: Searcher, best: SearchResult, move: Square, limit: Limit) -> tuple[float, Outlook | None, bool]:
    """Score, outlook and exactness of a move for who makes it."""
    after = best.position.play(move)
    depth = None if best.exact else max(best.depth - 1, 1)
    found = engine.search(after, Limit(depth=depth, time=limit.time, nodes=limit.nodes))
    outlook = found.outlook
    if outlook is not None:
        outlook = Outlook(outlook.loss, outlook.draw, outlook.win, -outlook.high, -outlook.low)
    return -found.score, outlook, found.exact
