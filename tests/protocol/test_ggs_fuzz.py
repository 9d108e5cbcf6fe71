"""A thousand hostile lines into the parser, the session and the client: no crash, no hang, and the game goes on."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from logistello.protocol.ggs.actions import Leave, Send, Think
from logistello.protocol.ggs.framing import Framer
from logistello.protocol.ggs.parsing import parse_message
from logistello.protocol.ggs.session import GgsSession
from logistello.protocol.ggs.settings import GgsSettings

from .fake_ggs import Connection, FakeGgs
from .fake_match import FakeMatch
from .ggs_client import play
from .test_ggs_session import Table

LINES = 1000


def real_lines() -> list[str]:
    """One of everything that the server says."""
    match = FakeMatch.begin(".5", "8", ("bob", "logist"), seconds=60.0, increment=0.0, seed=1)
    board = match.boards[0]
    lines = [match.line("+"), *board.join(ggf=False), *board.join(ggf=True)]
    for move in ("f5", "d6"):
        board.game.play(move, seconds=1.0)
        lines += [*board.update(ggf=False), *board.update(ggf=True), *board.join(ggf=False)]
    return [
        *lines,
        match.line("-", "+12.00"),
        match.line("-", "bob left"),
        "READY",
        ": Enter login (yours, or one you'd like to use).",
        ": Enter your password.",
        ": - /os 1",
        ": + /os 1",
        "/os: +   .8 1720.0 bob      05:00//02:00       8 U 1719.5 logist",
        "/os: -   .8 1720.0 bob      05:00//02:00       8 U 1719.5 logist 05:00//02:00 .42",
        "/os: end .5.0 ( bob vs. logist ) +46.00",
        "/os: timeout .5 bob",
        "/os: fatal-timeout .5 logist",
        "/os: undo .5 bob is asking",
        "/os: error .5 corrupt move",
        "/os: stored 1 logist",
        "|.42590   23 Feb 2001 23:17:39 logist   bob      s8r16:l",
        "/os: rating_update .5",
        "|logist   1720.00 @ 350.00  +316.06 -> 2036.06 @ 254.20",
        "/os: .5 A 1720 bob: good game",
        "/os: watch n : .41(1)",
        "bob: hello",
    ]


def hostile_lines(seed: int, count: int = LINES) -> Iterator[bytes]:
    """Real lines with parts changed, doubled, cut and mixed; and plain garbage."""
    chance = random.Random(seed)
    real = real_lines()
    for _ in range(count):
        line = chance.choice(real).encode()
        kind = chance.randrange(6)
        if kind == 0:
            line = chance.randbytes(chance.randrange(200))
        elif kind == 1:
            cut = chance.randrange(len(line) + 1)
            line = line[:cut] + chance.choice(real).encode()[cut:]
        elif kind == 2:
            for _ in range(chance.randrange(1, 5)):
                at = chance.randrange(len(line))
                line = line[:at] + chance.randbytes(1) + line[at + 1 :]
        elif kind == 3:
            digits = str(chance.choice([0, -1, 99, 10**9, 10**40])).encode()
            line = re.sub(rb"[0-9]+", digits, line, count=chance.randrange(1, 4))
        elif kind == 4:
            words = line.split(b" ")
            chance.shuffle(words)
            line = b" ".join(words)
        yield line.replace(b"\n", b"") + chance.choice([b"\r\n", b"\n", b"\n", b"\nREADY\n"])


def test_a_thousand_lines_into_the_parser() -> None:
    framer = Framer()
    for line in hostile_lines(1):
        for block in framer.feed(line):
            parse_message(block)
    blocks = framer.feed(b"\nREADY\n/os: timeout .5 bob\nREADY\n")
    assert type(parse_message(blocks[-2])).__name__ == "TimeUp"


def test_lines_made_to_take_long() -> None:
    """No pattern goes back and forth over them: a hang would show."""
    for line in real_lines():
        for filler in (" ", "1", " 1", ".1", "a:", "(", "|", "/"):
            parse_message((line + filler * (16_000 // len(filler)), line + filler * 1000))


def test_a_thousand_lines_into_the_session() -> None:
    table = Table()
    table.log_in()
    framer = Framer()
    sends = 0
    for number, line in enumerate(hostile_lines(2)):
        for block in framer.feed(line):
            message = parse_message(block)
            for action in table.session.receive(message, 100.0 + number / 100):
                assert not isinstance(action, Leave)
                sends += isinstance(action, Send)
        table.session.tick(100.0 + number / 100)
    assert len(table.session.table.games) <= 8
    # What it had to believe is forgotten with the service; then a match is a match again.
    table.hear(": - /os 1")
    match, _ = table.begin()
    board = match.boards[0]
    assert any(isinstance(action, Think) for action in table.update(board, board.position.legal_moves[0]))


@given(st.lists(st.one_of(st.text(max_size=60), st.sampled_from(real_lines())), max_size=12))
def test_any_lines_at_any_time(lines: list[str]) -> None:
    session = GgsSession(GgsSettings("logist"))
    session.connected(0.0)
    framer = Framer()
    for number, line in enumerate(lines):
        for block in framer.feed(f"{line}\n".encode("utf-8", "replace")):
            session.receive(parse_message(block), float(number))
        session.tick(float(number))
    session.leave(100.0)


def test_a_thousand_lines_before_a_match() -> None:
    """The client is alive after them: it accepts the next proposal and plays it to the end."""

    def shout(connection: Connection) -> None:
        tame = (line for line in hostile_lines(3) if b"Enter" not in line)
        connection.send(b"".join(tame))
        # Whatever it took for matches of its own ends here.
        connection.say(": - /os 1")
        connection.say(": + /os 1")

    with FakeGgs(challenges=["8r40"], on_login=shout) as server:
        run = play(server, matches=1)
    [finished] = run.finished
    assert finished.score == -server.matches[0].score()
