"""What a match asks of a player, and three players that need no training.

The simple players are opponents for beginners and yardsticks for a trained engine. All are deterministic: the same
seed and the same sequence of positions give the same moves.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from logistello import _native
from logistello.engine.limit import Limit
from logistello.errors import IllegalMoveError
from logistello.othello.color import Color
from logistello.othello.game import Game
from logistello.othello.position import Position
from logistello.othello.square import CORNER_MASK, Square, squares_of

#: Why a player failed, as ``PlayerError.kind`` and the records of games name it.
FAILURES = {
    "time": "overstepped the time",
    "illegal": "illegal move",
    "died": "the program ended",
    "silent": "the program gave no answer",
    "protocol": "the program broke the protocol",
    "resigned": "resigned",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and what the player reported about it."""

    move: Square
    #: Discs, from the player's point of view.
    value: float | None = None
    nodes: int = 0
    depth: int | None = None


class MatchPlayer(Protocol):
    """One seat of a match. Used by one thread; only :meth:`interrupt` may come from another.

    A player that cannot continue raises ``PlayerError``: it loses the game and is replaced for the next one.
    """

    name: str

    def new_game(self, number: int) -> None:
        """Forget the last game. With the same number a random player repeats its moves."""
        ...

    def end_game(self) -> None:
        """The game is over or abandoned: stop thinking about it. Does not fail."""
        ...

    def choose(self, game: Game, limit: Limit, lag: float) -> Choice:
        """A move for the last position of ``game``, where a move exists.

        ``limit.clock`` is what the player has left now. A player that may never answer must give up by itself once its
        time and ``lag`` seconds have passed.
        """
        ...

    def interrupt(self) -> None:
        """Make a running :meth:`choose` return or fail soon. Its answer is no longer used."""
        ...

    def close(self) -> None:
        """Release all resources. Closing twice is fine."""
        ...


class SimplePlayer:
    """A :class:`MoveChooser` in a match; it ignores limits."""

    def __init__(self, name: str, make: Callable[[int], MoveChooser], seed: int = 0) -> None:
        """``make`` gets the seed of one game; ``seed`` distinguishes two such players in one match."""
        self.name = name
        self._make = make
        self._seed = seed
        self._player = make(seed)

    def new_game(self, number: int) -> None:
        # Games must not depend on the order in which threads play them.
        self._player = self._make(random.Random(f"{self._seed} {number}").getrandbits(32))  # noqa: S311 - a game

    def choose(self, game: Game, limit: Limit, lag: float) -> Choice:
        return Choice(self._player.choose(game.position))

    def end_game(self) -> None:
        """It thinks only when asked."""

    def interrupt(self) -> None:
        """Its moves take no time."""

    def close(self) -> None:
        """It holds nothing."""


# -- players that need no training -------------------------------------------------------------

_FULL = (1 << 64) - 1
#: Diagonal neighbours of the corners, which usually give the corner away while it is empty.
_X_SQUARES = {Square.A1: Square.B2, Square.H1: Square.G2, Square.A8: Square.B7, Square.H8: Square.G7}
_X_SQUARE_OF = tuple((corner.mask, x_square.mask) for corner, x_square in _X_SQUARES.items())

# Values in units of one move of mobility: rough and hand-made, good enough to beat beginners.
_CORNER_WORTH = 12.0
_X_SQUARE_COST = 5.0
#: Per disc at the end of the game, so that a decided game outweighs every heuristic value.
_DISC_AT_THE_END = 1000.0


class MoveChooser(Protocol):
    """Anything that chooses a move in a position."""

    def choose(self, position: Position) -> Square:
        """A legal move; ``PASS`` if forced. Raises ``IllegalMoveError`` if the game is over."""
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
        # Only the best value must be exact: later moves are searched with the best value so far as the bound, lowered
        # by a hair so that equally good moves are recognised as equal.
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
    """Fail-soft alpha-beta; the value for the side to move. A pass costs no depth."""
    mask = _native.legal_moves(own, opponent)
    if not mask:
        if not _native.legal_moves(opponent, own):
            return _final_value(own, opponent)
        return -_search(opponent, own, depth, -beta, -alpha)
    if depth <= 0:
        return _evaluate(own, opponent)
    best = -float("inf")
    for part in (mask & CORNER_MASK, mask & ~CORNER_MASK):
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
    value += _CORNER_WORTH * ((own & CORNER_MASK).bit_count() - (opponent & CORNER_MASK).bit_count())
    empty = ~(own | opponent) & _FULL
    for corner, x_square in _X_SQUARE_OF:
        if empty & corner:
            if own & x_square:
                value -= _X_SQUARE_COST
            elif opponent & x_square:
                value += _X_SQUARE_COST
    return value
