"""A thousand lines of nonsense into each protocol: no crash, no hang, and the next valid command works."""

from __future__ import annotations

import logging
import random

import pytest

from .dialogue import Peer, command
from .in_process import talk

#: What fuzzed lines are made of, besides characters at random. Nothing that ends the session.
WORDS = {
    "gtp": (
        "play genmove undo boardsize clear_board komi time_settings time_left showboard final_score known_command "
        "oth-setboard oth-hint oth-stop oth-explain oth-analyze loadsgf set_level set_game reg_genmove b w black white "
        "f5 d6 a1 pass 8 0 1 -1 3.5 1e9 99999999999999999999 # = ? 7"
    ),
    "nboard": (
        "nboard set depth game contempt move hint go ping learn analyze F5 D6 A1 PA F5//1 F5/1/ 1 2 0 -5 1e9 x "
        "(;GM[Othello]TY[8]B[F5]W[D6];) (;GM[Othello]BO[8 -]; (;B[F5] ;) 999999999999999999999999"
    ),
    "xboard": (
        "xboard protover new force go playother level st sd time otim usermove P@f5 @d6 c3 @@@@ a1 ? ping draw result "
        "setboard edit hint bk undo remove hard easy post nopost analyze exit . memory cores 0 1 2 -1 1e9 40 5:30 "
        "8/8/8/3Pp3/3pP3/8/8/8 w 8/8 99999999999999999999 variant accepted"
    ),
}
#: A valid command that must work afterwards, and its answer.
LAST = {
    "gtp": ("4711 name", "=4711 Logistello"),
    "nboard": ("ping 4711", "pong 4711"),
    "xboard": ("ping 4711", "pong 4711"),
}


def fuzzed_lines(protocol: str, count: int, seed: int) -> list[str]:
    rng = random.Random(seed)
    words = WORDS[protocol].split()
    lines = []
    for _ in range(count):
        kind = rng.random()
        if kind < 0.2:
            line = "".join(chr(rng.choice((rng.randrange(32, 127), rng.randrange(0x110000)))) for _ in range(20))
        else:
            line = " ".join(rng.choices(words, k=rng.randint(1, 5)))
        if kind > 0.8:
            place = rng.randrange(len(line) + 1)
            line = line[:place] + chr(rng.randrange(32, 300)) + line[place:]
        lines.append(line.replace("\n", " ").replace("\ud800", " "))
    # Every word alone, too: most commands without their arguments.
    return [*words, *lines]


def is_mild(line: str) -> bool:
    """Lines that ask for gigabytes or hundreds of threads are not for the tests' machine."""
    return not line.startswith(("memory", "cores"))


@pytest.mark.parametrize("protocol", LAST)
def test_a_thousand_lines(protocol: str, caplog: pytest.LogCaptureFixture) -> None:
    lines = [line for line in fuzzed_lines(protocol, 1000, seed=5) if is_mild(line)]
    ask, answer = LAST[protocol]
    said = talk(protocol, [*lines, "force" if protocol == "xboard" else "", ask])
    assert answer in said
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_bytes_and_endless_lines_to_the_real_process() -> None:
    """All protocols read lines in the same way; here an answer to each shows that none was lost."""
    protocol = "gtp"
    rng = random.Random(6)
    peer = Peer(command(protocol, "--depth", "1"))
    try:
        for size in (3, 100, 5_000):
            peer.send(rng.randbytes(size).replace(b"\n", b""))
        peer.send(b"name " + b"x" * 2_000_000)
        peer.send(b"set game (;GM[Othello]CO[" + b"y" * 2_000_000)
        peer.send(b"\x00\r\x1b[A")
        ask, answer = LAST[protocol]
        peer.send(ask)
        heard = peer.hear_until(answer)
        assert all(len(line) < 500 for line in heard)
        peer.send("quit")
        code, complaints = peer.ending()
        assert code == 0
        assert "Traceback" not in complaints
    finally:
        peer.close()
