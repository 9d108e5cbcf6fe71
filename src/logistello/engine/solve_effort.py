"""How long an ending will take: until the winner is proven, and until the exact score is.

The numbers are measured (``python -m benchmarks.solve_effort`` makes the file beside this one) in nodes at the speed of
the middle game: a machine that searches so many nodes a second there needs that many seconds.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Literal

from logistello.othello import PASS, Position

if TYPE_CHECKING:
    from logistello.evaluation import Model

#: What is to be proven.
Proof = Literal["winner", "score"]

_FILE = "solve_effort.json"


@dataclass(frozen=True, slots=True)
class EndingFacts:
    """What is seen of an ending without searching it."""

    empties: int
    #: Legal moves of the side to move, and of the other if it were its turn.
    own_moves: int
    other_moves: int
    #: Discs by which the static value differs from a draw.
    one_sided: float

    @classmethod
    def of(cls, position: Position, model: Model) -> EndingFacts:
        other = Position(position.opponent, position.own, position.turn.opponent)
        return cls(
            position.empties,
            position.legal_mask.bit_count(),
            other.legal_mask.bit_count(),
            abs(model.look_ahead(position.play(PASS) if position.must_pass else position, 0)),
        )

    @property
    def terms(self) -> tuple[float, float, float, float, float]:
        """What the coefficients of the file are for."""
        return (
            1.0,
            float(self.empties),
            math.log2(max(self.own_moves, 1)),
            math.log2(max(self.other_moves, 1)),
            self.one_sided,
        )


@dataclass(frozen=True, slots=True)
class SolveEffort:
    """log2(nodes) as a sum of terms, for both proofs."""

    winner: tuple[float, ...]
    score: tuple[float, ...]

    @classmethod
    @cache
    def measured(cls) -> SolveEffort:
        """As the package's file tells it."""
        read = json.loads((resources.files("logistello.engine") / _FILE).read_text(encoding="utf-8"))
        return cls(*(tuple(read[proof]["coefficients"]) for proof in ("winner", "score")))

    def without_winner(self) -> SolveEffort:
        """For who never asks who wins alone: only the score tells."""
        return replace(self, winner=self.score)

    def nodes(self, proof: Proof, facts: EndingFacts) -> float:
        """The median; half of all endings take longer.

        >>> effort = SolveEffort(winner=(0, 1, 0, 0, 0), score=(2, 1, 0, 0, 0))
        >>> [effort.nodes(proof, EndingFacts(20, 8, 8, 0.0)) / 2**20 for proof in ("winner", "score")]
        [1.0, 4.0]
        """
        coefficients = self.winner if proof == "winner" else self.score
        return 2.0 ** min(sum(a * b for a, b in zip(coefficients, facts.terms, strict=True)), 1000.0)

    def nodes_at(self, proof: Proof, empties: int) -> float:
        """Of an ordinary ending, for plans that reach beyond the position on the board."""
        return self.nodes(proof, EndingFacts(empties, _USUAL_MOVES, _USUAL_MOVES, _USUALLY_ONE_SIDED))


#: Of an ordinary ending.
_USUAL_MOVES = 8
_USUALLY_ONE_SIDED = 5.0
