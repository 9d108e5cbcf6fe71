"""Moves that a position's own symmetries turn into each other have one value: only one of each group is searched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from logistello.engine.results import Info
from logistello.othello import Position, Square, Symmetry
from logistello.othello.square import squares_of


def said_of(position: Position, info: Info, move: Square) -> Info | None:
    """What was found about a move, said of another, if a symmetry of the position turns the one into the other."""
    for symmetry in Symmetry:
        if symmetry.apply(info.move) is move and position.transform(symmetry) == position:
            return replace(info, pv=tuple(symmetry.apply(square) for square in info.pv))
    return None


class SymmetricMoves:
    """The groups of one position; most positions have no symmetry, and each move is a group of its own.

    >>> groups = SymmetricMoves(Position.initial())
    >>> sorted(str(move) for move in squares_of(groups.left_out))  # one of the four first moves is searched
    ['c4', 'e6', 'f5']
    """

    def __init__(self, position: Position, excluded: int = 0) -> None:
        """``excluded``: moves that are not looked at anyway, as a bitboard."""
        own = [each for each in Symmetry if each is not Symmetry.IDENTITY and position.transform(each) == position]
        wanted = position.legal_mask & ~excluded if own else 0
        #: How the others of its group come from a move that is searched.
        self._others: dict[Square, list[Symmetry]] = {}
        #: The moves that need no search, as a bitboard.
        self.left_out = 0
        for move in squares_of(wanted):
            if self.left_out & move.mask:
                continue
            for symmetry in own:
                image = symmetry.apply(move)
                if image is not move and wanted & ~self.left_out & image.mask:
                    self.left_out |= image.mask
                    self._others.setdefault(move, []).append(symmetry)

    def group(self, info: Info) -> list[Info]:
        """What was found about a move, said of every move of its group."""
        return [
            info,
            *(
                replace(info, pv=tuple(symmetry.apply(square) for square in info.pv))
                for symmetry in self._others.get(info.move, ())
            ),
        ]

    def telling(self, tell: Callable[[Info], object], most: int) -> Callable[[Info], None]:
        """Takes the news of a search, ranks from 1 in each pass, and tells those of all moves, at most so many."""
        told = 0

        def hear(info: Info) -> None:
            nonlocal told
            if info.rank == 1:
                told = 0
            for each in self.group(info)[: most - told]:
                told += 1
                tell(each if each.rank == told else replace(each, rank=told))

        return hear
