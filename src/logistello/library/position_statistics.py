"""What became of the games that went through a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from logistello.library.moves_table import MovesTable
from logistello.othello import Color, Position, Square
from logistello.othello.notation.bulk import END


@dataclass(slots=True)
class GamesTally:
    """Results of games."""

    games: int = 0
    black_wins: int = 0
    draws: int = 0
    white_wins: int = 0
    #: Sum of the final scores for Black of those with a result.
    _black_score: float = 0.0

    def add(self, black_scores: NDArray[np.float64]) -> None:
        """NaN for a game without a result."""
        known = black_scores[~np.isnan(black_scores)]
        self.games += len(black_scores)
        self.black_wins += int(np.count_nonzero(known > 0))
        self.white_wins += int(np.count_nonzero(known < 0))
        self.draws += int(np.count_nonzero(known == 0))
        self._black_score += float(known.sum())

    def __add__(self, other: GamesTally) -> GamesTally:
        return GamesTally(
            self.games + other.games,
            self.black_wins + other.black_wins,
            self.draws + other.draws,
            self.white_wins + other.white_wins,
            self._black_score + other._black_score,
        )

    def mean_score(self, color: Color) -> float | None:
        """Discs for ``color``; ``None`` without any result."""
        known = self.black_wins + self.draws + self.white_wins
        if not known:
            return None
        mean = self._black_score / known
        return mean if color is Color.BLACK else -mean


@dataclass(slots=True)
class MoveCount:
    """A move that was played here."""

    move: Square
    tally: GamesTally


@dataclass(slots=True)
class PositionStatistics:
    """What was played in a position, and how those games ended."""

    position: Position
    tally: GamesTally = field(default_factory=GamesTally)
    #: Most frequent first.
    moves: list[MoveCount] = field(default_factory=list)
    #: Rows of the games in the table they were counted in.
    rows: list[int] = field(default_factory=list)
    #: The same games by year, first one first; those without a date are left out.
    years: dict[int, GamesTally] = field(default_factory=dict)


def count_position(
    table: MovesTable, black_scores: NDArray[np.float64], position: Position, years: NDArray[np.int16]
) -> PositionStatistics:
    """Games that reached the position in any order of moves, on a board turned in any way.

    ``black_scores`` and ``years`` have an entry for each row of the table; a year that is not known is 0.
    """
    found = PositionStatistics(position)
    plies = position.occupied.bit_count() - 4
    tallies: dict[Square, GamesTally] = {}
    for symmetry, rows in table.images_of(position):
        found.rows.extend(rows.tolist())
        found.tally.add(black_scores[rows])
        played = table.moves[rows, plies] if plies < table.moves.shape[1] else np.full(len(rows), END)
        for entry in np.unique(played).tolist():
            if entry != END:
                move = symmetry.inverse.apply(Square(entry))
                tallies.setdefault(move, GamesTally()).add(black_scores[rows[played == entry]])
    rows = np.array(found.rows, dtype=np.intp)
    for year in np.unique(years[rows]).tolist():
        if year:
            tally = found.years[year] = GamesTally()
            tally.add(black_scores[rows[years[rows] == year]])
    found.moves = [MoveCount(move, tally) for move, tally in sorted(tallies.items(), key=lambda item: -item[1].games)]
    return found


def most_frequent(names: Sequence[str], count: int) -> list[str]:
    return [name for name, _ in Counter(name for name in names if name).most_common(count)]
