"""What a search says for the book, and who searches."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Literal, Protocol, runtime_checkable

from logistello.book.value import BookValue

Bound = Literal["exact", "lower", "upper"]
_OTHER_BOUND: dict[Bound, Bound] = {"exact": "exact", "lower": "upper", "upper": "lower"}

#: Model of values that no search made: results of finished games.
NO_MODEL = ""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A value with all that is known of its origin."""

    #: For the side to move, in the unit of the game (discs in Othello).
    value: float
    #: Moves that the search looked ahead; 0 if nobody searched.
    depth: int = 0
    #: Of the pruning by probability, in percent; 100 if nothing was pruned.
    confidence: int = 100
    #: Win, draw or loss is certain; of a draw that is a bound, only that it is not worse or not better.
    proven: bool = False
    #: Whether the true value of such a search is this, at least this or at most this.
    bound: Bound = "exact"
    #: Which model searched: name and checksum.
    model: str = NO_MODEL

    @property
    def is_result(self) -> bool:
        """Who wins is certain, or that nobody does."""
        return self.proven and not self.is_half_known

    @property
    def is_half_known(self) -> bool:
        """Proven is only that the position is not lost (a lower bound) or not won (an upper one)."""
        return self.proven and self.value == 0 and self.bound != "exact"

    @property
    def book_value(self) -> BookValue:
        if self.is_half_known:
            return self.bounded(BookValue.estimate(0.0))
        return BookValue.proven(self.value) if self.proven else BookValue.estimate(self.value)

    def bounded(self, value: BookValue) -> BookValue:
        """What a value is if this is half known: with a lower bound not less than a draw, whatever that is worth.

        >>> held = Evaluation(0.0, proven=True, bound="lower").bounded(BookValue.estimate(-3.0))
        >>> held.at(), held.at(1.0), held.at(-1.0), held.at(-5.0)
        (0.0, 1.0, -1.0, -3.0)
        """
        return BookValue(value.low, math.inf) if self.bound == "lower" else BookValue(-math.inf, value.high)

    @property
    def sureness(self) -> tuple[bool, bool, int, int]:
        """Of two evaluations of one position the higher one is to be kept."""
        return self.is_result, self.proven, self.depth, self.confidence

    def after_move(self, sign: int) -> Evaluation:
        """The evaluation of a move as one of the position it leads to; ``sign`` as in ``Step``."""
        return self._seen(sign, depth=max(self.depth - 1, 0))

    def before_move(self, sign: int) -> Evaluation:
        """The other way round."""
        return self._seen(sign, depth=self.depth + 1)

    def _seen(self, sign: int, depth: int) -> Evaluation:
        bound = self.bound if sign > 0 else _OTHER_BOUND[self.bound]
        return replace(self, value=sign * self.value + 0.0, depth=depth, bound=bound)


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A move in the book's frame, and its evaluation for the side that makes it."""

    move: int
    evaluation: Evaluation


class Evaluator(Protocol):
    """Searches for the book. What it answers depends on the question alone, so that books can be grown again."""

    #: Work done so far, in positions visited.
    nodes: int

    @property
    def model(self) -> str:
        """Goes into :attr:`Evaluation.model`."""
        ...

    def solves(self, key: bytes) -> bool:
        """Whether :meth:`evaluate` is expected to prove the result: a game's line ends here."""
        ...

    def evaluate(self, key: bytes, excluded: frozenset[int] = frozenset()) -> RatedMove | None:
        """The best move but for those excluded; ``None`` if there is no other."""
        ...


@runtime_checkable
class EvaluatorRecipe(Hashable, Protocol):
    """How to make an evaluator. Can be pickled: every worker process makes its own."""

    @property
    def model(self) -> str:
        """As that of the evaluator."""
        ...

    def solves(self, key: bytes) -> bool:
        """As that of the evaluator."""
        ...

    def make(self) -> Evaluator: ...
