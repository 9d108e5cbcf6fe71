"""``logistello play`` on the person's time."""

from __future__ import annotations

import pytest

from logistello.cli.play.computer_player import ComputerPlayer
from logistello.cli.play.session import PlaySession
from logistello.othello import Game
from tests.waiting import wait_until, wait_until_it_works


@pytest.fixture
def session() -> PlaySession:
    player = ComputerPlayer(20, time=0.1, hash_mb=4, ponder=True)
    return PlaySession(player=player, game=Game.from_moves("f5"))


def test_the_expected_move_is_answered_from_what_is_known(session: PlaySession) -> None:
    session.computer_move()
    session.think_ahead()
    thinking = session.player._opponent_time
    wait_until(lambda: thinking.thinking, "it thinks")
    wait_until_it_works(0.2)
    expected = thinking.expected
    assert expected is not None
    session.play_moves([expected])
    reply = session.computer_move()
    assert "On your time: 1 of 1 replies expected (100 %)" in reply.text
    session.player.new_game()


def test_hints_and_moves_taken_back_come_first(session: PlaySession) -> None:
    session.computer_move()
    session.think_ahead()
    assert session.player.hints(session.position, 2)
    session.begin(Game.from_moves("f5d6c3"))
    session.think_ahead()
    assert not session.player._opponent_time.thinking
    assert "expected" not in session.computer_move().text


def test_weaker_levels_wait() -> None:
    session = PlaySession(player=ComputerPlayer(5, hash_mb=4, ponder=True), game=Game.from_moves("f5"))
    session.computer_move()
    session.think_ahead()
    assert not session.player._opponent_time.thinking
