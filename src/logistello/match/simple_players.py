"""Three players that need no training: opponents for beginners and yardsticks for a trained engine.

All are deterministic: the same seed and the same sequence of positions give the same moves.
"""

from __future__ import annotations

import random
from typing import Protocol

from logistello import _native
from logistello.errors import IllegalMoveError
from logistello.othello.color import Color
from logistello.othello.position import Position
from logistello.othello.square import Square, squares_of

_FULL = (1 << 64) - 1
_CORNERS = 0x8100000000000081
#: Diagonal neighbours of the corners, which usually give the corner away while it is empty.
_X_SQUARES = {Square.A1: Square.B2, Square.H1: Square.G2, Square.A8: Square.B7, Square.H8: Square.G7}
_X_SQUARE_OF = tuple((corner.mask, x_square.mask) for corner, x_square in _X_SQUARES.items())

# Worth of things in moves of mobility: rough, hand-made, good enough to beat beginners.
_CORNER_WORTH = 12.0
_X_SQUARE_COST = 5.0
#: A decided game outweighs every heuristic value, and more discs are better.
_DISC_AT_THE_END = 1000.0


class Player(Protocol):
    """Whoever can choose a move."""

    def choose(self, position: Position) -> Square:
        """A legal move; ``PASS`` if it is forced. Raises ``IllegalMoveError`` when the game is over."""
        ...


class RandomPlayer:
    """Every legal move is equally likely.

    >>> RandomPlayer(seed=1).choose(Position.initial()) in Position.initial().legal_moves
    True
    """

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)  # noqa: S311 - a game, not a secret

    def choose(self, position: Position) -> Square:
        return self._random.choice(_moves(position))


class GreedyPlayer:
    """Turns as many discs as possible, as beginners do; the first square among equals.

    >>> str(GreedyPlayer().choose(Position.initial()))
    'd3'
    """

    def choose(self, position: Position) -> Square:
        return max(_moves(position), key=lambda move: position.flips(move).bit_count())


class MobilityPlayer:
    """Leaves the opponent few moves, likes corners, looks ``level`` plies ahead; solves the last few squares.

    Chance (seeded) decides between equal moves. Level 5 still answers within a moment.

    >>> MobilityPlayer(level=2, seed=7).choose(Position.initial()) in Position.initial().legal_moves
    True
    """

    LEVELS = range(1, 6)

    def __init__(self, level: int = 3, seed: int = 0) -> None:
        if level not in self.LEVELS:
            raise ValueError(f"level {level} does not exist; expected {self.LEVELS[0]} to {self.LEVELS[-1]}")
        self.level = level
        self._random = random.Random(seed)  # noqa: S311 - a game, not a secret

    def choose(self, position: Position) -> Square:
        moves = _moves(position)
        if len(moves) == 1:
            return moves[0]
        # Only the best value must be exact: later moves are searched with the window of the best so far, kept
        # open by a hair so that equal moves show as equal.
        depth = self._depth(position)
        best_moves: list[Square] = []
        best = -float("inf")
        for move in self._ordered(position, moves):
            after = position.play(move)
            value = -_search(after.own, after.opponent, depth - 1, -float("inf"), -(best - 0.5))
            if value > best:
                best, best_moves = value, [move]
            elif value == best:
                best_moves.append(move)
        return self._random.choice(sorted(best_moves))

    def rank(self, position: Position) -> list[tuple[Square, float]]:
        """All legal moves with exact values of this search, best first; nothing random.

        Values are points of a rough rule of thumb (about one per move of mobility), seen by the side to move;
        1000 points per disc once the end of the game is in sight.
        """
        depth = self._depth(position)
        infinity = float("inf")
        ranked = []
        for move in position.legal_moves:
            after = position.play(move)
            ranked.append((move, -_search(after.own, after.opponent, depth - 1, -infinity, infinity)))
        return sorted(ranked, key=lambda item: (-item[1], item[0]))

    def _depth(self, position: Position) -> int:
        empties = position.empties
        return empties + 1 if empties <= self.level + 3 else self.level

    @staticmethod
    def _ordered(position: Position, moves: tuple[Square, ...]) -> list[Square]:
        return sorted(moves, key=lambda move: -_evaluate(*_sides(position.play(move), position.turn)))


def _sides(position: Position, view: Color) -> tuple[int, int]:
    return position.discs(view), position.discs(view.opponent)


def _moves(position: Position) -> tuple[Square, ...]:
    moves = position.legal_moves
    if not moves:
        raise IllegalMoveError("the game is over: there is no move to choose")
    return moves


def _search(own: int, opponent: int, depth: int, alpha: float, beta: float) -> float:
    """Fail-soft alpha-beta; the value of the side to move. A pass costs no depth."""
    mask = _native.legal_moves(own, opponent)
    if not mask:
        if not _native.legal_moves(opponent, own):
            return _final_value(own, opponent)
        return -_search(opponent, own, depth, -beta, -alpha)
    if depth <= 0:
        return _evaluate(own, opponent)
    best = -float("inf")
    for part in (mask & _CORNERS, mask & ~_CORNERS):
        for square in squares_of(part):
            flipped = _native.flips(own, opponent, int(square))
            value = -_search(opponent & ~flipped, own | flipped | square.mask, depth - 1, -beta, -max(alpha, best))
            if value > best:
                best = value
                if best >= beta:
                    return best
    return best


def _final_value(own: int, opponent: int) -> float:
    return _DISC_AT_THE_END * Position.from_own(own, opponent).final_score()


def _evaluate(own: int, opponent: int) -> float:
    """A rule of thumb for the side ``own``: moves, corners, and squares that give corners away."""
    value = float(_native.legal_moves(own, opponent).bit_count() - _native.legal_moves(opponent, own).bit_count())
    value += _CORNER_WORTH * ((own & _CORNERS).bit_count() - (opponent & _CORNERS).bit_count())
    empty = ~(own | opponent) & _FULL
    for corner, x_square in _X_SQUARE_OF:
        if empty & corner:
            if own & x_square:
                value -= _X_SQUARE_COST
            elif opponent & x_square:
                value += _X_SQUARE_COST
    return value
