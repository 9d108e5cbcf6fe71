"""How much a review thinks about each move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from logistello.engine import Limit
from logistello.othello import Position

EffortName = Literal["quick", "normal", "deep"]


@dataclass(frozen=True, slots=True)
class Effort:
    """What a move is called must not depend on chance.

    So the named efforts are as deep on a slow machine as on a fast one, begin each move with an empty table, and a
    quick review looks at everything that is not clearly the best move as long as a normal one.
    """

    look: Limit
    #: For moves that it finds to be the best this is enough; ``None``: all moves are looked at.
    glance: Limit | None = None
    #: Positions with so many empty squares or fewer are solved.
    exact_empties: int = 0
    #: Nothing that was searched before changes the verdict.
    repeatable: bool = True

    def limit(self, position: Position, look: Limit) -> Limit:
        """For one position."""
        return Limit(time=look.time, nodes=look.nodes) if position.empties <= self.exact_empties else look


#: About 5, 7 and 60 seconds for a game on one core.
EFFORTS: dict[EffortName, Effort] = {
    "quick": Effort(Limit(depth=22), glance=Limit(depth=14), exact_empties=22),
    "normal": Effort(Limit(depth=22), exact_empties=22),
    "deep": Effort(Limit(depth=28), exact_empties=26),
}
