"""Tic-tac-toe behind the contract in plain Python: the smallest game with symmetries."""

from __future__ import annotations

from typing import NamedTuple

from logistello.errors import IllegalMoveError

_LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
_FULL = 0b111111111


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


class Board(NamedTuple):
    """Squares of the first and of the second player, as bits."""

    first: int = 0
    second: int = 0

    def __str__(self) -> str:
        text = "".join("x" if self.first >> n & 1 else "o" if self.second >> n & 1 else "." for n in range(9))
        return "\n".join(text[row : row + 3] for row in (0, 3, 6))


def _has_line(squares: int) -> bool:
    return any(squares & line == line for line in _LINES)


class TicTacToe:
    name = "tic-tac-toe"
    symmetries = 8

    def __init__(self, win: float = 1.0, unit: str = "points") -> None:
        """``win`` is what a won game counts: games may have values of any size."""
        self.unit = unit
        self.value_range = (-win, win)
        self._win = win

    def start(self) -> Board:
        return Board()

    def player(self, state: Board) -> int:
        return (state.first | state.second).bit_count() % 2

    def is_over(self, state: Board) -> bool:
        return state.first | state.second == _FULL or _has_line(state.first) or _has_line(state.second)

    def moves(self, state: Board) -> tuple[int, ...]:
        taken = state.first | state.second
        return () if self.is_over(state) else tuple(square for square in range(9) if not taken >> square & 1)

    def play(self, state: Board, move: int) -> Board:
        if move not in self.moves(state):
            raise IllegalMoveError(f"{move} is not free", self.moves(state))
        if self.player(state) == 0:
            return Board(state.first | 1 << move, state.second)
        return Board(state.first, state.second | 1 << move)

    def outcome(self, state: Board, player: int) -> float:
        value = self._win * (_has_line(state.first) - _has_line(state.second))
        return value if player == 0 else 0.0 - value

    def key(self, state: Board) -> Board:
        return state

    def ply(self, state: Board) -> int:
        return (state.first | state.second).bit_count()

    def image(self, state: Board, symmetry: int) -> Board:
        image = _IMAGES[symmetry]
        first, second = (sum(1 << image[n] for n in range(9) if squares >> n & 1) for squares in state)
        return Board(first, second)

    def image_of_move(self, move: int, symmetry: int) -> int:
        return _IMAGES[symmetry][move]

    def move_text(self, state: Board, move: int) -> str:
        return "abc"[move % 3] + "123"[move // 3]

    def parse_move(self, state: Board, text: str) -> int:
        if len(text) != 2 or text[0] not in "abc" or text[1] not in "123":
            raise ValueError(f"{text!r} is no square")
        move = "abc".index(text[0]) + 3 * "123".index(text[1])
        if move not in self.moves(state):
            raise IllegalMoveError(f"{text} is not free", self.moves(state))
        return move

    def text(self, state: Board) -> str:
        return str(state).replace("\n", "/")

    def parse(self, text: str) -> Board:
        squares = text.replace("/", "")
        if len(text) != 11 or len(squares) != 9 or set(squares) - set("xo."):
            raise ValueError(f"{text!r} is no board")
        first, second = (sum(1 << n for n in range(9) if squares[n] == symbol) for symbol in "xo")
        return Board(first, second)
