"""What the book says of a position, and which move it would play."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Generic, TypeVar

from logistello.book.evaluation import Evaluation
from logistello.book.value import BookValue

M = TypeVar("M", bound=int)


@dataclass(frozen=True)
class BookMove(Generic[M]):
    """A move of which the book knows the value, for the side that makes it."""

    #: In the frame of the position that was asked about.
    move: M
    value: BookValue
    #: Part of a line; ``False`` for the best deviation from them.
    in_book: bool
    #: Games of the book that went on with it.
    games: int = 0
    #: The search behind the value, if it was made for this move; ``None`` if the value comes from further on.
    evaluation: Evaluation | None = None


@dataclass(frozen=True)
class Probe(Generic[M]):
    """What the book says of a position; values for its side to move."""

    value: BookValue
    #: Best first. Empty at a leaf, and where the side to move has to pass.
    moves: tuple[BookMove[M], ...]
    #: Legal moves of which the book says nothing; none of them looked better than the deviation.
    unexplored: tuple[M, ...]
    #: Games of the book that came here.
    games: int
    #: No search is missing.
    complete: bool
    #: What is known of the position itself: of a leaf, or of a solved one.
    label: Evaluation | None = None

    @property
    def lost(self) -> frozenset[M]:
        """Moves that are proven to lose."""
        return frozenset(each.move for each in self.moves if each.value.outcome == "loss")


def choose(
    probe: Probe[M], *, rng: random.Random | None = None, tolerance: float = 0.0, draw_value: float = 0.0
) -> BookMove[M] | None:
    """The move to play; ``None`` if the book knows none that can be trusted.

    Without ``rng`` the best one, of equals the one that was played most. With it, at random among those that lose at
    most ``tolerance`` discs against the best: a move that loses nothing is twice as likely as one that loses half of
    it. A move that is proven to lose is never chosen while another is left; where a search is missing, nor is one that
    is worse than nothing.
    """
    if not probe.moves:
        return None
    worth = {each.move: each.value.at(draw_value) for each in probe.moves}
    best = max(probe.moves, key=lambda each: (worth[each.move], each.in_book, each.games))
    if not probe.complete and probe.unexplored and worth[best.move] < 0:
        return None  # nobody has looked yet whether another move is better
    if rng is None:
        return best
    near = [
        each
        for each in probe.moves
        if worth[each.move] >= worth[best.move] - tolerance
        and (each.value.outcome != "loss" or best.value.outcome == "loss")
    ]
    return rng.choices(near, [likelihood(worth[best.move] - worth[each.move], tolerance) for each in near])[0]


def likelihood(loss: float, tolerance: float) -> float:
    """Halves with every half of the tolerance.

    >>> [likelihood(loss, 2.0) for loss in (0.0, 1.0, 2.0)]
    [1.0, 0.5, 0.25]
    """
    return math.exp2(-2 * loss / tolerance) if tolerance > 0 else 1.0
