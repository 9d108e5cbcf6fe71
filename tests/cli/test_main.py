"""What all commands share: help, version, errors, Ctrl-C, closed pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from importlib.metadata import version

import pytest

from logistello.cli.command_table import default_worth_telling, own_words
from logistello.cli.main import COMMANDS
from tests.waiting import PATIENCE

from .conftest import COMMAND, Run

#: ``perft 20``, which tells when the native core is about to count: nothing else shows that it works.
COUNTING = """
import sys
from logistello import _native
from logistello.cli.main import main

def perft(*arguments, count=_native.perft):
    print("counting", flush=True)
    return count(*arguments)

_native.perft = perft
sys.exit(main(["perft", "20"]))
"""


def test_help_lists_every_command(run: Run) -> None:
    done = run("--help")
    assert done.returncode == 0
    assert done.stderr == ""
    for name, line in COMMANDS.items():
        assert name in done.stdout
        assert line.split()[0] in done.stdout


def test_no_arguments_show_first_steps(run: Run) -> None:
    """Five lines, each a command that there is, and where the rest is."""
    done = run()
    assert done.returncode == 0
    steps, _, more = done.stdout.partition("\n\n")
    assert len(steps.splitlines()) == 5
    for step in steps.splitlines():
        program, name = step.split()[:2]
        assert program == "logistello"
        assert name in COMMANDS
        assert len(step) <= 80
    assert "logistello --help" in more


def test_help_as_a_word(run: Run) -> None:
    assert run("help").stdout == run("--help").stdout
    assert run("help", "perft").stdout == run("perft", "--help").stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(run: Run, name: str) -> None:
    done = run(name, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: logistello {name}")


def test_version(run: Run) -> None:
    assert run("--version").stdout.strip() == version("logistello")


def test_help_is_easy_to_read() -> None:
    """Paragraphs fill the lines, and a switch that is off says nothing."""
    words = own_words("logistello.cli.match.match:match")
    assert words.startswith("Play a match: ")
    assert "Parameters" not in words
    assert all("\n" not in paragraph for paragraph in words.split("\n\n"))
    assert [default_worth_telling(value) for value in (None, False, 0, 12, "x")] == [None, None, "0", "12", "x"]


def test_help_loads_nothing_heavy() -> None:
    """Start-up must stay quick; what is not imported cannot be slow."""
    program = (
        "import sys; from logistello.cli.main import main; main(['--help'])\n"
        "heavy = {'numpy', 'logistello._native', 'logistello.othello', 'rich.markdown'} & set(sys.modules)\n"
        "sys.exit(f'imported: {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_unknown_command(run: Run) -> None:
    done = run("perf", "3")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "perft" in done.stderr


def test_unknown_option(run: Run) -> None:
    done = run("perft", "3", "--quick")
    assert done.returncode == 2
    assert "--quick" in done.stderr


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("analize", "f5"), '"analyse"'),
        (("book", "prob"), '"probe"'),
        (("gui",), '"web"'),
        (("review", "f5"), '"analyse"'),
        (("web", "--prot", "3"), "--port"),
        (("perft", "3", "--threds", "2"), "--threads"),  # an argument may begin with a hyphen here
        (("solve", "--hsh-mb", "16"), "--hash-mb"),
        (("solve", "--hsh-mb=16"), "--hash-mb"),
        (("analyse", "f5d6", "--bst", "3"), "--best"),
        (("book", "add", "f5d6", "--dept", "3"), "--depth"),
        (("selftest", "rule"), '"rules"'),
    ],
)
def test_the_nearest_is_suggested(run: Run, words: tuple[str, ...], meant: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert f"Did you mean {meant}?" in done.stderr
    assert done.stdout == ""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("command", [(sys.executable, "-c", COUNTING), (*COMMAND, "play", "--white", "human")])
def test_ctrl_c_ends_at_once_with_130(command: tuple[str, ...]) -> None:
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline()  # past the imports
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=PATIENCE)  # perft 20 would take years, a player's move for ever
        finally:
            process.kill()
    assert process.returncode == 130
    assert "Traceback" not in err


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of Unix")
def test_a_closed_pipe_is_no_error() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    try:
        process = subprocess.run(
            [*COMMAND, "play", "--black", "computer", "--level", "1"],
            stdin=subprocess.DEVNULL,
            stdout=write_end,
            stderr=subprocess.PIPE,
            timeout=PATIENCE,
            check=False,
        )
    finally:
        os.close(write_end)
    assert process.stderr == b""
    assert process.returncode == 141
