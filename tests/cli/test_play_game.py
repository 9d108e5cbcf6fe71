"""Clocks, the book, and what happens when a game at the terminal ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from logistello.cli.play.clocks import Stopwatch, TimeControl
from logistello.cli.play.computer_player import ComputerPlayer
from logistello.cli.play.session import PlaySession
from logistello.cli.play.words import handle
from logistello.engine import BookAdvice, Engine
from logistello.errors import MatchError
from logistello.othello import Color, Ending, Game, Position, Square

PASSING = "XO" + "-" * 62 + " O"


def computer(level: int = 1, seed: int = 1) -> ComputerPlayer:
    return ComputerPlayer(level, seed, hash_mb=1, hint_seconds=0.02)


class Ticks:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def with_clock(ticks: Ticks, control: str = "1:00+2") -> PlaySession:
    return PlaySession(frozenset(), computer(), control=TimeControl.parse(control), stopwatch=Stopwatch(ticks))


def think(session: PlaySession, ticks: Ticks, seconds: float) -> None:
    with session.stopwatch:
        ticks.seconds += seconds


def test_clocks_run_for_the_side_to_move_and_undo_gives_time_back() -> None:
    ticks = Ticks()
    session = with_clock(ticks)
    think(session, ticks, 5)
    assert session.sides() == {Color.BLACK: "0:55", Color.WHITE: "1:00"}
    handle(session, "hint 1")  # the program's work is nobody's time
    think(session, ticks, 5)
    handle(session, "f5")
    assert session.game.end.seconds == 10
    think(session, ticks, 20)
    assert handle(session, "clock").text == "Black 0:52, White 0:40"
    handle(session, "d6")
    assert session.sides() == {Color.BLACK: "0:52", Color.WHITE: "0:42"}
    handle(session, "undo")
    assert session.sides() == {Color.BLACK: "0:52", Color.WHITE: "1:00"}
    think(session, ticks, 59)
    assert session.flag_fallen() is None
    think(session, ticks, 1)
    reply = session.flag_fallen()
    assert reply is not None
    assert reply.text == "The time of White is up. Black wins."
    assert session.game.result.ending is Ending.TIMEOUT
    assert session.game.result.winner is Color.BLACK
    assert session.flag_fallen() is None
    assert session.ended == "Black wins on time"
    assert handle(session, "undo").text == "The game goes on, without clocks."
    assert session.game.transcript() == "f5"


def test_clocks_begin_with_the_game_and_when_they_are_set() -> None:
    ticks = Ticks()
    session = with_clock(ticks)
    think(session, ticks, 30)
    handle(session, "f5")
    handle(session, "clock 2:00")
    assert session.sides() == {Color.BLACK: "2:00", Color.WHITE: "2:00"}
    think(session, ticks, 30)
    handle(session, "new")
    assert session.sides() == {Color.BLACK: "2:00", Color.WHITE: "2:00"}
    handle(session, "clock off")
    assert session.sides() == {Color.BLACK: "", Color.WHITE: ""}


def test_the_computer_gets_its_clock_and_may_lose_on_time() -> None:
    ticks = Ticks()
    session = with_clock(ticks, "0:01")
    session.computer = frozenset({Color.BLACK})
    think(session, ticks, 2)
    assert session.computer_move().text == "The time of Black is up. White wins."
    assert session.game.moves == ()


class Pupil:
    """Learns, or fails to."""

    def __init__(self, error: Exception | None = None) -> None:
        self.games: list[str] = []
        self.error = error

    def learn(self, game: Game) -> None:
        if self.error is not None:
            raise self.error
        self.games.append(f"{game.transcript()} {game.result.ending.value} {game.black.name} {game.white.name}")


def test_every_finished_game_is_learned_once() -> None:
    pupil = Pupil()
    session = PlaySession(frozenset({Color.WHITE}), computer(), learner=pupil)
    handle(session, f"setboard {PASSING}")
    handle(session, "c1")
    assert pupil.games == ["c1 played human logistello level 1"]
    handle(session, "board")
    handle(session, "undo")
    handle(session, "redo")
    handle(session, "resign")
    assert len(pupil.games) == 1
    handle(session, "undo")
    handle(session, "c1")  # taken back and played anew: another ending of the game
    assert len(pupil.games) == 2
    handle(session, "new")
    handle(session, "resign")
    assert pupil.games[2:] == [" resigned human logistello level 1"]


def test_a_game_that_was_read_is_not_learned(tmp_path: Path) -> None:
    pupil = Pupil()
    session = PlaySession(frozenset(), computer(), learner=pupil)
    handle(session, f"setboard {PASSING}")
    handle(session, "c1")
    handle(session, f"save {tmp_path / 'game.ggf'}")
    handle(session, f"load {tmp_path / 'game.ggf'}")
    assert session.is_over
    assert len(pupil.games) == 1


@pytest.mark.parametrize("error", [MatchError("no room"), PermissionError(13, "Permission denied", "book")])
def test_who_cannot_learn_says_so(error: Exception) -> None:
    session = PlaySession(frozenset(), computer(), learner=Pupil(error))
    assert "Nothing learned: " in handle(session, "resign").text
    assert session.is_over


class OneMove:
    """A book of one move."""

    writable = False

    def advise(self, position: Position) -> BookAdvice:
        return BookAdvice(pv=(Square.D3,)) if position == Position.initial() else BookAdvice()

    def learn(self, game: Game, engine: Engine) -> None:
        raise AssertionError("nobody asked for that")


def test_strong_levels_play_from_the_book() -> None:
    player = ComputerPlayer(18, time=0.01, book=OneMove())
    session = PlaySession(frozenset({Color.BLACK}), player)
    assert session.computer_move().text == "Black plays d3 (book)."
    handle(session, "c3")
    assert "(book)" not in session.computer_move().text
    assert handle(session, "book off").text == "The computer plays without its book."
    assert not ComputerPlayer(2, book=OneMove()).choose(Position.initial()).from_book
