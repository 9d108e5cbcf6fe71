"""Names of players and engines are text: neither markup nor commands to the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from logistello.cli.terminal import shown

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


def test_an_error_does_not_command_the_terminal(run: Run) -> None:
    done = run("show", f"x{ESCAPE}.ggf")
    assert done.returncode == 2
    assert "\x1b" not in done.stderr


def test_letters_of_all_scripts_stay() -> None:
    assert shown("Łódź 東京\u3000[x]") == "Łódź 東京\u3000[x]"
    assert shown("a\nb\u202ec\u2028") == "a\\nb\\u202ec\\u2028"
