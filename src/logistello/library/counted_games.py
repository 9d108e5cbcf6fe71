"""Games as arrays, for questions about positions."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from logistello.library.moves_table import MovesTable
from logistello.library.position_statistics import PositionStatistics, count_position, most_frequent
from logistello.othello import Position

#: A date begins with the year, whatever follows.
_YEAR = re.compile(r"\s*(\d{4})\b")
_MOST_NAMES_COUNTED = 20_000


class CountedGames:
    """Games from the usual start."""

    def __init__(self, rows: Sequence[tuple[bytes, float | None, str, str, str]]) -> None:
        """Of each game its moves, the score for Black, both players and the date."""
        self.table = MovesTable([moves for moves, *_ in rows])
        scores = [np.nan if score is None else score for _, score, *_ in rows]
        self._black_scores: NDArray[np.float64] = np.array(scores, dtype=np.float64)
        self._players = [(black, white) for _, _, black, white, _ in rows]
        self._years: NDArray[np.int16] = np.array([year_of(date) for *_, date in rows], dtype=np.int16)

    def statistics(self, position: Position) -> tuple[PositionStatistics, list[str]]:
        """What was played in a position and how it ended, and who reached it most often."""
        found = count_position(self.table, self._black_scores, position, self._years)
        names = [name for row in found.rows[:_MOST_NAMES_COUNTED] for name in self._players[row]]
        return found, most_frequent(names, 10)


def year_of(date: str) -> int:
    """0 if the date does not begin with one.

    >>> year_of("1997"), year_of("2003.12.15"), year_of("")
    (1997, 2003, 0)
    """
    found = _YEAR.match(date)
    return int(found[1]) if found else 0
