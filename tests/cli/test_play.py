"""``logistello play``: the session line by line, and the command over a pipe."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logistello.cli.play_session import HELP, PlaySession
from logistello.othello import PASS, Color, Ending, Position, Square

from .conftest import Run

PASSING = "XO" + "-" * 62 + " O"


def two_people() -> PlaySession:
    return PlaySession(computer=frozenset())


def test_moves_and_transcripts() -> None:
    session = two_people()
    assert session.handle("F5").show_board
    session.handle("d6c3 d3\n")
    assert session.game.transcript() == "f5d6c3d3"
    assert session.last_move is Square.D3


def test_an_illegal_line_changes_nothing() -> None:
    session = two_people()
    reply = session.handle("f5 d6 a1")
    assert "a1 is not legal for black; legal:" in reply.text
    assert not reply.show_board
    assert session.game.moves == ()


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("", ""),
        ("   ", ""),
        ("undoo", "did you mean 'undo'"),
        ("xyzzy", "neither a move nor a command; legal moves: d3 c4 f5 e6; 'help'"),
        ("pass", "pass is not legal for black; legal: d3"),
        ("mode 7", "expected 0, 1, 2 or 3"),
        ("level 9", "expected a number from 1 to 5"),
        ("level ²", "expected a number from 1 to 5"),
        ("level", "The level is 3."),
        ("time", "expected seconds"),
        ("time soon", "expected seconds"),
        ("time -1", "expected seconds"),
        ("time nan", "expected seconds"),
        ("time inf", "expected seconds"),
        ("hint 0", "expected a number from 1 to 64"),
        ("setboard", "needs a position"),
        ("setboard XXO", "expected"),
        ("save", "needs the name"),
        ("load", "needs the name"),
        ("load /nowhere/game.ggf", "No such file"),
        ("save /nowhere/game.ggf", "No such file"),
        ("undo", "no move to take back"),
        ("redo", "no move to play again"),
        ("moves", "no moves yet"),
        ("help", HELP),
    ],
)
def test_helpful_answers(line: str, answer: str) -> None:
    session = two_people()
    assert answer in session.handle(line).text
    assert session.position == Position.initial()


def test_undo_and_redo_for_two_people() -> None:
    session = two_people()
    session.handle("f5d6c3")
    assert session.handle("undo").text == "Taken back."
    session.handle("undo")
    assert session.game.transcript() == "f5"
    session.handle("redo")
    assert session.game.transcript() == "f5d6"
    session.handle("c4")
    assert session.handle("redo").text == "There is no move to play again."


def test_undo_against_the_computer_takes_back_both_moves() -> None:
    session = PlaySession(computer=frozenset({Color.WHITE}), level=1)
    session.handle("f5")
    assert session.computer_to_move
    session.computer_move()
    both = session.game.moves
    assert len(both) == 2
    session.handle("undo")
    assert session.game.moves == ()
    session.handle("redo")
    assert session.game.moves == both


def test_the_first_move_of_the_computer_cannot_be_taken_back() -> None:
    session = PlaySession(computer=frozenset({Color.BLACK}), level=1)
    session.computer_move()
    assert "no move to take back" in session.handle("undo").text
    assert len(session.game.moves) == 1


def test_forced_passes_are_played_and_told() -> None:
    session = two_people()
    reply = session.handle(f"setboard {PASSING}")
    assert "White has no move and passes." in reply.text
    assert session.position.turn is Color.BLACK
    reply = session.handle("c1")
    assert reply.text == "Game over: Black wins 64-0."
    assert session.is_over
    assert "The game is over" in session.handle("d1").text
    session.handle("undo")
    assert session.game.moves == (PASS,)


def test_hint_ranks_moves() -> None:
    lines = two_people().handle("hint 2").text.splitlines()
    assert [line[:3] for line in lines] == ["1. ", "2. "]


def test_the_engine_plays_and_hints() -> None:
    session = PlaySession(computer=frozenset({Color.WHITE}))
    assert session.handle("time 0.01").text == "The engine thinks 0.01 s for each move."
    session.handle("f5")
    session.computer_move()
    assert len(session.game.moves) == 2
    hints = session.handle("hint 2").text.splitlines()
    assert [line[:3] for line in hints] == ["1. ", "2. "]
    assert all(line.endswith(" discs") for line in hints)
    assert session.handle("level").text.startswith("The engine")
    assert session.handle("level 2").text == "The level is 2."


def test_go_moves_once_for_whoever_is_to_move() -> None:
    session = two_people()
    assert session.handle("go").text.startswith("Black plays ")
    assert len(session.game.moves) == 1


def test_modes_choose_the_seats() -> None:
    session = two_people()
    for mode, computer in (("0", {Color.WHITE}), ("1", {Color.BLACK}), ("2", set(Color)), ("3", set())):
        session.handle(f"mode {mode}")
        assert session.computer == computer


def test_resign_and_take_it_back() -> None:
    session = PlaySession(computer=frozenset({Color.WHITE}), level=1)
    session.handle("f5")
    assert session.handle("resign").text == "Black resigns. White wins."
    assert session.is_over
    assert session.game.result.ending is Ending.RESIGNED
    assert session.game.result.winner is Color.WHITE
    assert not session.computer_to_move
    session.handle("undo")
    assert not session.is_over
    assert session.game.transcript() == "f5"


@pytest.mark.parametrize("suffix", ["ggf", "sgf", "pgn", "txt"])
def test_save_and_load(tmp_path: Path, suffix: str) -> None:
    session = two_people()
    session.handle("f5d6c3d3c4")
    file = tmp_path / f"game.{suffix}"
    assert session.handle(f"save {file}").text == f"Saved in {file}."
    session.handle("new")
    assert session.game.moves == ()
    assert session.handle(f"load {file}").show_board
    assert session.game.transcript() == "f5d6c3d3c4"
    session.handle("undo")
    assert session.game.transcript() == "f5d6c3d3"


def test_save_a_picture(tmp_path: Path) -> None:
    session = two_people()
    session.handle("f5")
    session.handle(f"save {tmp_path / 'board.svg'}")
    assert (tmp_path / "board.svg").read_text().startswith("<svg ")


def test_unknown_endings_and_unreadable_files_are_explained(tmp_path: Path) -> None:
    session = two_people()
    session.handle("f5")
    assert "ggf" in session.handle(f"save {tmp_path / 'game.xyz'}").text
    (tmp_path / "bad.ggf").write_text("this is no game")
    assert session.handle(f"load {tmp_path / 'bad.ggf'}").text
    assert session.game.transcript() == "f5"


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(["undo", "redo", "go", "hint", "move", "mode 0", "mode 3", "new", "resign"]), max_size=60)
)
def test_any_sequence_of_commands_keeps_a_legal_game(lines: list[str]) -> None:
    session = PlaySession(computer=frozenset({Color.WHITE}), level=1, seed=1)
    chooser = random.Random(len(lines))
    for line in lines:
        if line == "move" and session.position.legal_moves:
            line = str(chooser.choice(session.position.legal_moves))
        assert session.handle(line) is not None
        while session.computer_to_move:
            session.computer_move()
        position = session.game.start
        for move in session.game.moves:
            position = position.play(move)
        assert position == session.position
        assert session.is_over or not position.must_pass


@given(st.text(max_size=40))
def test_any_text_is_answered(line: str) -> None:
    session = two_people()
    if line.split()[:1] not in (["save"], ["load"]):
        session.handle(line)


# -- the command ------------------------------------------------------------------------------


def test_a_piped_game(run: Run) -> None:
    done = run("play", "--white", "human", stdin="f5\nnonsense\nd6\nundo\nmoves\nquit\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.count("  a b c d e f g h") == 8  # start, f5, d6, undo: two lines of letters each
    assert "neither a move nor a command" in done.stdout
    assert done.stdout.endswith("f5\n")
    assert max(map(len, done.stdout.splitlines())) <= 160


def test_the_end_of_the_input_ends_the_game(run: Run) -> None:
    done = run("play", "--seed", "1", stdin="f5")
    assert done.returncode == 0
    assert "White plays" in done.stdout


def test_computer_against_computer_is_repeatable(run: Run) -> None:
    arguments = ("play", "--black", "computer", "--white", "computer", "--level", "1", "--seed", "3")
    first, second = run(*arguments), run(*arguments)
    assert first.returncode == 0
    assert "Game over:" in first.stdout
    assert first.stdout == second.stdout


def test_a_game_against_the_engine(run: Run) -> None:
    done = run("play", "--black", "computer", "--white", "computer", "--time", "0")
    assert done.returncode == 0
    assert "Game over:" in done.stdout


def test_bytes_that_are_no_text(run: Run) -> None:
    done = run("play", stdin=b"\xff\xfe\x00\nquit\n")
    assert done.returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [("--level", "9"), ("--black", "cat"), ("--seed", "x"), ("--time", "-1"), ("--level", "1", "--time", "1")],
)
def test_bad_options(run: Run, arguments: tuple[str, ...]) -> None:
    assert run("play", *arguments).returncode == 2
