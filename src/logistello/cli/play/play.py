"""``logistello play``: a board in the terminal."""

from __future__ import annotations

import random
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from logistello.cli.option_types import Level, Seconds, Seed, Threads
from logistello.cli.terminal import typed_lines

if TYPE_CHECKING:
    from logistello.cli.play.session import PlaySession, SessionReply
    from logistello.cli.terminal_board import BoardPrinter
    from logistello.othello.game import Game

Seat = Literal["human", "computer"]
Look = Literal["auto", "colour", "unicode", "ascii"]

_DEFAULT_LEVEL = 5
_INTERRUPTED = 130


def play(
    game: str | None = None,
    *,
    black: Seat = "human",
    white: Seat = "computer",
    level: Level | None = None,
    time: Seconds | None = None,
    clock: str | None = None,
    seed: Seed | None = None,
    threads: Threads = 1,
    model: Path | None = None,
    book: Path | None = None,
    no_book: bool = False,
    no_learn: bool = False,
    no_ponder: bool = False,
    look: Look = "auto",
) -> int:
    """Play in the terminal. Type 'help' at the prompt for the commands.

    Lines may also come from a pipe; the end of the input ends the game. Ctrl-C while the computer thinks makes it move
    at once; twice ends the program.

    Parameters
    ----------
    game
        Continue from this game or position: a file, or text in any notation.
    black
        Who plays Black.
    white
        Who plays White.
    level
        Strength of the computer, 1 (beginner) to 20 (full strength); by default 5, or 20 with --time.
    time
        Most seconds for a move of the computer.
    clock
        Time of each side for the game, and what is added for each move: 5:00, 90 (seconds), 5:00+3.
    seed
        Makes the computer's choice repeatable; by default it differs every time.
    threads
        Threads for the computer's search.
    model
        The model file by which the computer judges positions; by default the one that comes with the package.
    book
        An opening book for the strong levels to play from, and to learn into; without it your own.
    no_book
        Neither play from a book nor learn.
    no_learn
        Do not learn finished games. By default each one is, so that none is lost twice in the same way.
    no_ponder
        Do not think on your time. At level 20 the computer does, and tells what it was worth.
    look
        How boards are drawn: in colour, or plainly with Unicode discs or ASCII letters; by default whatever the
        terminal can show.
    """
    from logistello.book import BookInPlay
    from logistello.cli.play.clocks import TimeControl
    from logistello.cli.play.computer_player import ComputerPlayer
    from logistello.cli.play.session import PlaySession
    from logistello.cli.terminal_board import BoardPrinter
    from logistello.engine import BookPolicy
    from logistello.evaluation.model import find_model
    from logistello.othello.color import Color

    if level is None:
        level = _DEFAULT_LEVEL if time is None else 20
    chosen_seed = random.randrange(1 << 32) if seed is None else seed  # noqa: S311 - a game, not a secret
    own_model = None if model is None else find_model(model)
    opening_book = None if no_book else BookInPlay(book, BookPolicy.varied(chosen_seed)).check()
    session = PlaySession(
        frozenset(color for color, seat in ((Color.BLACK, black), (Color.WHITE, white)) if seat == "computer"),
        ComputerPlayer(
            level, chosen_seed, time, threads=threads, book=opening_book, model=own_model, ponder=not no_ponder
        ),
        learner=None if no_learn else opening_book,
        control=None if clock is None else TimeControl.parse(clock),
        game=None if game is None else _given_game(game),
    )
    return _Terminal(session, BoardPrinter(look=look)).hold()


def _given_game(text: str) -> Game:
    from logistello.cli.game_files import first_game, read_source
    from logistello.cli.mistyped_options import refuse_option

    refuse_option(text)
    return first_game(read_source(text), text)[0]


