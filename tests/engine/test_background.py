"""Searches in threads of their own: stopping, cancelling, failing, Ctrl-C. Nothing here depends on being quick."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from logistello import Engine, Info, Limit, Position, SearchResult
from logistello.engine import BackgroundSearch
from logistello.errors import EngineError
from tests.interrupting import ctrl_c_while_waiting, repeatedly
from tests.waiting import PATIENCE

START = Position.initial()
#: Beyond any slowness of a busy machine.

Tell = Callable[[Info], None]


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(hash_mb=1) as made:
        yield made


def for_ever(engine: Engine) -> Callable[[Tell], SearchResult]:
    """Goes on until it is stopped."""
    return lambda tell: engine.search(START, on_info=tell)


def search_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "logistello-search"]


# -- Ctrl-C -----------------------------------------------------------------------------------


def test_ctrl_c_makes_it_answer_with_the_best_so_far(engine: Engine) -> None:
    with ctrl_c_while_waiting() as interrupt:
        search = engine.in_background(for_ever(engine), on_info=lambda info: interrupt())
        with repeatedly(interrupt):
            found = search.answer()
    assert search.interrupted
    assert found.move in START.legal_moves
    assert not found.complete
    assert not search.running
    assert engine.search(START, Limit(depth=2)).complete


def test_ctrl_c_while_a_result_is_awaited_leaves_a_search_that_can_be_stopped(engine: Engine) -> None:
    analysis = engine.analyse(START)
    with ctrl_c_while_waiting() as interrupt, repeatedly(interrupt), pytest.raises(KeyboardInterrupt):
        analysis.result()
    with pytest.raises(EngineError, match="busy"):
        engine.search(START, Limit(depth=1))
    engine.stop()
    assert not analysis.result().complete  # it was still running, and has ended now
    assert not any(thread.is_alive() for thread in search_threads() if thread.join(PATIENCE) is None)


def test_an_answer_that_is_not_interrupted(engine: Engine) -> None:
    search = engine.in_background(lambda tell: engine.search(START, Limit(depth=3)))
    assert search.answer().depth == 3
    assert not search.interrupted


# -- stopping ---------------------------------------------------------------------------------


def test_a_stop_before_the_search_has_begun_is_not_lost(engine: Engine) -> None:
    go_on = threading.Event()

    def work(tell: Tell) -> list[bool]:
        assert go_on.wait(PATIENCE)
        return [engine.search(START).complete for _ in range(2)]  # all of its searches, not only the next one

    search = engine.in_background(work)
    search.stop()
    go_on.set()
    assert search.result() == [False, False]


def test_a_stop_of_the_engine_reaches_work_that_has_not_begun_to_search(engine: Engine) -> None:
    go_on = threading.Event()
    search = engine.in_background(lambda tell: go_on.wait(PATIENCE) and engine.search(START).complete)
    engine.stop()
    go_on.set()
    assert search.result() is False


def test_a_limit_that_ends_one_search_does_not_end_the_next(engine: Engine) -> None:
    limits = Limit(nodes=0), Limit(depth=4)
    search = engine.in_background(lambda tell: [engine.search(START, limit).complete for limit in limits])
    assert search.result() == [False, True]


def test_an_old_stop_does_not_reach_the_next_search(engine: Engine) -> None:
    old = engine.in_background(lambda tell: engine.search(START, Limit(depth=2)))
    assert old.result().complete
    new = engine.in_background(lambda tell: engine.search(START, Limit(depth=8)))
    old.stop()
    old.cancel()
    assert new.result().depth == 8


def test_a_turn_is_one_use_of_the_engine(engine: Engine) -> None:
    with engine.reserve() as turn:
        assert engine.search(START, Limit(depth=2)).complete
        turn.stop()
        assert not engine.search(START).complete
        assert not engine.solve(START).complete
        elsewhere = _in_another_thread(lambda: engine.search(START, Limit(depth=1)))
        assert isinstance(elsewhere, EngineError)
    turn.stop()
    assert engine.search(START, Limit(depth=2)).complete


def _in_another_thread(work: Callable[[], object]) -> BaseException | None:
    errors: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(PATIENCE)
    return errors[0] if errors else None


# -- who is told what -------------------------------------------------------------------------


def test_the_engine_is_free_when_the_end_is_told(engine: Engine) -> None:
    after: list[SearchResult] = []
    told = threading.Event()

    def done(search: BackgroundSearch[SearchResult]) -> None:
        after.extend([search.result(), engine.search(START, Limit(depth=1))])
        told.set()

    engine.in_background(lambda tell: engine.search(START, Limit(depth=3)), on_done=done)
    assert told.wait(PATIENCE)
    assert [each.depth for each in after] == [3, 1]


def test_after_cancelling_nothing_is_told(engine: Engine) -> None:
    mail: list[Callable[[], None]] = []
    arrived = threading.Event()
    told: list[object] = []

    def post(event: Callable[[], None]) -> None:
        mail.append(event)
        arrived.set()

    search = engine.in_background(for_ever(engine), on_info=told.append, on_done=told.append, deliver=post)
    assert arrived.wait(PATIENCE)
    mail[0]()
    assert len(told) == 1
    search.cancel()
    for event in mail:
        event()
    assert len(told) == 1
    assert engine.search(START, Limit(depth=1)).complete  # cancelling has waited


def test_errors_are_raised_where_somebody_waits(engine: Engine) -> None:
    def fail(tell: Tell) -> None:
        raise ZeroDivisionError

    search = engine.in_background(fail)
    for wait in (search.result, search.answer):
        with pytest.raises(ZeroDivisionError):
            wait()
    search.wait()
    search.cancel()
    assert engine.search(START, Limit(depth=1)).complete


def test_an_analysis_raises_what_went_wrong(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    from logistello.engine.question import SearchQuestion

    def fail(*arguments: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(SearchQuestion, "ask", fail)
    with pytest.raises(ZeroDivisionError):
        list(engine.analyse(START))


def test_calls_from_inside_a_call_are_refused(engine: Engine) -> None:
    def ask_again(info: Info) -> None:
        engine.search(START, Limit(depth=1))

    with pytest.raises(EngineError, match="busy"):
        engine.search(START, Limit(depth=3), on_info=ask_again)
    with pytest.raises(EngineError, match="busy"):
        engine.in_background(lambda tell: engine.search(START, on_info=ask_again)).result()
    with pytest.raises(EngineError, match="wait for itself"):
        engine.in_background(lambda tell: engine.close()).result()
    assert engine.search(START, Limit(depth=1)).complete


def test_closing_the_engine_ends_the_work(engine: Engine) -> None:
    search = engine.in_background(for_ever(engine))
    engine.close()
    assert search.result().move in START.legal_moves
    with pytest.raises(EngineError, match="closed"):
        engine.in_background(for_ever(engine))
