"""Lines that come twice, late, in another order or not at all: the game goes on, at worst after a new login."""

from __future__ import annotations

import pytest

from logistello.othello import PASS, Color, Ending, Square
from logistello.protocol.ggs.actions import Action, FinishedMatch, Leave, StopThinking, Think, Thought
from logistello.protocol.ggs.live_game import LiveGame

from .fake_match import Board, FakeMatch
from .test_ggs_session import Table, only, sent


@pytest.fixture
def table() -> Table:
    table = Table()
    table.log_in()
    return table


MOVES = ("f5", "d6", "c3", "d3", "c4")


def game(table: Table) -> LiveGame:
    return table.session.table.games[".5"]


def tick(table: Table, seconds: float) -> list[Action]:
    table.now += seconds
    return table.session.tick(table.now)


def answer(table: Table, move: str) -> list[Action]:
    """The engine has found a move."""
    live = game(table)
    return table.session.thought(Thought(live.id, live.turn, Square.parse(move)), table.now)


def blocks(board: Board, *moves: str) -> list[list[str]]:
    """What the server says of these moves, played one after the other."""
    found = []
    for move in moves:
        board.play(Square.parse(move), None, 1.0)
        found.append(board.update(ggf=False))
    return found


def test_an_update_that_comes_twice_changes_nothing(table: Table) -> None:
    match, _ = table.begin()
    [first] = blocks(match.boards[0], "f5")
    assert only(table.hear(*first), Think).turn == 1
    assert table.hear(*first) == []
    answer(table, "d6")
    assert table.hear(*first) == []
    assert game(table).sent is not None


def test_updates_in_the_wrong_order(table: Table) -> None:
    """The later one is played on at once; the earlier one then completes the record."""
    match, _ = table.begin()
    board = match.boards[0]
    first, second, third, *_ = blocks(board, *MOVES[:3])
    table.hear(*first)
    think = only(table.hear(*third), Think)
    assert think.position == board.position
    assert table.hear(*second) == []
    assert game(table).position == board.position
    for each in blocks(board, *MOVES[3:]):
        table.hear(*each)
    finished = only(table.hear(match.line("-", "-64.00")), FinishedMatch)
    assert finished.games[0].transcript() == "".join(MOVES)


def test_a_record_with_a_gap_begins_after_it(table: Table) -> None:
    match, _ = table.begin()
    first, _, third = blocks(match.boards[0], *MOVES[:3])
    table.hear(*first)
    table.hear(*third)
    finished = only(table.hear(match.line("-", "-64.00")), FinishedMatch)
    assert finished.games[0].start == match.boards[0].position
    assert finished.games[0].transcript() == ""


def test_rows_that_come_twice_or_in_another_order(table: Table) -> None:
    match, _ = table.begin()
    [first] = blocks(match.boards[0], "f5")
    rows = [number for number, line in enumerate(first) if line.startswith(("| 4", "| 5"))]
    swapped = list(first)
    swapped[rows[0]], swapped[rows[1]] = first[rows[1]], first[rows[0]]
    swapped.insert(rows[0], first[rows[0]])
    assert only(table.hear(*swapped), Think).position == match.boards[0].position


