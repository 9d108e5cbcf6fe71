"""Programs that speak NBoard's protocol, as real processes: well behaved ones and others."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from logistello.engine import Clock, Limit
from logistello.errors import PlayerError
from logistello.match.program_player import ProgramPlayer
from logistello.othello import Game, Position, Square
from logistello.othello.notation.ggf import read_ggf
from logistello.programs.nboard_lines import game_text
from logistello.protocol.clocks import time_left


def program(deed: str, log: Path | None = None) -> list[str]:
    """A tiny shell program: greets, answers pings, and does something when it is to move."""
    note = f'echo "$line" >> {shlex.quote(str(log))};' if log else ""
    return [
        "/bin/sh",
        "-c",
        f'while read -r line; do {note} case "$line" in nboard*) echo "set myname Shell";; '
        f'ping*) echo "pong ${{line#ping }}";; go) {deed};; quit) exit 0;; esac; done',
    ]


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("=== D3/1.50/0.3", 1.5),
        ("=== d3 -1.00 0.0", -1.0),
        ("===  D3", None),
        ("=== D3//2", None),
        ("=== D3/nan/", None),
    ],
)
def test_dialects_of_moves(said: str, value: float | None) -> None:
    player = ProgramPlayer(
        "nboard", program(f'echo "status Thinking"; echo; echo "nodestats 1234 0.5"; echo "{said}"; echo status')
    )
    try:
        player.new_game(1)
        choice = player.choose(Game(), Limit(), 0.1)
        assert (player.name, choice.move, choice.value, choice.nodes) == ("Shell", Square.D3, value, 1234)
        assert player.choose(Game(), Limit(), 0.1).move is Square.D3
    finally:
        player.close()


def test_depth_and_game_are_told(tmp_path: Path) -> None:
    log = tmp_path / "log"
    player = ProgramPlayer("nboard", program("echo === D3", log))
    try:
        player.new_game(1)
        player.choose(Game(), Limit(depth=7), 0.1)
        player.choose(Game(), Limit(depth=7), 0.1)
        player.choose(Game(), Limit(), 0.1)
        other = Position.parse("XO------" + "X" * 56 + " X")
        with pytest.raises(PlayerError, match="played d3, which is not legal; legal: c1"):
            player.choose(Game(start=other), Limit(), 0.1)
    finally:
        player.close()
    sent = log.read_text().splitlines()
    assert [line for line in sent if line.startswith("set depth")] == ["set depth 7", "set depth 12"]
    assert sent[0] == "nboard 2"
    before_go = [sent[number - 1].split()[0] for number, line in enumerate(sent) if line == "go"]
    assert before_go == ["ping"] * 4
    assert sum(line.startswith("set game (;GM[Othello]") for line in sent) == 4
    assert sent[-1] == "quit"


def test_the_record_tells_the_clock() -> None:
    """What a program reads from the record is what the limit says."""
    game = Game.from_moves("f5d6")
    game.play("c3", seconds=12.25)
    game.play("d3", seconds=3)
    for limit, clock in (
        (Limit(clock=Clock(47.75, 2)), Clock(47, 2)),  # whole seconds where there are many
        (Limit(clock=Clock(4.5)), Clock(4.5)),
        (Limit(time=2), Clock(2, 2)),
        (Limit(depth=3), None),
    ):
        read = read_ggf(game_text(game, limit)).games[0]
        assert read.moves == game.moves
        assert time_left(read) == clock


@pytest.mark.parametrize(
    ("deed", "kind", "words"),
    [
        ("sleep 600", "time", "no answer to 'go'"),
        ("echo out of luck >&2; exit 3", "died", "exit code 3.*out of luck"),
        ("kill -9 $$", "died", "signal 9"),
        ('echo "=== A1"', "illegal", "a1.*legal: d3 c4 f5 e6"),
        ('echo "=== PA"', "illegal", "pass"),
        ('echo "=== blah blah"', "protocol", "blah blah"),
        ('echo "==="', "protocol", "'==='"),
        ('while sleep 0.02; do echo "status busy"; done', "time", "status busy"),
    ],
)
def test_misbehaviour_is_an_error(deed: str, kind: str, words: str) -> None:
    player = ProgramPlayer("nboard", program(deed))
    try:
        player.new_game(1)
        with pytest.raises(PlayerError, match=words) as caught:
            player.choose(Game(), Limit(time=0.3), 0.1)
        assert caught.value.kind == kind
    finally:
        player.close()


def test_silence_without_a_time_limit() -> None:
    player = ProgramPlayer("nboard", program("sleep 600"), patience=0.2)
    with pytest.raises(PlayerError, match="no answer") as caught:
        player.choose(Game(), Limit(depth=3), 0.1)
    assert caught.value.kind == "silent"
    with pytest.raises(PlayerError, match="ended"):  # it was killed
        player.new_game(2)
    player.close()


def test_programs_that_do_not_start() -> None:
    with pytest.raises(PlayerError, match="cannot start 'no-such-program'"):
        ProgramPlayer("nboard", ["no-such-program"])
    with pytest.raises(PlayerError, match="exit code 7"):
        ProgramPlayer("nboard", ["/bin/sh", "-c", "exit 7"])
