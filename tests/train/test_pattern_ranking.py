"""Ranking shapes: against a plain twin, and what planted scores depend on is found."""

from __future__ import annotations

import numpy as np
import pytest

from logistello.errors import TrainingDataError
from logistello.othello import Position, Square
from logistello.othello.symmetry import Symmetry
from logistello.train.labelled_positions import Positions, is_held_out, make_records
from logistello.train.pattern_ranking import ShapeJudge, canonical, connected_shapes, neighbours
from tests.evaluation.twins import boards, random_positions


def contents(position: Position, square: Square) -> int:
    return 1 if position.own >> square & 1 else 2 if position.opponent >> square & 1 else 0


@pytest.fixture(scope="module")
def planted() -> tuple[list[Position], Positions]:
    """Scores are decided by corners and C-squares beside them, and a little by chance."""
    positions = random_positions(7, 3000)
    rng = np.random.default_rng(1)
    worth = {(0, 0): 0, (1, 0): 5, (2, 0): -5, (1, 1): 9, (2, 2): -9, (0, 1): -3, (0, 2): 3, (1, 2): 2, (2, 1): -2}
    scores = []
    for position in positions:
        pairs = {tuple(symmetry.apply(square) for square in (Square.A1, Square.B1)) for symmetry in Symmetry}
        scores.append(sum(worth[contents(position, a), contents(position, b)] for a, b in pairs) + rng.normal())
    own, opp = boards(positions)
    made = make_records(own, opp, np.clip(scores, -64, 64), np.arange(len(own), dtype=np.uint64))
    return positions, Positions.of(made)


def test_the_accuracy_of_a_shape_counted_by_hand(planted: tuple[list[Position], Positions]) -> None:
    positions, data = planted
    judge = ShapeJudge([data], (4, 64))
    squares = (Square.A1, Square.B1, Square.A2)
    found = judge.judge(squares)
    assert (found.instances, found.weights) == (4, 18)
    held_out = is_held_out(data.records["game"], 0.3, 0)
    score = data.records["score"].astype(float)
    mean = score[~held_out].mean()

    def shown(position: Position) -> list[tuple[int, ...]]:
        """By corner: the corner, then the two beside it in either order."""
        rows = {}
        for symmetry in Symmetry:
            corner, *beside = (contents(position, symmetry.apply(square)) for square in squares)
            rows[symmetry.apply(Square.A1)] = (corner, *sorted(beside))
        return list(rows.values())

    sums: dict[tuple[int, ...], list[float]] = {}
    for position, value, out in zip(positions, score, held_out, strict=True):
        for row in shown(position) if not out else ():
            sums.setdefault(row, []).append(value - mean)
    values = {row: sum(each) / (len(each) + 30) for row, each in sums.items()}
    tested = [sum(values.get(row, 0.0) for row in shown(p)) for p, out in zip(positions, held_out, strict=True) if out]
    assert found.correlation == pytest.approx(np.corrcoef(tested, score[held_out])[0, 1], abs=1e-9)


def test_the_shape_that_scores_depend_on_is_found(planted: tuple[list[Position], Positions]) -> None:
    judge = ShapeJudge([planted[1]], (4, 64))
    best = {size: ranked[0] for size, ranked in connected_shapes(lambda s: judge.judge(sorted(s)).correlation, 3, 4)}
    assert best[1][1] == {Square.A1}
    assert best[2][1] == {Square.A1, Square.B1}
    assert best[2][0] > best[1][0]


def test_a_wide_beam_misses_no_shape() -> None:
    """The connected shapes of three squares on the board, symmetric ones as one, each judged once."""
    judged: list[frozenset[Square]] = []

    def judge(shape: frozenset[Square]) -> float:
        judged.append(shape)
        return 0.0

    sizes = {size: {shape for _, shape in ranked} for size, ranked in connected_shapes(judge, 3, 10_000)}
    every = set()
    for a in range(64):
        for b in neighbours(frozenset([Square(a)])):
            for c in neighbours(frozenset([Square(a), b])):
                every.add(canonical(frozenset([Square(a), b, c])))
    assert len(sizes[1]) == 10
    assert sizes[3] == every
    assert len(judged) == len(set(judged))


def test_too_few_positions() -> None:
    own, opp = boards(random_positions(3, 1))
    one = Positions.of(make_records(own, opp, np.zeros(1), np.zeros(1, dtype=np.uint64)))
    with pytest.raises(TrainingDataError, match="too few games"):
        ShapeJudge([one], (4, 64))
