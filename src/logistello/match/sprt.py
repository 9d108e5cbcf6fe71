"""Stopping a match as soon as it is decided: the sequential probability ratio test over pairs of games.

Two hypotheses about the Elo difference, ``elo0`` and ``elo1``, are compared by the ratio of their likelihoods. What
the openings and draws do is unknown; for each hypothesis the likeliest distribution of pair results with that mean is
taken (generalised SPRT; A. Wald 1945 for the bounds, M. Van den Bergh, "A practical introduction to the GSPRT", for
the pentanomial form).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from logistello.match.elo import PAIR_SCORES, score_of_elo

#: Stands for a result that never came: without it some means could not be had at all.
_NEVER = 1e-3


@dataclass(frozen=True, slots=True)
class Sprt:
    """Is the first player better by ``elo1`` rather than by ``elo0``?

    >>> test = Sprt(elo0=0, elo1=10)
    >>> test.decide([0, 0, 0, 0, 0]), test.decide([50, 100, 400, 300, 150]), test.decide([150, 300, 400, 100, 50])
    (None, True, False)
    """

    elo0: float = 0.0
    elo1: float = 10.0
    #: Probability of accepting ``elo1`` when ``elo0`` is true, and the other way round.
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 is {self.elo0:g} and elo1 {self.elo1:g}; expected elo0 < elo1")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"alpha is {self.alpha:g} and beta {self.beta:g}; expected values between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The test goes on while the logarithm of the likelihood ratio lies between these."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def log_likelihood_ratio(self, counts: Sequence[int]) -> float:
        """For ``counts[i]`` pairs that brought ``i`` half points."""
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
        """``True`` accepts ``elo1``, ``False`` accepts ``elo0``, ``None`` plays on."""
        low, high = self.bounds
        ratio = self.log_likelihood_ratio(counts)
        return True if ratio >= high else False if ratio <= low else None


def _likeliest(seen: Sequence[float], mean: float) -> list[float]:
    """The distribution with this mean under which what was seen is likeliest.

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
