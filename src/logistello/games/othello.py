"""Othello behind the contract of games, with the native rules."""

from __future__ import annotations

from typing import NamedTuple

from logistello import _native
from logistello.errors import IllegalMoveError, NotationError
from logistello.othello import PASS, Color, Position, Square
from logistello.othello.square import SQUARES
from logistello.othello.symmetry import Symmetry

_PASS = int(PASS)
_ONLY_PASS = (_PASS,)
#: Where each square, and the pass, goes under each symmetry.
_IMAGES = tuple((*(int(symmetry.apply(square)) for square in SQUARES), _PASS) for symmetry in Symmetry)
#: The squares of each value of each byte of a bitboard: moves are listed a row at a time.
_ROWS = tuple(
    tuple(tuple(8 * row + column for column in range(8) if mask >> column & 1) for mask in range(256))
    for row in range(8)
)


#: Makes a state several times as fast as the constructor of a ``NamedTuple``.
_made = tuple.__new__


class OthelloState(NamedTuple):
    """Discs of the side to move and of the other as bitboards (bit 0 = a1), and who moves: 0 is Black.

    A search through the contract makes hundreds of thousands of these a second; a ``Position``, which checks its discs,
    takes several times as long to make.
    """

    own: int
    opponent: int
    player: int

    @property
    def position(self) -> Position:
        return Position.from_own(self.own, self.opponent, Color(self.player))

    def __str__(self) -> str:
        return str(self.position)


class OthelloRules:
    """Fulfils ``AcyclicRules`` and ``SymmetricRules``. Moves are squares, a1 = 0 to h8 = 63; 64 is a pass.

    >>> rules = OthelloRules()
    >>> state = rules.play(rules.start(), rules.parse_move(rules.start(), "f5"))
    >>> [rules.move_text(state, move) for move in rules.moves(state)]
    ['f4', 'd6', 'f6']
    """

    name = "othello"
    unit = "discs"
    value_range = (-64.0, 64.0)
    symmetries = len(Symmetry)

    def start(self) -> OthelloState:
        return self.state(Position.initial())

    def state(self, position: Position) -> OthelloState:
        """The state of a position."""
        return OthelloState(position.own, position.opponent, int(position.turn))

    def player(self, state: OthelloState) -> int:
        return state[2]

    def is_over(self, state: OthelloState) -> bool:
        own, opponent, _ = state
        return not _native.legal_moves(own, opponent) and not _native.legal_moves(opponent, own)

    def moves(self, state: OthelloState) -> tuple[int, ...]:
        own, opponent, _ = state
        mask = _native.legal_moves(own, opponent)
        if not mask:
            return _ONLY_PASS if _native.legal_moves(opponent, own) else ()
        found: tuple[int, ...] = ()
        for row, bits in zip(_ROWS, mask.to_bytes(8, "little"), strict=True):
            if bits:
                found += row[bits]
        return found

    def play(self, state: OthelloState, move: int) -> OthelloState:
        own, opponent, player = state
        if 0 <= move < _PASS:
            square = 1 << move
            flipped = 0 if (own | opponent) & square else _native.flips(own, opponent, move)
            if flipped:
                return _made(OthelloState, (opponent ^ flipped, own | flipped | square, 1 - player))
        elif move == _PASS and self.moves(state) == _ONLY_PASS:
            return OthelloState(opponent, own, 1 - player)
        legal = self.moves(state)
        names = " ".join(self.move_text(state, each) for each in legal)
        raise IllegalMoveError(f"{move} is not legal here; legal: {names}" if legal else "the game is over", legal)

    def outcome(self, state: OthelloState, player: int) -> float:
        """The disc difference, with empty squares given to the winner."""
        own, opponent = state[0].bit_count(), state[1].bit_count()
        if own > opponent:
            own = 64 - opponent
        elif opponent > own:
            opponent = 64 - own
        return float(own - opponent if player == state[2] else opponent - own)

    def key(self, state: OthelloState) -> OthelloState:
        return state

    def ply(self, state: OthelloState) -> int:
        """Twice the discs beyond the first four; one less where the side to move has to pass, as a pass adds none."""
        discs = (state.own | state.opponent).bit_count()
        return 2 * (discs - 4) - (self.moves(state) == _ONLY_PASS)

    def image(self, state: OthelloState, symmetry: int) -> OthelloState:
        own, opponent, player = state
        return OthelloState(_native.transform(own, symmetry), _native.transform(opponent, symmetry), player)

    def image_of_move(self, move: int, symmetry: int) -> int:
        return _IMAGES[symmetry][move]

    def move_text(self, state: OthelloState, move: int) -> str:
        return str(Square(move))

    def parse_move(self, state: OthelloState, text: str) -> int:
        move = int(Square.parse(text))
        if move not in self.moves(state):
            raise IllegalMoveError(f"{text} is not legal here", self.moves(state))
        return move

    def text(self, state: OthelloState) -> str:
        """64 squares from a1 to h8 with ``X`` for Black, and the side to move: ``X`` or ``O``."""
        return state.position.text.replace(" ", "")

    def parse(self, text: str) -> OthelloState:
        if len(text) != 65:
            raise NotationError(f"{len(text)} characters", expected="64 squares and the side to move")
        return self.state(Position.parse(f"{text[:64]} {text[64]}"))
