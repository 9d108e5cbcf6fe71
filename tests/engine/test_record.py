"""One value per move: symmetric moves, parities of depths, passes that are not complete."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from logistello import Color, Engine, Limit, Model, Position, Square, Symmetry
from logistello.engine.outlook import OutlookTable
from logistello.engine.record import AnalysisRecord
from logistello.engine.results import Info

Make = Callable[[int, int], Position]
START = Position.initial()


def found(rank: int, depth: int, score: float, move: str, **more: bool) -> Info:
    return Info(rank, depth, 73, score, (Square.parse(move),), 0, 0.0, turn=Color.BLACK, **more)  # type: ignore[arg-type]


def heard(record: AnalysisRecord, *infos: Info) -> list[bool]:
    return [record.add(info) for info in infos]


def test_symmetric_moves_have_one_value_and_symmetric_lines() -> None:
    """Each alone would be searched with another order of moves, and the numbers would differ."""
    news: list[Info] = []
    with Engine(hash_mb=4) as engine:
        result = engine.search(START, Limit(depth=9), best_moves=64, on_info=news.append)
    assert [info.rank for info in result.best] == [1, 2, 3, 4]
    assert {info.move for info in result.best} == set(START.legal_moves)
    assert len({info.score for info in result.best}) == 1
    first = result.best[0]
    images = {tuple(each.apply(square) for square in first.pv) for each in Symmetry if START.transform(each) == START}
    assert {info.pv for info in result.best} == images
    assert [(info.depth, info.rank) for info in news] == [
        (depth, rank) for depth in range(1, 10) for rank in range(1, 5)
    ]


def test_symmetric_moves_within_what_is_asked_for() -> None:
    with Engine(hash_mb=4) as engine:
        assert [info.rank for info in engine.search(START, Limit(depth=3), best_moves=3).best] == [1, 2, 3]
        rest = engine.search(START, Limit(depth=3), best_moves=64, excluded=["d3"])
    assert {str(info.move) for info in rest.best} == {"c4", "f5", "e6"}


def test_a_value_is_the_mean_of_both_parities() -> None:
    record = AnalysisRecord(START.play("f5"), 2)
    assert heard(record, found(1, 4, 4.0, "d6"), found(2, 4, 1.0, "f4")) == [False, True]
    assert [(info.rank, str(info.move), info.score) for info in record.moves] == [(1, "d6", 4.0), (2, "f4", 1.0)]
    # f4 came to the front by the parity of the depth only.
    assert heard(record, found(1, 5, 1.5, "f4"), found(2, 5, 0.0, "d6")) == [False, True]
    assert [(info.rank, str(info.move), info.score) for info in record.moves] == [(1, "d6", 2.0), (2, "f4", 1.25)]
    # A move that the pass before did not have swings as the others do.
    heard(record, found(1, 6, 4.0, "d6"), found(2, 6, 2.0, "d4"))
    assert [(str(info.move), info.score) for info in record.moves] == [("d6", 2.0), ("d4", 0.0)]


def test_the_value_of_the_best_move_alone_is_that_of_the_position() -> None:
    """Another move may be the best at the other parity; without a mean it would look better or worse than it is."""
    record = AnalysisRecord(START.play("f5"), 1)
    heard(record, found(1, 4, 4.0, "d6"), found(1, 5, 1.0, "f4"))
    assert [(str(info.move), info.score) for info in record.moves] == [("f4", 2.5)]


def test_nothing_changes_before_a_pass_is_complete() -> None:
    record = AnalysisRecord(START.play("f5"), 3)
    assert record.best is None
    assert heard(record, found(1, 4, 4.0, "d6"), found(2, 4, 1.0, "f4")) == [False, False]
    assert record.moves == ()
    assert heard(record, found(3, 4, 0.0, "d4")) == [True]
    before = record.moves
    cut_short = Info(3, 5, 73, 9.0, (Square.D4,), 0, 0.0, bound="lower", turn=Color.BLACK)
    assert heard(record, found(1, 5, 9.0, "f4"), found(2, 5, 9.0, "d6"), cut_short) == [False, False, False]
    # The search is asked again and begins with short passes.
    assert heard(record, found(1, 3, 7.0, "d6"), found(2, 3, 7.0, "f4"), found(3, 3, 7.0, "d4")) == [False] * 3
    assert record.moves is before


@pytest.mark.parametrize("seed", range(3))
def test_chances_follow_values(random_position: Make, seed: int) -> None:
    """The review found a lower value with a higher chance."""
    position = random_position(seed, 36)
    model = Model.default()
    record = AnalysisRecord(position, 64, OutlookTable.of(model))
    with Engine(hash_mb=4) as engine:
        engine.search(position, Limit(depth=8), best_moves=64, on_info=record.add)
    assert {info.move for info in record.moves} == set(position.legal_moves)
    assert {info.depth for info in record.moves} == {8}
    for better, worse in pairwise(record.moves):
        assert better.score >= worse.score
        assert better.outlook is not None
        assert worse.outlook is not None
        assert better.outlook.win + better.outlook.draw / 2 >= worse.outlook.win + worse.outlook.draw / 2


def test_exact_scores_stand_for_themselves(random_position: Make) -> None:
    position = random_position(1, 9)
    record = AnalysisRecord(position)
    with Engine(hash_mb=4) as engine:
        engine.search(position, best_moves=64, on_info=record.add)
        for info in record.moves:
            assert info.exact
            assert info.score == -engine.solve(position.play(info.move)).score
