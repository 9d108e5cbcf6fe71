"""``Engine.ponder``: thinking on the opponent's time, with real threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from logistello import PASS, Clock, Engine, IllegalMoveError, Info, Limit, Position, Square
from logistello.errors import EngineError
from tests.waiting import PATIENCE

Make = Callable[[int, int], Position]
START = Position.initial()
AFTER_F5 = START.play("f5")
MUST_PASS = Position.parse("XO" + "-" * 62 + " O")


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(hash_mb=16, selectivity="none") as made:
        yield made


class Depth:
    """Waits until a search has reached a depth."""

    def __init__(self, depth: int) -> None:
        self._depth = depth
        self._reached = threading.Event()

    def hear(self, info: Info) -> None:
        if info.depth >= self._depth:
            self._reached.set()

    def wait(self) -> None:
        assert self._reached.wait(PATIENCE)


def test_a_hit_goes_on_with_what_is_known(engine: Engine) -> None:
    deep = Depth(10)
    pondering = engine.ponder(AFTER_F5, "d6", on_info=deep.hear)
    assert pondering.expected is Square.D6
    deep.wait()
    assert pondering.searching
    hit = pondering.answer("d6", Limit(time=0.0))
    assert not pondering.searching
    with Engine(hash_mb=16, selectivity="none") as fresh:
        alone = fresh.search(AFTER_F5.play("d6"), Limit(time=0.0))
    assert hit.position == AFTER_F5.play("d6")
    assert hit.move in hit.position.legal_moves
    assert hit.depth >= 10
    assert hit.depth > alone.depth


def test_a_hit_takes_the_real_clock(engine: Engine) -> None:
    begins = Depth(1)
    pondering = engine.ponder(AFTER_F5, "d6", on_info=begins.hear)
    begins.wait()
    infos = []
    result = pondering.answer("d6", Limit(clock=Clock(5)), on_info=infos.append)
    assert result.move in result.position.legal_moves
    assert infos


def test_a_miss_is_left(engine: Engine) -> None:
    for _ in range(4):
        runs = Depth(5)
        pondering = engine.ponder(AFTER_F5, "d6", on_info=runs.hear)
        runs.wait()
        result = pondering.answer("f4", Limit(time=0.0))
        assert not result.complete
        assert result.position == AFTER_F5.play("f4")
        assert result.move in result.position.legal_moves


def test_without_an_expectation_every_reply_is_prepared(engine: Engine) -> None:
    deep = Depth(8)
    pondering = engine.ponder(AFTER_F5, on_info=deep.hear)
    assert pondering.expected is None
    deep.wait()
    result = pondering.answer("f6", Limit(depth=6))
    assert result.position == AFTER_F5.play("f6")
    with Engine(hash_mb=16, selectivity="none") as fresh:
        alone = fresh.search(AFTER_F5.play("f6"), Limit(depth=6))
    assert result.nodes < alone.nodes  # the table remembers


def test_a_search_that_is_over_answers_at_once(engine: Engine, random_position: Make) -> None:
    position = random_position(2, 10)
    reply = position.legal_moves[0]
    pondering = engine.ponder(position, reply)
    pondering.wait()
    assert not pondering.searching
    result = pondering.answer(reply, Limit(time=0.0))
    assert (result.exact, result.complete, result.nodes) == (True, True, 0)
    assert result.score == engine.solve(position.play(reply)).score


def test_a_single_reply_is_expected(engine: Engine) -> None:
    with engine.ponder(MUST_PASS) as pondering:
        assert pondering.expected is PASS
    assert engine.search(START, Limit(depth=1)).complete


def test_an_illegal_reply_changes_nothing(engine: Engine) -> None:
    with pytest.raises(IllegalMoveError):
        engine.ponder(AFTER_F5, "a1")
    with engine.ponder(AFTER_F5, "d6") as pondering:
        with pytest.raises(IllegalMoveError):
            pondering.answer("a1")
        assert pondering.searching
        with pytest.raises(EngineError, match="busy"):
            engine.search(START)
    assert not pondering.searching


def test_stop_and_close(engine: Engine) -> None:
    pondering = engine.ponder(AFTER_F5, "d6")
    known = pondering.stop()
    assert known.position == AFTER_F5.play("d6")
    assert known.move in known.position.legal_moves
    pondering = engine.ponder(AFTER_F5, "d6")
    engine.close()
    assert not pondering.searching
    with pytest.raises(EngineError, match="closed"):
        pondering.answer("d6")


def test_a_game_over_is_no_trouble(engine: Engine) -> None:
    over = Position(0b1, 0)
    with engine.ponder(over) as pondering:
        assert pondering.expected is None
