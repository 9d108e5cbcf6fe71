"""Names of players and engines are text: neither markup nor commands to the terminal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from logistello.cli import ggs
from logistello.cli.main import main
from logistello.cli.play.session import PlaySession
from logistello.cli.play.words import handle
from logistello.cli.terminal import shown
from logistello.evaluation import Model

from .conftest import Run

ESCAPE = "\x1b[2J"
RECORD = (
    "(;GM[Othello]PC[Oslo\x1b(B]PB[Ann\x1b(B]PW[Bob\x1b(B]RE[?]TY[8]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6];)"
)


@pytest.mark.parametrize(("name", "others"), [("[/b]", ("mobility",)), ("[bold]x", ("mobility", "greedy"))])
def test_a_name_is_no_markup(run: Run, name: str, others: tuple[str, ...]) -> None:
    done = run("match", f"random:name={name}", *others, "--games", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{name} " in done.stdout


def test_a_name_in_a_match_does_not_command_the_terminal(run: Run) -> None:
    done = run("match", f"random:name=x{ESCAPE}", "mobility", "--games", "2")
    assert done.returncode == 0, done.stderr
    assert "x\\x1b[2J against mobility" in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("command", [("show",), ("analyse", "--depth", "1", "--hash-mb", "1")])
def test_names_in_records_do_not_command_the_terminal(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "game.ggf").write_text(RECORD)
    done = run(command[0], "game.ggf", *command[1:])
    assert done.returncode == 0, done.stderr
    assert "Ann\\x1b(B" in done.stdout
    assert "\x1b" not in done.stdout


def test_what_a_model_says_of_itself_does_not_command_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = replace(Model.default(), name=f"x{ESCAPE}", provenance={ESCAPE: ESCAPE}).save(tmp_path / "odd.model")
    assert main(["model", "info", str(path)]) == 0
    told = capsys.readouterr().out
    assert "name         x\\x1b[2J" in told
    assert "\x1b" not in told


def test_names_of_files_do_not_command_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / f"good{ESCAPE}.ggf").write_text(RECORD)
    (folder / f"bad{ESCAPE}.ggf").write_text("(;GM[Othello]BO[9];)")
    (folder / f"other{ESCAPE}.xyz").write_text("?")
    small = ("--workers", "1", "--depth", "1", "--solve", "0", "--hash-mb", "1")
    monkeypatch.chdir(tmp_path)
    for command in (
        ("check", "games"),
        ("convert", "games", "x.sgf"),
        ("book", "add", "games", "--book", "x.book", *small),
        ("book", "undo", "--list", "--book", "x.book"),
    ):
        main(command)
        said = "".join(capsys.readouterr())
        assert "\x1b" not in said, command
        assert "x1b" in said or command[1] == "undo", command


def test_what_a_game_server_says_does_not_command_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    ggs._tell_output(f"a match with Ann{ESCAPE}")
    ggs._tell_error_output(f"a match with Ann{ESCAPE}")
    assert tuple(capsys.readouterr()) == ("a match with Ann\\x1b[2J\n",) * 2


def test_what_is_wrong_with_a_file_does_not_command_the_terminal_of_a_game(tmp_path: Path) -> None:
    path = tmp_path / f"x{ESCAPE}.ggf"
    missing = handle(PlaySession(), f"load {path}")
    path.write_text(f"(;GM[Othello]BO[{ESCAPE}];)")
    odd = handle(PlaySession(), f"load {path}")
    assert "x1b" in missing.text
    assert "\x1b" not in missing.text + odd.text


def test_a_long_complaint_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "x" * 60_000]) == 2
    assert 100 < len(capsys.readouterr().err) < 1100
    assert main([*"x" * 3000]) == 2
    assert len(capsys.readouterr().err) < 1200


def test_an_error_does_not_command_the_terminal(run: Run) -> None:
    done = run("show", f"x{ESCAPE}.ggf")
    assert done.returncode == 2
    assert "\x1b" not in done.stderr


def test_letters_of_all_scripts_stay() -> None:
    assert shown("Łódź 東京\u3000[x]") == "Łódź 東京\u3000[x]"
    assert shown("a\nb\u202ec\u2028") == "a\\nb\\u202ec\\u2028"
