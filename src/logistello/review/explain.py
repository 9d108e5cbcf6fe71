"""Why a position has its value.

A model is a sum: every instance of a pattern adds the weight of its configuration, and the parity of the empty squares
adds one more (Buro 1999). So the shares are exact, not guessed afterwards. A pattern's weight is divided equally among
its squares, which is a convention: only the sum is the model's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from logistello.errors import IllegalMoveError
from logistello.evaluation import InstanceShare, Model
from logistello.othello import PASS, Position, Square
from logistello.othello.notation import parse_transcript


@dataclass(frozen=True)
class Explanation:
    """Shares of a static value, in discs for the side to move of the position asked about.

    ``value`` is the sum of ``constant`` and the shares of all patterns, and of ``constant`` and all squares.
    """

    value: float
    #: Parity of the empty squares; belongs to no square.
    constant: float
    shares: tuple[InstanceShare, ...]
    sentence: str = ""
    #: Of a comparison: what the two lines are worth.
    line_value: float | None = None
    other_value: float | None = None

    @property
    def squares(self) -> NDArray[np.float64]:
        """The share of each of the 64 squares."""
        found = np.zeros(64)
        for share in self.shares:
            found[[int(square) for square in share.squares]] += share.discs / len(share.squares)
        return found

    def largest(self, count: int) -> tuple[InstanceShare, ...]:
        return tuple(sorted(self.shares, key=lambda share: -abs(share.discs))[:count])


def contributions(model: Model, position: Position) -> Explanation:
    """The static value of a position in its parts.

    >>> found = contributions(Model.default(), Position.initial().play("f5"))
    >>> bool(found.value == found.constant + sum(share.discs for share in found.shares))
    True
    """
    shares, constant = model.shares(position)
    return Explanation(constant + sum(share.discs for share in shares), constant, shares)


# -- lines and comparisons --------------------------------------------------------------------


def explain(model: Model, position: Position, line: str | None = None, other: str | None = None) -> Explanation:
    """The value of the position; with ``line`` that after its moves; with ``other`` the difference of the two.

    A line is one move or more, such as the line that a search expects. Raises ``IllegalMoveError``, ``NotationError``.
    """
    first = _after(model, position, line)
    if other is None:
        what = "The position" if line is None else f"After {line} the position"
        return _with(first, f"{what} is worth {_signed(first.value)} discs: {_reasons(first.shares)}.", None, None)
    second = _after(model, position, other)
    shares = _difference(first.shares, second.shares)
    difference = Explanation(first.value - second.value, first.constant - second.constant, shares)
    word = "more" if difference.value >= 0 else "less"
    sentence = f"{line} is worth {abs(difference.value):.1f} discs {word} than {other}: {_reasons(shares)}."
    return _with(difference, sentence, first.value, second.value)


def parse_line(position: Position, text: str) -> tuple[Square, ...]:
    """The moves of a line in any notation, with the passes that it may leave out. Raises ``IllegalMoveError``.

    >>> [str(move) for move in parse_line(Position.initial(), "f5 d6 C3")]
    ['f5', 'd6', 'c3']
    """
    moves = []
    for move in parse_transcript(text):
        if position.must_pass and move is not PASS:
            moves.append(PASS)
            position = position.play(PASS)
        moves.append(move)
        position = position.play(move)
    return tuple(moves)


def _after(model: Model, position: Position, line: str | None) -> Explanation:
    """Seen by the side to move of ``position``, no matter who is to move after the line."""
    end = position
    for move in parse_line(position, line) if line else ():
        end = end.play(move)
    if end.is_over and end is not position:
        raise IllegalMoveError("the game is over at the end of the line: its score is a fact, no estimate to explain")
    found = contributions(model, end)
    if end.turn is position.turn:
        return found
    turned = tuple(InstanceShare(share.pattern, share.squares, -share.discs) for share in found.shares)
    return Explanation(-found.value, -found.constant, turned)


def _difference(first: Sequence[InstanceShare], second: Sequence[InstanceShare]) -> tuple[InstanceShare, ...]:
    return tuple(
        InstanceShare(one.pattern, one.squares, one.discs - two.discs) for one, two in zip(first, second, strict=True)
    )


def _with(found: Explanation, sentence: str, line_value: float | None, other_value: float | None) -> Explanation:
    return Explanation(found.value, found.constant, found.shares, sentence, line_value, other_value)


_REGIONS = {
    "upper left corner": (0, 0),
    "upper right corner": (0, 7),
    "lower left corner": (7, 0),
    "lower right corner": (7, 7),
    "upper edge": (0, 3.5),
    "lower edge": (7, 3.5),
    "left edge": (3.5, 0),
    "right edge": (3.5, 7),
    "centre": (3.5, 3.5),
}


def region_of(squares: Sequence[Square]) -> str:
    """Where a pattern mostly lies, in words.

    >>> region_of([Square.A1, Square.B1, Square.A2]), region_of([Square.D4, Square.E5])
    ('upper left corner', 'centre')
    """
    row = sum(square.row for square in squares) / len(squares)
    column = sum(square.column for square in squares) / len(squares)
    # Corners begin nearer to the centre than their middle: a 3x3 block has its own in (1, 1).
    return min(_REGIONS, key=lambda name: (_REGIONS[name][0] - row) ** 2 + (_REGIONS[name][1] - column) ** 2)


def shares_of_regions(shares: Sequence[InstanceShare]) -> list[tuple[str, float]]:
    """Discs of each part of the board that has patterns, those that say most first, for or against."""
    totals: dict[str, float] = {}
    for share in shares:
        name = region_of(share.squares)
        totals[name] = totals.get(name, 0.0) + share.discs
    return sorted(totals.items(), key=lambda item: -abs(item[1]))


def _reasons(shares: Sequence[InstanceShare]) -> str:
    told = [f"{name} {_signed(discs)}" for name, discs in shares_of_regions(shares)[:3] if abs(discs) >= 0.05]
    return ", ".join(told) if told else "nothing stands out"


def _signed(discs: float) -> str:
    """With a real minus sign instead of a hyphen."""
    return f"{discs:+.1f}".replace("-", "−")
