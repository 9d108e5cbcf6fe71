"""Principal variations: legal, and as long as the search is deep."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from logistello import PASS, Engine, Limit, Position

Make = Callable[[int, int], Position]


def missing_moves(position: Position, pv: tuple[int, ...], depth: int) -> int:
    """How many moves the line lacks; raises ``IllegalMoveError`` if it cannot be played."""
    moves = 0
    for move in pv:
        position = position.play(move)
        moves += move != PASS
    return 0 if position.is_over else depth - moves


@pytest.mark.parametrize("threads", [1, 2])
def test_lines_are_as_long_as_the_search_is_deep(random_position: Make, threads: int) -> None:
    missing = []
    with Engine(hash_mb=16, threads=threads) as engine:
        for seed in range(60):
            position = random_position(seed, 3 + 53 * seed // 60)
            if not position.is_over:
                result = engine.search(position, Limit(depth=12))
                missing.append(missing_moves(position, result.pv, result.depth))
    assert min(missing) == 0
    assert sum(each > 0 for each in missing) <= 2, missing


def test_every_move_of_an_analysis_has_its_line(random_position: Make) -> None:
    position = random_position(7, 30)
    with Engine(hash_mb=16) as engine:
        infos = list(engine.analyse(position, Limit(depth=10), best_moves=4))
    assert max(info.depth for info in infos) == 10
    assert [missing_moves(position, info.pv, info.depth) for info in infos] == [0] * len(infos)


def test_a_line_to_the_end_shows_the_score(random_position: Make) -> None:
    """Past the place where the exact search of the last squares begins, which remembers no line itself."""
    with Engine(hash_mb=16) as engine:
        for seed in range(10):
            position = end = random_position(seed, 16)
            result = engine.search(position)
            for move in result.pv:
                end = end.play(move)
            assert result.exact
            assert end.final_score(position.turn) == result.score
