"""Which shapes are worth being patterns: how well each alone predicts the score (Buro 2002, section 2.2).

"The given pattern set is the result of many experiments which considered the univariate accuracy of many more
patterns." The value of a configuration is the mean score of the positions that show it, drawn to the mean of all; the
score of a shape is the sum over its symmetric instances; its accuracy is the correlation of that with the scores of
other games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import TrainingDataError
from logistello.evaluation.pattern_set import Pattern, square_rows
from logistello.othello.square import Square
from logistello.othello.symmetry import Symmetry
from logistello.train.labelled_positions import Positions, is_held_out

Shape = frozenset[Square]
#: Pseudo-positions of the mean score that every configuration is imagined to have been seen in.
_PRIOR = 30.0
#: Part of the games that shapes are judged by.
_HOLDOUT = 0.3


@dataclass(frozen=True)
class RankedShape:
    """A shape and how well it predicts."""

    squares: tuple[Square, ...]
    instances: int
    weights: int
    correlation: float
    name: str = ""

    def as_dict(self) -> dict[str, object]:
        shown = " ".join(map(str, self.squares))
        found: dict[str, object] = {"squares": shown, "instances": self.instances, "weights": self.weights}
        return {**found, "correlation": round(self.correlation, 5), **({"name": self.name} if self.name else {})}


class ShapeJudge:
    """Judges shapes by positions with so many discs."""

    def __init__(
        self,
        positions: Sequence[Positions],
        discs: tuple[int, int],
        *,
        most: int = 200_000,
        seed: int = 0,
        threads: int = 1,
    ) -> None:
        """At most ``most`` positions are looked at, chosen by the seed. Raises ``TrainingDataError`` if there are too
        few."""
        low, high = discs
        parts = [np.asarray(each.records[(each.discs >= low) & (each.discs <= high)]) for each in positions]
        records = np.concatenate(parts)
        if len(records) > most:
            records = records[np.sort(np.random.default_rng(seed).choice(len(records), most, replace=False))]
        self._own, self._opp = (np.ascontiguousarray(records[side]) for side in ("own", "opp"))
        self._score = records["score"].astype(np.float64)
        self._test = is_held_out(records["game"], _HOLDOUT, seed)
        self._threads = threads
        if self._test.sum() < 2 or (~self._test).sum() < 2:
            raise TrainingDataError(
                f"{len(records)} positions with {low} to {high} discs: too few games to judge shapes by"
            )

    def judge(self, squares: Iterable[Square], name: str = "") -> RankedShape:
        pattern = Pattern("shape", tuple(squares))
        raw = _native.ternary_indices(self._own, self._opp, square_rows(pattern.instances), threads=self._threads)
        ids = np.take(pattern.weight_of, raw).astype(np.intp)
        train = ~self._test
        mean = self._score[train].mean()
        seen, total = np.zeros(pattern.n_weights), np.zeros(pattern.n_weights)
        for column in ids[train].T:
            seen += np.bincount(column, minlength=pattern.n_weights)
            total += np.bincount(column, self._score[train] - mean, pattern.n_weights)
        values = total / (seen + _PRIOR)
        found = values[ids[self._test]].sum(axis=1)
        return RankedShape(
            pattern.squares,
            len(pattern.instances),
            pattern.n_weights,
            _correlation(found, self._score[self._test]),
            name,
        )


def _correlation(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """0 where one of them does not vary."""
    a, b = one - one.mean(), other - other.mean()
    size = float(np.sqrt((a @ a) * (b @ b)))
    return float(a @ b) / size if size > 0 else 0.0


# -- all connected shapes ---------------------------------------------------------------------


def connected_shapes(
    judge: Callable[[Shape], float], most_squares: int, beam: int
) -> Iterator[tuple[int, list[tuple[float, Shape]]]]:
    """Of every size the ``beam`` best connected shapes that grow by one square from the best of the size before.

    Symmetric shapes are one. With a beam that holds all shapes of a size nothing is missed.
    """
    level = {canonical(frozenset([Square(number)])) for number in range(64)}
    size = 1
    while level:
        ranked = sorted(((judge(shape), shape) for shape in level), key=lambda each: (-each[0], sorted(each[1])))[:beam]
        yield size, ranked
        if size == most_squares:
            return
        size += 1
        level = {canonical(shape | {square}) for _, shape in ranked for square in neighbours(shape)}


def canonical(shape: Shape) -> Shape:
    """One for all symmetric ones.

    >>> sorted(map(str, canonical(frozenset([Square.H8, Square.G8]))))
    ['a1', 'b1']
    """
    return min((frozenset(symmetry.apply(square) for square in shape) for symmetry in Symmetry), key=sorted)


def neighbours(shape: Shape) -> set[Square]:
    """Squares that touch a shape, corners included."""
    found = set()
    for square in shape:
        x, y = int(square) % 8, int(square) // 8
        for at_x in range(max(x - 1, 0), min(x + 2, 8)):
            for at_y in range(max(y - 1, 0), min(y + 2, 8)):
                found.add(Square(8 * at_y + at_x))
    return found - shape
