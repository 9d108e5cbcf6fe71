"""``logistello play``: a board in the terminal."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Literal

from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.cli.play_session import PlaySession, Reply
    from logistello.cli.terminal_board import BoardPrinter

Seat = Literal["human", "computer"]


def play(
    *,
    black: Seat = "human",
    white: Seat = "computer",
    level: int | None = None,
    time: float | None = None,
    seed: int | None = None,
) -> int:
    """Play in the terminal. Type 'help' at the prompt for the commands.

    Lines may also come from a pipe; the end of the input ends the game.

    Parameters
    ----------
    black
        Who plays Black.
    white
        Who plays White.
    level
        A simple computer player of this strength, 1 to 5; 3 if nothing else is said.
    time
        The engine instead, with so many seconds for each move.
    seed
        Makes the computer's choice between equal moves repeatable; by default it differs every time.
    """
    import random

    from logistello.cli.play_session import PlaySession
    from logistello.cli.terminal_board import BoardPrinter
    from logistello.match.simple_players import MobilityPlayer
    from logistello.othello.color import Color

    if level is not None and time is not None:
        raise UsageError("--level chooses the simple player, --time the engine: give one of the two")
    if time is not None and not 0 <= time < float("inf"):
        raise UsageError(f"--time is {time}; expected seconds, zero or more")
    level = 3 if level is None else level
    if level not in MobilityPlayer.LEVELS:
        levels = MobilityPlayer.LEVELS
        raise UsageError(f"level {level} does not exist; expected {levels[0]} to {levels[-1]}")
    computer = {color for color, seat in ((Color.BLACK, black), (Color.WHITE, white)) if seat == "computer"}
    chosen_seed = random.randrange(1 << 32) if seed is None else seed  # noqa: S311 - a game, not a secret
    session = PlaySession(frozenset(computer), level, chosen_seed)
    if time is not None:
        session.use_engine(time)
    _converse(session, BoardPrinter())
    return 0


def _converse(session: PlaySession, printer: BoardPrinter) -> None:
    interactive = sys.stdin.isatty()
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # nonsense is answered, not fatal
    if interactive:
        _enable_line_editing()
        printer.text("Type a move such as f5, or 'help'.")
    printer.board(session.position, session.last_move)
    while True:
        while session.computer_to_move:
            _show(session.computer_move(), session, printer)
        line = _read(f"{session.position.turn}> " if not session.is_over else "> ", interactive)
        if line is None:
            if interactive:
                printer.text("")
            return
        reply = session.handle(line)
        if reply.quit:
            return
        _show(reply, session, printer)


def _show(reply: Reply, session: PlaySession, printer: BoardPrinter) -> None:
    if reply.show_board:
        printer.board(session.position, session.last_move)
    if reply.text:
        printer.text(reply.text)


def _read(prompt: str, interactive: bool) -> str | None:
    """The next line, or ``None`` at the end of the input."""
    if interactive:
        try:
            return input(prompt)
        except EOFError:
            return None
    line = sys.stdin.readline()
    return line if line else None


def _enable_line_editing() -> None:
    try:
        import readline  # noqa: F401 - importing it gives input() a history and arrow keys
    except ImportError:
        return