class _Terminal:
    """Lines from the keyboard or a pipe, boards and text on the screen."""

    def __init__(self, session: PlaySession, printer: BoardPrinter) -> None:
        self._session = session
        self._printer = printer
        self._lines = typed_lines()
        self._interactive = self._lines.isatty()
        #: Ctrl-C came since the last line: the next one ends the program.
        self._interrupted = False
        #: It came when the computer was about to think: the next move is to come at once.
        self._hurry = False

    def hold(self) -> int:
        """Until the end of the input, ``quit`` or two Ctrl-C; returns the exit code."""
        if self._interactive:
            _enable_line_editing()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # Ctrl-C may mean another thing here; this one means the end
        greeted = False
        while True:
            try:
                if not greeted:
                    self._greet()
                    greeted = True
                if not self._turn():
                    return 0
            except KeyboardInterrupt:
                if self._interrupted or not self._interactive:
                    if self._interactive:
                        self._printer.text("")
                    return _INTERRUPTED
                self._pause()

    def _greet(self) -> None:
        if self._interactive:
            self._printer.text("Type a move such as f5, or 'help'.")
        self._show_board()

    def _turn(self) -> bool:
        """The computer's moves, then a line; ``False`` if that was the last one."""
        from logistello.cli.play.words import handle

        session = self._session
        while session.computer_to_move:
            at_once, self._hurry = self._hurry, False
            reply = session.computer_move(at_once=at_once)
            self._show(reply)
            if reply.interrupted and not at_once:
                raise KeyboardInterrupt
        session.think_ahead()
        line = self._read()
        if line is None:
            if self._interactive:
                self._printer.text("")
            return False
        self._interrupted = False
        flag = session.flag_fallen()
        if flag is not None:
            self._show(flag)
        reply = handle(session, line)
        self._show(reply)
        return not reply.quit

    def _pause(self) -> None:
        """After the first Ctrl-C. Two computers stop; one moves at once, if that is what it was about to do."""
        self._interrupted = True
        told = "Ctrl-C again, or 'quit', ends the program."
        if not self._session.people:
            self._session.computer = frozenset()
            told = "The computer stops playing; 'mode 2' lets it go on. " + told
        self._hurry = self._session.computer_to_move
        self._printer.text(f"\n{told}")

    def _show(self, reply: SessionReply) -> None:
        if reply.show_board:
            self._show_board(reply)
        if reply.text:
            self._printer.text(reply.text)
        for line in reply.more or ():
            self._printer.text(line)

    def _show_board(self, reply: SessionReply | None = None) -> None:
        from logistello.cli.terminal_board import BesideBoard

        session = self._session
        marks = None if reply is None else reply.marks
        self._printer.board(session.position, session.last_move, BesideBoard(session.sides(), session.ended), marks)

    # -- input --------------------------------------------------------------------------------

    def _read(self) -> str | None:
        """The next line, or ``None`` at the end of the input. An empty one if the time ran out meanwhile."""
        with self._session.stopwatch:
            try:
                with _alarm(self._session.seconds_left):
                    return self._read_line()
            except _TimeIsUp:
                if self._interactive:
                    self._printer.text("")
                return ""

    def _read_line(self) -> str | None:
        if self._interactive:
            try:
                return input(self._prompt())
            except EOFError:
                return None
        line = self._lines.readline()
        return line if line else None

    def _prompt(self) -> str:
        from logistello.cli.play.clocks import clock_text

        session = self._session
        if session.is_over:
            return "> "
        left = session.seconds_left
        return f"{session.position.turn}{'' if left is None else f' {clock_text(left)}'}> "


class _TimeIsUp(Exception):  # noqa: N818 - no error: a flag falls
    """Nothing was typed in time."""


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Raises ``_TimeIsUp`` inside the block after ``seconds``; ``None`` waits for ever.

    Windows cannot interrupt a read: there a flag falls when the next line is typed.
    """
    if seconds is None or sys.platform == "win32":
        yield
        return

    def ring(*_: object) -> None:
        raise _TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.0) + 0.01)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _enable_line_editing() -> None:
    try:
        import readline  # noqa: F401 - importing it gives input() a history and arrow keys
    except ImportError:
        return
