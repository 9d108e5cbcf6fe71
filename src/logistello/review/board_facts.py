"""What players count on a board: moves, frontier, stable discs, corners, regions and who moves last in them.

All of it follows from the discs alone, without a search and without a model.
"""

from __future__ import annotations

from dataclasses import dataclass

from logistello import _native
from logistello.othello import Color, Position, Square
from logistello.othello.square import CORNER_MASK

#: The X-square beside each corner.
X_SQUARES = {Square.B2: Square.A1, Square.G2: Square.H1, Square.B7: Square.A8, Square.G7: Square.H8}

_ALL = (1 << 64) - 1
_NOT_A = 0xFEFEFEFEFEFEFEFE
_NOT_H = 0x7F7F7F7F7F7F7F7F


@dataclass(frozen=True, slots=True)
class SideFacts:
    """One side of a board; squares are bitboards."""

    moves: int
    #: Discs beside an empty square: each gives the opponent something to flank.
    frontier: int
    #: Discs that can never be turned again (a lower bound).
    stable: int
    corners: int
    #: Empty squares of regions that only this side can move in now.
    own_regions: int


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """Both sides of a board."""

    own: SideFacts
    opponent: SideFacts
    #: Whether the side whose facts they are makes the last move, if nobody has to pass.
    moves_last: bool


def board_facts(position: Position, color: Color) -> BoardFacts:
    """Seen by ``color``, whoever is to move.

    >>> facts = board_facts(Position.initial(), Color.BLACK)
    >>> facts.own.moves.bit_count(), facts.own.frontier.bit_count(), facts.moves_last
    (4, 2, False)
    """
    regions = empty_regions(position)
    return BoardFacts(
        _side(position, color, regions),
        _side(position, color.opponent, regions),
        (position.empties % 2 == 1) == (position.turn is color),
    )


def _side(position: Position, color: Color, regions: tuple[int, ...]) -> SideFacts:
    own, opponent = position.discs(color), position.discs(color.opponent)
    moves, others = _native.legal_moves(own, opponent), _native.legal_moves(opponent, own)
    return SideFacts(
        moves=moves,
        frontier=own & _beside(~position.occupied & _ALL),
        stable=_native.stable_discs(own, opponent),
        corners=own & CORNER_MASK,
        own_regions=sum(region for region in regions if moves & region and not others & region),
    )


def empty_regions(position: Position) -> tuple[int, ...]:
    """The groups of empty squares that touch each other, also diagonally, as bitboards.

    >>> [region.bit_count() for region in empty_regions(Position.initial())]
    [60]
    """
    left = ~position.occupied & _ALL
    found = []
    while left:
        region, grown = 0, left & -left
        while region != grown:
            region, grown = grown, (grown | _beside(grown)) & left
        found.append(region)
        left &= ~region
    return tuple(found)


def is_wedge(before: Position, move: Square) -> bool:
    """Whether a move puts a disc on an edge between two discs of the opponent, where it cannot be flanked along it."""
    column, row = move.column, move.row
    for step, along_edge in ((1, row in (0, 7) and 0 < column < 7), (8, column in (0, 7) and 0 < row < 7)):
        if along_edge:
            beside = 1 << (int(move) - step) | 1 << (int(move) + step)
            return before.opponent & beside == beside
    return False


def _beside(squares: int) -> int:
    """The eight neighbours of squares, themselves not included unless they neighbour each other."""
    sides = (squares << 1 & _NOT_A) | (squares >> 1 & _NOT_H)
    rows = squares | sides
    return (sides | rows << 8 | rows >> 8) & _ALL
