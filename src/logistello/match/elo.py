"""How much stronger one player is than another, and how sure that is.

The two games of a pair share their opening, so their results hang together: a lopsided opening gives each side one
win. Errors are therefore taken from the results of *pairs* (five possible ones, hence "pentanomial"), not of games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

#: Points of a pair, as a part of the two that can be won: 0, 1/4, 1/2, 3/4, 1.
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
_Z_95 = NormalDist().inv_cdf(0.975)


def elo_of_score(score: float) -> float:
    """The Elo difference at which this part of the points is expected; infinite for 0 and 1.

    >>> round(elo_of_score(0.75)), elo_of_score(1.0)
    (191, inf)
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


def score_of_elo(elo: float) -> float:
    """The part of the points that is expected with this Elo difference.

    >>> round(score_of_elo(191), 2)
    0.75
    """
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its 95 % interval. Ends may be infinite."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class PairStatistics:
    """Mean result of pairs and its standard error, as parts of all points."""

    pairs: int
    mean: float
    error: float
    #: Centre of the interval: the mean, unless all pairs ended alike.
    centre: float

    @classmethod
    def of(cls, counts: Sequence[int]) -> PairStatistics:
        """``counts[i]`` pairs brought ``i`` half points to the first player.

        >>> PairStatistics.of([0, 0, 10, 20, 10]).mean
        0.75
        """
        if len(counts) != len(PAIR_SCORES):
            raise ValueError(f"{len(counts)} counts; expected 5: pairs with 0, 1/2, 1, 3/2 and 2 points")
        pairs = sum(counts)
        if not pairs:
            return cls(0, 0.5, math.inf, 0.5)
        mean, variance = _moments(counts)
        if variance > 0:
            return cls(pairs, mean, math.sqrt(variance / pairs), mean)
        # All alike: zero variance would claim certainty. Half a pair lost and half a pair won are added, which is
        # the usual remedy for proportions near 0 and 1.
        centre, variance = _moments([counts[0] + 0.5, *counts[1:4], counts[4] + 0.5])
        return cls(pairs, mean, math.sqrt(variance / (pairs + 1)), centre)

    def score(self) -> Estimate:
        """Part of the points."""
        if not self.pairs:
            return Estimate(self.mean, 0.0, 1.0)
        low, high = self.centre - _Z_95 * self.error, self.centre + _Z_95 * self.error
        return Estimate(self.mean, max(0.0, min(low, self.mean)), min(1.0, max(high, self.mean)))

    def elo(self) -> Estimate:
        score = self.score()
        return Estimate(elo_of_score(score.value), elo_of_score(score.low), elo_of_score(score.high))

    def superiority(self) -> float:
        """How likely the first player is the stronger one, if nothing was known before."""
        return NormalDist().cdf((self.centre - 0.5) / self.error) if self.pairs else 0.5


def _moments(counts: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of the result of one pair."""
    total = sum(counts)
    mean = sum(count * score for count, score in zip(counts, PAIR_SCORES, strict=True)) / total
    variance = sum(count * (score - mean) ** 2 for count, score in zip(counts, PAIR_SCORES, strict=True)) / total
    return mean, variance
