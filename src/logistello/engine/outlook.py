"""What the value of a search says about the end of the game: chances, and an interval for the final score.

The ProbCut table of a model holds, for every number of empty squares and depth, how final scores followed from values
of its own searches: ``score = a * value + b + error``, the error normal with standard deviation sigma. What prunes a
search (Buro 2002, section 3) here tells a reader how much a value is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # NumPy and the models are loaded with the first engine, not with the name of its class
    import numpy as np
    from numpy.typing import NDArray

    from logistello.evaluation import Model

#: The final score lies in the interval with this probability.
INTERVAL = 0.9
MOST_DISCS = 64.0
_DEEPEST = 16


@dataclass(frozen=True, slots=True)
class Outlook:
    """Probabilities for the side to move, and where the final score lies with 90 %, in discs."""

    win: float
    draw: float
    loss: float
    low: float
    high: float

    @classmethod
    def certain(cls, score: float) -> Outlook:
        """
        >>> Outlook.certain(4)
        Outlook(win=1.0, draw=0.0, loss=0.0, low=4, high=4)
        """
        return cls(float(score > 0), float(score == 0), float(score < 0), score, score)

    @classmethod
    def normal(cls, mean: float, sigma: float) -> Outlook:
        """For a normally distributed final score. Final scores are even, so a draw is what lies between -1 and +1.

        >>> even = Outlook.normal(0.0, 5.0)
        >>> round(even.win, 2), round(even.draw, 2), round(even.low, 1), round(even.high, 1)
        (0.42, 0.16, -8.2, 8.2)
        """
        score = NormalDist(mean, sigma)
        loss = score.cdf(-1)
        win = 1 - score.cdf(1)
        tail = (1 - INTERVAL) / 2
        low, high = (max(-MOST_DISCS, min(score.inv_cdf(part), MOST_DISCS)) for part in (tail, 1 - tail))
        return cls(win, max(1 - win - loss, 0.0), loss, low, high)


class OutlookTable:
    """Outlooks by the number of empty squares and the depth of the search.

    ``endgame`` is ``[empty squares, depth, (a, b, sigma)]``; NaN where nothing was measured.
    """

    def __init__(self, endgame: NDArray[np.floating[Any]]) -> None:
        if endgame.ndim != 3 or endgame.shape[2] != 3:
            raise ValueError(f"a table of the shape {endgame.shape}; expected [empty squares, depth, 3]")
        self._lines = endgame

    @classmethod
    def of(cls, model: Model) -> OutlookTable | None:
        """How final scores follow from values of this model's searches; ``None`` if that was never measured."""
        return None if model.probcut is None else cls(model.probcut.endgame)

    def outlook(self, value: float, *, empties: int, depth: int, other_depth: int | None = None) -> Outlook | None:
        """For a search of this depth that is not exact; ``None`` if the table says nothing about such positions.

        Deeper searches than the table knows are judged as its deepest ones: less sure than they are. Among those the
        next one of the same parity, because values swing between odd and even depths. A search to the end that prunes
        speaks of the final score itself: its value needs no line, only the spread. ``other_depth`` is for a value that
        is the mean of two searches.
        """
        lines = [self._line(empties, each) for each in (depth, other_depth) if each is not None]
        known = [line for line in lines if line is not None]
        if len(known) < len(lines):
            return None
        a, b, sigma = (sum(parts) / len(known) for parts in zip(*known, strict=True))
        return Outlook.normal(value if depth >= empties else a * value + b, sigma)

    def _line(self, empties: int, depth: int) -> tuple[float, float, float] | None:
        if not 0 <= empties < self._lines.shape[0]:
            return None
        deepest = min(depth, _DEEPEST, self._lines.shape[1] - 1)
        for known in sorted(range(deepest + 1), key=lambda each: ((depth - each) % 2, -each)):
            a, b, sigma = map(float, self._lines[empties, known])
            if a > 0 and sigma > 0:
                return a, b, sigma
        return None


@dataclass(frozen=True, slots=True)
class OutlookCheck:
    """How outlooks fared on positions whose final score is known."""

    positions: int
    #: Share of final scores inside the interval; should be near ``INTERVAL``.
    inside: float
    #: Mean of ``high - low``, in discs.
    mean_width: float
    #: Mean predicted and actual shares.
    predicted: tuple[float, float, float]
    actual: tuple[float, float, float]
    #: Mean squared error of the three probabilities together: 0 is perfect, 2 the worst.
    brier: float


def check_outlooks(outlooks: Sequence[Outlook], scores: Sequence[float]) -> OutlookCheck:
    """Compare predictions with exact scores of the same positions (side to move).

    >>> check = check_outlooks([Outlook.normal(0, 5), Outlook.normal(10, 5)], [2, 40])
    >>> check.positions, check.inside, check.actual
    (2, 0.5, (1.0, 0.0, 0.0))
    """
    if not outlooks or len(outlooks) != len(scores):
        raise ValueError(f"{len(outlooks)} outlooks and {len(scores)} scores; expected as many, one or more")
    pairs = list(zip(outlooks, map(float, scores), strict=True))
    predicted = [(each.win, each.draw, each.loss) for each in outlooks]
    actual = [(float(score > 0), float(score == 0), float(score < 0)) for score in map(float, scores)]
    return OutlookCheck(
        positions=len(outlooks),
        inside=fmean(each.low <= score <= each.high for each, score in pairs),
        mean_width=fmean(each.high - each.low for each in outlooks),
        predicted=_means(predicted),
        actual=_means(actual),
        brier=fmean(
            sum((said - was) ** 2 for said, was in zip(*both, strict=True))
            for both in zip(predicted, actual, strict=True)
        ),
    )


def _means(rows: Sequence[tuple[float, float, float]]) -> tuple[float, float, float]:
    win, draw, loss = map(fmean, zip(*rows, strict=True))
    return win, draw, loss
