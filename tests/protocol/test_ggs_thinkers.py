"""Engines on threads: boards side by side, clocks shared, searches that are not needed any more."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import NamedTuple

import pytest

from logistello.engine import BackgroundSearch, Engine, Limit
from logistello.engine.background import Tell
from logistello.engine.opponent_time import OpponentTime
from logistello.othello import Position, Square
from logistello.protocol.ggs.actions import Think, Thought
from logistello.protocol.ggs.thinkers import MoveFound, Thinkers, ThinkingEngine
from tests.waiting import PATIENCE, wait_until, wait_until_it_works

from .fake_ggs import Connection, FakeGgs
from .ggs_client import play

START = Position.initial()
#: Beyond any slowness of a busy machine.


class Answer(NamedTuple):
    move: Square | None
    score: float = 0.0


class NoReservation:
    """Puppets need no engine to themselves."""

    def __init__(self, puppet: Puppet) -> None:
        self._puppet = puppet

    def adopt(self) -> None: ...
    def release(self) -> None: ...
    def stop(self) -> None:
        self._puppet.stopped.set()


class Puppet:
    """An engine that does what a test tells it; remembers what it was asked."""

    def __init__(self, act: Callable[[Position], Answer] = lambda position: Answer(position.legal_moves[-1])) -> None:
        self._act = act
        self.asked: list[tuple[Limit, int]] = []
        self.stopped = threading.Event()
        self.closed = False

    def search(self, position: Position, limit: Limit | None = None, *, threads: int | None = None) -> Answer:
        assert limit is not None
        assert threads is not None
        self.asked.append((limit, threads))
        return self._act(position)

    def in_background(
        self,
        work: Callable[[Tell], MoveFound],
        *,
        on_done: Callable[[BackgroundSearch[MoveFound]], None] | None = None,
    ) -> BackgroundSearch[MoveFound]:
        return BackgroundSearch(NoReservation(self), work, on_done=on_done)

    def close(self) -> None:
        self.closed = True


class Desk:
    """Thinkers whose answers wait in a queue, and a clock that stands."""

    def __init__(self, *engines: ThinkingEngine, threads: int = 1, lag: float = 2.0) -> None:
        self.answers: SimpleQueue[Thought] = SimpleQueue()
        self.now = 100.0
        self.thinkers = Thinkers(engines, self.answers.put, clock=lambda: self.now, threads=threads, lag=lag)

    def ask(
        self, game: str, turn: int = 0, remaining: float | None = 60.0, boards: int = 1, increment: float = 0.0
    ) -> None:
        self.thinkers.submit(Think(game, turn, START, remaining, increment, 100.0, boards))

    def answer(self) -> Thought:
        return self.answers.get(timeout=PATIENCE)


@pytest.fixture
def close() -> Iterator[list[Desk]]:
    desks: list[Desk] = []
    yield desks
    for desk in desks:
        desk.thinkers.close()


def test_two_boards_at_once(close: list[Desk]) -> None:
    both = threading.Barrier(2, timeout=PATIENCE)  # opens only when both searches run

    def act(position: Position) -> Answer:
        both.wait()
        return Answer(position.legal_moves[0])

    desk = Desk(Puppet(act), Puppet(act))
    close.append(desk)
    desk.ask(".5.0", boards=2)
    desk.ask(".5.1", boards=2)
    assert {desk.answer().game_id for _ in range(2)} == {".5.0", ".5.1"}


def test_a_game_stays_with_its_engine(close: list[Desk]) -> None:
    engines = Puppet(), Puppet()
    desk = Desk(*engines)
    close.append(desk)
    for turn in range(3):
        desk.ask(".5.0", turn)
        desk.answer()
    assert [len(engine.asked) for engine in engines] == [3, 0]
    desk.ask(".5.1")
    desk.answer()
    assert [len(engine.asked) for engine in engines] == [3, 1]


@pytest.mark.parametrize(
    ("remaining", "waited", "boards", "expected"),
    [
        (60.0, 0.0, 1, 58.0),  # less the lag
        (60.0, 10.0, 1, 48.0),  # and what has gone by
        (60.0, 0.0, 2, 29.0),  # one engine for two boards whose clocks both run
        (3.0, 0.0, 1, 1.5),  # a short clock is shared with the lag
        (0.0, 0.0, 1, 0.0),
        (5.0, 90.0, 1, 0.0),
    ],
)
def test_what_the_engine_is_given(
    remaining: float, waited: float, boards: int, expected: float, close: list[Desk]
) -> None:
    engine = Puppet()
    desk = Desk(engine)
    close.append(desk)
    desk.now += waited
    desk.ask(".5", remaining=remaining, boards=boards, increment=4.0)
    desk.answer()
    [(limit, _)] = engine.asked
    assert limit.clock is not None
    assert (limit.clock.remaining, limit.clock.increment) == (expected, 4.0 / boards)


def test_without_a_clock(close: list[Desk]) -> None:
    engine = Puppet()
    desk = Desk(engine)
    close.append(desk)
    desk.ask(".5", remaining=None)
    desk.answer()
    assert engine.asked[0][0].time is not None


def test_threads_are_shared(close: list[Desk]) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def hold(position: Position) -> Answer:
        inside.set()
        assert go_on.wait(PATIENCE)
        return Answer(position.legal_moves[0])

    first, second = Puppet(hold), Puppet()
    desk = Desk(first, second, threads=4)
    close.append(desk)
    desk.ask(".5.0")
    assert inside.wait(PATIENCE)
    desk.ask(".5.1")
    assert desk.answer().game_id == ".5.1"
    go_on.set()
    desk.answer()
    assert (first.asked[0][1], second.asked[0][1]) == (4, 2)


def test_an_engine_that_fails_still_moves(close: list[Desk]) -> None:
    def fail(position: Position) -> Answer:
        raise RuntimeError("out of order")

    desk = Desk(Puppet(fail), Puppet(lambda position: Answer(None)))
    close.append(desk)
    desk.ask(".5.0")
    thought = desk.answer()
    assert (thought.move, thought.error) == (START.legal_moves[0], "out of order")
    desk.ask(".5.1")
    assert "no move" in str(desk.answer().error)


def test_a_search_that_is_not_needed_any_more(close: list[Desk]) -> None:
    """A real engine with all the time in the world: it must turn to the next question at once."""
    desk = Desk(Engine(hash_mb=1))
    close.append(desk)
    for turn in range(3):
        desk.ask(".5", turn, remaining=1e6)
    desk.thinkers.cancel(".5")
    desk.ask(".6", remaining=0.0)
    assert desk.answer().game_id == ".6"
    assert desk.answers.empty()


def test_closing_waits_for_nothing() -> None:
    engine = Engine(hash_mb=1)
    desk = Desk(engine)
    desk.ask(".5", remaining=1e6)
    desk.thinkers.close()
    assert desk.answers.empty()


def test_the_server_is_answered_while_the_engine_thinks() -> None:
    """The first search ends only after the server got its answer to something else."""
    connections: list[Connection] = []
    declined = threading.Event()

    def wait(position: Position) -> Answer:
        if not declined.is_set():
            connections[0].say("/os: + .99 1720.0 carl 05:00//02:00 8 U 1720.0 logist")
            assert declined.wait(PATIENCE)
        return Answer(position.legal_moves[0])

    class Listening(FakeGgs):
        def heard(self, line: str) -> None:
            if line == "tell /os decline .99":
                declined.set()

    with Listening(challenges=["8r40"], on_login=connections.append) as server:
        run = play(server, engines=[Puppet(wait)], matches=1)
    assert declined.is_set()
    assert run.session.results.matches == 1


# -- on the opponent's time --------------------------------------------------------------------


class PonderingDesk:
    """A real engine that thinks on."""

    def __init__(self, *engines: Engine) -> None:
        self.answers: SimpleQueue[Thought] = SimpleQueue()
        self.thinkers = Thinkers(engines, self.answers.put, clock=lambda: 100.0, lag=0.0, ponder=True)

    def ask(self, game: str, turn: int, position: Position) -> Thought:
        self.thinkers.submit(Think(game, turn, position, 20.0, 0.0, 100.0, 1))
        return self.answers.get(timeout=PATIENCE)

    @property
    def opponent_time(self) -> OpponentTime:
        return self.thinkers._queues[0]._opponent_time

    def wait_until_it_thinks(self) -> Square:
        wait_until(lambda: self.opponent_time.thinking, "it thinks on the opponent's time")
        wait_until_it_works(0.2)
        expected = self.opponent_time.expected
        assert expected is not None
        return expected


@pytest.fixture
def pondering() -> Iterator[PonderingDesk]:
    desk = PonderingDesk(Engine(hash_mb=4))
    yield desk
    desk.thinkers.close()


def test_the_expected_reply_was_thought_about(pondering: PonderingDesk) -> None:
    first = pondering.ask(".5", 1, START)
    theirs = START.play(first.move)
    expected = pondering.wait_until_it_thinks()
    pondering.thinkers.cancel(".5")  # our own move comes back from the server: no reason to stop
    assert pondering.opponent_time.thinking
    second = pondering.ask(".5", 2, theirs.play(expected))
    assert theirs.play(expected).is_legal(second.move)
    tally = pondering.thinkers.pondering
    assert (tally.hits, tally.misses) == (1, 0)
    assert tally.seconds_saved > 0


def test_another_reply_is_a_miss_and_the_end_of_the_game_the_end(pondering: PonderingDesk) -> None:
    theirs = START.play(pondering.ask(".5", 1, START).move)
    expected = pondering.wait_until_it_thinks()
    other = next(move for move in theirs.legal_moves if move is not expected)
    assert theirs.play(other).is_legal(pondering.ask(".5", 2, theirs.play(other)).move)
    assert (pondering.thinkers.pondering.hits, pondering.thinkers.pondering.misses) == (0, 1)
    wait_until(lambda: pondering.opponent_time.thinking, "it thinks again")
    pondering.thinkers.forget(".5")
    assert not pondering.opponent_time.thinking


def test_another_board_comes_first(pondering: PonderingDesk) -> None:
    pondering.ask(".5.0", 1, START)
    pondering.wait_until_it_thinks()
    other = START.play("f5").play("d6")
    assert other.is_legal(pondering.ask(".5.1", 1, other).move)
    assert pondering.thinkers.pondering.replies == 0


def test_closing_while_it_thinks() -> None:
    desk = PonderingDesk(Engine(hash_mb=4))
    desk.ask(".5", 1, START)
    desk.wait_until_it_thinks()
    desk.thinkers.close()
    assert not desk.opponent_time.thinking
