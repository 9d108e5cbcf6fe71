"""``Engine.solve``: exact scores, bounds, limits, interruption, life of an engine."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import cache
from inspect import Parameter, signature
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logistello import Bounds, Color, Engine, Limit, LogistelloError, Position, PovScore, SolveResult
from logistello.engine import Progress
from logistello.errors import EngineError, HashSizeError
from logistello.othello import PASS, Square
from logistello.othello.notation import Problem, read_path
from tests.waiting import PATIENCE, wait_until_it_works

# With 60 empties nobody lives long enough to see the end of it.
HOPELESS = Position.initial()
# Black has no move and White has one: a pass, then the game goes on.
MUST_PASS = Position.parse("XO" + "-" * 62 + " O")


def problems(path: Path) -> list[Problem]:
    found = list(read_path(path).checked().problems)
    assert found
    return found


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(hash_mb=16) as made:
        yield made


@pytest.fixture(scope="module")
def warm() -> Iterator[Engine]:
    """One engine for many small questions: what it remembers must not change an answer."""
    with Engine(hash_mb=4) as made:
        yield made


@cache
def minimax(position: Position) -> int:
    """The definition, written down."""
    moves = position.legal_moves
    if not moves:
        return position.final_score()
    return max(-minimax(position.play(move)) for move in moves)


def check_line(result: SolveResult) -> None:
    """The principal variation is legal, ends with the game, and leads to the score."""
    position = result.position
    for move in result.pv:
        position = position.play(move)
    assert position.is_over
    assert position.final_score(result.position.turn) == result.score
    assert result.move == (result.pv[0] if result.pv else None)


# -- positions --------------------------------------------------------------------------------


def played(seed: int, empties: int) -> Position:
    """A position of a random game, or its end if that comes first."""
    rng = random.Random(seed)
    position = Position.initial()
    while position.empties > empties and (moves := position.legal_moves):
        position = position.play(rng.choice(moves))
    return position


def scattered(seed: int, empties: int) -> Position:
    """Any discs anywhere, often few of one side: passes, early ends and wipe-outs are common."""
    rng = random.Random(seed)
    occupied = (1 << 64) - 1
    for square in rng.sample(range(64), empties):
        occupied &= ~(1 << square)
    black = rng.getrandbits(64)
    for _ in range(rng.randrange(4)):
        black &= rng.getrandbits(64)
    if rng.random() < 0.5:
        black = ~black
    return Position(occupied & black, occupied & ~black, rng.choice(list(Color)))


small_positions = st.builds(
    lambda make, seed, empties: make(seed, empties),
    st.sampled_from([played, scattered]),
    st.integers(0, 2**32),
    st.integers(0, 6),
)


# -- scores -----------------------------------------------------------------------------------


@settings(max_examples=150)
@given(position=small_positions)
def test_agrees_with_plain_minimax(warm: Engine, position: Position) -> None:
    result = warm.solve(position)
    assert (result.score, result.exact, result.complete) == (minimax(position), True, True)
    assert result.bounds == Bounds(result.score, result.score)
    check_line(result)


@settings(max_examples=60)
@given(position=small_positions)
def test_all_moves_agree_with_plain_minimax(warm: Engine, position: Position) -> None:
    result = warm.solve(position, all_moves=True)
    assert result.score == minimax(position)
    legal = position.legal_moves
    if legal:
        assert {move: bounds.lower for move, bounds in result.moves.items()} == {
            move: -minimax(position.play(move)) for move in legal
        }
        assert all(bounds.exact for bounds in result.moves.values())
        scores = [bounds.lower for bounds in result.moves.values()]
        assert scores == sorted(scores, reverse=True)
    check_line(result)


@settings(max_examples=80)
@given(position=small_positions, one=st.integers(-64, 64), other=st.integers(-64, 64))
def test_windows_say_on_which_side_the_score_lies(warm: Engine, position: Position, one: int, other: int) -> None:
    lower, upper = min(one, other), max(one, other)
    if lower == upper:
        with pytest.raises(ValueError, match="window"):
            warm.solve(position, window=(lower, upper))
        return
    truth = minimax(position)
    result = warm.solve(position, window=(lower, upper))
    assert result.complete
    assert result.bounds.lower <= truth <= result.bounds.upper
    if lower < truth < upper:
        assert result.exact
    elif truth >= upper:
        assert result.bounds.lower >= upper or result.exact
    else:
        assert result.bounds.upper <= lower or result.exact


@settings(max_examples=60)
@given(position=small_positions)
def test_wld_tells_who_wins(warm: Engine, position: Position) -> None:
    truth = minimax(position)
    result = warm.solve(position, mode="wld")
    assert result.outcome == (truth > 0) - (truth < 0)
    assert result.bounds.lower <= truth <= result.bounds.upper
    assert result.complete


def test_ffo_1_to_19(engine: Engine, data: Path) -> None:
    for problem in problems(data / "ffo-1-19.obf"):
        result = engine.solve(problem.position)
        assert (result.score, result.exact) == (problem.best_score, True), problem.line
        assert result.move in problem.best_moves
        check_line(result)


def test_ffo_wld_and_all_moves(engine: Engine, data: Path) -> None:
    for problem in problems(data / "ffo-1-19.obf")[:6]:
        score = problem.best_score
        assert score is not None
        assert engine.solve(problem.position, mode="wld").outcome == (score > 0) - (score < 0)
        result = engine.solve(problem.position, all_moves=True)
        found = {move: bounds.lower for move, bounds in result.moves.items()}
        assert {move: found[move] for move in problem.scores} == problem.scores
        assert next(iter(result.moves)) == result.move
        assert set(found) == set(problem.position.legal_moves)


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_do_not_change_scores(threads: int, data: Path) -> None:
    with Engine(threads=threads, hash_mb=16) as engine:
        for problem in [*problems(data / "ffo-1-19.obf"), *problems(data / "hard.obf")]:
            result = engine.solve(problem.position)
            assert (result.score, result.exact) == (problem.best_score, True), problem.line
            check_line(result)


def test_one_thread_visits_the_same_nodes_every_time(data: Path) -> None:
    position = problems(data / "ffo-1-19.obf")[7].position
    counts = []
    for _ in range(2):
        with Engine(hash_mb=4) as engine:
            first = engine.solve(position).nodes
            engine.clear()
            counts += [first, engine.solve(position).nodes]
    assert counts[0] == counts[2]
    assert counts[1] == counts[3]


def test_a_full_board_and_a_board_without_discs(engine: Engine) -> None:
    for position in (Position((1 << 40) - 1, ((1 << 64) - 1) ^ ((1 << 40) - 1)), Position(0, 0), Position(1, 0)):
        result = engine.solve(position)
        assert (result.score, result.move, result.pv) == (position.final_score(), None, ())
        assert result.exact
        assert result.complete


def test_a_forced_pass_is_the_move(engine: Engine) -> None:
    position = next(each for each in (scattered(seed, 6) for seed in range(1000)) if each.must_pass)
    result = engine.solve(position)
    assert result.move is PASS
    assert result.score == minimax(position)
    check_line(result)


def test_score_for_a_colour(engine: Engine, data: Path) -> None:
    problem = problems(data / "ffo-1-19.obf")[0]
    result = engine.solve(problem.position)
    assert result.pov_score.pov(problem.position.turn) == problem.best_score
    assert result.pov_score.pov(problem.position.turn.opponent) == -result.score
    assert PovScore.of(result.score, problem.position.turn) == result.pov_score
    assert isinstance(result.pov_score.black, int)


def test_a_drawn_score_is_plain_zero_for_both() -> None:
    score = PovScore.of(0.0, Color.WHITE)
    assert [f"{score.pov(color):+.1f}" for color in Color] == ["+0.0", "+0.0"]
    assert PovScore.of(3.0, Color.BLACK) == PovScore.of(-3.0, Color.WHITE)


@pytest.mark.parametrize(
    ("name", "most_empties"), [("fforum-20-39.obf", 20), ("endgame-6.tsv", 6), ("endgame-12.tsv", 12)]
)
def test_large_collections(shared_data: Path, name: str, most_empties: int) -> None:
    # The rest of FFO 20-39 takes longer than all other tests together; the benchmark solves it.
    chosen = [each for each in problems(shared_data / "problems" / name) if each.position.empties <= most_empties]
    assert chosen
    with Engine(hash_mb=64) as engine:
        for problem in chosen:
            result = engine.solve(problem.position)
            assert (result.score, result.exact) == (problem.best_score, True), problem.line


# -- limits -----------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [Limit(nodes=1), Limit(nodes=300_000), Limit(time=0.0), Limit(time=0.03)])
@pytest.mark.parametrize("all_moves", [False, True])
def test_a_limit_leaves_bounds_that_hold_the_truth(limit: Limit, all_moves: bool, data: Path) -> None:
    for problem in problems(data / "ffo.obf"):
        with Engine(hash_mb=4) as engine:
            result = engine.solve(problem.position, limit, all_moves=all_moves)
        assert problem.best_score is not None
        assert result.bounds.lower <= problem.best_score <= result.bounds.upper
        assert not result.complete
        assert result.move is None or result.move in problem.position.legal_moves
        for move, bounds in result.moves.items():
            if move in problem.scores:
                assert bounds.lower <= problem.scores[move] <= bounds.upper
        if limit.nodes:
            assert result.nodes < limit.nodes + 400_000  # the last thirteen squares are not interrupted


def test_time_limit_is_kept(engine: Engine) -> None:
    begun = time.monotonic()
    result = engine.solve(HOPELESS, Limit(time=0.1))
    assert time.monotonic() - begun >= 0.1
    assert (result.complete, result.exact, result.outcome) == (False, False, None)
    assert result.bounds.lower <= 0 <= result.bounds.upper


def test_a_limit_that_is_not_reached_changes_nothing(engine: Engine, data: Path) -> None:
    problem = problems(data / "ffo-1-19.obf")[4]
    result = engine.solve(problem.position, Limit(time=60, nodes=10**12))
    assert (result.score, result.complete) == (problem.best_score, True)


@pytest.mark.parametrize("limit", [{"time": -1}, {"time": float("nan")}, {"nodes": -1}])
def test_bad_limits(limit: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="limit"):
        Limit(**limit)  # type: ignore[arg-type]


# -- stopping ---------------------------------------------------------------------------------


class Background:
    """A solve in another thread."""

    def __init__(self, engine: Engine, position: Position = HOPELESS, threads: int = 1) -> None:
        self.result: SolveResult | None = None
        self.error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(engine, position, threads))
        self._thread.start()
        wait_until_it_works()  # a stop that comes before the search has begun is not what is tested

    def _run(self, engine: Engine, position: Position, threads: int) -> None:
        try:
            self.result = engine.solve(position, threads=threads)
        except BaseException as error:  # to be looked at by the test
            self.error = error

    def join(self) -> None:
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_from_another_thread(engine: Engine, threads: int) -> None:
    running = Background(engine, threads=threads)
    engine.stop()
    running.join()
    assert running.result is not None
    assert not running.result.complete
    assert running.result.bounds == Bounds(-64, 64)
    assert engine.solve(MUST_PASS).complete  # a stop does not outlive the call that it stopped


def test_stop_of_an_idle_engine_is_harmless(engine: Engine, data: Path) -> None:
    engine.stop()
    assert engine.solve(problems(data / "ffo-1-19.obf")[4].position).complete


def test_close_stops_what_is_running(engine: Engine) -> None:
    running = Background(engine)
    engine.close()
    running.join()
    assert running.result is not None
    assert not running.result.complete


# -- progress ---------------------------------------------------------------------------------


def test_progress_gets_better_bounds(engine: Engine, data: Path) -> None:
    problem = problems(data / "hard.obf")[0]
    seen: list[Progress] = []
    result = engine.solve(problem.position, on_info=seen.append)
    assert result.score == problem.best_score
    assert seen
    lowers = [progress.bounds.lower for progress in seen]
    assert lowers == sorted(lowers)
    for progress in seen:
        assert progress.bounds.lower <= result.score <= progress.bounds.upper
        assert progress.move in problem.position.legal_moves
        assert progress.nodes <= result.nodes
        assert progress.seconds <= result.seconds
    assert seen[-1].move == result.move


def test_an_exception_in_progress_stops_the_search(engine: Engine, data: Path) -> None:
    class Enough(Exception):  # noqa: N818
        pass

    def give_up(_: Progress) -> None:
        raise Enough

    position = problems(data / "hard.obf")[0].position
    with pytest.raises(Enough):
        engine.solve(position, on_info=give_up)
    assert engine.solve(position).complete


def test_progress_may_stop_the_engine(engine: Engine, data: Path) -> None:
    position = problems(data / "ffo.obf")[3].position
    result = engine.solve(position, on_info=lambda _: engine.stop())
    assert not result.complete
    assert result.move is not None


# -- life of an engine ------------------------------------------------------------------------


def test_progress_must_not_close_the_engine(engine: Engine, data: Path) -> None:
    hard = problems(data / "hard.obf")[0].position
    with pytest.raises(EngineError, match="inside on_info"):
        engine.solve(hard, on_info=lambda _: engine.close())
    assert engine.solve(Position(0b1, 0)).score == 64  # nothing hangs, nothing is lost


def test_a_busy_engine_refuses(engine: Engine) -> None:
    running = Background(engine)
    try:
        with pytest.raises(EngineError, match="busy"):
            engine.solve(MUST_PASS)
        with pytest.raises(EngineError, match="busy"):
            engine.clear()
    finally:
        engine.stop()
        running.join()
    assert running.error is None


def test_a_closed_engine_refuses() -> None:
    engine = Engine(hash_mb=1)
    engine.close()
    engine.close()
    engine.stop()
    with pytest.raises(EngineError, match="closed"):
        engine.solve(MUST_PASS)
    with pytest.raises(EngineError, match="closed"):
        engine.clear()
    assert issubclass(EngineError, LogistelloError)


def test_two_engines_in_one_process(data: Path) -> None:
    one, other = problems(data / "ffo-1-19.obf")[:2]
    with Engine(hash_mb=4) as first, Engine(hash_mb=4) as second:
        running = Background(first)
        for _ in range(3):
            assert second.solve(one.position).score == one.best_score
            assert second.solve(other.position).score == other.best_score
        second.stop()  # is not heard by the first
        assert running.result is None
        first.stop()
        running.join()
    assert running.error is None


@pytest.mark.parametrize(("hash_mb", "reason"), [(0, "at least 1"), (-5, "at least 1"), (10**9, "does not fit")])
def test_a_table_that_cannot_be_had(hash_mb: int, reason: str) -> None:
    with pytest.raises(HashSizeError, match=reason) as caught:
        Engine(hash_mb=hash_mb)
    assert str(hash_mb) in str(caught.value)


@pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")
def test_a_table_that_the_system_refuses() -> None:
    program = (
        "import resource\n"
        "from logistello import Engine\n"
        "from logistello.errors import HashSizeError\n"
        "resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))\n"
        "try:\n"
        "    Engine(hash_mb=1024)\n"
        "except HashSizeError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "1024 MB" in done.stdout
    assert "smaller" in done.stdout


def test_search_solve_and_analyse_are_asked_alike() -> None:
    """Position and limit come first, the rest by name; whoever calls back is called ``on_info``."""
    for method in (Engine.search, Engine.solve, Engine.analyse):
        _, position, limit, *others = signature(method).parameters.values()
        assert (position.name, limit.name, limit.default) == ("position", "limit", None)
        assert position.kind is limit.kind is Parameter.POSITIONAL_OR_KEYWORD
        assert all(each.kind is Parameter.KEYWORD_ONLY for each in others)
        assert {each.name for each in others if each.name.startswith("on_")} <= {"on_info"}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"mode": "draw"}, "expected 'exact' or 'wld'"),
        ({"mode": "wld", "window": (-4, 4)}, "one of the two"),
        ({"window": (4, 4)}, "window"),
        ({"window": (-66, 0)}, "window"),
        ({"threads": -1}, "threads"),
    ],
)
def test_bad_arguments(engine: Engine, arguments: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        engine.solve(MUST_PASS, **arguments)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="threads"):
        Engine(threads=0)


def test_moves_are_squares(engine: Engine, data: Path) -> None:
    result = engine.solve(problems(data / "ffo-1-19.obf")[4].position, all_moves=True)
    assert all(type(move) is Square for move in (result.move, *result.pv, *result.moves))
