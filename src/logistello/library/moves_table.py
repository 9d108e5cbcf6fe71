"""Many games as one table of moves, and the positions they reach after a given number of moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.othello import Color, Position
from logistello.othello.notation.bulk import END, Replay
from logistello.othello.opening_names import all_openings
from logistello.othello.symmetry import Symmetry

_WIDTH = 60
_START_DISCS = 4
#: Plies whose positions are remembered: those near what was looked up last.
_REMEMBERED = 8


class MovesTable:
    """Games from the usual start; row by row their moves without passes."""

    def __init__(self, games: Sequence[bytes]) -> None:
        filled = b"".join(moves[:_WIDTH].ljust(_WIDTH, bytes([END])) for moves in games)
        self.moves: NDArray[np.uint8] = np.frombuffer(filled, dtype=np.uint8).reshape(-1, _WIDTH)
        self._after = lru_cache(maxsize=_REMEMBERED)(self._replayed)

    def _replayed(self, plies: int) -> Replay:
        return Replay(*_native.replay(np.ascontiguousarray(self.moves[:, :plies])))

    def images_of(self, position: Position) -> list[tuple[Symmetry, NDArray[np.intp]]]:
        """Rows of the games that went through a position, once for each way to turn the board so that they did."""
        plies = position.occupied.bit_count() - _START_DISCS
        if not 0 <= plies <= _WIDTH or not len(self.moves):
            return []
        after = self._after(plies)
        seen: set[tuple[int, int]] = set()
        found = []
        for symmetry in Symmetry:
            image = position.transform(symmetry)
            if (image.black, image.white) in seen:
                continue
            seen.add((image.black, image.white))
            same = (after.black == np.uint64(image.black)) & (after.white == np.uint64(image.white))
            same &= after.plies == plies
            if _both_can_move(image):
                same &= after.turn == int(image.turn)
            rows = np.flatnonzero(same)
            if len(rows):
                found.append((symmetry, rows))
        return found

    def openings(self) -> list[str | None]:
        """The last named opening of each game."""
        names = [opening.name for opening in all_openings()]
        longest = np.full(len(self.moves), -1, dtype=np.int16)
        for number, opening in enumerate(all_openings()):  # shorter ones first
            for _, rows in self.images_of(opening.position):
                longest[rows] = number
        return [None if number < 0 else names[number] for number in longest.tolist()]


def _both_can_move(position: Position) -> bool:
    """Otherwise the turn follows from the board: before or after the pass it is the same moment of a game."""
    other = Position(position.black, position.white, Color(1 - position.turn))
    return bool(position.legal_mask) and bool(other.legal_mask)
