"""The contract of a game: the rules of a two-player zero-sum game with perfect information, and nothing else.

A game is an object whose methods answer questions about *states*. A state is a small immutable value: it can be
hashed, compared and pickled, and ``str(state)`` shows it to people. Moves are non-negative integers; values are in
whatever unit the game counts. What only some games have is an extension of its own: :class:`ChanceRules` (dice),
:class:`AcyclicRules` (no position comes twice) and :class:`SymmetricRules`; ``isinstance`` tells whether a game has it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar, runtime_checkable

S = TypeVar("S", bound=Hashable)

#: What :meth:`GameRules.player` answers where chance moves, not a player.
CHANCE = -1


@runtime_checkable
class GameRules(Protocol[S]):
    """A game. ``S`` are its states.

    Two states are equal if the game goes on from both in the same way: the same moves, leading to equal states, and the
    same outcomes.
    """

    @property
    def name(self) -> str:
        """Identifies the rules, in one word: files of one game are not read as those of another."""
        ...

    @property
    def unit(self) -> str:
        """What outcomes are counted in, in the plural: ``discs``, ``points``."""
        ...

    @property
    def value_range(self) -> tuple[float, float]:
        """The least and the greatest outcome that a player can have."""
        ...

    def start(self) -> S:
        """The state in which games begin."""
        ...

    def player(self, state: S) -> int:
        """Who moves: 0 or 1, or ``CHANCE``. Once the game is over, 0 or 1 without any meaning."""
        ...

    def is_over(self, state: S) -> bool:
        """Whether the game has ended."""
        ...

    def moves(self, state: S) -> Sequence[int]:
        """The legal moves in ascending order, or the possible outcomes of chance. Empty exactly when the game is over:
        where a player can only pass, the pass is a move."""
        ...

    def play(self, state: S, move: int) -> S:
        """The state after a move. Raises ``IllegalMoveError``."""
        ...

    def outcome(self, state: S, player: int) -> float:
        """What a player (0 or 1) gets at the end of a game; the two outcomes add up to 0. Undefined before the end."""
        ...

    def key(self, state: S) -> Hashable:
        """Identifies the position in a transposition table. Equal states have equal keys. Keys are made of numbers and
        strings and tuples of these, so that their ``repr`` is the same in every process.

        The converse may fail where rules look back on the game (repetitions, moves without a capture): states with the
        same key then have the same moves, but perhaps another future, which searches have to put up with. In games that
        fulfil :class:`AcyclicRules` it holds, but for the number of moves made.
        """
        ...

    def move_text(self, state: S, move: int) -> str:
        """The name of a legal move, in one word; no two moves of a state have the same."""
        ...

    def parse_move(self, state: S, text: str) -> int:
        """Read :meth:`move_text`. Raises ``ValueError``, or ``IllegalMoveError`` if the move is not legal."""
        ...

    def text(self, state: S) -> str:
        """The state in one word that :meth:`parse` reads. (``str(state)`` is for people.)"""
        ...

    def parse(self, text: str) -> S:
        """Read :meth:`text`. Raises ``ValueError``."""
        ...


@runtime_checkable
class ChanceRules(GameRules[S], Protocol[S]):
    """A game with dice, or other explicit chance."""

    def chances(self, state: S) -> Sequence[tuple[int, float]]:
        """The outcomes of chance with their probabilities, which add up to 1; empty where a player moves."""
        ...


@runtime_checkable
class AcyclicRules(GameRules[S], Protocol[S]):
    """A game in which no position comes twice, and in which how it came about makes no difference."""

    def ply(self, state: S) -> int:
        """A number that grows with every move, from 0 at the start: moves made, or discs on the board."""
        ...


@runtime_checkable
class SymmetricRules(GameRules[S], Protocol[S]):
    """A game whose board can be turned or mirrored."""

    @property
    def symmetries(self) -> int:
        """How many there are; they have the numbers from 0, which leaves everything where it is."""
        ...

    def image(self, state: S, symmetry: int) -> S:
        """The state as it looks after the symmetry; its moves are the images of the moves."""
        ...

    def image_of_move(self, move: int, symmetry: int) -> int:
        """The move as it looks after the symmetry."""
        ...
