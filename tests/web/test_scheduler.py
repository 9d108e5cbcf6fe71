"""Sharing engines: turns, bounds, cancelling. Real engines, real threads; nothing here depends on being quick."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from logistello.engine import Bounds, Engine, Limit, SolveResult
from logistello.evaluation import Model
from logistello.othello import Game, Position, Square
from logistello.web.failures import ApiError
from logistello.web.scheduler import Cancelled, EngineSize, Scheduler
from logistello.web.tasks import AnalyseTask, SearchTask, SolveTask
from tests.waiting import PATIENCE
from tests.web.test_searching import SHORT_ENDING


@pytest.fixture(scope="module")
def model() -> Model:
    return Model.default()


@pytest.fixture
def scheduler(model: Model) -> Iterator[Scheduler]:
    made = Scheduler(model, engines=1, hash_mb=4, most_requests=3)
    yield made
    made.close()


class Endless:
    """Thinks for ever, and notes who had a turn."""

    in_turns = True

    def __init__(self, turns: list[str], name: str) -> None:
        self.turns = turns
        self.name = name
        self.begun = threading.Event()
        self.enough = threading.Event()
        self.error: BaseException | None = None

    def think(self, engine: Engine) -> bool:
        self.turns.append(self.name)
        self.begun.set()
        if self.turns.count(self.name) >= 3:
            self.enough.set()
        engine.search(Position.initial().play("f5"), Limit(depth=60))
        return False

    def fail(self, error: BaseException) -> None:
        self.error = error
        self.enough.set()


def test_everybody_has_turns(scheduler: Scheduler) -> None:
    turns: list[str] = []
    tasks = [Endless(turns, name) for name in "abc"]
    cancels = [scheduler.submit(task) for task in tasks]
    for task in tasks:
        assert task.enough.wait(PATIENCE)
    for cancel in cancels:
        cancel()
    # Nobody is far ahead: turns grow, but with the same number of them all have had about the same time.
    first = turns[:9]
    assert max(first.count(name) for name in "abc") <= 5
    assert all(isinstance(task.error, Cancelled) for task in tasks) or scheduler.active <= 1


def test_alone_it_is_never_interrupted(scheduler: Scheduler) -> None:
    turns: list[str] = []
    alone = Endless(turns, "a")
    cancel = scheduler.submit(alone)
    assert alone.begun.wait(PATIENCE)
    assert not alone.enough.wait(0.3)  # several turns long
    assert turns.count("a") == 1
    cancel()
    assert alone.enough.wait(PATIENCE)
    assert isinstance(alone.error, Cancelled)


def test_a_cancel_that_comes_before_the_search_is_not_lost(scheduler: Scheduler) -> None:
    class Slow(Endless):
        go_on = threading.Event()

        def think(self, engine: Engine) -> bool:
            self.begun.set()
            assert self.go_on.wait(PATIENCE)
            engine.search(Position.initial())
            engine.search(Position.initial())  # one stop ends all searches of a turn
            return False

    slow = Slow([], "slow")
    cancel = scheduler.submit(slow)
    assert slow.begun.wait(PATIENCE)
    cancel()
    slow.go_on.set()
    assert slow.enough.wait(PATIENCE)
    assert isinstance(slow.error, Cancelled)


def test_a_task_searches_in_the_thread_of_the_scheduler(scheduler: Scheduler) -> None:
    names: set[str] = set()
    running: set[str] = set()
    done = threading.Event()

    def look() -> None:
        names.add(threading.current_thread().name)
        running.update(thread.name for thread in threading.enumerate())
        if task.done:
            done.set()

    task = AnalyseTask(Position.initial(), Limit(depth=6), 64, look)
    scheduler.submit(task)
    assert done.wait(PATIENCE)
    assert names == {"engine-0"}
    assert "logistello-search" not in running


def test_what_cannot_be_shared_is_not_stopped(scheduler: Scheduler) -> None:
    class Whole(Endless):
        in_turns = False

    whole, other = Whole([], "whole"), Endless([], "other")
    cancel = scheduler.submit(whole)
    cancel_other = scheduler.submit(other)
    assert whole.begun.wait(PATIENCE)
    assert not whole.enough.wait(0.3)  # several turns long
    assert other.turns == []
    cancel()
    assert other.begun.wait(PATIENCE)
    cancel_other()


def test_there_are_bounds(scheduler: Scheduler) -> None:
    cancels = [scheduler.submit(Endless([], str(number))) for number in range(3)]
    with pytest.raises(ApiError, match="3 searches") as refused:
        scheduler.submit(SearchTask(Position.initial(), Limit(depth=1)))
    assert refused.value.status == 429
    cancels.append(scheduler.submit(Endless([], "page"), live=True))
    for cancel in cancels:
        cancel()


def test_interrupted_searches_find_the_same(model: Model, scheduler: Scheduler) -> None:
    """Beside another that wants the engine: as deep as if it had been alone."""
    crowd = [scheduler.submit(Endless([], "x")) for _ in range(2)]
    position = Game.from_moves("f5d6c3d3c4f4f6").position
    task = SearchTask(position, Limit(depth=9))
    scheduler.submit(task)
    found = task.answer.result(PATIENCE)
    assert found.complete
    assert found.depth == 9
    assert position.is_legal(found.move or -1)
    news = threading.Event()
    analysis = AnalyseTask(position, Limit(depth=5), 64, news.set)
    scheduler.submit(analysis, live=True)
    while not analysis.done:
        assert news.wait(PATIENCE)
        news.clear()
    assert {info.move for info in analysis.record.moves} == set(position.legal_moves)
    assert all(info.depth == 5 for info in analysis.record.moves)
    for cancel in crowd:
        cancel()


def test_a_solve_in_turns(scheduler: Scheduler) -> None:
    crowd = scheduler.submit(Endless([], "x"))
    task = SolveTask(Position.parse(SHORT_ENDING), "exact", True, 60.0)
    scheduler.submit(task)
    found = task.answer.result(PATIENCE)
    assert found.complete
    assert found.exact
    assert found.moves
    crowd()


def test_bounds_of_two_unfinished_solves() -> None:
    position = Position.initial()
    one = SolveResult(position, Bounds(-10, 64), Square.F5, (), {Square.F5: Bounds(-10, 64)}, False)
    two = SolveResult(position, Bounds(-20, 30), Square.D3, (), {Square.D3: Bounds(-20, 30)}, False)
    both = two.after(one)
    assert both == one.after(two)
    assert both.bounds == Bounds(-10, 30)
    assert both.move is Square.F5
    assert both.moves == {Square.F5: Bounds(-10, 64), Square.D3: Bounds(-20, 30)}


def test_a_task_that_fails_hurts_nobody(scheduler: Scheduler) -> None:
    class Broken(Endless):
        def think(self, engine: Engine) -> bool:
            raise ZeroDivisionError

    broken = Broken([], "broken")
    scheduler.submit(broken)
    assert broken.enough.wait(PATIENCE)
    assert isinstance(broken.error, ZeroDivisionError)
    after = SearchTask(Position.initial(), Limit(depth=2))
    scheduler.submit(after)
    assert after.answer.result(PATIENCE).depth == 2


def test_closing_ends_everything(model: Model) -> None:
    scheduler = Scheduler(model, engines=1, hash_mb=1, most_requests=3)
    tasks = [Endless([], str(number)) for number in range(3)]
    for task in tasks:
        scheduler.submit(task)
    scheduler.close()
    assert all(task.error is not None for task in tasks)
    with pytest.raises(ApiError):
        scheduler.submit(tasks[0])


class Measured(Endless):
    """Notes the size of the engine in each of its turns."""

    def __init__(self) -> None:
        super().__init__([], "measured")
        self.sizes: list[EngineSize] = []
        self.resized = threading.Event()

    def think(self, engine: Engine) -> bool:
        self.sizes.append(EngineSize(engine.threads, engine.hash_mb))
        if len(self.sizes) > 1:
            self.resized.set()
        return super().think(engine)


def test_a_new_size_serves_even_the_search_that_goes_on(scheduler: Scheduler) -> None:
    task = Measured()
    cancel = scheduler.submit(task)
    assert task.begun.wait(PATIENCE)
    scheduler.resize(EngineSize(threads=2, hash_mb=8))
    assert task.resized.wait(PATIENCE)
    cancel()
    assert [task.sizes[0], task.sizes[-1]] == [EngineSize(1, 4), EngineSize(2, 8)]
    assert scheduler.size == EngineSize(2, 8)


def test_a_limited_search_repeats_exactly_on_an_engine_of_many_threads(scheduler: Scheduler) -> None:
    scheduler.resize(EngineSize(threads=4, hash_mb=4))
    found = []
    for _ in range(2):
        task = SearchTask(Position.initial().play("f5"), Limit(nodes=20_000), clear=True)
        scheduler.submit(task)
        found.append(task.answer.result(PATIENCE))
    assert (found[0].score, found[0].depth, found[0].pv) == (found[1].score, found[1].depth, found[1].pv)
