"""``logistello play``: the session line by line, and the command over a pipe. See also ``test_play_game.py`` and
``test_play_terminal.py``."""

from __future__ import annotations

import random
import shutil
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logistello.cli.main import main
from logistello.cli.play.computer_player import ComputerPlayer
from logistello.cli.play.session import PlaySession
from logistello.cli.play.words import COMMANDS, HELP, handle
from logistello.othello import PASS, Color, Ending, Position, Square
from tests.interrupting import ctrl_c_while_waiting, repeatedly

from .conftest import Run

PASSING = "XO" + "-" * 62 + " O"


def computer(level: int = 1, seed: int = 1) -> ComputerPlayer:
    return ComputerPlayer(level, seed, hash_mb=1, hint_seconds=0.02)


def two_people() -> PlaySession:
    return PlaySession(frozenset(), computer())


def against_white(level: int = 1) -> PlaySession:
    return PlaySession(frozenset({Color.WHITE}), computer(level))


def test_moves_and_transcripts() -> None:
    session = two_people()
    assert handle(session, "F5").show_board
    handle(session, "d6c3 d3\n")
    assert session.game.transcript() == "f5d6c3d3"
    assert session.last_move is Square.D3


def test_ctrl_c_makes_the_computer_move_or_tell_what_it_knows() -> None:
    player = ComputerPlayer(20, hash_mb=1, time=1e6, hint_seconds=1e6)
    with ctrl_c_while_waiting() as interrupt, repeatedly(interrupt):
        chosen = player.choose(Position.initial())
    assert chosen.interrupted
    assert chosen.move in Position.initial().legal_moves
    with ctrl_c_while_waiting() as interrupt, repeatedly(interrupt):
        hints = player.hints(Position.initial(), 2)
    assert 1 <= len(hints) <= 2


def test_an_illegal_line_changes_nothing() -> None:
    session = two_people()
    reply = handle(session, "f5 d6 a1")
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
        ("level 21", "expected a number from 1 to 20"),
        ("level ²", "expected a number from 1 to 20"),
        ("level", "Level 1 of 20: beginner."),
        ("level 20", "Level 20 of 20: full strength."),
        ("set level = 7", "Level 7 of 20"),
        ("SET LEVEL 7", "Level 7 of 20"),
        ("set", ""),
        ("# only a remark", ""),
        ("time 2.5", "at most 2.5 s for a move"),
        ("time off", "Level 1 of 20: beginner."),
        ("clock", "There are no clocks"),
        ("clock soon", "expected something like 5:00"),
        ("clock 0", "expected more than no time"),
        ("clock 1:2:3:4", "is not understood"),
        ("clock 5:00+3", "5:00 for each side and 3 s for each move"),
        ("rotate 45", "expected 90, 180 or 270"),
        ("book", "There is no book."),
        ("play", "play needs moves"),
        ("analyze", "no moves to analyze"),
        ("analyze x", "expected a number from 1 to 60"),
        ("version", "logistello "),
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
    assert answer in handle(session, line).text
    assert session.position == Position.initial()


def test_undo_and_redo_for_two_people() -> None:
    session = two_people()
    handle(session, "f5d6c3")
    assert handle(session, "undo").text == "Taken back."
    handle(session, "undo")
    assert session.game.transcript() == "f5"
    handle(session, "redo")
    assert session.game.transcript() == "f5d6"
    handle(session, "c4")
    assert handle(session, "redo").text == "There is no move to play again."


def test_undo_against_the_computer_takes_back_both_moves() -> None:
    session = against_white()
    handle(session, "f5")
    assert session.computer_to_move
    session.computer_move()
    both = session.game.moves
    assert len(both) == 2
    handle(session, "undo")
    assert session.game.moves == ()
    handle(session, "redo")
    assert session.game.moves == both


def test_the_first_move_of_the_computer_cannot_be_taken_back() -> None:
    session = PlaySession(frozenset({Color.BLACK}), computer())
    session.computer_move()
    assert "no move to take back" in handle(session, "undo").text
    assert len(session.game.moves) == 1


