"""The session alone: no socket, no engine, and a clock that is told."""

from __future__ import annotations

from typing import Any

import pytest

from logistello.othello import PASS, Color, Ending, Position, Square
from logistello.protocol.ggs.actions import (
    Action,
    FinishedMatch,
    Leave,
    Notice,
    Send,
    SendPassword,
    StopThinking,
    Think,
    Thought,
)
from logistello.protocol.ggs.framing import Framer
from logistello.protocol.ggs.parsing import parse_message
from logistello.protocol.ggs.session import GgsSession
from logistello.protocol.ggs.settings import Ask, GgsSettings

from .fake_match import Board, FakeMatch

WELCOME = ": Enter login (yours, or one you'd like to use)."


class Table:
    """A session, and the server's side of the talk as text."""

    def __init__(self, **settings: Any) -> None:
        self.session = GgsSession(GgsSettings("me", **settings))
        self.now = 100.0
        self.session.connected(self.now)

    def hear(self, *lines: str) -> list[Action]:
        """What a message leads to."""
        data = "".join(f"{line}\r\n" for line in (*lines, "READY"))
        blocks = Framer().feed(data.encode())
        if lines and lines[0].startswith(": Enter"):
            blocks = blocks[:1]  # no READY follows a prompt
        return [action for block in blocks for action in self.session.receive(parse_message(block), self.now)]

    def log_in(self) -> list[Action]:
        assert self.hear(WELCOME) == [Send("me")]
        assert self.hear(": Enter your password.") == [SendPassword()]
        return self.hear()

    def begin(self, kind: str = "8", *, increment: float = 0.0) -> tuple[FakeMatch, list[Action]]:
        """A match in which bob asked, so that he has Black in the first game."""
        match = FakeMatch.begin(".5", kind, ("bob", "me"), seconds=60.0, increment=increment, seed=1)
        actions = self.hear(match.line("+"))
        for board in match.boards:
            actions += self.hear(*board.join(ggf=False))
        return match, actions

    def update(self, board: Board, move: str | Square, seconds: float = 1.0, *, ggf: bool = False) -> list[Action]:
        board.play(Square.coerce(move), None, seconds)
        return self.hear(*board.update(ggf=ggf))


@pytest.fixture
def table() -> Table:
    table = Table()
    table.log_in()
    return table


def sent(actions: list[Action]) -> list[str]:
    return [action.line for action in actions if isinstance(action, Send)]


def only(actions: list[Action], kind: type[Any]) -> Any:
    [found] = [action for action in actions if isinstance(action, kind)]
    return found


# -- login ------------------------------------------------------------------------------------


def test_settings_after_the_login() -> None:
    lines = sent(Table(style="ggf", rated=False).log_in())
    assert lines[:2] == ["vt100 -", "bell -t -tc -tg -n -nc -ng -ni -nn"]
    for line in ("tell /os client +", "tell /os trust +", "tell /os rated -", "tell /os open 1", "tell /os stored me"):
        assert line in lines


def test_the_password_is_sent_once_only(table: Table) -> None:
    assert table.hear(": Enter your password.") == []
    assert table.hear(WELCOME) == []
    before = Table()
    assert before.hear(": Enter your password.") == []  # nobody asked for a name yet


@pytest.mark.parametrize("answer", [": Login incorrect.", WELCOME])
def test_a_refused_login(answer: str) -> None:
    table = Table()
    table.hear(WELCOME)
    table.hear(": Enter your password.")
    leave = only(table.hear(answer)[:1], Leave)
    assert leave.failed
    assert table.session.over is leave


def test_a_refusal_after_a_good_login_is_tried_again(table: Table) -> None:
    table.session.disconnected()
    table.session.connected(table.now)
    table.hear(WELCOME)
    table.hear(": Enter your password.")
    assert only(table.hear(": You are still here.")[:1], Leave).again
    assert table.session.over is None


def test_a_server_that_says_nothing() -> None:
    table = Table(login_within=30.0)
    assert table.session.tick(129.0) == []
    assert only(table.session.tick(131.0), Leave).again


# -- keeping the connection ---------------------------------------------------------------------


def test_keep_alive_and_silence() -> None:
    table = Table(keep_alive_after=50.0, silence=120.0)
    table.log_in()
    sends = [(now, line) for now in range(100, 341, 10) for line in sent(table.session.tick(float(now)))]
    assert [line for _, line in sends] == ["tell /os continue", "tell /os continue", "who", "tell /os continue"]
    assert only(table.session.tick(341.0), Leave).again
    table.now = 341.0
    table.hear(": who 2")
    assert sent(table.session.tick(342.0)) == ["tell /os continue"]  # it is there again


