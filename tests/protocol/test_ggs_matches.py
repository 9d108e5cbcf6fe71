"""Whole matches on the fake server: plain and synchro, both styles, and everything that may go wrong on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from logistello.errors import GameServerError
from logistello.match.players import MobilityPlayer
from logistello.othello import Color, Ending, Game
from logistello.othello.notation import read_path
from logistello.protocol.ggs.connection import Client
from logistello.protocol.ggs.settings import Ask, Style

from .fake_ggs import Connection, FakeGgs, Manners
from .ggs_client import play

#: A game that begins with 40 discs: about 12 moves for each side.
SHORT = "8r40"


def check(server: FakeGgs) -> None:
    """Nothing that the server had to complain of."""
    assert server.errors == []


def games_of(folder: Path) -> list[Game]:
    return [game for path in sorted(folder.iterdir()) for game in read_path(path).games]


@pytest.mark.parametrize("style", ["text", "ggf"])
@pytest.mark.parametrize("kind", ["8", "s8r20"])
def test_a_match_from_login_to_quit(kind: str, style: Style, tmp_path: Path) -> None:
    learned: list[Game] = []

    class Student:
        def learn(self, game: Game) -> None:
            learned.append(game)

    with FakeGgs(challenges=[kind], rated="R") as server:
        run = play(server, matches=1, style=style, archive=tmp_path, learner=Student())
    check(server)
    [match], [finished] = server.matches, run.finished
    assert all(board.over for board in match.boards)
    assert finished.score == pytest.approx(-match.score(), abs=0.01)  # the server's is for bob, who asked
    assert (finished.opponent, finished.type, finished.rated) == ("bob", kind, True)
    saved = games_of(tmp_path)
    assert [game.transcript() for game in saved] == [board.game.transcript() for board in match.boards]
    for game, board in zip(saved, match.boards, strict=True):
        assert game.start == board.game.start
        assert game.result.ending is Ending.PLAYED
        assert game.result.black_score == board.position.final_score(Color.BLACK)
        assert {game.black.name, game.white.name} == {"bob", "logist"}
        assert (game.black.name == "logist") == (board.names[Color.BLACK] == "logist")
        assert game.tags["TY"] == kind
    assert [game.transcript() for game in learned] == [game.transcript() for game in saved]
    assert [path.suffix for path in tmp_path.iterdir()] == [".ggf"]
    assert server.received[-1] == "quit"
    assert f"tell /os client {'+' if style == 'ggf' else '-'}" in server.received


def test_our_own_proposals(tmp_path: Path) -> None:
    with FakeGgs(opponent=MobilityPlayer(level=1, seed=1)) as server:
        run = play(server, matches=2, ask=Ask("8w", "bob", "05:00/01/02:00"), rated=False)
    check(server)
    assert [match.names for match in server.matches] == [("logist", "bob")] * 2
    assert [match.boards[0].names[Color.WHITE] for match in server.matches] == ["logist"] * 2
    assert [match.score() for match in server.matches] == [each.score for each in run.finished]
    assert "tell /os ask 8w 05:00/01/02:00 bob" in server.received
    assert "tell /os rated -" in server.received


def test_one_engine_plays_both_boards() -> None:
    from .ggs_client import small_engines

    with FakeGgs(challenges=["s8r40"]) as server:
        play(server, matches=1, engines=small_engines(1))
    check(server)
    assert all(board.position.is_over for board in server.matches[0].boards)


def test_unsuitable_proposals_are_declined() -> None:
    with FakeGgs(challenges=["10", "8a", "s8k", SHORT]) as server:
        run = play(server, matches=1)
    check(server)
    assert [match.kind for match in server.matches] == [SHORT]
    for words in ("declined: 10", "a board of size 10", "anti-Othello", "a komi game"):
        assert run.said(words)


# -- trouble ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [SHORT, "s8r40"])
@pytest.mark.parametrize("opponent_resumes", [False, True])
def test_hung_up_in_the_middle(kind: str, opponent_resumes: bool, tmp_path: Path) -> None:
    manners = Manners(hang_up_at={3, 8}, refuse_logins={2}, opponent_resumes=opponent_resumes)
    with FakeGgs(challenges=[kind], manners=manners) as server:
        run = play(server, matches=1, archive=tmp_path)
    check(server)
    [match] = server.matches
    assert server.logins == 4
    assert run.said("connection lost during match .6 against bob: the server stores it")
    assert run.finished[0].score == pytest.approx(-match.score(), abs=0.01)
    assert [game.transcript() for game in games_of(tmp_path)] == [board.game.transcript() for board in match.boards]


def test_noise_and_torn_packets() -> None:
    garbage = b"\xff\xf9\x07\r\n???\xfe\x80\r\n/os: mumble .5 what\r\n|more of it\r\nREADY\r\n|of nothing\r\n"
    forged = b"bob: hi there\r\n|/os: - match .6 1720 bob 1720 logist 8r40 U +64.00\r\nREADY\r\n"
    manners = Manners(noise=garbage + forged, pieces=11, telnet=True)
    with FakeGgs(challenges=[SHORT], manners=manners) as server:
        run = play(server, matches=1)
    check(server)
    assert server.matches[0].boards[0].position.is_over
    assert run.said("bob says: hi there")


def test_a_line_of_a_megabyte() -> None:
    noise = b"/os: update .6 8 K?" + b"x" * 1_000_000 + b"\r\n"

    def shout(connection: Connection) -> None:
        connection.send(noise)

    with FakeGgs(challenges=[SHORT], on_login=shout) as server:
        play(server, matches=1)
    check(server)
    assert server.matches[0].boards[0].position.is_over


def test_time_runs_out(tmp_path: Path) -> None:
    with FakeGgs(challenges=[SHORT], manners=Manners(soft_timeout_at=3, fatal_timeout_at=5)) as server:
        run = play(server, matches=1, archive=tmp_path)
    check(server)
    assert run.finished[0].score == -64
    [game] = games_of(tmp_path)
    ours = Color.BLACK if game.black.name == "logist" else Color.WHITE
    assert game.result.ending is Ending.TIMEOUT
    assert game.result.score_for(ours) == -64
    assert run.said("the time of logist is used up")


def test_a_move_that_is_refused_is_sent_again() -> None:
    with FakeGgs(challenges=[SHORT], manners=Manners(complain_at={4})) as server:
        run = play(server, matches=1)
    check(server)
    assert run.said("corrupt move")
    moves = [line.split()[-1] for line in server.received if " play " in line]
    assert moves[4] == moves[3].split("/")[0]


def test_a_wrong_password(tmp_path: Path) -> None:
    with FakeGgs() as server, pytest.raises(GameServerError, match="The password is wrong"):
        play(server, password="guess")  # noqa: S106
    assert server.logins == 1


def test_nobody_listens() -> None:
    with FakeGgs() as server:
        pass
    with pytest.raises(GameServerError, match="check --host"):
        play(server)


def test_a_server_that_stays_away() -> None:
    manners = Manners(hang_up_at={2}, refuse_logins={2, 3, 4, 5})
    given_up = pytest.raises(GameServerError, match="gave up after 3 attempts")
    with FakeGgs(challenges=[SHORT], manners=manners) as server, given_up:
        play(server)
    assert server.logins == 4


# -- the user ---------------------------------------------------------------------------------


def test_finishing_plays_to_the_end() -> None:
    def during(client: Client, text: str) -> None:
        if text.startswith("match .6: "):
            client.finish()

    with FakeGgs(challenges=[SHORT, SHORT]) as server:
        run = play(server, during=during)
    check(server)
    assert run.session.results.matches == 1
    assert run.said("is played to its end before we quit")
    assert server.matches[0].boards[0].position.is_over
    assert server.received[-1] == "quit"


def test_leaving_resigns_nothing() -> None:
    def during(client: Client, text: str) -> None:
        if text.startswith("match .6: "):
            client.leave()

    with FakeGgs(challenges=[SHORT]) as server:
        run = play(server, during=during)
    check(server)
    assert run.session.results.matches == 0
    assert run.said("nothing is resigned, the server stores it")
    assert not any("resign" in line for line in server.received)
    assert len(server.stored) == 1


def test_the_password_is_nowhere(tmp_path: Path) -> None:
    secret = "correct-horse"  # noqa: S105

    def blab(connection: Connection) -> None:
        connection.say(f"bob: is it {secret}?")
        connection.say(f": +ack: {secret} => {secret}")

    log = tmp_path / "log"
    with FakeGgs(password=secret, challenges=[SHORT], on_login=blab, manners=Manners(hang_up_at={3})) as server:
        run = play(server, password=secret, matches=1, log=log, archive=tmp_path / "games")
    check(server)
    assert server.passwords == [secret, secret]
    assert secret not in "".join(server.received)
    text = log.read_text()
    assert "> (the password)" in text
    assert "********" in text
    assert text.count("> tell /os play") >= 8
    written = "".join([text, *run.told, *(path.read_text() for path in (tmp_path / "games").iterdir())])
    assert secret not in written
