"""``Engine.analyse``: results while they come, never a worse one over a better one."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello import PASS, Color, Engine, Info, Limit, Model, Position, Square
from logistello.engine.results import BestMoves
from logistello.errors import EngineError
from tests.waiting import PATIENCE

Make = Callable[[int, int], Position]
MUST_PASS = Position.parse("XO" + "-" * 62 + " O")
START = Position.initial()


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(hash_mb=4, selectivity="none") as made:
        yield made


def test_every_move_gets_its_own_value(engine: Engine, random_position: Make) -> None:
    position = random_position(4, 40)
    count = len(position.legal_moves)
    infos = list(engine.analyse(position, Limit(depth=4), best_moves=99))
    assert [info.rank for info in infos] == list(range(1, count + 1)) * 4
    last = infos[-count:]
    assert {info.move for info in last} == set(position.legal_moves)
    for info in last:
        assert info.score == pytest.approx(-engine.model.look_ahead(position.play(info.move), 3), abs=1 / 256)
    assert [info.score for info in last] == sorted((info.score for info in last), reverse=True)


@pytest.mark.parametrize("empties", [14, 18])
def test_values_only_become_surer(planted_model: Model, random_position: Make, empties: int) -> None:
    position = random_position(8, empties)
    with Engine(model=planted_model, hash_mb=4) as engine:
        analysis = engine.analyse(position, best_moves=2)
        known: dict[Square, Info] = {}
        for info in analysis:
            if info.move in known:
                assert info.sureness >= known[info.move].sureness
            known[info.move] = info
        result = analysis.result()
        solved = engine.solve(position, all_moves=True)
    assert (result.exact, result.score) == (True, solved.score)
    assert [(info.rank, info.exact) for info in analysis.best] == [(1, True), (2, True)]
    assert [info.score for info in analysis.best] == [bounds.lower for bounds in list(solved.moves.values())[:2]]


@given(
    steps=st.lists(st.tuples(st.integers(0, 5), st.integers(1, 3), st.integers(1, 20), st.booleans()), max_size=30),
    count=st.integers(1, 4),
)
def test_a_better_value_stays(steps: list[tuple[int, int, int, bool]], count: int) -> None:
    best = BestMoves(count)
    for square, rank, depth, exact in steps:
        before = {info.move: info for info in best.ranked()}
        info = Info(rank, depth, 100, 0.0, (Square(square),), 0, 0.0, exact=exact, turn=Color.BLACK)
        added = best.add(info)
        if info.move in before:
            assert added == (info.sureness >= before[info.move].sureness)
        ranked = best.ranked()
        assert [each.rank for each in ranked] == list(range(1, len(ranked) + 1))
        assert len({each.move for each in ranked}) == len(ranked) <= count
        for each in ranked:
            if each.move in before:
                assert each.sureness >= before[each.move].sureness


def test_results_come_while_it_searches(engine: Engine) -> None:
    analysis = engine.analyse(START)
    first = next(analysis)
    assert first.depth == 1
    with pytest.raises(EngineError, match="busy"):
        engine.search(START)
    analysis.close()
    assert list(analysis) == []
    assert engine.search(START, Limit(depth=1)).complete


def test_leaving_the_loop_stops_the_search(engine: Engine) -> None:
    for info in engine.analyse(START):
        if info.depth == 3:
            break
    gc.collect()  # for interpreters that do not count references
    assert engine.search(START, Limit(depth=1)).complete
    with engine.analyse(START) as analysis:
        next(analysis)
    assert engine.search(START, Limit(depth=1)).complete


def test_stop_and_close_of_the_engine_end_it(engine: Engine) -> None:
    analysis = engine.analyse(START)
    next(analysis)
    engine.stop()
    assert all(info.depth > 0 for info in analysis)
    assert not analysis.result().complete
    analysis = engine.analyse(START)
    engine.close()
    list(analysis)
    assert analysis.result().move in START.legal_moves
    with pytest.raises(EngineError, match="closed"):
        engine.analyse(START)


def test_a_stop_ends_an_analysis_and_keeps_what_was_found(engine: Engine) -> None:
    analysis = engine.analyse(Position.initial())
    first = next(analysis)
    analysis.stop()
    rest = list(analysis)
    assert analysis.best[0].depth >= max(info.depth for info in [first, *rest])
    assert not analysis.result().complete
    analysis.stop()  # nothing runs


def test_closing_an_old_analysis_does_not_stop_the_next_call(engine: Engine) -> None:
    old = engine.analyse(START, Limit(depth=2))
    list(old)
    new = engine.analyse(START)
    old.close()
    depths = []
    for info in new:
        depths.append(info.depth)
        if info.depth == 8:
            break
    new.close()
    assert depths == list(range(1, 9))


def test_a_limit_ends_it(engine: Engine) -> None:
    begun = time.monotonic()
    infos = list(engine.analyse(START, Limit(time=0.1)))
    assert time.monotonic() - begun >= 0.1
    assert infos


def test_special_positions(engine: Engine) -> None:
    assert list(engine.analyse(Position(0b1, 0))) == []
    infos = list(engine.analyse(MUST_PASS, Limit(depth=2), best_moves=5))
    assert {info.move for info in infos} == {PASS}


def test_a_forgotten_search_does_not_keep_the_interpreter_alive() -> None:
    program = (
        "from logistello import Engine, Position\n"
        "engine = Engine(hash_mb=4)\n"
        "analysis = engine.analyse(Position.initial())\n"
        "print(next(analysis).depth)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")


def test_infos_know_whose_score_they_tell() -> None:
    white_to_move = Position.initial().play("f5")
    with Engine(hash_mb=16) as engine:
        for position in (white_to_move, Position.initial()):
            infos = list(engine.analyse(position, Limit(depth=4), best_moves=2))
            result = engine.search(position, Limit(depth=4), on_info=infos.append)
            assert len(infos) > 8
            for info in (*infos, *result.best, result.info):
                assert info.turn is position.turn
                assert info.pov_score.pov(position.turn) == info.score == -info.pov_score.pov(position.turn.opponent)
            assert result.pov_score == result.info.pov_score
