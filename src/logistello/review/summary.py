"""What the moves of a review add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from logistello.othello import Color
from logistello.review.expectation import MoveClass, accuracy_of
from logistello.review.game_review import PHASES, Phase, ReviewedMove

#: Black is the favourite from this expected score on, White below one minus this; in between there is none.
FAVOURITE = 0.6


@dataclass(frozen=True, slots=True)
class PhaseLoss:
    """What a side gave away in one phase of the game, in discs and in expected score."""

    phase: Phase
    moves: int
    discs: float
    expected: float


@dataclass(frozen=True, slots=True)
class SideReview:
    """How one side played."""

    color: Color
    moves: int
    #: 0 to 100; ``None`` if there was never a choice.
    accuracy: float | None
    disc_loss: float
    expected_loss: float
    classes: dict[MoveClass, int]
    phases: tuple[PhaseLoss, ...]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move after which the other side, or neither, was the favourite."""

    move: ReviewedMove
    before: Color | None
    after: Color | None
    #: Change of Black's expected score.
    swing: float


@dataclass(frozen=True, slots=True)
class GameReview:
    """How both sides played, and where the game turned."""

    black: SideReview
    white: SideReview
    turning_points: tuple[TurningPoint, ...]

    def sentence(self) -> str:
        """For people: what each side gave away, and where the game turned."""
        parts = [_side_text(side) for side in (self.black, self.white) if side.moves]
        if self.turning_points:
            largest = max(self.turning_points, key=lambda point: abs(point.swing))
            parts.append(
                f"The game turned most with move {largest.move.number}, {largest.move.played} by {largest.move.mover}."
            )
        return " ".join(parts)


def summarise(moves: Sequence[ReviewedMove]) -> GameReview:
    """The moves of :func:`review_game` as one verdict on each side."""
    return GameReview(_side(moves, Color.BLACK), _side(moves, Color.WHITE), _turning_points(moves))


def _side(moves: Sequence[ReviewedMove], color: Color) -> SideReview:
    own = [move for move in moves if move.mover is color]
    chosen = [accuracy_of(move.loss) for move in own if move.move_class is not MoveClass.FORCED]
    counts = Counter(move.move_class for move in own)
    return SideReview(
        color=color,
        moves=len(own),
        accuracy=sum(chosen) / len(chosen) if chosen else None,
        disc_loss=sum(move.disc_loss for move in own),
        expected_loss=sum(move.loss for move in own),
        classes={each: counts[each] for each in MoveClass},
        phases=tuple(_phase(own, phase) for phase in PHASES),
    )


def _phase(moves: Sequence[ReviewedMove], phase: Phase) -> PhaseLoss:
    inside = [move for move in moves if move.phase == phase]
    return PhaseLoss(phase, len(inside), sum(each.disc_loss for each in inside), sum(each.loss for each in inside))


def favourite(black_expected: float) -> Color | None:
    """
    >>> str(favourite(0.8)), str(favourite(0.3)), favourite(0.5)
    ('black', 'white', None)
    """
    if black_expected >= FAVOURITE:
        return Color.BLACK
    return Color.WHITE if black_expected <= 1 - FAVOURITE else None


def _turning_points(moves: Sequence[ReviewedMove]) -> tuple[TurningPoint, ...]:
    """Moves by which the favourite changed. Only a mistake can turn a game: what best play loses was lost before."""
    found = []
    for move in moves:
        before, after = move.black_expected(after=False), move.black_expected(after=True)
        if favourite(before) is not favourite(after):
            found.append(TurningPoint(move, favourite(before), favourite(after), after - before))
    return tuple(found)


def _side_text(side: SideReview) -> str:
    worst = max(side.phases, key=lambda phase: phase.discs)
    text = f"{str(side.color).capitalize()} lost {side.disc_loss:.0f} discs"
    if round(worst.discs) and round(side.disc_loss):
        text += f", {worst.discs:.0f} of them in the {worst.phase}"
    return f"{text}." if side.accuracy is None else f"{text}; accuracy {side.accuracy:.0f}."
