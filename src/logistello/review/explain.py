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
from logistello.evaluation import Model
from logistello.evaluation.model import UNITS_PER_DISC
from logistello.evaluation.pattern_set import PARITIES, Pattern
from logistello.othello import Position, Square
from logistello.othello.notation import parse_transcript


@dataclass(frozen=True, slots=True)
class PatternShare:
    """What one instance of a pattern adds, in discs."""

    pattern: str
    squares: tuple[Square, ...]
    discs: float


@dataclass(frozen=True)
class Explanation:
    """Shares of a static value, in discs for the side to move of the position asked about.

    ``value`` is the sum of ``constant`` and the shares of all patterns, and of ``constant`` and all squares.
    """

    value: float
    #: Parity of the empty squares; belongs to no square.
    constant: float
    shares: tuple[PatternShare, ...]
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

    def largest(self, count: int) -> tuple[PatternShare, ...]:
        return tuple(sorted(self.shares, key=lambda share: -abs(share.discs))[:count])


def contributions(model: Model, position: Position) -> Explanation:
    """The static value of a position in its parts.

    >>> found = contributions(Model.default(), Position.initial().play("f5"))
    >>> bool(found.value == found.constant + sum(share.discs for share in found.shares))
    True
    """
    patterns = model.patterns
    discs = position.occupied.bit_count()
    weights = model.weights[int(patterns.stage_of_discs[discs])]
    shares = []
    for number, pattern in enumerate(patterns.patterns):
        for instance in pattern.instances:
            weight = _weight_number(model, number, pattern, _configuration(position, instance))
            units = 0 if weight is None else int(weights[weight])
            shares.append(PatternShare(pattern.name, instance, units / UNITS_PER_DISC))
    constant = int(weights[len(weights) - PARITIES + (discs & 1)]) / UNITS_PER_DISC
    return Explanation(constant + sum(share.discs for share in shares), constant, tuple(shares))


def _configuration(position: Position, squares: Sequence[Square]) -> int:
    """A number in base 3, the first square lowest: 0 empty, 1 own, 2 opponent."""
    own, opponent = position.own, position.opponent
    digits = [1 if own >> square & 1 else 2 if opponent >> square & 1 else 0 for square in squares]
    return sum(int(digit * 3**place) for place, digit in enumerate(digits))


def _weight_number(model: Model, number: int, pattern: Pattern, configuration: int) -> int | None:
    """Where the weight stands among those of a stage; ``None`` if a sparse pattern has none for it."""
    if not pattern.sparse:
        return int(model.patterns.weight_offset[number]) + int(pattern.weight_of[configuration])
    digits = [configuration // 3**place % 3 for place in range(len(pattern.squares))]
    images = [sum(int(digit * 3 ** mirror[place]) for place, digit in enumerate(digits)) for mirror in pattern.mirrors]
    smallest = min([configuration, *images])
    kept = model.kept[pattern.name]
    place = int(np.searchsorted(kept, smallest))
    if place == len(kept) or int(kept[place]) != smallest:
        return None
    return model.sparse.weight_offset[pattern.name] + place


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


def _after(model: Model, position: Position, line: str | None) -> Explanation:
    """Seen by the side to move of ``position``, no matter who is to move after the line."""
    end = position
    for move in parse_transcript(line) if line else ():
        if end.must_pass and move not in end.legal_moves:
            end = end.play(Square.PASS)
        end = end.play(move)
    if end.is_over and end is not position:
        raise IllegalMoveError("the game is over at the end of the line: its score is a fact, no estimate to explain")
    found = contributions(model, end)
    if end.turn is position.turn:
        return found
    turned = tuple(PatternShare(share.pattern, share.squares, -share.discs) for share in found.shares)
    return Explanation(-found.value, -found.constant, turned)


def _difference(first: Sequence[PatternShare], second: Sequence[PatternShare]) -> tuple[PatternShare, ...]:
    return tuple(
        PatternShare(one.pattern, one.squares, one.discs - two.discs) for one, two in zip(first, second, strict=True)
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


def shares_of_regions(shares: Sequence[PatternShare]) -> list[tuple[str, float]]:
    """Discs of each part of the board that has patterns, those that say most first, for or against."""
    totals: dict[str, float] = {}
    for share in shares:
        name = region_of(share.squares)
        totals[name] = totals.get(name, 0.0) + share.discs
    return sorted(totals.items(), key=lambda item: -abs(item[1]))


def _reasons(shares: Sequence[PatternShare]) -> str:
    told = [f"{name} {_signed(discs)}" for name, discs in shares_of_regions(shares)[:3] if abs(discs) >= 0.05]
    return ", ".join(told) if told else "nothing stands out"


def _signed(discs: float) -> str:
    """With a real minus sign instead of a hyphen."""
    return f"{discs:+.1f}".replace("-", "−")
