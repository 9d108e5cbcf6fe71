"""How much stronger one player is than another, how sure that is, and when a match is decided.

Two answers from the results of games: an Elo difference with its error (:class:`PairStatistics`), and a sequential test
(:class:`Sprt`). For one scale for many players see :mod:`logistello.match.bradley_terry`.

The two games of a pair share their opening, so their results are correlated: a lopsided opening gives each side one
win. Errors are therefore estimated from the results of *pairs* (five possible ones, hence "pentanomial"), not of games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from logistello.number_ranges import ELO

#: Score of a pair: the share of its two points that the first player won.
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
#: Half the width of a 95 % interval, in standard errors.
Z_95 = NormalDist().inv_cdf(0.975)


def elo_of_score(score: float) -> float:
    """The Elo difference at which this score (share of the points) is expected; infinite for 0 and 1.

    >>> round(elo_of_score(0.75)), elo_of_score(1.0)
    (191, inf)
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


def score_of_elo(elo: float) -> float:
    """The expected score (share of the points) at this Elo difference.

    >>> round(score_of_elo(191), 2)
    0.75
    """
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its 95 % confidence interval. Its ends may be infinite."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class PairStatistics:
    """Mean score of pairs and its standard error, as shares of all points."""

    pairs: int
    mean: float
    error: float
    #: Centre of the confidence interval: the mean, unless all pairs ended alike.
    centre: float

    @classmethod
    def of(cls, counts: Sequence[int]) -> PairStatistics:
        """From the number of pairs, ``counts[i]``, in which the first player won ``i`` half points.

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
        # All pairs ended alike: zero variance would claim certainty. Half a pair lost and half a pair won are added,
        # the usual remedy for proportions near 0 and 1.
        centre, variance = _moments([counts[0] + 0.5, *counts[1:4], counts[4] + 0.5])
        return cls(pairs, mean, math.sqrt(variance / (pairs + 1)), centre)

    def score(self) -> Estimate:
        """Share of the points."""
        if not self.pairs:
            return Estimate(self.mean, 0.0, 1.0)
        low, high = self.centre - Z_95 * self.error, self.centre + Z_95 * self.error
        return Estimate(self.mean, max(0.0, min(low, self.mean)), min(1.0, max(high, self.mean)))

    def elo(self) -> Estimate:
        score = self.score()
        return Estimate(elo_of_score(score.value), elo_of_score(score.low), elo_of_score(score.high))

    def superiority(self) -> float:
        """Likelihood of superiority: how likely the first player is the stronger one, with no prior knowledge."""
        return NormalDist().cdf((self.centre - 0.5) / self.error) if self.pairs else 0.5


def _moments(counts: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of the score of one pair."""
    total = sum(counts)
    mean = sum(count * score for count, score in zip(counts, PAIR_SCORES, strict=True)) / total
    variance = sum(count * (score - mean) ** 2 for count, score in zip(counts, PAIR_SCORES, strict=True)) / total
    return mean, variance


# -- a sequential test -------------------------------------------------------------------------

# Two hypotheses about the Elo difference, ``elo0`` and ``elo1``, are compared by the ratio of their likelihoods. How
# openings and draws are distributed is unknown; for each hypothesis the likeliest distribution of pair results with
# that mean is taken (generalised SPRT; A. Wald 1945 for the bounds, M. Van den Bergh, "A practical introduction to the
# GSPRT", for the pentanomial form).

#: Stands for a result that was never seen: without it some means would be unreachable.
_NEVER = 1e-3


@dataclass(frozen=True, slots=True)
class Sprt:
    """Sequential probability ratio test over pairs: is the first player better by ``elo1`` rather than by ``elo0``?

    >>> test = Sprt(elo0=0, elo1=10)
    >>> test.decide([0, 0, 0, 0, 0]), test.decide([50, 100, 400, 300, 150]), test.decide([150, 300, 400, 100, 50])
    (None, True, False)
    """

    elo0: float = 0.0
    elo1: float = 10.0
    #: Probability of accepting ``elo1`` when ``elo0`` is true, and vice versa.
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        ELO.checked(self.elo0, "elo0")
        ELO.checked(self.elo1, "elo1")
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 is {self.elo0:g} and elo1 {self.elo1:g}; expected elo0 < elo1")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"alpha is {self.alpha:g} and beta {self.beta:g}; expected values between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The test continues while the log-likelihood ratio lies between these."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def log_likelihood_ratio(self, counts: Sequence[int]) -> float:
        """For ``counts[i]`` pairs in which the first player won ``i`` half points."""
        pairs = sum(counts)
        if not pairs:
            return 0.0
        kept = [float(count) if count else _NEVER for count in counts]
        total = sum(kept)
        seen = [count / total for count in kept]
        likely0 = _likeliest(seen, score_of_elo(self.elo0))
        likely1 = _likeliest(seen, score_of_elo(self.elo1))
        return pairs * sum(p * math.log(p1 / p0) for p, p0, p1 in zip(seen, likely0, likely1, strict=True))

    def decide(self, counts: Sequence[int]) -> bool | None:
        """``True`` accepts ``elo1``, ``False`` accepts ``elo0``, ``None`` means undecided."""
        low, high = self.bounds
        ratio = self.log_likelihood_ratio(counts)
        return True if ratio >= high else False if ratio <= low else None


def _likeliest(seen: Sequence[float], mean: float) -> list[float]:
    """The distribution with this mean that maximises the likelihood of what was seen.

    It has the form ``p / (1 + x (score - mean))`` (Lagrange); ``x`` makes the mean right. The sum below falls with
    ``x`` and has one zero between its poles.
    """
    distances = [score - mean for score in PAIR_SCORES]
    low, high = -1 / distances[-1], -1 / distances[0]
    x = 0.0
    for _ in range(100):
        parts = [p / (1 + x * distance) for p, distance in zip(seen, distances, strict=True)]
        value = sum(part * distance for part, distance in zip(parts, distances, strict=True))
        if abs(value) < 1e-13:
            break
        if value > 0:
            low = x
        else:
            high = x
        slope = -sum((part * distance) ** 2 / p for part, distance, p in zip(parts, distances, seen, strict=True))
        step = x - value / slope
        x = step if low < step < high else (low + high) / 2
    return [p / (1 + x * distance) for p, distance in zip(seen, distances, strict=True)]