def test_a_join_whose_last_board_is_lost_follows_from_its_moves(table: Table) -> None:
    match, _ = table.begin()
    board = match.boards[0]
    blocks(board, *MOVES)
    join = board.join(ggf=False)
    whole = [line for number, line in enumerate(join) if not (line.startswith("| 8 ") and number > len(join) // 2)]
    think = only(table.hear(*whole), Think)
    assert think.position == board.position
    assert game(table).record.transcript() == "".join(MOVES)


def test_a_join_without_a_whole_board(table: Table) -> None:
    match = FakeMatch.begin(".5", "8", ("bob", "me"), seconds=60.0, increment=0.0, seed=1)
    table.hear(match.line("+"))
    join = match.boards[0].join(ggf=False)
    table.hear(*(line[:8] if line.startswith("| 8 ") else line for line in join))
    assert only(tick(table, 4.0), Leave).again


def test_a_join_that_was_lost(table: Table) -> None:
    """Both boards of a synchro match must be there; a move on one that we never saw says so."""
    match = FakeMatch.begin(".5", "s8r40", ("bob", "me"), seconds=60.0, increment=0.0, seed=1)
    table.hear(match.line("+"))
    table.hear(*match.boards[1].join(ggf=False))
    board = match.boards[0]
    board.play(board.position.legal_moves[0], None, 1.0)
    table.hear(*board.update(ggf=False))
    assert "first board was not shown" in only(tick(table, 4.0), Leave).reason
    assert table.hear("/os: update .77 8 K?", *board.update(ggf=False)[1:]) == []  # a game of others


def test_a_join_that_comes_twice_is_not_answered_twice(table: Table) -> None:
    match, _ = table.begin()
    board = match.boards[0]
    blocks(board, "f5")
    join = board.join(ggf=False)
    assert only(table.hear(*join), Think).position == board.position
    assert len(sent(answer(table, "d6"))) == 1
    again = table.hear(*join)
    assert [action for action in again if not isinstance(action, StopThinking)] == []


def test_a_move_without_an_answer_is_sent_again_then_the_login_is_renewed(table: Table) -> None:
    match, _ = table.begin()
    table.hear(*blocks(match.boards[0], "f5")[0])
    answer(table, "d6")
    assert sent(tick(table, 5.0)) == []
    assert sent(tick(table, 6.0)) == ["tell /os play .5 d6"]
    assert sent(tick(table, 5.0)) == []
    tick(table, 6.0)
    leave = only(tick(table, 4.0), Leave)
    assert leave.again
    assert "no answer to d6" in leave.reason


def test_a_late_answer_settles_the_doubt(table: Table) -> None:
    match, _ = table.begin()
    board = match.boards[0]
    table.hear(*blocks(board, "f5")[0])
    answer(table, "d6")
    for _ in range(3):
        tick(table, 11.0)
        if game(table).reminded:
            break
    table.hear(*blocks(board, "d6")[0])
    assert not any(isinstance(action, Leave) for action in tick(table, 5.0))


@pytest.mark.parametrize(
    "line",
    [
        "/os: update .5 8",
        "/os: update .5 8 K?",
        "/os: update .",
        "/os: upda",
        "/",
        "/os: join .5 8 K?",
        "/os: join .5 (;GM[Oth",
    ],
)
def test_half_a_message_is_noticed(table: Table, line: str) -> None:
    table.begin()
    table.hear(line)
    assert only(tick(table, 4.0), Leave).again


def test_what_follows_half_a_message_may_settle_it(table: Table) -> None:
    match, _ = table.begin()
    table.hear("/os: update .5 8")
    table.hear(*blocks(match.boards[0], "f5")[0])
    assert not any(isinstance(action, Leave) for action in tick(table, 4.0))


def test_new_logins_that_do_not_help_are_not_repeated_for_ever(table: Table) -> None:
    for _ in range(3):
        table.begin()
        table.hear("/os: upda")
        assert only(tick(table, 4.0), Leave).again
        table.session.disconnected()
        table.session.connected(table.now)
        table.log_in()
    table.begin()
    table.hear("/os: upda")
    assert not any(isinstance(action, Leave) for action in tick(table, 4.0))


def test_an_opponent_may_think_as_long_as_its_clock_runs(table: Table) -> None:
    table.begin()  # 1 minute, and 2 minutes of extension
    for _ in range(8):
        table.session._heard = table.now  # the server is there, the opponent thinks
        assert not any(isinstance(action, Leave) for action in tick(table, 29.0))
    table.session._heard = table.now
    tick(table, 29.0)
    table.session._heard = table.now + 4
    assert "longer than the opponent's clock" in only(tick(table, 4.0), Leave).reason


def test_a_match_without_a_board_is_a_ghost(table: Table) -> None:
    table.hear("/os: + match .5 1720 bob 1720 me 8 R")
    assert table.session.table.playing
    tick(table, 21.0)
    assert "not every board was shown" in only(tick(table, 4.0), Leave).reason


def played_to_the_end(table: Table) -> Board:
    match, _ = table.begin("8r40")
    board = match.boards[0]
    while not board.over:
        position = board.position
        board.play(PASS if position.must_pass else position.legal_moves[0], None, 1.0)
        table.hear(*board.update(ggf=False))
    return board


@pytest.mark.parametrize("connection_lost", [False, True])
def test_a_match_whose_end_nobody_announces_is_over_all_the_same(table: Table, connection_lost: bool) -> None:
    board = played_to_the_end(table)
    actions = table.session.disconnected() if connection_lost else tick(table, 21.0)
    finished = only(actions, FinishedMatch)
    assert finished.score == board.position.final_score(Color.WHITE)
    assert finished.games[0].result.ending is Ending.PLAYED
    assert table.session.results.matches == 1
    assert not table.session.table.playing


def test_results_are_counted_not_kept(table: Table) -> None:
    match, _ = table.begin()
    table.hear(*blocks(match.boards[0], "f5")[0])
    table.hear("/os: fatal-timeout .5 me")
    only(table.hear(match.line("-", "+64.00")), FinishedMatch)
    results = table.session.results
    assert (results.matches, results.lost, results.games, results.late) == (1, 1, 1, 1)
