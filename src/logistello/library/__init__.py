"""Games that are kept: a file of SQLite, searched by player, opening, result and position."""

from logistello.library.game_row import GameRow, rows_of
from logistello.library.library import Added, GameFilter, Library, StoredRow
from logistello.library.position_statistics import GamesTally, MoveCount, PositionStatistics

__all__ = [
    "Added",
    "GameFilter",
    "GameRow",
    "GamesTally",
    "Library",
    "MoveCount",
    "PositionStatistics",
    "StoredRow",
    "rows_of",
]
