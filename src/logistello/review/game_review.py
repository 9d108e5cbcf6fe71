"""Every move of a game beside the best one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from logistello.engine import Info, Limit, SearchResult
from logistello.engine.outlook import OutlookTable
from logistello.engine.record import AnalysisRecord
from logistello.engine.symmetric_moves import said_of
from logistello.othello import PASS, Color, Game, Position, Square
from logistello.review.effort import Effort
from logistello.review.expectation import MoveClass, class_of, disc_class_of, expected_score

Phase = Literal["opening", "midgame", "endgame"]
PHASES: tuple[Phase, ...] = ("opening", "midgame", "endgame")
#: Empty squares before a move down to which a phase reaches.
_OPENING_EMPTIES = 40
_MIDGAME_EMPTIES = 20
#: Discs by which two values may differ and still be called equal: rounding, and the order of a search.
_EQUAL = 0.01


class Searcher(Protocol):
    """What a review needs of an engine; :class:`logistello.Engine` has it."""

    def search(
        self,
        position: Position,
        limit: Limit,
        *,
        excluded: Iterable[Square] = (),
        every_depth: bool = False,
        on_info: Callable[[Info], object] | None = None,
    ) -> SearchResult: ...

    def clear(self) -> None: ...


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of the game. Scores (discs) and expected scores are those of who made it."""

    #: Plies before it, passes included.
    ply: int
    #: Of the move, passes not counted, from 1.
    number: int
    position: Position
    #: The best move as the search knows it, and the played one: values of the same depths, see ``AnalysisRecord``.
    best: Info
    found: Info
    expected: float
    best_expected: float
    move_class: MoveClass
    #: What the move is called by the discs that it lost, whatever they are worth.
    disc_class: MoveClass

    @property
    def played(self) -> Square:
        return self.found.move

    @property
    def score(self) -> float:
        """With the played move."""
        return self.found.score

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


def review_game(
    engine: Searcher,
    game: Game,
    effort: Effort | Limit,
    *,
    outlooks: OutlookTable | None = None,
    skip: int = 0,
) -> Iterator[ReviewedMove]:
    """The moves of the main line in order; passes, which are no choice, are left out, and so are the first ``skip``.

    ``effort`` (see ``EFFORTS``), or a plain limit, holds for each position. The played move is searched as deeply as
    the best one was, and both values are turned into chances in the same way, so that they can be compared.
    """
    if isinstance(effort, Limit):
        effort = Effort(effort, repeatable=False)
    position = game.start
    number = 0
    for ply, move in enumerate(game.moves):
        if move is not PASS:
            number += 1
            if number > skip:
                yield _Judge(engine, effort, outlooks, position, move, ply, number).verdict()
        position = position.play(move)


@dataclass(frozen=True, slots=True)
class _Judge:
    """One move of the game, and who examines it."""

    engine: Searcher
    effort: Effort
    outlooks: OutlookTable | None
    position: Position
    played: Square
    ply: int
    number: int

    def verdict(self) -> ReviewedMove:
        if self.effort.glance is not None:
            reviewed = self._judged(self.effort.glance)
            if reviewed.move_class in (MoveClass.BEST, MoveClass.FORCED):
                return reviewed
        return self._judged(self.effort.look)

    def _judged(self, limit: Limit) -> ReviewedMove:
        if self.effort.repeatable:
            self.engine.clear()
        best, found = self._examined(self.effort.limit(self.position, limit))
        best_expected, expected = self._expected(best), self._expected(found)
        loss, disc_loss = max(best_expected - expected, 0.0), max(best.score - found.score, 0.0)
        is_best, choices = disc_loss <= _EQUAL, len(self.position.legal_moves)
        return ReviewedMove(
            ply=self.ply,
            number=self.number,
            position=self.position,
            best=best,
            found=found,
            expected=expected,
            best_expected=best_expected,
            move_class=class_of(loss, disc_loss, is_best=is_best, choices=choices),
            disc_class=disc_class_of(disc_loss, is_best=is_best, choices=choices),
        )

    def _examined(self, limit: Limit) -> tuple[Info, Info]:
        """The best move and the played one, from the same depths; the played one is the best if it has its value."""
        best = self._search(limit)
        if (same := said_of(self.position, best, self.played)) is not None:
            return same, same
        depth = None if best.exact else best.depth
        found = self._search(Limit(depth=depth, time=limit.time, nodes=limit.nodes), self.played)
        if (found.exact, found.depth) < (best.exact, best.depth):
            best = self._search(Limit(depth=found.depth))  # time ran out: only equal depths can be compared
        return (found, found) if found.score > best.score else (best, found)

    def _search(self, limit: Limit, only: Square | None = None) -> Info:
        return searched(self.engine, self.position, limit, only=only, outlooks=self.outlooks)

    def _expected(self, info: Info) -> float:
        return expected_score(info.outlook, info.score, exact=info.exact)


def searched(
    engine: Searcher, position: Position, limit: Limit, *, only: Square | None, outlooks: OutlookTable | None
) -> Info:
    """The best move, or only one of them, with the value that people see (see ``AnalysisRecord``)."""
    excluded = () if only is None else [move for move in position.legal_moves if move is not only]
    record = AnalysisRecord(position, 1, outlooks)
    result = engine.search(position, limit, excluded=excluded, every_depth=True, on_info=record.add)
    # A book, or a search that ended within its first pass, knows what it says and has nothing to average.
    return result.info if record.best is None or result.from_book else record.best
