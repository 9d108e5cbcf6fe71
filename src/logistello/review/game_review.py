"""Every move of a game beside the best one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from logistello.engine import Limit, SearchResult
from logistello.engine.outlook import OutlookTable
from logistello.evaluation import Model
from logistello.othello import PASS, Color, Game, Position, Square
from logistello.review.expectation import MoveClass, class_of, expected_score

Phase = Literal["opening", "midgame", "endgame"]
PHASES: tuple[Phase, ...] = ("opening", "midgame", "endgame")
#: Empty squares before a move down to which a phase reaches.
_OPENING_EMPTIES = 40
_MIDGAME_EMPTIES = 20
#: Discs by which two values may differ and still be called equal: rounding, and the order of a search.
_EQUAL = 0.01


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


def outlooks_of(model: Model) -> OutlookTable | None:
    """How final scores follow from values of this model's searches; ``None`` if that was never measured."""
    return None if model.probcut is None else OutlookTable(model.probcut.endgame)


def review_game(
    engine: Searcher, game: Game, limit: Limit, *, outlooks: OutlookTable | None = None, skip: int = 0
) -> Iterator[ReviewedMove]:
    """The moves of the main line in order; passes, which are no choice, are left out, and so are the first ``skip``.

    ``limit`` holds for each position. The played move is searched as deeply as the best one was, and both values are
    turned into chances in the same way, so that they can be compared.
    """
    position = game.start
    number = 0
    for ply, move in enumerate(game.moves):
        if move is not PASS:
            number += 1
            if number > skip:
                yield _judged(engine, position, move, limit, outlooks, ply, number)
        position = position.play(move)


def _judged(
    engine: Searcher,
    position: Position,
    played: Square,
    limit: Limit,
    outlooks: OutlookTable | None,
    ply: int,
    number: int,
) -> ReviewedMove:
    best = engine.search(position, limit)
    score, exact = best.score, best.exact
    if played is not best.move:
        score, exact = _value_of(engine, best, played, limit)

    def expected(value: float, exact: bool) -> float:
        # Also the value of the played move, though that was searched from the position after it: values of other
        # depths and stages have other errors, and the two would differ even if the moves were equal.
        outlook = None if outlooks is None else outlooks.outlook(value, empties=position.empties, depth=best.depth)
        return expected_score(outlook, value, exact=exact)

    best_expected, played_expected = expected(best.score, best.exact), expected(score, exact)
    return ReviewedMove(
        ply=ply,
        number=number,
        position=position,
        played=played,
        best=best,
        score=score,
        expected=played_expected,
        best_expected=best_expected,
        move_class=class_of(
            max(best_expected - played_expected, 0.0),
            is_best=score >= best.score - _EQUAL,
            choices=len(position.legal_moves),
        ),
    )


def _value_of(engine: Searcher, best: SearchResult, move: Square, limit: Limit) -> tuple[float, bool]:
    """The score of a move for who makes it, and whether it is exact."""
    depth = None if best.exact else max(best.depth - 1, 1)
    found = engine.search(best.position.play(move), Limit(depth=depth, time=limit.time, nodes=limit.nodes))
    return found.pov_score.pov(best.position.turn), found.exact
