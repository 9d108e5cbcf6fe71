"""``logistello play`` at a real terminal: keys go in, a screen comes out."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.waiting import PATIENCE, is_asleep, wait_until

#: Makes the terminal at its standard input the one whose Ctrl-C it hears, then runs the command.
_START = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from logistello.cli.main import main
sys.exit(main())
"""
_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|[\x01\x02]")


class Terminal:
    """80 columns and 24 lines with the command in it."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self._keys, screen = pty.openpty()
        fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        settings = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONIOENCODING": "utf-8", **environment}
        unwanted = ("NO_COLOR", "COLUMNS", "LINES")
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, "play", *arguments],
            stdin=screen,
            stdout=screen,
            stderr=screen,
            cwd=folder,
            env={**{name: value for name, value in os.environ.items() if name not in unwanted}, **settings},
            start_new_session=True,
        )
        os.close(screen)
        self.shown = ""
        self._read = 0

    def press(self, keys: str) -> None:
        os.write(self._keys, keys.encode())

    def interrupt(self) -> None:
        """Ctrl-C once the program waits at its prompt: readline does so a moment after it has shown it."""
        wait_until(lambda: is_asleep(self._process.pid), "the program waits at its prompt")
        self.press("\x03")

    def expect(self, text: str) -> str:
        """Wait until the text is shown, after what was expected before; returns what came until then."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.shown[self._read :]:
            left = deadline - time.monotonic()
            assert left > 0, f"waited for {text!r}, saw {self.shown!r}"
            assert self._look(left), f"waited for {text!r}, the program ended after {self.shown!r}"
        start, self._read = self._read, self.shown.index(text, self._read) + len(text)
        return self.shown[start : self._read]

    def exit_code(self) -> int:
        while self._look(PATIENCE):
            pass
        return self._process.wait(PATIENCE)

    def _look(self, seconds: float) -> bool:
        """Read what is there; ``False`` when nothing comes any more."""
        if not select.select([self._keys], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._keys, 65536)
        except OSError:  # how Linux says that the other side is closed
            return False
        self.shown += data.decode(errors="replace")
        return bool(data)

    def lines(self) -> list[str]:
        """What was shown, without colours."""
        return _ESCAPE.sub("", self.shown).replace("\r", "").split("\n")

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._keys)


Start = Callable[..., Terminal]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """``start("--level", "3")``; whatever runs is ended after the test."""
    terminals: list[Terminal] = []

    def starter(*arguments: str, **environment: str) -> Terminal:
        terminals.append(Terminal(tmp_path, *arguments, **environment))
        return terminals[-1]

    yield starter
    for terminal in terminals:
        terminal.close()


def test_a_game_in_colour_within_80_columns(start: Start, tmp_path: Path) -> None:
    terminal = start("--level", "2", "--seed", "1", "--clock", "9:00:00+1")
    terminal.expect("black 9:00:00> ")
    terminal.press("f5\r")
    terminal.expect("White plays ")
    terminal.expect("black 9:00:0")
    terminal.press("undo\r")
    terminal.expect("Taken back.")
    terminal.press("save game.sgf\r")
    terminal.expect("Saved in game.sgf.")
    terminal.press("help\r")
    terminal.expect("twice: the end.")
    terminal.press("resign\r")
    terminal.expect("Black resigns. White wins.")
    terminal.press("rematch\r")
    terminal.expect("Black plays ")
    terminal.press("quit\r")
    assert terminal.exit_code() == 0
    assert "●" in terminal.shown
    assert "\x1b[" in terminal.shown
    assert max(map(len, terminal.lines())) <= 80
    assert (tmp_path / "game.sgf").read_text().startswith("(;")


def test_without_colour(start: Start) -> None:
    terminal = start("--white", "human", NO_COLOR="1")
    terminal.expect("black> ")
    terminal.press("\x04")  # the end of the input
    assert terminal.exit_code() == 0
    assert not re.search(r"\x1b\[[0-9;]*m", terminal.shown)
    assert "4 - - . O X - - - 4" in "\n".join(terminal.lines())
    assert terminal.lines()[-1] == ""  # the shell's prompt begins on a line of its own


def test_colours_without_unicode(start: Start) -> None:
    terminal = start("--white", "human", PYTHONIOENCODING="ascii")
    terminal.expect("black> ")
    terminal.press("quit\r")
    assert terminal.exit_code() == 0
    assert terminal.shown.isascii()
    assert "\x1b[" in terminal.shown
    assert " X " in terminal.shown


def test_ctrl_c_at_the_prompt_drops_the_line_and_twice_ends(start: Start) -> None:
    terminal = start("--white", "human")
    terminal.expect("black> ")
    terminal.press("f5")
    terminal.expect("f5")
    terminal.interrupt()
    terminal.expect("Ctrl-C again, or 'quit', ends the program.")
    terminal.expect("black> ")
    terminal.press("moves\r")
    terminal.expect("no moves yet")
    terminal.expect("black> ")
    terminal.interrupt()
    terminal.expect("Ctrl-C again")
    terminal.expect("black> ")
    terminal.interrupt()
    assert terminal.exit_code() == 130


def test_ctrl_c_while_the_computer_thinks_makes_it_move(start: Start) -> None:
    terminal = start("--no-book", "--level", "20", "--time", "10000")
    terminal.expect("black> ")
    terminal.press("f5\r")
    terminal.expect("White to move")
    terminal.expect("g  h")  # the edge below the board: soon it thinks
    terminal.interrupt()
    terminal.expect("White plays ")
    terminal.expect(" at once.")
    terminal.expect("black> ")
    terminal.interrupt()
    assert terminal.exit_code() == 130


def test_ctrl_c_takes_the_computer_off_the_board(start: Start) -> None:
    terminal = start("--no-book", "--black", "computer", "--time", "10000")
    terminal.expect("Black to move")
    terminal.expect("g  h")
    terminal.press("\x03")  # the first move may be made or not
    terminal.expect("The computer stops playing; 'mode 2' lets it go on.")
    terminal.expect("> ")
    terminal.press("q\r")
    assert terminal.exit_code() == 0


def test_a_flag_falls_while_nobody_types(start: Start) -> None:
    terminal = start("--white", "human", "--clock", "0.5")
    terminal.expect("The time of Black is up. White wins.")
    terminal.expect("> ")
    terminal.press("f5\r")
    terminal.expect("The game is over")
    terminal.press("undo\r")
    terminal.expect("without clocks")
    terminal.expect("black> ")
    terminal.press("f5\r")
    terminal.expect("white> ")
    terminal.press("\x04")
    assert terminal.exit_code() == 0
