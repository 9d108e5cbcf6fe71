"""The background search of a session: stopping, hurrying, failing, other sizes of the table."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue

import pytest

from logistello.book import Book
from logistello.engine import BookPolicy, Engine, Info, Limit, SearchResult
from logistello.othello import Position, Square
from logistello.protocol.thinking import Thinker
from tests.book.hand_made import estimate, put_in
from tests.waiting import PATIENCE

START = Position.initial()


class Loop:
    """The thread of a session: events wait until a test carries them out."""

    def __init__(self, engine: Engine) -> None:
        self.events: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.thinker = Thinker(engine, self.events.put)
        self.news: list[Info] = []
        self.ends: list[SearchResult | None] = []

    def start(self, limit: Limit, best_moves: int = 1) -> None:
        self.thinker.start(START, limit, self.ends.append, on_info=self.news.append, best_moves=best_moves)

    def run_until(self, condition: Callable[[], object]) -> None:
        while not condition():
            self.events.get(timeout=PATIENCE)()

    def run_what_waits(self) -> None:
        while not self.events.empty():
            self.events.get()()


@pytest.fixture
def loop() -> Loop:
    return Loop(Engine(hash_mb=1))


def test_hurrying_gets_an_answer(loop: Loop) -> None:
    loop.start(Limit(), best_moves=3)
    loop.run_until(lambda: loop.news)
    loop.thinker.hurry()
    loop.run_until(lambda: loop.ends)
    [found] = loop.ends
    assert found is not None
    assert not found.complete
    assert found.best[0].move is found.move
    assert not loop.thinker.active
    loop.thinker.close()


def test_hurrying_before_the_search_has_begun_is_not_lost(loop: Loop) -> None:
    for _ in range(20):
        loop.start(Limit())
        loop.thinker.hurry()
        loop.run_until(lambda: loop.ends)
        assert loop.ends.pop() is not None
    loop.thinker.close()


def test_after_a_stop_nothing_is_told(loop: Loop) -> None:
    loop.start(Limit())
    loop.run_until(lambda: loop.news)
    loop.thinker.stop()
    told = len(loop.news)
    assert not loop.thinker.active
    loop.run_what_waits()
    assert (len(loop.news), loop.ends) == (told, [])
    loop.start(Limit(depth=2))  # the engine is free
    loop.run_until(lambda: loop.ends)
    loop.thinker.close()


def test_a_search_that_is_over_but_not_told_is_dropped_too(loop: Loop) -> None:
    loop.start(Limit(depth=2))
    end = loop.events.get(timeout=PATIENCE)
    loop.thinker.stop()
    end()
    loop.run_what_waits()
    assert (loop.news, loop.ends) == ([], [])
    loop.thinker.close()


def test_another_size_of_the_table_changes_nothing_else() -> None:
    book = Book.in_memory()
    put_in(book, START, {Square.F5: estimate(1.0)})
    engine = Engine(
        hash_mb=1,
        threads=2,
        selectivity="mpc",
        confidence=95,
        corner_quiescence=True,
        lag=0.5,
        book=book,
        learn=True,
        book_policy=BookPolicy(tolerance=1.0, seed=3),
    )
    thinker = Thinker(engine, lambda event: None)
    before = engine.search(START, Limit(depth=6), book=False, threads=1)
    thinker.resize(2)
    new = thinker.engine
    assert new is not engine
    assert new.hash_mb == 2
    assert new.model is engine.model
    assert (new.threads, new.selectivity, new.lag) == (2, "mpc", 0.5)
    after = new.search(START, Limit(depth=6), book=False, threads=1)
    assert (after.confidence, after.nodes) == (95, before.nodes)  # it prunes, and looks at corners, as before
    assert new.search(START, Limit(depth=1)).from_book
    assert new.learns
    thinker.close()
