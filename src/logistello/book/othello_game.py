"""Othello for the opening book."""

from __future__ import annotations

from functools import lru_cache

from logistello import _native
from logistello.book.book_game import Place, SelfContainedKeys, Step
from logistello.errors import IllegalMoveError, NotationError
from logistello.othello import PASS, Color, Position, Square
from logistello.othello.square import SQUARES, squares_of
from logistello.othello.symmetry import Symmetry

_KEY_BYTES = 16
#: Where each square goes under each symmetry.
_IMAGES = tuple(tuple(int(symmetry.apply(square)) for square in SQUARES) for symmetry in Symmetry)


class OthelloBookGame(SelfContainedKeys):
    """Keys are 16 bytes: discs of the side to move, then of the other, as big-endian bitboards, the least of the 8
    symmetric images as the native core orders them.

    >>> game = OthelloBookGame()
    >>> len(game.steps(game.place(game.start()).key))  # the four first moves are one
    1
    """

    name = "othello"
    proven_offset = 1000.0

    def start(self) -> Position:
        return Position.initial()

    def play(self, position: Position, move: Square) -> Position:
        return position.play(move)

    def passing(self, position: Position) -> Square:
        return PASS

    def place(self, position: Position) -> Place:
        own, opponent = position.own, position.opponent
        sign = 1
        if position.must_pass:
            own, opponent, sign = opponent, own, -1
        key, frame = _canonical(own, opponent)
        return Place(key, sign, frame)

    def position(self, key: bytes) -> Position:
        """Black is to move."""
        own, opponent = _discs(key)
        return Position(own, opponent, Color.BLACK)

    def ply(self, key: bytes) -> int:
        """Discs beyond the first four."""
        own, opponent = _discs(key)
        return (own | opponent).bit_count() - 4

    def result(self, key: bytes) -> float | None:
        position = self.position(key)
        return float(position.final_score()) if position.is_over else None

    def steps(self, key: bytes) -> tuple[Step, ...]:
        return tuple(dict.fromkeys(_steps(key).values()))

    def step(self, key: bytes, move: int) -> Step:
        found = _steps(key)
        if move not in found:
            legal = [SQUARES[square] for square in found]
            names = " ".join(str(square) for square in legal)
            raise IllegalMoveError(f"{self.move_text(move)} is not legal here; legal: {names}", legal)
        return found[move]

    def to_book(self, move: Square, place: Place) -> int:
        return _IMAGES[place.frame][move]

    def from_book(self, move: int, place: Place) -> Square:
        return SQUARES[_IMAGES[Symmetry(place.frame).inverse][move]]

    def move_text(self, move: int) -> str:
        return str(SQUARES[move]) if 0 <= move < 64 else str(move)

    def parse_move(self, text: str) -> Square:
        return Square.parse(text)

    def text(self, key: bytes) -> str:
        """64 characters; ``X`` is the side to move."""
        return self.position(key).text[:64]

    def parse_key(self, text: str) -> bytes:
        if len(text) != 64 or set(text) - set("XO-"):
            raise NotationError(f"board {text!r}", expected="64 characters X, O or -")
        return self.place(Position.parse(f"{text} X")).key


def _discs(key: bytes) -> tuple[int, int]:
    if len(key) != _KEY_BYTES:
        raise ValueError(f"a key of {len(key)} bytes; expected {_KEY_BYTES}")
    return int.from_bytes(key[:8], "big"), int.from_bytes(key[8:], "big")


def _canonical(own: int, opponent: int) -> tuple[bytes, int]:
    own, opponent, frame = _native.canonical(own, opponent)
    return own.to_bytes(8, "big") + opponent.to_bytes(8, "big"), frame


@lru_cache(maxsize=4096)
def _steps(key: bytes) -> dict[int, Step]:
    """What stands for each legal move: the first that leads where it does.

    Not only positions that are symmetric themselves have such moves: two may lead to images of each other.
    """
    own, opponent = _discs(key)
    first: dict[tuple[bytes, int], Step] = {}
    found = {}
    for square in squares_of(_native.legal_moves(own, opponent)):
        step = _step(own, opponent, int(square))
        found[int(square)] = first.setdefault((step.key, step.sign), step)
    return found


def _step(own: int, opponent: int, move: int) -> Step:
    """A legal move, and the forced pass after it."""
    flipped = _native.flips(own, opponent, move)
    mover, other = own | flipped | 1 << move, opponent & ~flipped
    if not _native.legal_moves(other, mover) and _native.legal_moves(mover, other):
        return Step(move, _canonical(mover, other)[0], 1)
    return Step(move, _canonical(other, mover)[0], -1)
