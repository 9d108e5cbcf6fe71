"""Mobility as the predecessor's line tables know it: how many moves turn discs along each line of the board.

A move that turns discs in two directions counts twice, so the sum over all lines only approximates the number of moves;
but it is a sum over configurations of lines, and patterns that contain whole lines can hold it ("mobility
approximations which already could have been modeled by means of line patterns alone", Buro 2002, section 2.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from logistello.evaluation.pattern_set import Pattern, PatternSet
from logistello.othello.square import Square
from logistello.othello.symmetry import Symmetry

Line = tuple[Square, ...]
#: A move needs an empty square, a disc to turn and one beyond it.
_SHORTEST = 3
_EMPTY, _OWN, _OPPONENT = 0, 1, 2


def lines() -> list[Line]:
    """Rows, columns and diagonals of three squares or more: 38.

    >>> len(lines())
    38
    """
    found = []
    for step_x, step_y in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for x in range(8):
            for y in range(8):
                before = x - step_x, y - step_y
                if all(0 <= each < 8 for each in before):
                    continue  # not where the line begins
                line = []
                at_x, at_y = x, y
                while 0 <= at_x < 8 and 0 <= at_y < 8:
                    line.append(Square(8 * at_y + at_x))
                    at_x, at_y = at_x + step_x, at_y + step_y
                if len(line) >= _SHORTEST:
                    found.append(tuple(line))
    return found


def count_moves(digits: tuple[int, ...], mover: int) -> int:
    """Empty squares of a line on which ``mover`` (1 or 2) would turn discs of this line.

    >>> count_moves((0, 2, 2, 1, 0), 1), count_moves((0, 2, 2, 1, 0), 2)
    (1, 1)
    """
    found = 0
    for place, digit in enumerate(digits):
        if digit == _EMPTY:
            found += _turns(digits[place + 1 :], mover) or _turns(digits[:place][::-1], mover)
    return found


def _turns(beyond: tuple[int, ...], mover: int) -> bool:
    for number, digit in enumerate(beyond):
        if digit in (_EMPTY, mover):
            return digit == mover and number > 0
    return False


@cache
def _moves_by_number(length: int) -> NDArray[np.float64]:
    """For all configurations of a line, in order: moves of the side to move, moves of the opponent."""
    table = np.zeros((2, 3**length))
    for number in range(3**length):
        digits = tuple(number // 3**place % 3 for place in range(length))
        table[:, number] = count_moves(digits, _OWN), count_moves(digits, _OPPONENT)
    return table


def line_mobility(patterns: PatternSet, n_weights: int) -> tuple[NDArray[np.float64], list[Line]]:
    """Two tables ``[2, n_weights]`` whose sums over a board are the moves along lines of the side to move and of the
    opponent; and the lines that no flat pattern contains, which are left out. Symmetric lines are left out together.
    """
    tables = np.zeros((2, n_weights))
    missing: list[Line] = []
    for orbit in _orbits():
        holder = next(_holders(patterns, orbit), None)
        if holder is None:
            missing += orbit
            continue
        offset, pattern, inside = holder
        # How many instances see one and the same line: each gets its part of the count.
        seen = len(pattern.instances) * len(inside) / len(orbit)
        ids = pattern.weight_of.astype(np.intp) + offset
        for line in inside:
            places = [pattern.squares.index(square) for square in line]
            tables_of_line = _moves_by_number(len(line))[:, _line_numbers(pattern, places)] / seen
            # Mirrored configurations share a weight; all lines of the orbit together treat them alike, one need not.
            for table, counts in zip(tables, tables_of_line, strict=True):
                table += np.bincount(ids, counts, n_weights) / np.maximum(np.bincount(ids, minlength=n_weights), 1)
    return tables, missing


def _orbits() -> list[list[Line]]:
    left = {frozenset(line): line for line in lines()}
    orbits = []
    while left:
        first = next(iter(left.values()))
        images = {frozenset(symmetry.apply(square) for square in first) for symmetry in Symmetry}
        orbits.append([left.pop(image) for image in images])
    return orbits


def _holders(patterns: PatternSet, orbit: list[Line]) -> Iterator[tuple[int, Pattern, list[Line]]]:
    """Flat patterns that contain lines of an orbit, with where their weights begin."""
    for pattern, offset in zip(patterns.patterns, patterns.weight_offset[:-1].tolist(), strict=True):
        if not pattern.sparse and (inside := [line for line in orbit if set(line) <= set(pattern.squares)]):
            yield offset, pattern, inside


def _line_numbers(pattern: Pattern, places: list[int]) -> NDArray[np.intp]:
    """For all configurations of a pattern the configuration of one of its lines."""
    configurations = np.arange(pattern.size)
    numbers = np.zeros(pattern.size, dtype=np.intp)
    for digit, place in enumerate(places):
        numbers += configurations // 3**place % 3 * 3**digit
    return numbers
