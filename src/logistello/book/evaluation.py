"""What a search says for the book, and who searches."""

from __future__ import annotations

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
    #: Win, draw or loss is certain.
    proven: bool = False
    #: Whether the true value of such a search is this, at least this or at most this.
    bound: Bound = "exact"
    #: Which model searched: name and checksum.
    model: str = NO_MODEL

    @property
    def book_value(self) -> BookValue:
        return BookValue.proven(self.value) if self.proven else BookValue.estimate(self.value)

    @property
    def sureness(self) -> tuple[bool, int, int]:
        """Of two evaluations of one position the higher one is to be kept."""
        return self.proven, self.depth, self.confidence

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