def test_forced_passes_are_played_and_told() -> None:
    session = two_people()
    reply = handle(session, f"setboard {PASSING}")
    assert "White has no move and passes." in reply.text
    assert session.position.turn is Color.BLACK
    reply = handle(session, "c1")
    assert reply.text == "Game over: Black wins 64-0."
    assert session.is_over
    assert "The game is over" in handle(session, "d1").text
    handle(session, "undo")
    assert session.game.moves == (PASS,)


def test_hint_ranks_moves_and_marks_them_on_the_board() -> None:
    reply = handle(two_people(), "hint 2")
    assert [line[:3] for line in reply.text.splitlines()] == ["1. ", "2. "]
    assert all(" discs  depth " in line and len(line) < 80 for line in reply.text.splitlines())
    assert sorted(mark.sign for mark in reply.marks.values()) == ["1", "2"]
    assert set(reply.marks) <= set(Position.initial().legal_moves)
    assert reply.show_board


def test_every_word_is_explained_or_a_short_form() -> None:
    commands: dict[object, list[str]] = {}
    for word, command in COMMANDS.items():
        commands.setdefault(command, []).append(word)
    for words in commands.values():
        assert words[0] == "play" or words[0] in HELP, words
    assert max(map(len, HELP.splitlines())) < 80
    edax = "init i new n setboard open o load save s undo u redo r play go hint mode m analyze a quit q exit level"
    assert set(edax.split()) <= set(COMMANDS)


def test_analyze_tells_what_moves_gave_away() -> None:
    session = two_people()
    handle(session, "play f5 f4 e3 d6")
    reply = handle(session, "analyze")
    lines = list(reply.more or ())
    assert [line.split()[:3] for line in lines[:4]] == [
        ["1", "black", "f5"],
        ["2", "white", "f4"],
        ["3", "black", "e3"],
        ["4", "white", "d6"],
    ]
    assert lines[-1].startswith("white: ")
    assert "discs lost in 2 moves" in lines[-1]
    assert max(map(len, lines)) < 80
    assert [line.split()[0] for line in handle(session, "a 2").more or ()] == ["3", "4", "discs", "black:", "white:"]


def test_go_moves_once_for_whoever_is_to_move() -> None:
    session = two_people()
    assert handle(session, "go").text.startswith("Black plays ")
    assert len(session.game.moves) == 1


def test_modes_choose_the_seats() -> None:
    session = two_people()
    for mode, computer in (("0", {Color.WHITE}), ("1", {Color.BLACK}), ("2", set(Color)), ("3", set())):
        handle(session, f"mode {mode}")
        assert session.computer == computer


def test_resign_and_take_it_back() -> None:
    session = against_white()
    handle(session, "f5")
    assert handle(session, "resign").text == "Black resigns. White wins."
    assert session.is_over
    assert session.game.result.ending is Ending.RESIGNED
    assert session.game.result.winner is Color.WHITE
    assert not session.computer_to_move
    handle(session, "undo")
    assert not session.is_over
    assert session.game.transcript() == "f5"


def test_a_rematch_swaps_the_colours() -> None:
    session = against_white()
    handle(session, f"setboard {PASSING}")
    handle(session, "c1")
    assert handle(session, "rematch").text.startswith("A rematch. Black: computer, White: you.")
    assert session.game.start == Position.parse(PASSING)
    handle(session, "init")
    assert session.computer_to_move
    assert session.game.moves == ()


def test_new_keeps_the_start_and_init_does_not() -> None:
    session = two_people()
    start = Position.initial().play("f5")
    handle(session, f"setboard {start.text}")
    handle(session, "d6")
    handle(session, "new")
    assert (session.game.start, session.game.moves) == (start, ())
    handle(session, "init")
    assert session.position == Position.initial()


def test_turning_the_board_keeps_the_game() -> None:
    session = two_people()
    handle(session, "f5d6c3")
    handle(session, "undo")
    handle(session, "rotate 90")
    assert session.game.transcript() == "d6c4"  # clockwise: the column f becomes the row 6
    for command in ("hmirror", "vmirror", "rotate 270", "rotate 180"):
        assert handle(session, command).show_board
    handle(session, "redo")
    assert session.game.transcript() == "f5d6c3"


