"""Programs that speak GTP, as real processes: well behaved ones and others."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from logistello.engine import Clock, Limit
from logistello.errors import PlayerError
from logistello.match.players import GreedyPlayer, RandomPlayer
from logistello.match.program_player import ProgramPlayer
from logistello.othello import PASS, Game, Position, Square
from tests.waiting import PATIENCE

from .helpers import gtp_command

#: The random player that the program meets in a game with passes of both.
SEED_WITH_PASSES = 9


def program(*arguments: str) -> list[str]:
    return [sys.executable, str(Path(__file__).with_name("gtp_engine.py")), *arguments]


def script(text: str) -> list[str]:
    """A tiny shell program."""
    return ["/bin/sh", "-c", text]


def test_a_whole_game_with_passes() -> None:
    """The program has the same board as we at every move, or it would move elsewhere."""
    for flags in ((), ("--no-passes",)):
        player = ProgramPlayer("gtp", program(*flags))
        try:
            assert player.name == "Tiny 1"
            game = Game()
            other = RandomPlayer(SEED_WITH_PASSES)
            player.new_game(1)
            while not game.is_over:
                if game.position.must_pass:
                    game.play(PASS)
                    continue
                move = player.choose(game, Limit(), 0.1).move
                assert move is GreedyPlayer().choose(game.position)
                game.play(move)
                if not game.is_over and not game.position.must_pass:
                    game.play(other.choose(game.position))
            assert PASS in game.moves  # else this shows nothing about passes
        finally:
            player.close()


def test_a_game_that_does_not_go_on_from_the_last_one_is_set_up_anew(tmp_path: Path) -> None:
    log = tmp_path / "log"
    player = ProgramPlayer("gtp", program("--log", str(log)))
    player.new_game(1)
    player.choose(Game.from_moves("f5d6"), Limit(), 0.1)
    player.choose(Game.from_moves("f5f4e3"), Limit(), 0.1)
    player.close()
    sent = log.read_text().split("\n")
    again = sent[sent.index("genmove b") + 1 :]
    assert again[:5] == ["clear_board", "play b f5", "play w f4", "play b e3", "genmove w"]
    assert "quit" in again


@pytest.mark.parametrize(
    ("flags", "limit", "expected"),
    [
        ((), Limit(clock=Clock(10, 0.5)), ["time_settings 10 0 0", "time_left b 10 0"]),
        ((), Limit(clock=Clock(9.559)), ["time_settings 9.55 0 0", "time_left b 9.55 0"]),
        ((), Limit(time=0.5), ["time_settings 0 0.50 1", "time_left b 0.50 1"]),
        (("--whole-seconds",), Limit(clock=Clock(9.5)), ["time_left b 9.50 0", "time_left b 9 0"]),
        (("--unlisted",), Limit(time=2), ["known_command time_left", "time_settings 0 2 1", "time_left b 2 1"]),
        ((), Limit(depth=3), []),
    ],
)
def test_time_is_told(flags: tuple[str, ...], limit: Limit, expected: list[str], tmp_path: Path) -> None:
    log = tmp_path / "log"
    player = ProgramPlayer("gtp", program("--log", str(log), *flags))
    player.new_game(1)
    player.choose(Game(), limit, 0.1)
    player.close()
    sent = [line for line in log.read_text().splitlines() if "time" in line]
    assert [line for line in sent if line in expected] == expected
    assert bool(sent) == bool(expected)


@pytest.mark.parametrize(
    ("deed", "kind", "words"),
    [
        ("hang", "time", "no answer to 'genmove b'"),
        ("die", "died", "exit code 3.*out of luck"),
        ("illegal", "illegal", "a1.*legal: d3 c4 f5 e6"),
        ("pass", "illegal", "pass"),
        ("garbage", "protocol", "blah blah"),
        ("flood", "protocol", "2000 lines"),
        ("refuse", "protocol", "do not feel like it"),
        ("resign", "resigned", "resigned"),
    ],
)
def test_misbehaviour_is_an_error_within_the_time(deed: str, kind: str, words: str) -> None:
    player = ProgramPlayer("gtp", program("--at", "1", "--do", deed), patience=10 * PATIENCE)
    player.new_game(1)
    started = time.monotonic()
    with pytest.raises(PlayerError, match=words) as caught:
        player.choose(Game(), Limit(time=0.3), 0.1)
    assert caught.value.kind == kind
    assert time.monotonic() - started < PATIENCE  # its limit ended it, not the patience of a player without one
    player.close()


def test_hanging_without_a_time_limit_is_silence() -> None:
    player = ProgramPlayer("gtp", program("--at", "1", "--do", "hang"), patience=0.3)
    player.new_game(1)
    with pytest.raises(PlayerError, match="no answer") as caught:
        player.choose(Game(), Limit(depth=3), 0.1)
    assert caught.value.kind == "silent"
    with pytest.raises(PlayerError, match="ended"):  # it was killed
        player.choose(Game(), Limit(depth=3), 0.1)


def test_chatter_between_answers_does_no_harm() -> None:
    player = ProgramPlayer("gtp", program("--at", "1", "--do", "chatter"))
    player.new_game(1)
    assert player.choose(Game(), Limit(), 0.1).move is Square.D3
    player.close()


def test_programs_that_do_not_start() -> None:
    with pytest.raises(PlayerError, match="cannot start 'no-such-program'"):
        ProgramPlayer("gtp", ["no-such-program"])
    with pytest.raises(PlayerError, match="exit code 7"):
        ProgramPlayer("gtp", script("exit 7"))


def test_other_start_positions_are_refused() -> None:
    player = ProgramPlayer("gtp", program())
    player.new_game(1)
    with pytest.raises(PlayerError, match="openings as moves"):
        player.choose(Game(start=Position.initial().play("f5")), Limit(), 0.1)
    player.close()


def test_the_command_line_of_the_helpers_is_the_same_program() -> None:
    assert "gtp_engine.py" in gtp_command()
