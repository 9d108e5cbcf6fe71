"""Lines to values and back: pure functions, for any text."""

from __future__ import annotations

import os
import threading

from hypothesis import example, given, settings
from hypothesis import strategies as st

from logistello.engine import Clock, Limit
from logistello.othello import Color, Game, Square
from logistello.protocol import gtp_messages, nboard_messages, xboard_messages
from logistello.protocol.board import Board
from logistello.protocol.clocks import GtpClocks, TimeLeft, TimeSettings, XBoardClock, parse_clock, time_left
from logistello.protocol.conversation import read_lines

TEXTS = st.text(max_size=80)
SQUARES = st.sampled_from([square for square in Square if square is not Square.PASS])


@settings(max_examples=50)
@given(TEXTS)
@example("5")
@example("# x")
@example("set")
@example("set ")
@example("²")
def test_parsers_take_any_text(text: str) -> None:
    command = gtp_messages.parse_command(text)
    assert command is None or command.name or command.id
    nboard_messages.parse_command(text)
    nboard_messages.parse_move(text)
    nboard_messages.parse_whole(text)
    xboard_messages.parse_command(text)
    xboard_messages.parse_level(text)
    xboard_messages.parse_count(text)
    clock = parse_clock(text)
    assert clock is None or clock.initial >= 0


@settings(max_examples=30)
@given(SQUARES, st.integers(0, 10**9))
def test_moves_come_back(square: Square, number: int) -> None:
    assert xboard_messages.parse_move(xboard_messages.move_text(square)) is square
    played = nboard_messages.parse_move(nboard_messages.move_line(square, 1.5, 2.25).removeprefix("=== "))
    assert played == nboard_messages.PlayedMove(square, 2.25)
    command = gtp_messages.parse_command(f"{number} play b {square}")
    assert command is not None
    assert (command.id, gtp_messages.square_argument(command, 1)) == (str(number), square)


@settings(max_examples=30)
@given(st.lists(st.binary(max_size=40), max_size=8), st.integers(1, 30))
def test_lines_are_split_and_cut_like_by_the_plain_twin(parts: list[bytes], longest: int) -> None:
    reading, writing = os.pipe()

    def write() -> None:
        for part in parts:
            os.write(writing, part)
        os.close(writing)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        found = list(read_lines(reading, longest))
    finally:
        writer.join()
        os.close(reading)
    whole = b"".join(parts).split(b"\n")
    if not whole[-1]:
        whole.pop()
    texts = [line[:longest].decode(errors="replace") for line in whole]
    assert found == ["".join(c for c in text if c == "\t" or not (c < " " or c == "\x7f")) for text in texts]


# -- clocks -----------------------------------------------------------------------------------


def limit_of(settings: TimeSettings, *told: TimeLeft) -> Limit:
    clocks = GtpClocks()
    clocks.set(settings)
    for left in told:
        clocks.tell(Color.BLACK, left)
    return clocks.limit(Color.BLACK, Limit(time=7, depth=9), lag=0.1)


def test_gtp_clocks() -> None:
    assert limit_of(TimeSettings()) == Limit(time=7, depth=9)
    assert limit_of(TimeSettings(300)) == Limit(depth=9, clock=Clock(300))
    assert limit_of(TimeSettings(300, 5)) == Limit(depth=9, clock=Clock(300, 5))  # Fischer
    assert limit_of(TimeSettings(0, 30, 0)) == Limit(time=29.9, depth=9)
    assert limit_of(TimeSettings(0, 30, 10)) == Limit(time=2.9, depth=9)
    assert limit_of(TimeSettings(300, 30, 10)) == Limit(depth=9, clock=Clock(300, 3))  # Canadian, later
    assert limit_of(TimeSettings(300), TimeLeft(12.5)) == Limit(depth=9, clock=Clock(12.5))
    assert limit_of(TimeSettings(300, 30, 10), TimeLeft(8, 2)) == Limit(time=3.9, depth=9)
    assert limit_of(TimeSettings(0, 0.1, 1)) == Limit(time=0.05, depth=9)  # never nothing because of the lag


def test_gtp_clocks_run_where_nobody_tells_the_time() -> None:
    clocks = GtpClocks()
    clocks.set(TimeSettings(10, 6, 2))
    left = []
    for _ in range(4):
        clocks.spent(Color.WHITE, 4)
        limit = clocks.limit(Color.WHITE, Limit(), lag=0)
        left.append(limit.time if limit.clock is None else limit.clock)
    assert left == [Clock(6, 3), Clock(2, 3), 3.0, 2.0]  # main time, then two stones in six seconds
    clocks.spent(Color.WHITE, 1)
    assert clocks.limit(Color.WHITE, Limit(), lag=0).time == 3.0  # a new period
    assert clocks.limit(Color.BLACK, Limit(), lag=0).clock == Clock(10, 3)
    clocks.set(TimeSettings(10, 2))
    clocks.spent(Color.BLACK, 5)
    assert clocks.limit(Color.BLACK, Limit(), lag=0).clock == Clock(7, 2)
    clocks.restart()
    assert clocks.limit(Color.BLACK, Limit(), lag=0).clock == Clock(10, 2)


def test_clocks_of_records() -> None:
    game = Game()
    assert time_left(game) is None
    game.black.clock, game.white.clock = "0:30/0:02/1:00", "soon"
    assert time_left(game) == Clock(30, 2)
    game.play("f5", seconds=12)
    assert time_left(game) is None
    game.play("d6", seconds=99)
    assert time_left(game) == Clock(20, 2)
    game.play("c3", seconds=25)
    game.play("d3")
    assert time_left(game) == Clock(57, 2)  # the extension began: 30 + 2 * 2 - 37 + 60
    game.black.clock = "0:01"
    assert time_left(game) == Clock(0.2)


def test_xboard_clock() -> None:
    clock = XBoardClock(Limit(time=1, depth=5), lag=0.1)
    assert clock.limit() == Limit(time=1, depth=5)
    level = xboard_messages.parse_level("0 5 2")
    assert level is not None
    clock.set_level(level)
    clock.spent(10)
    assert clock.limit() == Limit(depth=5, clock=Clock(292, 2))
    clock.tell(3)
    clock.set_depth(8)
    assert clock.limit() == Limit(depth=8, clock=Clock(3, 2))
    clock.set_seconds(4)
    assert clock.limit() == Limit(time=3.9, depth=8)
    clock.restart()
    assert clock.limit() == Limit(time=3.9, depth=5)
    session = xboard_messages.parse_level("10 1 0")
    assert session is not None
    assert session.expected_increment == 6


# -- the board --------------------------------------------------------------------------------


@settings(max_examples=10)
@given(st.randoms(use_true_random=False))
def test_undo_is_the_way_back(rng: object) -> None:
    choose = rng.choice  # type: ignore[attr-defined]
    board = Board()
    before = []
    while not board.game.is_over:
        position = board.position
        before.append(position)
        if position.must_pass and choose((True, False)):
            position = position.play("pass")  # left out
        move = choose(position.legal_moves)
        board.play(move, position.turn if choose((True, False)) else None)
    board.play(Square.PASS, Color.BLACK)
    assert board.undo()
    for position in reversed(before):
        assert board.undo()
        assert board.position == position
    assert not board.undo()
