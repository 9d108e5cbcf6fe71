"""Lines of bare moves (``f5d6c3`` or ``F5 D6 C3``), many of them: as a table of moves that the native core replays.

A ``Game`` for each of a hundred thousand lines would take minutes and gigabytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from logistello.errors import NotationError
from logistello.othello.game import Game
from logistello.othello.notation.bulk import END, BulkGames
from logistello.othello.notation.limits import ReadingLimits

_WIDTH = 60
#: Characters that are looked at together: the arrays of indices take twenty times as much memory.
_PORTION = 1 << 20
_NEWLINE = ord("\n")
_SKIPPED = np.zeros(256, dtype=bool)
_SKIPPED[list(b" \t\r\v\f,;")] = True


class BareMoves(BulkGames):
    """A line without anything but moves is a row; nothing is stated about any of them."""

    stated = None

    def __init__(self, moves: NDArray[np.uint8], starts: NDArray[np.int64], too_long: NDArray[np.bool_]) -> None:
        self.moves = moves
        self._starts = starts
        self._too_long = too_long

    @cached_property
    def is_bad(self) -> NDArray[np.bool_]:
        bad: NDArray[np.bool_] = super().is_bad | self._too_long
        return bad

    @property
    def bad_rows(self) -> list[int]:
        found: list[int] = np.flatnonzero(self.is_bad).tolist()
        return found

    def span(self, row: int, text: str) -> tuple[int, int]:
        """Where the line stands in its text."""
        start = int(self._starts[row])
        end = text.find("\n", start)
        return start, len(text) if end < 0 else end

    @property
    def reached(self) -> NDArray[np.int16]:
        return self.replay.final_score

    def place_of(self, row: int) -> str:
        return f"game {int(np.searchsorted(self.rows, row)) + 1}"

    def error_of(self, row: int) -> NotationError:
        return NotationError(str(self.illegal_move(row)))

    def game_of(self, row: int) -> Game:
        return self.played(row)


def scan_bare_moves(text: str, limits: ReadingLimits) -> BareMoves | None:
    """``None`` if any line holds something else: numbers, passes, signs, results, mistakes.

    Raises ``NotationError`` if there are more lines than may be read.
    """
    if not text.isascii():
        return None
    tables, starts, too_long = [], [], []
    count = 0
    for first, data in _portions(text):
        scanned = _scan(data)
        if scanned is None:
            return None
        tables.append(scanned[0])
        starts.append(scanned[1] + first)
        too_long.append(scanned[2])
        count += len(scanned[0])
        limits.check_games(count)
    return BareMoves(np.concatenate(tables), np.concatenate(starts), np.concatenate(too_long))


def _portions(text: str) -> Iterator[tuple[int, NDArray[np.uint8]]]:
    """Whole lines, about a megabyte at a time, with the place of the first one."""
    start = 0
    while start < len(text):
        end = text.find("\n", start + _PORTION)
        end = len(text) if end < 0 else end + 1
        yield start, np.frombuffer(text[start:end].encode("ascii"), dtype=np.uint8)
        start = end


def _scan(data: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.bool_]] | None:
    """Moves, places and excessive lengths of all lines that are not blank."""
    places = np.flatnonzero(~_SKIPPED[data])
    kept = data[places]
    ends = kept == _NEWLINE
    line = np.cumsum(ends) - ends
    first = np.concatenate(([0], np.flatnonzero(ends) + 1))
    index = np.arange(len(kept)) - first[line]
    letters = ~ends & (index % 2 == 0)
    digits = ~ends & (index % 2 == 1)
    column = (kept[letters] | 0x20) - ord("a")
    row = kept[digits] - ord("1")
    if len(column) != len(row) or not (column < 8).all() or not (row < 8).all():
        return None
    if not (places[digits] - places[letters] == 1).all():  # a blank within a move
        return None
    line, ply = line[letters], index[letters] // 2
    _, start_of_row, row_of_move = np.unique(line, return_index=True, return_inverse=True)
    moves = np.full((len(start_of_row), _WIDTH), END, dtype=np.uint8)
    fits = ply < _WIDTH
    moves[row_of_move[fits], ply[fits]] = (8 * row + column)[fits]
    too_long = np.zeros(len(moves), dtype=bool)
    too_long[row_of_move[~fits]] = True
    return moves, places[letters][start_of_row], too_long