def test_the_service_goes_and_comes(table: Table) -> None:
    match, _ = table.begin()
    assert any(isinstance(action, StopThinking) for action in table.hear(": - /os 1"))
    assert not table.session.table.playing
    assert "tell /os open 1" in sent(table.hear(": + /os 1"))
    assert table.update(match.boards[0], "f5") == []


# -- proposals --------------------------------------------------------------------------------


def test_one_match_at_a_time(table: Table) -> None:
    line = "/os: +   .8 1720.0 carl     05:00//02:00       8 U 1719.5 me"
    assert sent(table.hear(line)) == ["tell /os accept .8"]
    table.begin()
    assert sent(table.hear(line.replace(".8", ".9"))) == ["tell /os decline .9"]


def test_proposals_of_others_are_left_alone(table: Table) -> None:
    assert table.hear("/os: +   .8 1720.0 carl     05:00//02:00       8 U 1719.5 bob") == []
    assert table.hear("/os: +   .8 1720.0 carl     05:00//02:00       8 U") == []
    assert table.hear("/os: + match .7 1720 carl 1720 bob 8 U") == []
    assert not table.session.table.playing


def test_asking_again_after_a_while() -> None:
    table = Table(ask=Ask("8", "bob"), ask_again_after=60.0, resume=False)
    assert sent(table.log_in())[-1] == "tell /os ask 8 15:00//02:00 bob"
    own = "   .8 1720.0 me       15:00//02:00       8 U 1719.5 bob"
    table.hear(f"/os: +{own}")
    assert sent(table.session.tick(161.0)) == ["tell /os continue"]  # it still stands
    table.now = 170.0
    assert "came to nothing" in only(table.hear(f"/os: -{own}"), Notice).text
    assert "tell /os ask 8 15:00//02:00 bob" not in sent(table.session.tick(229.0))
    assert "tell /os ask 8 15:00//02:00 bob" in sent(table.session.tick(230.0))


def test_stored_matches_come_first() -> None:
    table = Table(ask=Ask("8", "bob"), ask_again_after=60.0)
    table.log_in()
    lines = [
        "|.42590   23 Feb 2001 23:17:39 me       patzer   s8r16:l",
        "|.42591   23 Feb 2001 23:17:39 me       patzer   10:l",
        "|.42592   23 Feb 2001 23:17:39 ant      me       8:l",
    ]
    table.hear("/os: stored 3 me", *lines)
    asked = [line for now in (161.0, 222.0, 283.0) for line in sent(table.session.tick(now)) if " ask " in line]
    assert asked == ["tell /os ask .42590", "tell /os ask .42592", "tell /os ask 8 15:00//02:00 bob"]
    table.hear("/os: stored 3 me", *lines)  # told again: nobody is asked twice
    assert not table.session.lobby._to_resume


# -- playing ----------------------------------------------------------------------------------


def test_a_turn(table: Table) -> None:
    match, actions = table.begin(increment=2.0)
    assert not any(isinstance(action, Think) for action in actions)  # bob is Black
    table.now = 110.0
    think = only(table.update(match.boards[0], "f5", 3.0), Think)
    assert (think.game_id, think.position, think.remaining, think.since) == (
        ".5",
        match.boards[0].position,
        60.0,
        110.0,
    )
    [line] = sent(table.session.thought(Thought(".5", think.turn, Square.D6, -1.25), 112.5))
    assert line == "tell /os play .5 d6/-1.25/2.50"
    assert table.session.thought(Thought(".5", think.turn, Square.D6, -1.25), 113.0) == []  # once is enough
    table.update(match.boards[0], "d6", 2.5)
    assert table.session.thought(Thought(".5", think.turn, Square.D6), 114.0) == []  # too late


def test_an_answer_that_is_no_move(table: Table) -> None:
    match, _ = table.begin()
    think = only(table.update(match.boards[0], "f5"), Think)
    actions = table.session.thought(Thought(".5", think.turn, Square.A1, error="out of memory"), 101.0)
    assert "out of memory" in only(actions, Notice).text
    move = Square.parse(sent(actions)[0].split()[-1].split("/")[0])
    assert think.position.is_legal(move)


def test_the_same_update_twice(table: Table) -> None:
    match, _ = table.begin()
    table.update(match.boards[0], "f5")
    assert table.hear(*match.boards[0].update(ggf=False)) == []
    assert table.session.table.games[".5"].record.transcript() == "f5"