@pytest.mark.parametrize("suffix", ["ggf", "sgf", "pgn", "txt"])
def test_save_and_load(tmp_path: Path, suffix: str) -> None:
    session = two_people()
    handle(session, "f5d6c3d3c4")
    file = tmp_path / f"game.{suffix}"
    assert handle(session, f"save {file}").text == f"Saved in {file}."
    handle(session, "new")
    assert session.game.moves == ()
    assert handle(session, f"load {file}").show_board
    assert session.game.transcript() == "f5d6c3d3c4"
    handle(session, "undo")
    assert session.game.transcript() == "f5d6c3d3"


def test_save_a_picture(tmp_path: Path) -> None:
    session = two_people()
    handle(session, "f5")
    handle(session, f"save {tmp_path / 'board.svg'}")
    assert (tmp_path / "board.svg").read_text().startswith("<svg ")


def test_unknown_endings_and_unreadable_files_are_explained(tmp_path: Path) -> None:
    session = two_people()
    handle(session, "f5")
    assert "ggf" in handle(session, f"save {tmp_path / 'game.xyz'}").text
    (tmp_path / "bad.ggf").write_text("this is no game")
    assert handle(session, f"load {tmp_path / 'bad.ggf'}").text
    assert session.game.transcript() == "f5"


SHARED_PLAYER = ComputerPlayer(1, 1, hash_mb=1, hint_seconds=0.0)


@settings(max_examples=15)
@given(
    st.lists(st.sampled_from(["undo", "redo", "go", "hint", "move", "mode 0", "mode 3", "new", "resign"]), max_size=60)
)
def test_any_sequence_of_commands_keeps_a_legal_game(lines: list[str]) -> None:
    session = PlaySession(frozenset({Color.WHITE}), SHARED_PLAYER)
    chooser = random.Random(len(lines))
    for line in lines:
        if line == "move" and session.position.legal_moves:
            line = str(chooser.choice(session.position.legal_moves))
        assert handle(session, line) is not None
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
        handle(session, line)


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
    arguments = ("play", "--black", "computer", "--white", "computer", "--level", "2", "--seed", "3")
    first, second = run(*arguments), run(*arguments)
    assert first.returncode == 0
    assert "Game over:" in first.stdout
    assert first.stdout == second.stdout


def test_a_game_against_the_engine(run: Run) -> None:
    done = run("play", "--black", "computer", "--white", "computer", "--time", "0")
    assert done.returncode == 0
    assert "Game over:" in done.stdout


def test_a_model_of_ones_own(run: Run, tmp_path: Path) -> None:
    model = shutil.copy(Path(str(files("logistello.evaluation"))) / "data" / "logistello.model", tmp_path / "own.model")
    done = run("play", "--model", str(model), "--no-book", "--level", "3", "--seed", "1", stdin="f5\nquit\n")
    assert done.returncode == 0
    assert "White plays" in done.stdout
    missing = run("play", "--model", "nowhere.model", stdin="quit\n")
    assert missing.returncode == 1
    assert "nowhere.model" in missing.stderr


def test_going_on_from_a_game(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("f5d6c3")
    done = run("play", "game.txt", "--white", "human", stdin="d3\nmoves\n")
    assert done.stdout.endswith("f5d6c3d3\n")


def test_the_look_of_boards_can_be_chosen(run: Run) -> None:
    assert "\x1b[" in run("play", "--look", "colour").stdout


def test_bytes_that_are_no_text(run: Run) -> None:
    done = run("play", stdin=b"\xff\xfe\x00\nquit\n")
    assert done.returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [("--level", "21"), ("--black", "cat"), ("--seed", "x"), ("--time", "-1"), ("--clock", "soon"), ("--wat",)],
)
def test_bad_options(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    assert main(["play", *arguments]) == 2
    assert capsys.readouterr().err.startswith("logistello: ")


@pytest.mark.parametrize("options", [(), ("--no-learn",), ("--no-book",)])
def test_finished_games_are_learned_unless_one_says_no(run: Run, tmp_path: Path, options: tuple[str, ...]) -> None:
    book = tmp_path / "my.book"
    done = run("play", "--white", "human", *options, stdin="f5d6c3\nresign\nquit\n", LOGISTELLO_BOOK=str(book))
    assert done.returncode == 0
    assert "White resigns" in done.stdout
    assert book.exists() is not bool(options)
