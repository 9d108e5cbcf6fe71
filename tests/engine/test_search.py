"""``Engine.search``: full width is plain minimax, limits hold, and there is always a move."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logistello import PASS, Clock, Engine, Info, Limit, Model, Position, SearchResult, Square
from logistello.engine.question import SearchQuestion
from logistello.engine.thresholds import Thresholds
from logistello.errors import EngineError
from tests.waiting import PATIENCE, wait_until_it_works

Make = Callable[[int, int], Position]
MUST_PASS = Position.parse("XO" + "-" * 62 + " O")
START = Position.initial()


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(hash_mb=4, selectivity="none") as made:
        yield made


def check_line(result: SearchResult) -> None:
    position = result.position
    for move in result.pv:
        position = position.play(move)
    assert result.move == (result.pv[0] if result.pv else None)


# -- values -----------------------------------------------------------------------------------


@settings(max_examples=150)
@given(seed=st.integers(0, 2**32), empties=st.integers(1, 59), depth=st.integers(1, 6), threads=st.sampled_from([1, 2]))
def test_full_width_is_plain_minimax(
    engine: Engine, random_position: Make, seed: int, empties: int, depth: int, threads: int
) -> None:
    position = random_position(seed, empties)
    engine.clear()  # a deeper value that is remembered from before would be used
    result = engine.search(position, Limit(depth=depth), threads=threads)
    expected = engine.model.look_ahead(position, depth)
    if abs(expected) <= 63:
        assert result.score == pytest.approx(expected, abs=1 / 256)
    else:  # a judgement of the search never claims that all discs are taken, the plain twin may
        assert 63 <= result.score * (1 if expected > 0 else -1) <= 64
    assert result.complete
    assert result.depth == min(depth, position.empties if not position.is_over else 0)
    check_line(result)


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), empties=st.integers(1, 9))
def test_near_the_end_it_is_exact(engine: Engine, random_position: Make, seed: int, empties: int) -> None:
    position = random_position(seed, empties)
    result = engine.search(position)
    solved = engine.solve(position)
    assert (result.score, result.exact, result.complete) == (solved.score, True, True)
    assert result.outlook is not None
    assert result.outlook.low == result.outlook.high == solved.score


@pytest.mark.parametrize("seed", range(4))
def test_threads_do_not_change_the_score(random_position: Make, seed: int) -> None:
    position = random_position(seed, 40)
    scores = set()
    for threads in (1, 2, 4):
        with Engine(hash_mb=4, selectivity="none", threads=threads) as engine:
            scores.add(engine.search(position, Limit(depth=8)).score)
    assert len(scores) == 1


@pytest.mark.parametrize("selectivity", ["none", "probcut", "mpc"])
def test_one_thread_visits_the_same_nodes_every_time(
    planted_model: Model, random_position: Make, selectivity: str
) -> None:
    position = random_position(3, 30)
    counts = []
    for _ in range(2):
        with Engine(model=planted_model, hash_mb=4, selectivity=selectivity) as engine:  # type: ignore[arg-type]
            first = engine.search(position, Limit(depth=10)).nodes
            engine.clear()  # the order of moves is still remembered
            counts.append((first, engine.search(position, Limit(depth=10)).nodes))
    assert counts[0] == counts[1]


def test_selectivity_prunes_and_says_so(planted_model: Model, plain_model: Model, random_position: Make) -> None:
    position = random_position(5, 36)
    found = {}
    for selectivity in ("none", "probcut", "mpc"):
        with Engine(model=planted_model, hash_mb=4, selectivity=selectivity) as engine:  # type: ignore[arg-type]
            found[selectivity] = engine.search(position, Limit(depth=10))
    with Engine(model=plain_model, hash_mb=4) as engine:  # nothing to prune by
        assert engine.search(position, Limit(depth=10)).nodes == found["none"].nodes
    assert found["mpc"].nodes < found["none"].nodes
    assert [found[name].confidence for name in ("none", "probcut", "mpc")] == [100, 87, 73]
    assert not any(result.exact for result in found.values())


def test_evaluate_is_static(engine: Engine) -> None:
    assert engine.evaluate(START) == pytest.approx(engine.model.evaluate([START])[0])
    assert engine.evaluate(Position(0b1, 0)) == 64


# -- limits -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "limit",
    [
        Limit(time=0),
        Limit(processor_time=0),
        Limit(nodes=0),
        Limit(nodes=1),
        Limit(clock=Clock(0)),
        Limit(clock=Clock(0.01)),
        Limit(depth=1),
    ],
)
def test_there_is_always_a_move(engine: Engine, random_position: Make, limit: Limit) -> None:
    for seed in range(20):
        position = random_position(seed, 3 * seed)
        begun = time.process_time()
        result = engine.search(position, limit)
        assert time.process_time() - begun < 0.5
        assert result.move in position.legal_moves if position.legal_moves else result.move is None
        check_line(result)


def test_a_stop_that_comes_first_still_leaves_a_move(engine: Engine, random_position: Make) -> None:
    """The stop comes right before the native search, as another thread might call it."""
    for position in [random_position(seed, 30) for seed in range(20)] + [MUST_PASS]:
        question = SearchQuestion(position, Limit(), 1, 1, engine.model, engine._pace)
        with engine._access.call() as native:
            engine.stop()
            result = question.ask(native, None)
        assert result.move in position.legal_moves
        assert not result.complete
        assert result.score == pytest.approx(engine.model.look_ahead(position, 1), abs=1 / 256)
        check_line(result)


def test_limits_hold(engine: Engine) -> None:
    engine.clear()
    begun = time.monotonic()
    timed = engine.search(START, Limit(time=0.1))
    assert time.monotonic() - begun >= 0.1
    assert not timed.complete  # without a limit it would go on for years
    assert timed.depth >= 1
    engine.clear()
    begun = time.process_time()
    worked = engine.search(START, Limit(processor_time=0.1))
    assert 0.1 <= time.process_time() - begun < 0.5
    assert not worked.complete
    engine.clear()
    counted = engine.search(START, Limit(nodes=100_000))
    assert 100_000 <= counted.nodes < 150_000
    assert not counted.complete
    deep = engine.search(START, Limit(depth=3))
    assert (deep.depth, deep.complete) == (3, True)
    first = engine.search(START, Limit(depth=3, time=60, nodes=10**9, clock=Clock(1000)))
    assert (first.depth, first.complete) == (3, True)


def test_deep_passes_are_surer_and_say_so(random_position: Make) -> None:
    infos: list[Info] = []
    with Engine(hash_mb=16, thresholds=Thresholds(sure_depth=8)) as engine:
        engine.search(random_position(3, 24), Limit(depth=16), on_info=infos.append)
    told = [info.confidence for info in infos]
    assert told[0] == 73
    assert told == sorted(told)
    assert 73 < told[-1] < 87


def test_a_clock_leaves_time_for_later(engine: Engine) -> None:
    begun = time.process_time()
    result = engine.search(START, Limit(clock=Clock(5)))
    assert time.process_time() - begun < 0.5
    assert not result.complete
    assert result.move in START.legal_moves


def test_a_machine_that_is_late_gets_more_margin(engine: Engine) -> None:
    usual = engine._allocation(START, Clock(20))
    engine._pace.searched(nodes=1, seconds=1.5, allowed=0.5, to_end=True)
    careful = engine._allocation(START, Clock(20))
    assert careful.margin > usual.margin + 0.9


def test_a_pass_that_is_cut_short_is_not_exact(random_position: Make) -> None:
    """Whatever a limit leaves of a pass to the end, nobody may take it for the exact score."""
    position = random_position(11, 15)
    with Engine(hash_mb=4) as engine:
        truth = engine.solve(position).score
    claims = 0
    for nodes in range(0, 300_000, 10_000):
        with Engine(hash_mb=1, selectivity="none") as engine:
            infos: list[Info] = []
            result = engine.search(position, Limit(nodes=nodes), on_info=infos.append)
        assert result.score == truth or not result.exact
        assert all(info.bound is None for info in infos[:-1])
        claims += infos[-1].bound is not None
        if infos[-1].bound is not None:
            assert not result.exact
    assert claims  # else nothing was tested


@pytest.mark.parametrize(
    "limit",
    [{"depth": 0}, {"depth": -3}, {"time": -1}, {"time": float("nan")}, {"nodes": -1}],
)
def test_bad_limits(limit: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="limit"):
        Limit(**limit)  # type: ignore[arg-type]


@pytest.mark.parametrize("clock", [(-1, 0), (1, -1), (float("nan"), 0), (float("inf"), 0)])
def test_bad_clocks(clock: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="clock"):
        Clock(*clock)


def test_bad_arguments(engine: Engine) -> None:
    with pytest.raises(ValueError, match="threads"):
        engine.search(START, Limit(depth=1), threads=0)
    with pytest.raises(ValueError, match="best_moves"):
        engine.analyse(START, best_moves=0)
    with pytest.raises(ValueError, match="selectivity"):
        Engine(selectivity="some")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="lag"):
        Engine(lag=-1)
    for limit in (Limit(depth=3), Limit(clock=Clock(1))):
        with pytest.raises(ValueError, match="limit it by time or nodes"):
            engine.solve(MUST_PASS, limit)


# -- special positions ------------------------------------------------------------------------


def test_a_forced_pass(engine: Engine) -> None:
    result = engine.search(MUST_PASS, Limit(depth=4))
    assert result.move is PASS
    assert result.pv == (PASS, Square.C1)
    assert result.score == -64
    assert result.expected_reply is Square.C1
    assert result.pov_score.pov(MUST_PASS.turn) == -64
    assert result.pov_score.pov(MUST_PASS.turn.opponent) == 64


def test_a_finished_game(engine: Engine) -> None:
    over = Position((1 << 40) - 1, ((1 << 64) - 1) ^ ((1 << 40) - 1))
    result = engine.search(over, Limit(time=1))
    assert (result.move, result.score, result.exact, result.complete, result.pv) == (None, 16, True, True, ())


# -- stopping ---------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_from_another_thread(threads: int) -> None:
    with Engine(hash_mb=16, threads=threads) as engine:
        for depth in range(1, 6):
            running = threading.Event()

            def note(info: Info, depth: int = depth, running: threading.Event = running) -> None:
                if info.depth >= depth:
                    running.set()

            def stop(running: threading.Event = running) -> None:
                running.wait(PATIENCE)
                engine.stop()

            stopper = threading.Thread(target=stop)
            stopper.start()
            result = engine.search(START, on_info=note)
            stopper.join()
            assert running.is_set()
            assert not result.complete
            assert result.move in START.legal_moves


def test_infos_come_in_the_calling_thread_and_may_stop_it(engine: Engine) -> None:
    infos: list[Info] = []
    threads = set()

    def note(info: Info) -> None:
        threads.add(threading.get_ident())
        infos.append(info)

    engine.clear()
    result = engine.search(START, Limit(depth=8), on_info=note)
    assert threads == {threading.get_ident()}
    assert [info.depth for info in infos] == list(range(1, 9))
    assert (infos[-1].score, infos[-1].pv) == (result.score, result.pv)

    def leave(info: Info) -> None:
        raise LookupError(str(info.depth))

    with pytest.raises(LookupError):
        engine.search(START, on_info=leave)
    with pytest.raises(EngineError, match="inside on_info"):
        engine.search(START, on_info=lambda _: engine.close())
    assert engine.search(START, Limit(depth=1)).complete


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(
    "think",
    [
        "engine.search(Position.initial())",
        "list(engine.analyse(Position.initial()))",
        "engine.solve(Position.initial())",
    ],
    ids=["search", "analyse", "solve"],
)
def test_ctrl_c_raises_keyboard_interrupt(think: str) -> None:
    program = (
        "from logistello import Engine, Position\n"
        "with Engine(hash_mb=16, threads=2) as engine:\n"
        "    print('ready', flush=True)\n"
        "    try:\n"
        f"        {think}\n"
        "    except KeyboardInterrupt:\n"
        "        print('interrupted', flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        watchdog = threading.Timer(PATIENCE, process.kill)
        watchdog.start()
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            wait_until_it_works(pid=process.pid)
            process.send_signal(signal.SIGINT)
            assert process.stdout.readline() == "interrupted\n"
            assert process.wait(PATIENCE) == 0
        finally:
            watchdog.cancel()
            process.kill()


def test_two_engines_at_once(random_position: Make) -> None:
    position = random_position(1, 30)
    with Engine(hash_mb=4, selectivity="none") as alone:
        expected = alone.search(position, Limit(depth=8))
    found: dict[int, SearchResult] = {}

    def run(number: int) -> None:
        with Engine(hash_mb=4, selectivity="none") as engine:
            found[number] = engine.search(position, Limit(depth=8))

    threads = [threading.Thread(target=run, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {(each.score, each.nodes) for each in found.values()} == {(expected.score, expected.nodes)}
    assert len(found) == 2


def test_a_pass_that_was_finished_is_no_bound_even_if_the_limit_is_used_up() -> None:
    with Engine(hash_mb=1) as engine:
        for nodes in range(1000, 20000, 1500):
            infos: list[Info] = []
            engine.clear()
            engine.search(Position.initial(), Limit(nodes=nodes), on_info=infos.append)
            with Engine(hash_mb=1) as unhurried:
                whole: list[Info] = []
                unhurried.search(Position.initial(), Limit(depth=infos[-1].depth), on_info=whole.append)
            assert infos[-1].bound is not None or infos[-1].score == whole[-1].score


def test_excluded_moves_are_not_looked_at() -> None:
    """The best of the others, exactly, as a solve of all moves tells it; the caller's table does no harm."""
    ending = Position.parse("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")
    with Engine(hash_mb=16) as engine:
        scores = {move: bounds.lower for move, bounds in engine.solve(ending, all_moves=True).moves.items()}
        excluded: list[Square] = []
        while len(excluded) < 3:
            found = engine.search(ending, excluded=excluded)
            left = {move: score for move, score in scores.items() if move not in excluded}
            assert found.exact
            assert found.move in left
            assert found.score == max(left.values())
            assert left[found.move] == found.score
            assert found.pv[0] is found.move
            excluded.append(found.move)
        with pytest.raises(ValueError, match="every legal move is excluded"):
            engine.search(ending, excluded=ending.legal_moves)
        glance = engine.search(Position.initial(), Limit(nodes=0), excluded=["d3", "c4", "f5"])
        assert glance.move is Square.E6


def test_a_forced_pass_cannot_be_excluded() -> None:
    position = Position.parse("XO-" + "-" * 61 + " O")
    assert position.must_pass
    with Engine(hash_mb=16) as engine:
        assert engine.search(position, excluded=["c1"]).pv == (PASS, Square.C1)
