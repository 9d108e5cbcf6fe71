"""Where instances of patterns stand among the 64 indices of the native evaluation.

An instance of a flat pattern has a slot of its own. One of a sparse pattern is a pair of halves; a half that is there
already, the same squares in the same order, is used again. Where a symmetry keeps the shape of an instance there are
several ways to write it down, which mean the same weights: the one that needs the fewest new slots is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from logistello.othello.square import Square

#: The native sum reads the weights of flat instances in groups of so many; the last group is filled with free slots.
GROUP = 4

Squares = tuple[Square, ...]


@dataclass(frozen=True)
class Slots:
    """Squares by slot, none where a slot is kept free, and the two slots of every sparse instance."""

    squares: tuple[Squares, ...]
    pairs: tuple[tuple[int, int], ...]

    @classmethod
    def assign(cls, flat: Sequence[Squares], sparse: Sequence[Sequence[Squares]]) -> Slots:
        """Of a sparse instance all ways to write it down are given."""
        squares = list(flat)
        if sparse:
            squares += [()] * (-len(flat) % GROUP)
        place: dict[Squares, int] = {}
        for number, each in enumerate(squares):
            place.setdefault(each, number)
        pairs = []
        for ways in sparse:
            way = min(ways, key=lambda each: sum(half not in place for half in halves(each)))
            for half in halves(way):
                if half not in place:
                    place[half] = len(squares)
                    squares.append(half)
            first, second = halves(way)
            pairs.append((place[first], place[second]))
        return cls(tuple(squares), tuple(pairs))


def halves(squares: Squares) -> tuple[Squares, Squares]:
    """The squares of the first and of the second index; of an odd number the first has one more."""
    middle = first_half(len(squares))
    return squares[:middle], squares[middle:]


def first_half(squares: int) -> int:
    """How many of so many squares belong to the first index."""
    return (squares + 1) // 2
