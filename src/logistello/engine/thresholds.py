"""How surely and where a search prunes by probability: what a player may choose, and a tuner searches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from logistello import _native
from logistello.number_ranges import (
    DEEP_DEPTH,
    DEVIATIONS,
    MOVES_OF_DEPTH,
    OPENING_EMPTIES,
    REPLY_PRICE,
    SHALLOW_DEPTH,
    NumberRange,
)

_MADE = _native.Thresholds()


@dataclass(frozen=True)
class Thresholds:
    """Of Multi-ProbCut where a search does not reach the end, beside the ``confidence`` of an engine:

    - passes that look further than ``sure_depth + sure_depth_per_empty * empties`` moves must be surer than that,
    - by ``sure_per_move`` standard deviations for every move of depth beyond it,
    - up to ``sure_most`` in all;
    - positions with ``opening_empties`` empty squares or more have the ``opening_threshold``, in standard deviations,
      instead of that of the confidence.

    Of classical ProbCut (s, d and t of Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm"):
    a search of ``probcut_shallow`` moves decides about one of ``probcut_deep`` moves if it is ``probcut_threshold``
    standard deviations beyond the window.

    What searches of 1995 did not have yet, to be switched off for comparison: ``endcut``, selective passes to the end
    before the exact one; ``deeper_entries`` of the table as answers in selective passes; ``static_cuts`` by the static
    value alone; ``static_gate``, checks only where the static value makes their success likely, on one side of the
    window.

    ``reply_price`` is what a reply left to the opponent costs in the order of moves in the middle game, in 1/128 disc.

    >>> Thresholds(probcut_shallow=3, probcut_deep=7).probcut_threshold
    1.5
    >>> Thresholds(sure_most=-1)
    Traceback (most recent call last):
    ...
    logistello.errors.NumberError: sure_most is -1; expected a number from 0 to 10
    """

    sure_depth: float = _MADE.sure_depth
    sure_depth_per_empty: float = round(_MADE.sure_depth_per_empty, 6)  # a float of 32 bits
    sure_per_move: float = round(_MADE.sure_per_move, 6)
    sure_most: float = round(_MADE.sure_most, 6)
    opening_empties: int = _MADE.opening_empties
    opening_threshold: float = round(_MADE.opening_threshold, 6)
    probcut_shallow: int = _MADE.probcut_shallow
    probcut_deep: int = _MADE.probcut_deep
    probcut_threshold: float = _MADE.probcut_threshold
    endcut: bool = _MADE.endcut
    deeper_entries: bool = _MADE.deeper_entries
    static_cuts: bool = _MADE.static_cuts
    static_gate: bool = _MADE.static_gate
    reply_price: int = _MADE.reply_price

    def __post_init__(self) -> None:
        for name, numbers in THRESHOLD_RANGES.items():
            numbers.checked(getattr(self, name), name)
        if self.probcut_shallow >= self.probcut_deep:
            raise ValueError(
                f"probcut_shallow is {self.probcut_shallow} and probcut_deep {self.probcut_deep}: expected a smaller "
                "depth and a larger one"
            )

    def native(self) -> _native.Thresholds:
        made = _native.Thresholds()
        for name, value in asdict(self).items():
            setattr(made, name, value)
        return made


#: What makes sense for each.
THRESHOLD_RANGES: Mapping[str, NumberRange[int] | NumberRange[float]] = {
    "sure_depth": MOVES_OF_DEPTH,
    "sure_depth_per_empty": MOVES_OF_DEPTH,
    "sure_per_move": DEVIATIONS,
    "sure_most": DEVIATIONS,
    "opening_empties": OPENING_EMPTIES,
    "opening_threshold": DEVIATIONS,
    "probcut_shallow": SHALLOW_DEPTH,
    "probcut_deep": DEEP_DEPTH,
    "probcut_threshold": DEVIATIONS,
    "reply_price": REPLY_PRICE,
}
#: The others: whether something is done at all.
SEARCH_SWITCHES = ("endcut", "deeper_entries", "static_cuts", "static_gate")
