"""Positions that no game holds but that an evaluation should know: what they are labelled with, and whose they are.

A position belongs to the game of the position it was reached from, so that all that came of a game is either learned
from or kept for validation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.errors import PositionsError
from logistello.train.labelled_positions import Flag, fresh, make_records
from logistello.train.scoring import Scorer
from logistello.train.successors import successors


@dataclass(frozen=True)
class Found:
    """Canonical positions, and the key of the game that each belongs to."""

    own: NDArray[np.uint64]
    opp: NDArray[np.uint64]
    game: NDArray[np.uint64]


@dataclass(frozen=True)
class AddedLabels:
    """How positions without a game of their own get their scores."""

    #: Gives the value of a search.
    search: Scorer
    #: Gives exact scores; needed if ``exact_empties`` is not 0.
    solve: Scorer | None = None
    #: With at most so many empty squares a score is exact, else by search.
    exact_empties: int = 0
    #: Add the position after the best move with the negated score, for searched positions, too.
    successors: bool = False

    def __post_init__(self) -> None:
        if self.exact_empties < 0:
            raise PositionsError("the number of empty squares to solve is not negative")
        if self.exact_empties and self.solve is None:
            raise ValueError("solving positions needs a solver")

    def as_dict(self) -> dict[str, Any]:
        """For a header."""
        return {
            "search": dict(self.search.question),
            "exact_empties": self.exact_empties,
            "successors": self.successors,
        }

    def records(self, found: Found, flag: Flag, known: NDArray[np.void]) -> NDArray[np.void]:
        """Labelled records of the positions that are not ``known`` yet, each once."""
        records = make_records(found.own, found.opp, np.zeros(len(found.own)), found.game, int(flag))
        records = records[fresh(records, known)]
        empties = 64 - np.bitwise_count(records["own"] | records["opp"]).astype(np.int16)
        best = np.full(len(records), 64, dtype=np.uint8)
        exact = empties <= self.exact_empties
        for ask, rows, how in (
            (self.solve, np.flatnonzero(exact), Flag.EXACT),
            (self.search, np.flatnonzero(~exact), Flag.SEARCHED),
        ):
            if ask is not None and len(rows):
                own, opp = (np.ascontiguousarray(records[name][rows]) for name in ("own", "opp"))
                records["score"][rows], best[rows] = ask(own, opp)
                records["flags"][rows] |= int(how)
        if self.successors:
            more = successors(records, best)
            records = np.concatenate([records, more[fresh(more, known)]])
        return records
