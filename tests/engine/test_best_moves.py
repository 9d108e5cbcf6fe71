"""``Engine.search(best_moves=n)``: ranked moves from the core's own result."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from logistello import PASS, Engine, Limit, Model, Position
from logistello.engine.results import BestMoves, SearchResult

Make = Callable[[int, int], Position]
START = Position.initial()


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(hash_mb=4, selectivity="none") as made:
        yield made


@pytest.mark.parametrize("depth", [1, 5])
def test_ranks_are_those_of_separate_searches(engine: Engine, random_position: Make, depth: int) -> None:
    for seed in range(3):
        position = random_position(seed, 40)
        result = engine.search(position, Limit(depth=depth), best_moves=99)
        assert [info.rank for info in result.best] == list(range(1, len(position.legal_moves) + 1))
        assert {info.move for info in result.best} == set(position.legal_moves)
        assert (result.move, result.score, result.pv) == (
            result.best[0].move,
            result.best[0].score,
            result.best[0].pv,
        )
        for number, info in enumerate(result.best):
            assert (info.depth, info.confidence, info.bound) == (depth, 100, None)
            with Engine(hash_mb=4, selectivity="none") as alone:
                better = [each.move for each in result.best[:number]]
                assert alone.search(position, Limit(depth=depth), excluded=better).score == info.score
                if depth > 1:
                    assert -alone.search(position.play(info.move), Limit(depth=depth - 1)).score == info.score


def test_some_ranks_and_moves_left_out(engine: Engine) -> None:
    position = START.play("f5")
    assert len(engine.search(position, Limit(depth=3), best_moves=2).best) == 2
    first = engine.search(position, Limit(depth=3), best_moves=3).best
    rest = engine.search(position, Limit(depth=3), best_moves=3, excluded=[first[0].move])
    assert [(info.move, info.score) for info in rest.best] == [(info.move, info.score) for info in first[1:]]
    with pytest.raises(ValueError, match="best_moves"):
        engine.search(position, best_moves=0)


def test_a_pass_cut_short_leaves_every_move_once(planted_model: Model, random_position: Make) -> None:
    """At any point: the moves of the newest pass first, then the others with what the pass before said of them."""
    mixed = 0
    for seed in range(4):
        position = random_position(seed, 36)
        for nodes in range(500, 30_000, 1_500):
            with Engine(model=planted_model, hash_mb=1) as engine:
                told = BestMoves(4)
                result = engine.search(position, Limit(nodes=nodes), best_moves=4, on_info=told.add)
            assert result.best == told.ranked() or not told.ranked()
            assert len({info.move for info in result.best}) == len(result.best)
            mixed += len({info.depth for info in result.best}) > 1
    assert mixed > 5


def test_news_do_not_change_the_search(random_position: Make) -> None:
    found: list[SearchResult] = []
    for on_info in (None, lambda info: None):
        with Engine(hash_mb=1) as engine:
            found.append(engine.search(random_position(1, 30), Limit(depth=8), best_moves=3, on_info=on_info))
    silent, told = found
    assert [(info.move, info.score, info.pv, info.nodes) for info in silent.best] == [
        (info.move, info.score, info.pv, info.nodes) for info in told.best
    ]
    assert silent.nodes == told.nodes


def test_a_forced_pass_is_one_move(engine: Engine, random_position: Make) -> None:
    tried = 0
    for seed in range(1_000):
        position = random_position(seed, 5 + seed % 5)
        if not position.must_pass or len(position.play(PASS).legal_moves) < 2:
            continue
        tried += 1
        result = engine.search(position, Limit(depth=4), best_moves=5)
        assert [info.move for info in result.best] == [PASS]
        assert result.score == engine.search(position, Limit(depth=4)).score
        analysis = engine.analyse(position, Limit(depth=4), best_moves=5)
        assert [info.rank for info in analysis] == [1] * 4
        assert analysis.best[0].score == result.score
    assert tried > 3


def test_nothing_to_rank(engine: Engine) -> None:
    assert engine.search(Position(0b1, 0), best_moves=3).best == ()
    glance = engine.search(START, Limit(nodes=0, time=0.0), best_moves=3)
    assert len(glance.best) >= 1
    assert glance.best[0].move is glance.move
