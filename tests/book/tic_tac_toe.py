"""Tic-tac-toe through the contract: symmetries as in Othello, no passes, and small enough to be solved by growing."""

from __future__ import annotations

from dataclasses import dataclass

from logistello.book.book_game import Place, Step
from logistello.errors import IllegalMoveError

_LINES = [0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100]


def _images() -> list[tuple[int, ...]]:
    """Where each square goes under the 8 symmetries."""
    found = []
    for symmetry in range(8):
        squares = []
        for row in range(3):
            for column in range(3):
                r, c = (2 - row if symmetry & 1 else row), (2 - column if symmetry & 2 else column)
                squares.append(3 * c + r if symmetry & 4 else 3 * r + c)
        found.append(tuple(squares))
    return found


_IMAGES = _images()


@dataclass(frozen=True)
class Board:
    """Squares of the side to move and of the other, as bits."""

    own: int = 0
    other: int = 0


def _turned(mask: int, image: tuple[int, ...]) -> int:
    return sum(1 << image[square] for square in range(9) if mask >> square & 1)


class TicTacToe:
    name = "tic-tac-toe"

    def start(self) -> Board:
        return Board()

    def play(self, position: Board, move: int) -> Board:
        if (position.own | position.other) >> move & 1 or not 0 <= move < 9:
            raise IllegalMoveError(f"{move} is not free")
        return Board(position.other, position.own | 1 << move)

    def passing(self, position: Board) -> int:
        raise AssertionError("nobody passes")

    def place(self, position: Board) -> Place:
        images = [(_turned(position.own, image), _turned(position.other, image)) for image in _IMAGES]
        frame = min(range(8), key=images.__getitem__)
        own, other = images[frame]
        return Place(own.to_bytes(2, "big") + other.to_bytes(2, "big"), 1, frame)

    def position(self, key: bytes) -> Board:
        return Board(int.from_bytes(key[:2], "big"), int.from_bytes(key[2:], "big"))

    def ply(self, key: bytes) -> int:
        board = self.position(key)
        return (board.own | board.other).bit_count()

    def result(self, key: bytes) -> float | None:
        board = self.position(key)
        if any(board.other & line == line for line in _LINES):
            return -1.0
        return 0.0 if board.own | board.other == 0b111111111 else None

    def steps(self, key: bytes) -> tuple[Step, ...]:
        if self.result(key) is not None:
            return ()
        board, found = self.position(key), dict[bytes, Step]()
        for move in range(9):
            if not (board.own | board.other) >> move & 1:
                after = self.place(self.play(board, move)).key
                found.setdefault(after, Step(move, after, -1))
        return tuple(found.values())

    def step(self, key: bytes, move: int) -> Step:
        after = self.place(self.play(self.position(key), move)).key
        return next(step for step in self.steps(key) if step.key == after)

    def to_book(self, move: int, place: Place) -> int:
        return _IMAGES[place.frame][move]

    def from_book(self, move: int, place: Place) -> int:
        return _IMAGES[place.frame].index(move)

    def move_text(self, move: int) -> str:
        return str(move)

    def parse_move(self, text: str) -> int:
        return int(text)

    def text(self, key: bytes) -> str:
        return key.hex()

    def parse_key(self, text: str) -> bytes:
        return self.place(self.position(bytes.fromhex(text))).key