def test_both_games_of_a_synchro_match(table: Table) -> None:
    match, actions = table.begin("s8r18")
    mine = next(board for board in match.boards if board.names[board.position.turn] == "me")
    other = next(board for board in match.boards if board is not mine)
    first = only(actions, Think)
    assert first.game_id == mine.id
    second = only(table.update(other, other.position.legal_moves[0]), Think)
    assert (second.game_id, second.boards) == (other.id, 2)
    for think in (second, first):
        [line] = sent(table.session.thought(Thought(think.game_id, think.turn, think.position.legal_moves[0]), 101.0))
        assert line.split()[3] == think.game_id


def test_a_pass_needs_no_thought(table: Table) -> None:
    match = FakeMatch.begin(".5", "8", ("bob", "me"), seconds=60.0, increment=0.0, seed=1)
    board = match.boards[0]
    position = Position.parse("-OXXXXXX" + "-" * 56 + " O")
    assert position.must_pass
    board.game.start = position
    board.game.root.position = position
    table.hear(match.line("+"))
    assert sent(table.hear(*board.join(ggf=False))) == ["tell /os play .5 PA//0.01"]
    board.play(PASS, None, 0.01)
    assert not any(isinstance(action, Think) for action in table.hear(*board.update(ggf=False)))


def test_an_undo_sends_the_board_again(table: Table) -> None:
    match, _ = table.begin()
    board = match.boards[0]
    think = only(table.update(board, "f5"), Think)
    board.game.undo()
    actions = table.hear(*board.join(ggf=False))
    assert StopThinking(".5") in actions
    again = only(table.update(board, "d3"), Think)
    assert again.turn > think.turn
    assert table.session.thought(Thought(".5", think.turn, Square.D6), 101.0) == []


def test_a_board_that_does_not_follow(table: Table) -> None:
    """The server's board counts; the record begins anew there."""
    match, _ = table.begin()
    board = match.boards[0]
    board.play(Square.F5, None, 1.0)
    board.play(Square.D6, None, 1.0)
    board.play(Square.C3, None, 1.0)
    think = only(table.hear(*board.update(ggf=False)), Think)
    assert think.position == board.position
    assert table.session.table.games[".5"].record.start == board.position


def test_short_lines_carry_the_clock(table: Table) -> None:
    match = FakeMatch.begin(".5", "8", ("bob", "me"), seconds=300.0, increment=0.0, seed=1)
    board = match.boards[0]
    for move in ("f5", "d6", "c3"):
        board.play(Square.parse(move), None, 10.0)
    table.hear(match.line("+"))
    assert only(table.hear(*board.join(ggf=True)), Think).remaining == 290.0
    table.update(board, "d3", 20.0, ggf=True)
    assert only(table.update(board, "c4", 5.0, ggf=True), Think).remaining == 270.0
    assert table.session.table.games[".5"].clocks[Color.BLACK].initial == 275.0
    impossible = table.hear("/os: update .5 a1//1")
    assert "impossible" in only(impossible, Notice).text


# -- results ----------------------------------------------------------------------------------


def test_the_opponent_resigns(table: Table) -> None:
    match, _ = table.begin()
    table.update(match.boards[0], "f5")
    finished = only(table.hear(match.line("-", "-64.00")), FinishedMatch)
    assert finished.score == 64.0
    result = finished.games[0].result
    assert (result.black_score, result.ending) == (-64.0, Ending.RESIGNED)


@pytest.mark.parametrize("words", ["aborted", "bob left", ""])
def test_matches_that_were_not_finished(table: Table, words: str) -> None:
    match, _ = table.begin()
    actions = table.hear(match.line("-", words))
    assert "was not finished" in only(actions, Notice).text
    assert not any(isinstance(action, FinishedMatch) for action in actions)
    assert not table.session.table.playing


def test_results_of_synchro_games(table: Table) -> None:
    match, _ = table.begin("s8r18")
    table.hear("/os: end .5.0 ( bob vs. me ) +46.00")
    table.hear("/os: end .5.1 ( bob vs. me ) -10.00")
    finished = only(table.hear(match.line("-", "+18.00")), FinishedMatch)
    assert finished.score == -18.0
    scores = {game.black.name: game.result.black_score for game in finished.games}
    assert scores == {"bob": 46.0, "me": 10.0}


def test_quitting_after_enough_matches() -> None:
    table = Table(matches=1)
    table.log_in()
    match, _ = table.begin()
    actions = table.hear(match.line("-", "-64.00"))
    assert sent(actions) == ["tell /os open 0", "quit"]
    assert only(actions, Leave) == table.session.over
    assert table.hear("/os: +   .8 1720.0 carl     05:00//02:00       8 U 1719.5 me")[1:] == [
        Send("tell /os decline .8")
    ]


def test_a_line_to_the_server_is_one_line() -> None:
    with pytest.raises(ValueError, match="control characters"):
        Send("tell bob hi\r\nquit")
