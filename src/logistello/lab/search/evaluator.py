"""What a search asks at its horizon."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol, TypeVar

S_contra = TypeVar("S_contra", bound=Hashable, contravariant=True)


class StateEvaluator(Protocol[S_contra]):
    """Estimates the outcome of a game that is not over.

    Searches ask it at their horizon only; what a finished game is worth, the rules say.
    """

    def value(self, state: S_contra) -> float:
        """In the game's unit, seen by the player to move; where chance moves, by player 0.

        It should lie within the game's ``value_range``: the pruning of chance nodes relies on it.
        """
        ...


class NoKnowledge:
    """Takes every unfinished game for even: for searches that reach the end of the game, and as a yardstick."""

    def value(self, state: Hashable) -> float:
        return 0.0


class RoundedEvaluator:
    """Another evaluator in whole multiples of a grain.

    Searches with null windows (Scout, MTD) need the fewer passes, the fewer different values there are (Plaat,
    "Research Re: search & Re-search", 1996, section 4.3).
    """

    def __init__(self, evaluator: StateEvaluator[Hashable], grain: float) -> None:
        self.evaluator = evaluator
        self.grain = grain

    def value(self, state: Hashable) -> float:
        return round(self.evaluator.value(state) / self.grain) * self.grain
