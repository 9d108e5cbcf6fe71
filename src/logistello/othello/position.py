"""A position: discs and the side to move. A value: immutable, hashable, without history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from logistello import _native
from logistello.errors import IllegalMoveError
from logistello.othello.color import Color
from logistello.othello.square import PASS, Square, squares_of

if TYPE_CHECKING:
    from logistello.othello.svg import BoardStyle

_FULL = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Position:
    """Discs of both colours as bitboards (bit 0 = a1, bit 63 = h8) and the side to move.

    Any placement of discs may be set up, reachable or not; only *moves* must be legal.

    >>> position = Position.initial().play("f5").play("d6")
    >>> position.turn, position.count(Color.BLACK), position.empties
    (<Color.BLACK: 0>, 3, 58)
    >>> [str(move) for move in position.legal_moves]
    ['c3', 'c4', 'c5', 'c6', 'c7']
    >>> position == Position.parse(str(position))
    True
    """

    black: int
    white: int
    turn: Color = Color.BLACK

    def __post_init__(self) -> None:
        if 0 <= self.black <= _FULL and 0 <= self.white <= _FULL and not self.black & self.white:
            return
        for name, discs in (("black", self.black), ("white", self.white)):
            if not 0 <= discs <= _FULL:
                raise ValueError(f"{name} is {discs:#x}: a bitboard has 64 bits")
        if self.black & self.white:
            both = " ".join(str(square) for square in squares_of(self.black & self.white))
            raise ValueError(f"black and white discs on the same squares: {both}")

    # -- making positions ---------------------------------------------------------------------

    @classmethod
    def initial(cls) -> Position:
        """The start: White on d4 and e5, Black on e4 and d5, Black to move."""
        return _INITIAL

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a position in any dialect (64 characters, GGS board, FEN, ...).

        Raises ``NotationError`` with line and column if the text is not one position.
        """
        from logistello.othello.notation.board import parse_position

        return parse_position(text)

    @classmethod
    def from_own(cls, own: int, opponent: int, turn: Color = Color.BLACK) -> Position:
        """From the view of the side to move: its discs, the opponent's discs."""
        if turn is Color.BLACK:
            return cls(own, opponent, turn)
        return cls(opponent, own, turn)

    # -- looking at it ------------------------------------------------------------------------

    @property
    def own(self) -> int:
        """Discs of the side to move."""
        return self.black if self.turn is Color.BLACK else self.white

    @property
    def opponent(self) -> int:
        """Discs of the side that waits."""
        return self.white if self.turn is Color.BLACK else self.black

    @property
    def occupied(self) -> int:
        return self.black | self.white

    @property
    def empties(self) -> int:
        """Number of empty squares."""
        return 64 - self.occupied.bit_count()

    def discs(self, color: Color) -> int:
        """The bitboard of one colour."""
        return self.black if color is Color.BLACK else self.white

    def count(self, color: Color) -> int:
        """Number of discs of one colour."""
        return self.discs(color).bit_count()

    def __getitem__(self, square: Square | int | str) -> Color | None:
        """The colour on a square, or ``None`` if it is empty.

        >>> Position.initial()["e4"]
        <Color.BLACK: 0>
        """
        mask = Square.coerce(square).mask
        if self.black & mask:
            return Color.BLACK
        return Color.WHITE if self.white & mask else None

    # -- rules --------------------------------------------------------------------------------

    @property
    def legal_mask(self) -> int:
        """Squares where the side to move may put a disc, as a bitboard."""
        return _native.legal_moves(self.own, self.opponent)

    @property
    def legal_moves(self) -> tuple[Square, ...]:
        """Legal moves in ascending order; ``(PASS,)`` for a forced pass; ``()`` when the game is over."""
        mask = self.legal_mask
        if mask:
            return tuple(squares_of(mask))
        return (PASS,) if self.must_pass else ()

    @property
    def must_pass(self) -> bool:
        """The side to move has no move but the opponent has one."""
        own, opponent = self.own, self.opponent
        return not _native.legal_moves(own, opponent) and bool(_native.legal_moves(opponent, own))

    @property
    def is_over(self) -> bool:
        """Neither side can move: the game has ended, maybe with empty squares left."""
        return not _native.legal_moves(self.black, self.white) and not _native.legal_moves(self.white, self.black)

    def is_legal(self, move: Square | int | str) -> bool:
        square = Square.coerce(move)
        if square is PASS:
            return self.must_pass
        return bool(self.legal_mask & square.mask)

    def flips(self, move: Square | int | str) -> int:
        """The discs that a move would turn, as a bitboard; 0 if the move is illegal."""
        square = Square.coerce(move)
        if square is PASS or self.occupied & square.mask:
            return 0
        return _native.flips(self.own, self.opponent, int(square))

    def play(self, move: Square | int | str) -> Position:
        """The position after a move. ``PASS`` is legal only when it is forced.

        >>> Position.initial().play("a1")
        Traceback (most recent call last):
        ...
        logistello.errors.IllegalMoveError: a1 is not legal for black; legal: d3 c4 f5 e6
        """
        square = Square.coerce(move)
        after = self.after(square)
        if after is None:
            raise self._illegal(square)
        return after

    def after(self, square: Square) -> Position | None:
        """What :meth:`play` returns, or ``None`` if the move is not legal: for readers, who play millions of moves."""
        if square is PASS:
            return Position(self.black, self.white, self.turn.opponent) if self.must_pass else None
        number = int(square)
        mask = 1 << number
        if (self.black | self.white) & mask:
            return None
        if self.turn is Color.BLACK:
            flipped = _native.flips(self.black, self.white, number)
            return Position(self.black | flipped | mask, self.white & ~flipped, Color.WHITE) if flipped else None
        flipped = _native.flips(self.white, self.black, number)
        return Position(self.black & ~flipped, self.white | flipped | mask, Color.BLACK) if flipped else None

    def _illegal(self, square: Square) -> IllegalMoveError:
        legal = self.legal_moves
        hint = "legal: " + " ".join(str(move) for move in legal) if legal else "the game is over"
        return IllegalMoveError(f"{square} is not legal for {self.turn}; {hint}", legal)

    def final_score(self, color: Color | None = None) -> int:
        """Disc difference with empty squares given to the winner, as if the game ended here.

        Seen by ``color``, by default the side to move. Even, from -64 to +64.

        >>> Position(0b1, 0, Color.WHITE).final_score(Color.BLACK)
        64
        """
        difference = self.count(Color.BLACK) - self.count(Color.WHITE)
        if difference > 0:
            difference += self.empties
        elif difference < 0:
            difference -= self.empties
        view = self.turn if color is None else color
        return difference if view is Color.BLACK else -difference

    # -- symmetry -----------------------------------------------------------------------------

    def transform(self, symmetry: int) -> Position:
        """One of the 8 symmetries of the board: 0 is the identity; see :class:`Symmetry`."""
        return Position(
            _native.transform(self.black, symmetry),
            _native.transform(self.white, symmetry),
            self.turn,
        )

    def canonical(self) -> Position:
        """The representative of all 8 symmetric images: the same for each of them.

        >>> after_f5, after_d3 = (Position.initial().play(move) for move in ("f5", "d3"))
        >>> after_f5 == after_d3, after_f5.canonical() == after_d3.canonical()
        (False, True)
        """
        own, opponent, _ = _native.canonical(self.own, self.opponent)
        return Position.from_own(own, opponent, self.turn)

    # -- showing it ---------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """One line: 64 characters ``X``, ``O``, ``-`` from a1 to h8, a blank, the side to move."""
        symbols = "".join("X" if self.black >> i & 1 else "O" if self.white >> i & 1 else "-" for i in range(64))
        return f"{symbols} {self.turn.symbol}"

    def __str__(self) -> str:
        """A board for reading, which :meth:`parse` reads back."""
        symbols = self.text
        rows = [f"{row + 1} {' '.join(symbols[8 * row : 8 * row + 8])} {row + 1}" for row in range(8)]
        files = "  a b c d e f g h"
        return "\n".join([files, *rows, files, f"{self.turn.symbol} to move"])

    def __repr__(self) -> str:
        return f"Position.parse({self.text!r})"

    def svg(self, style: BoardStyle | None = None) -> str:
        """The board as an SVG picture; ``style`` chooses coordinates, marks, values, last move."""
        from logistello.othello.svg import draw_board

        return draw_board(self, style)

    def _repr_svg_(self) -> str:
        return self.svg()


_INITIAL = Position(0x0000000810000000, 0x0000001008000000, Color.BLACK)
