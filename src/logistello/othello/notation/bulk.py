"""Many games as arrays: moves of all games in one table, replayed at once by the native core.

A database of 100 000 games is read in a moment this way; a ``Game`` object is made only on access.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import IllegalMoveError, NotationError
from logistello.othello.color import Color
from logistello.othello.game import Game
from logistello.othello.position import Position
from logistello.othello.square import SQUARES

#: Fills a row after its last move.
END = 255
#: Marks an entry that is not a square; the replay rejects it.
NO_SQUARE = 254

OVER, UNFINISHED, ILLEGAL, AFTER_THE_END = range(4)


class Replay(NamedTuple):
    """Where every game leads; see ``logistello._native.replay``."""

    black: NDArray[np.uint64]
    white: NDArray[np.uint64]
    turn: NDArray[np.uint8]
    plies: NDArray[np.uint8]
    status: NDArray[np.uint8]
    black_moved: NDArray[np.uint64]

    @property
    def raw_difference(self) -> NDArray[np.int16]:
        """Black's discs minus White's."""
        return _count(self.black) - _count(self.white)

    @property
    def final_score(self) -> NDArray[np.int16]:
        """The same with empty squares given to the winner."""
        difference = self.raw_difference
        empties = 64 - _count(self.black | self.white)
        return (difference + np.sign(difference) * empties).astype(np.int16)


class Visited(NamedTuple):
    """Every position with a legal move, game after game; see ``logistello._native.replay_positions``."""

    own: NDArray[np.uint64]
    opp: NDArray[np.uint64]
    turn: NDArray[np.uint8]
    #: Row of the table of moves.
    game: NDArray[np.uint32]
    #: Moves made before it.
    ply: NDArray[np.uint8]


def _count(discs: NDArray[np.uint64]) -> NDArray[np.int16]:
    counts: NDArray[np.int16] = np.bitwise_count(discs).astype(np.int16)
    return counts


class BulkGames(Sequence[Game]):
    """Games in a table ``moves[n, 60]`` of squares (0 to 63, then ``END``), all from the usual start.

    Only ``rows`` that could be read and are legal belong to the sequence; the others are ``errors``.
    """

    moves: NDArray[np.uint8]
    #: Whether the positions are wanted, too: games are then replayed once for both.
    keep_positions: bool = False

    @cached_property
    def replay(self) -> Replay:
        if self.keep_positions:
            return self._both[0]
        return Replay(*_native.replay(np.ascontiguousarray(self.moves)))

    @property
    def visited(self) -> Visited:
        """The positions of all rows, as far as they are legal."""
        return self._both[1]

    @cached_property
    def _both(self) -> tuple[Replay, Visited]:
        replay, visited = _native.replay_positions(np.ascontiguousarray(self.moves))
        return Replay(*replay), Visited(*visited)

    @cached_property
    def rows(self) -> NDArray[np.intp]:
        """The rows of the table that are games of the sequence."""
        return np.flatnonzero(~self.is_bad)

    @cached_property
    def is_bad(self) -> NDArray[np.bool_]:
        return self.replay.status >= ILLEGAL

    @cached_property
    def errors(self) -> list[NotationError]:
        """One error for each row that is not a legal game."""
        return [self.error_of(int(row)) for row in np.flatnonzero(self.is_bad)]

    @property
    @abstractmethod
    def stated(self) -> NDArray[np.int16] | None:
        """The scores for Black that the records state, row by row; ``None`` if they state none."""

    @property
    @abstractmethod
    def reached(self) -> NDArray[np.int16]:
        """The scores the moves lead to, counted as the format counts."""

    @abstractmethod
    def place_of(self, row: int) -> str:
        """How a message names the record."""

    @abstractmethod
    def error_of(self, row: int) -> NotationError:
        """Why a row is not a legal game."""

    @abstractmethod
    def game_of(self, row: int) -> Game:
        """The game of a legal row."""

    def played(self, row: int) -> Game:
        """The bare moves of a legal row."""
        entries = self.moves[row, : int(self.replay.plies[row])].tolist()
        return Game.from_moves([SQUARES[entry] for entry in entries])

    def illegal_move(self, row: int) -> IllegalMoveError:
        """What the rules say about the first bad entry of a row."""
        ply = int(self.replay.plies[row])
        entry = int(self.moves[row, ply])
        position = Position(int(self.replay.black[row]), int(self.replay.white[row]), Color(int(self.replay.turn[row])))
        what = f"move {ply + 1}"
        if self.replay.status[row] == AFTER_THE_END:
            return IllegalMoveError(f"{what} comes after the end of the game")
        if entry >= 64:
            return IllegalMoveError(f"{what} is not a square")
        legal = " ".join(str(move) for move in position.legal_moves)
        return IllegalMoveError(f"{what}, {SQUARES[entry]}, is not legal for {position.turn}; legal: {legal}")

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> Game: ...
    @overload
    def __getitem__(self, index: slice) -> list[Game]: ...
    def __getitem__(self, index: int | slice) -> Game | list[Game]:
        if isinstance(index, slice):
            return [self.game_of(int(row)) for row in self.rows[index]]
        return self.game_of(int(self.rows[index]))
