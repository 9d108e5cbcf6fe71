"""What the opening book needs to know of a game: two players, zero sum, no chance, and no position comes twice.

Positions that differ only by a symmetry of the board, or by which side is called the first, are one position to the
book. Each such class has a *key*; moves are then numbers in the *book's frame*, that of the key's own representative.
Positions in which the side to move can only pass have no key of their own: they are stepped over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

P = TypeVar("P")
M = TypeVar("M", bound=int)


@dataclass(frozen=True, slots=True)
class Step:
    """A move in the book's frame, and where it leads."""

    move: int
    #: The position reached, after the forced passes that follow.
    key: bytes
    #: Turns a value of ``key`` (for the side to move there) into one for the side that made the move: -1, or +1 if the
    #: other side had to pass.
    sign: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where a position stands in the book."""

    key: bytes
    #: +1, or -1 if the side to move in the position has to pass, so that the other one moves in ``key``.
    sign: int
    #: How the position was turned to become the key's representative; only the game knows what the number means.
    frame: int


class BookGame(Protocol[P, M]):
    """A game as the book sees it. ``P`` are its positions, ``M`` its moves, which are integers."""

    #: Stands in the book's file: a book of one game is not opened as one of another.
    name: str

    def start(self) -> P:
        """The position where games begin."""
        ...

    def play(self, position: P, move: M) -> P:
        """The position after a move. Raises ``IllegalMoveError``."""
        ...

    def passing(self, position: P) -> M:
        """The move that is played where :meth:`place` gives a sign of -1."""
        ...

    def place(self, position: P) -> Place:
        """Where a position stands in the book."""
        ...

    def position(self, key: bytes) -> P:
        """The representative of a key. Raises ``ValueError`` for bytes that are no key."""
        ...

    def ply(self, key: bytes) -> int:
        """A number that grows with every step: the book has no cycles."""
        ...

    def result(self, key: bytes) -> float | None:
        """The final score for the side to move; ``None`` while the game goes on."""
        ...

    def steps(self, key: bytes) -> tuple[Step, ...]:
        """All moves, in ascending order; of moves that lead to the same key only the first. Empty at the end."""
        ...

    def step(self, key: bytes, move: int) -> Step:
        """One of :meth:`steps`: that which leads where ``move`` does. Raises ``IllegalMoveError``."""
        ...

    def to_book(self, move: M, place: Place) -> int:
        """A move of a position as a move in the book's frame."""
        ...

    def from_book(self, move: int, place: Place) -> M:
        """The other way round."""
        ...

    def move_text(self, move: int) -> str:
        """For files and people."""
        ...

    def parse_move(self, text: str) -> M:
        """Reads :meth:`move_text`. Raises ``ValueError``."""
        ...

    def text(self, key: bytes) -> str:
        """The representative in one word without blanks."""
        ...

    def parse_key(self, text: str) -> bytes:
        """Reads :meth:`text`; any position of the class will do. Raises ``ValueError``."""
        ...
