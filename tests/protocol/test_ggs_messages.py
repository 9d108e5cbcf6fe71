"""From bytes to typed messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from logistello.othello import PASS, Color, Position, Square
from logistello.protocol.ggs import message as ggs
from logistello.protocol.ggs.framing import MOST_IN_A_LINE, MOST_LINES, Framer
from logistello.protocol.ggs.notation import GgsClock, GgsMove, MatchType
from logistello.protocol.ggs.parsing import parse_message

BLOCK = """\
|alice    (1720.0 *) 00:56,1:0//02:00,1:0
|bob      (1719.5 O) 1:00:58,0:0/05,0:2/02:00,0:0
|
|   A B C D E F G H
| 1 - - - - - - - - 1\x20
| 2 - - - - - - - - 2\x20
| 3 - - - - - - - - 3\x20
| 4 - - - O * - - - 4\x20
| 5 - - - * * * - - 5\x20
| 6 - - - - - - - - 6\x20
| 7 - - - - - - - - 7\x20
| 8 - - - - - - - - 8\x20
|   A B C D E F G H
|
|O to move
READY
"""
AFTER_F5 = Position.initial().play("f5")


def parse(text: str) -> ggs.Message:
    """The first message of a text."""
    return parse_message(Framer().feed(f"{text}\nREADY\n".encode())[0])


def kind(text: str) -> MatchType:
    found = MatchType.parse(text)
    assert found is not None
    return found


# -- framing ----------------------------------------------------------------------------------


def test_bytes_one_by_one() -> None:
    update = f"\r\n/os: update .5 8b K?\n|  1: f5//3.47\n{BLOCK}"
    text = f"{update}: Enter your password.\r\nbob: x\n|y\n: z\nREADY\r\n".encode()
    whole = Framer().feed(text)
    framer = Framer()
    assert [block for byte in text for block in framer.feed(bytes([byte]))] == whole
    assert [block[0] for block in whole] == [
        *("/os: update .5 8b K?", "READY", ": Enter your password.", "bob: x", ": z", "READY")
    ]
    assert whole[3] == ("bob: x", "y")


def test_a_prompt_without_an_end_of_line() -> None:
    framer = Framer()
    assert framer.feed(b"\xff\xfd\x18welcome\r\n: Enter lo") == []
    assert framer.feed(b"gin (yours, or one you'd like to use).") == [
        ("welcome",),
        (": Enter login (yours, or one you'd like to use).",),
    ]


@pytest.mark.parametrize("cut", range(12))
def test_telnet_negotiations_are_taken_out(cut: int) -> None:
    data = b"ab\xff\xfb\x01\xff\xfa\x18\x00xy\xff\xf0cd\xff\xf9e\nREADY\n"
    framer = Framer()
    assert framer.feed(data[:cut]) + framer.feed(data[cut:]) == [("abcde",), ("READY",)]


def test_a_negotiation_that_never_ends() -> None:
    assert Framer().feed(b"\xff\xfaxxxx\nhello\nREADY\n")[-2:] == [("hello",), ("READY",)]


def test_long_lines_and_long_messages_are_dropped() -> None:
    framer = Framer()
    for _ in range(20):
        assert framer.feed(b"x" * 100_000) == []
        assert len(framer._line) <= MOST_IN_A_LINE
    assert framer.feed(b"\n/os: join .5 8 K?\n" + b"|x\n" * 100_000 + b"READY\n")[0][1:] == ("x",) * (MOST_LINES - 1)
    assert framer.dropped > 90_000
    assert framer.feed(b"\nhello\nREADY\n") == [("hello",), ("READY",)]


def test_control_characters_do_not_reach_anybody() -> None:
    assert Framer().feed(b"bob: \x1b[2J\x07\x00hi\x9b\tthere\nREADY\n")[0] == ("bob: [2Jhi\ufffd there",)


# -- the central server -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (": Enter login (yours, or one you'd like to use).", ggs.Prompt("login")),
        (": Enter your password.", ggs.Prompt("password")),
        (": + /os 1", ggs.Presence("/os", here=True)),
        (": - /os 1", ggs.Presence("/os", here=False)),
        (": +ack:  who => who", ggs.ServerText("+ack:  who => who")),
        ("bob: hello: you", ggs.Tell("bob", "hello: you")),
        ("bob .chat: hello", ggs.Tell("bob", "hello")),
        ("bob: hi\n|/os: end .5.0 ( a vs. b ) +2", ggs.Tell("bob", "hi\n/os: end .5.0 ( a vs. b ) +2")),
        ("Multiplexors on:", ggs.Unknown("Multiplexors on:")),
    ],
)
def test_the_central_server(text: str, expected: ggs.Message) -> None:
    assert parse(text) == expected


# -- the service ------------------------------------------------------------------------------


def test_requests() -> None:
    usual = ggs.Request(
        added=True,
        id=".8",
        challenger=ggs.Party("alice", 1720.0),
        opponent=ggs.Party("bob", 1719.5),
        type=kind("8b"),
        rated="U",
        clock=GgsClock(60.0, 0.0, 120.0),
    )
    assert parse("/os: +   .8 1720.0 alice    01:00//02:00       8b U 1719.5 bob") == usual
    gone = parse("/os: -   .8 1720.0 alice    01:00//02:00       8b U 1719.5 bob")
    assert isinstance(gone, ggs.Request)
    assert not gone.added
    everybody = parse("/os: + .19 1735.1 pamphlet 15:00//02:00        s8r20 R")
    assert isinstance(everybody, ggs.Request)
    assert (everybody.opponent, everybody.type.discs, everybody.type.synchro) == (None, 20, True)
    stored = parse("/os: + .20 1735.1 carl 15:00//02:00 8 S 1720 bob 10:00/05/02:00 .42590")
    assert isinstance(stored, ggs.Request)
    assert (stored.stored, stored.opponent_clock) == (".42590", GgsClock(600.0, 5.0, 120.0))


def test_matches() -> None:
    parties = (ggs.Party("alice", 1720.0), ggs.Party("bob", 1700.0))
    assert parse("/os: + match .5 1720 alice 1700 bob 8b U") == ggs.MatchBegun(".5", parties, kind("8b"), "U")
    over = ggs.MatchOver(".5", parties, kind("8b"), "R", 12.0, "+12.00")
    assert parse("/os: - match .5 1720 alice 1700 bob 8b R +12.00") == over
    left = parse("/os: - match .5 1720 alice 1700 bob 8b R alice left")
    assert isinstance(left, ggs.MatchOver)
    assert (left.score, left.words) == (None, "alice left")


def test_joins_in_text() -> None:
    fresh = parse(f"/os: join .5 8b K?\n|0 move(s)\n|  0: PASS\n{BLOCK}")
    assert isinstance(fresh, ggs.Join)
    assert (fresh.id, fresh.moves, fresh.start, fresh.position) == (".5", (), AFTER_F5, AFTER_F5)
    seat = fresh.seats[Color.WHITE]
    assert (seat.name, seat.rating) == ("bob", 1719.5)
    assert seat.clock == GgsClock(3658.0, 5.0, 120.0, 2)
    start = BLOCK.replace("* * *", "* O -").replace("O to move\nREADY\n", "* to move\n")
    resumed = parse(f"/os: join .5.1 s8r18 K-3.5\n|1 move(s)\n{start}|  1: f5/-1.50/3.47\n{BLOCK}")
    assert isinstance(resumed, ggs.Join)
    assert (resumed.id, resumed.start, resumed.position) == (".5.1", Position.initial(), AFTER_F5)
    assert resumed.moves == (GgsMove(Square.F5, -1.5, 3.47),)


def test_joins_in_ggf() -> None:
    record = (
        "(;GM[Othello]PC[GGS/os]PB[alice]PW[bob]RB[1720]RW[1700.5]TI[05:00//02:00]TY[8]RE[?]"
        "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5//3.47];)"
    )
    join = parse(f"/os: join .5 {record}")
    assert isinstance(join, ggs.Join)
    assert (join.start, join.position) == (Position.initial(), AFTER_F5)
    assert join.seats[Color.WHITE].clock == GgsClock(300.0, 0.0, 120.0)
    assert parse(f"/os: join .5 {record[:60]}") == ggs.Garbled(".5")


def test_updates() -> None:
    update = parse(f"/os: update .5 8b K?\n|  1: f5//3.47\n{BLOCK}")
    assert isinstance(update, ggs.Update)
    assert (update.number, update.move, update.position) == (1, GgsMove(Square.F5, None, 3.47), AFTER_F5)
    assert parse("/os: update .5.0 F5/1.25/3") == ggs.Update(".5.0", GgsMove(Square.F5, 1.25, 3.0))
    assert parse("/os: update .5 PA") == ggs.Update(".5", GgsMove(PASS))


def test_a_board_that_is_not_whole_is_none() -> None:
    torn = BLOCK.replace("| 6 - - - - - - - - 6 \n", "")
    update = parse(f"/os: update .5 8b K?\n|  1: f5//3.47\n{torn}")
    assert isinstance(update, ggs.Update)
    assert update.position is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("end .5.0 ( alice vs. bob ) +46.00", ggs.GameOver(".5.0", ("alice", "bob"), 46.0)),
        ("timeout .5 bob", ggs.TimeUp(".5", "bob", fatal=False)),
        ("fatal-timeout .5.1 bob", ggs.TimeUp(".5.1", "bob", fatal=True)),
        ("undo .5 bob is asking", ggs.Asking(".5", "bob", "undo")),
        ("abort .5 bob is asking", ggs.Asking(".5", "bob", "abort")),
        ("error .5 illegal move", ggs.ServiceError("illegal move", ".5")),
        (
            "ask ERR Player is not accepting new matches.",
            ggs.ServiceError("ask ERR Player is not accepting new matches."),
        ),
        (".5 A 1720 bob: good game", ggs.Comment(".5", "bob", "good game")),
        ("who 3 of something", ggs.Unknown("/os: who 3 of something")),
        ("update .5", ggs.Garbled(".5")),
        ("join .5.1 8 K", ggs.Garbled(".5.1")),
        ("upda", ggs.Garbled(None)),
    ],
)
def test_other_messages(text: str, expected: ggs.Message) -> None:
    assert parse(f"/os: {text}") == expected


def test_lists() -> None:
    stored = parse(
        "/os: stored 2 pamphlet\n|.42590   23 Feb 2001 23:17:39 pamphlet patzer   s8r16:l\n|nonsense\n"
        "|.42661   24 Feb 2001 18:08:41 ant      pamphlet 8:l"
    )
    assert stored == ggs.StoredMatches(
        "pamphlet",
        ((".42590", ("pamphlet", "patzer"), kind("s8r16")), (".42661", ("ant", "pamphlet"), kind("8"))),
    )
    ratings = parse("/os: rating_update .21\n|pamphlet 1720.00 @ 350.00  +316.06 -> 2036.06 @ 254.20\n|x")
    assert ratings == ggs.RatingUpdate(".21", {"pamphlet": 2036.06})


@pytest.mark.parametrize(
    ("text", "initial", "increment", "extension"),
    [
        ("15:00//02:00", 900, 0, 120),
        ("00:56,1:0//02:00,1:0", 56, 0, 120),
        ("1.02:00:00//02:00", 93_600, 0, 120),
        ("5", 5, 0, 0),
        ("/10/", 0, 10, 0),
        ("2:00:00,N40/30,N2/30:00,N0", 7200, 15, 1800),
        ("-00:03,5:0//02:00", 0, 0, 120),
    ],
)
def test_clocks(text: str, initial: float, increment: float, extension: float) -> None:
    clock = GgsClock.parse(text)
    assert clock is not None
    assert (clock.initial, clock.increment_per_move, clock.extension) == (initial, increment, extension)


@pytest.mark.parametrize("text", ["", "x", "1/2/3/4", "9" * 50, "1:2:3:4", "5,x", "²"])
def test_no_clocks(text: str) -> None:
    assert GgsClock.parse(text) is None


def test_real_games_come_through(shared_data: Path) -> None:
    """Records of the real server, as a join in short lines would bring them."""
    lines = (shared_data / "ggf" / "ggs_samples.ggf").read_text().splitlines()
    assert any("BO[8 " in line for line in lines)
    for line in lines:
        join = parse(f"/os: join .7 {line}")
        if "BO[8 " not in line:
            assert isinstance(join, ggs.Garbled)  # a board of another size
            continue
        assert isinstance(join, ggs.Join)
        assert join.record is not None
        assert join.record.is_over
        assert {seat.clock is not None for seat in join.seats.values()} == {True}
