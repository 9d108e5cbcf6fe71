"""The value of a position of the book."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

Outcome = Literal["win", "draw", "loss"]

#: Proven results lie beyond this and estimates within, so that a proven win is above every estimate. Values of games
#: may be as large as that, and those of proven results keep six digits behind the point.
PROVEN = 2.0**30


@dataclass(frozen=True, slots=True)
class BookValue:
    """The negamax value for the side to move, for every value that a draw may have to it.

    What a draw is worth depends on who we are in the game, so it is not known when the value is stored. But leaves are
    either constant or a draw, and of such leaves minimax always makes ``min(max(draw, low), high)``: two numbers tell
    the value for whatever a draw is worth. A leaf has ``low == high``; a draw is open on both sides.

    >>> estimate, draw = BookValue.estimate(1.5), BookValue.proven(0)
    >>> draw.at(), draw.at(3.0), (-draw).at(3.0)
    (0.0, 3.0, 3.0)
    >>> better = BookValue.best([estimate, draw])
    >>> better.at(), better.at(3.0), better.outcome
    (1.5, 3.0, None)
    >>> str(BookValue.proven(-6)), str(estimate), str(draw), BookValue.proven(2).at() > BookValue.estimate(60).at()
    ('loss -6', '+1.50', 'draw', True)
    """

    low: float
    high: float

    @classmethod
    def estimate(cls, score: float) -> BookValue:
        inside = math.copysign(min(abs(score), PROVEN - 1), score) + 0.0
        return cls(inside, inside)

    @classmethod
    def proven(cls, score: float) -> BookValue:
        """The result of best play to the end, or at least its sign."""
        if score == 0:
            return cls(-math.inf, math.inf)
        beyond = score + math.copysign(PROVEN, score)
        return cls(beyond, beyond)

    @staticmethod
    def best(values: list[BookValue]) -> BookValue:
        """The value for a side that may choose among these."""
        return BookValue(max(value.low for value in values), max(value.high for value in values))

    def at(self, draw_value: float = 0.0) -> float:
        """A number to compare by: the score, with proven wins and losses ``PROVEN`` further out."""
        return min(max(draw_value, self.low), self.high)

    @property
    def outcome(self) -> Outcome | None:
        """What is proven; ``None`` for an estimate."""
        if self.low >= PROVEN:
            return "win"
        if self.high <= -PROVEN:
            return "loss"
        return "draw" if self.low <= -PROVEN and self.high >= PROVEN else None

    def score(self, draw_value: float = 0.0) -> float:
        """A score to show. For a proven win or loss it is the best that the book knows; the true one may be higher."""
        value = self.at(draw_value)
        return value - math.copysign(PROVEN, value) if abs(value) >= PROVEN else value

    def signed(self, sign: int) -> BookValue:
        """The same value, for the other side if ``sign`` is -1."""
        return self if sign > 0 else -self

    def __neg__(self) -> BookValue:
        return BookValue(0.0 - self.high, 0.0 - self.low)

    def __str__(self) -> str:
        if self.outcome == "draw":
            return "draw"
        return f"{self.outcome} {self.score():+g}" if self.outcome else f"{self.score():+.2f}"
