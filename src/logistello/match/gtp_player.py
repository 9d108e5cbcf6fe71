"""A program that speaks GTP (Go Text Protocol, version 2) as a player.

Commands are sent without numbers, which leaves less to misunderstand. Chatter between answers is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from logistello.engine.limit import Limit
from logistello.errors import PlayerError
from logistello.match.players import Choice
from logistello.match.program import SECONDS_TO_OBEY, SECONDS_TO_START, Program, ProgramPlayer, Refused, read_move
from logistello.othello.color import Color
from logistello.othello.game import Game
from logistello.othello.position import Position
from logistello.othello.square import PASS, Square


class GtpPlayer(ProgramPlayer):
    """Keeps the program's board at the game of the match and lets it think.

    GTP has no commands for depth and nodes: set them on the program's own command line. Time is set with
    ``time_settings`` and ``time_left`` if the program supports them. It may ignore them: GRhino, for one, accepts both
    and thinks as long as its level takes.
    """

    def __init__(self, command: Sequence[str], name: str | None = None, patience: float = 120.0) -> None:
        self._process = GtpProcess(command)
        super().__init__(self._process, patience)
        self._known: frozenset[str] = frozenset()
        #: Moves that the program has on its board; ``None`` if unknown.
        self._played: list[Square] | None = None
        self._told_time: str | None = None
        self._whole_seconds_only = False
        try:
            self._known = self._commands()
            self.name = name or self._own_name(command)
            if self._knows("set_game"):
                self._try("set_game Othello")
            if self._knows("boardsize"):
                self._obey("boardsize 8")
        except BaseException:
            self._process.kill()
            raise

    def new_game(self, number: int) -> None:
        self._obey("clear_board")
        self._played = []
        self._told_time = None

    def choose(self, game: Game, limit: Limit, lag: float) -> Choice:
        self._take_over(game)
        position = game.position
        self._tell_time(position.turn, limit)
        command = f"genmove {_letter(position.turn)}"
        text = self._within(limit, lag, lambda seconds: self._process.ask(command, seconds))
        move = read_move(text.split()[0] if text.split() else "", text, position)
        if self._played is not None:
            self._played.append(move)
        return Choice(move)

    # -- the game -----------------------------------------------------------------------------

    def _take_over(self, game: Game) -> None:
        """Play the moves that the program does not have on its board yet."""
        if game.start != Position.initial():
            raise PlayerError("protocol", "GTP has no other start positions; give openings as moves")
        moves = list(game.moves)
        if self._played is None or moves[: len(self._played)] != self._played:
            self._obey("clear_board")
            self._played = []
        color = Color.BLACK
        for number, move in enumerate(moves):
            if number >= len(self._played):
                command = f"play {_letter(color)} {move}"
                if move is PASS:
                    self._try(command)  # GRhino refuses passes and finds them itself
                else:
                    self._obey(command)
            color = color.opponent
        self._played = moves

    # -- time ---------------------------------------------------------------------------------

    def _tell_time(self, color: Color, limit: Limit) -> None:
        """Clocks as sudden death (GTP has no increment), time per move as one stone in a period of that length."""
        if limit.clock is not None:
            # The setting of a game is its first clock; later ones arrive as time_left.
            self._tell_settings(f"{_number(limit.clock.remaining)} 0 0", keep=True)
            self._tell_left(color, limit.clock.remaining, stones=0)
        elif limit.time is not None:
            self._tell_settings(f"0 {_number(limit.time)} 1", keep=False)
            self._tell_left(color, limit.time, stones=1)

    def _tell_settings(self, setting: str, *, keep: bool) -> None:
        if not self._knows("time_settings") or (self._told_time and (keep or self._told_time == setting)):
            return
        self._told_time = setting
        if not self._try(f"time_settings {setting}"):
            main, period, stones = (int(float(word)) for word in setting.split())
            self._try(f"time_settings {main} {max(period, 1) if stones else 0} {stones}")

    def _tell_left(self, color: Color, seconds: float, *, stones: int) -> None:
        if not self._knows("time_left"):
            return
        if not self._whole_seconds_only and self._try(f"time_left {_letter(color)} {_number(seconds)} {stones}"):
            return
        self._whole_seconds_only = True
        self._try(f"time_left {_letter(color)} {int(seconds)} {stones}")

    # -- commands -----------------------------------------------------------------------------

    def _commands(self) -> frozenset[str]:
        try:
            return frozenset(self._process.ask("list_commands", SECONDS_TO_START).split())
        except Refused:
            asked = ("boardsize", "set_game", "name", "version", "time_settings", "time_left")
            return frozenset(each for each in asked if self._is_known(each))

    def _is_known(self, command: str) -> bool:
        try:
            return self._obey(f"known_command {command}").lower() == "true"
        except Refused:
            return False

    def _own_name(self, command: Sequence[str]) -> str:
        words = [self._obey(each) for each in ("name", "version") if self._knows(each)]
        return " ".join(" ".join(words).split()) or command[0]

    def _knows(self, command: str) -> bool:
        return command in self._known

    def _obey(self, command: str) -> str:
        return self._process.ask(command, SECONDS_TO_OBEY)

    def _try(self, command: str) -> bool:
        """Send a command that a program may refuse without harm."""
        try:
            self._obey(command)
        except Refused:
            return False
        return True


def _letter(color: Color) -> str:
    return "b" if color is Color.BLACK else "w"


def _number(seconds: float) -> str:
    """At most two decimals, rounded down; whole seconds without any, since every program reads those."""
    hundredths = int(seconds * 100)
    return str(hundredths // 100) if hundredths % 100 == 0 else f"{hundredths / 100:.2f}"


# -- the protocol ------------------------------------------------------------------------------

_ANSWER = re.compile(r"([=?])(?:[0-9]+(?=\s|$))?\s*(.*)")


class GtpProcess:
    """One running program; its failures are those of :class:`Program`."""

    def __init__(self, command: Sequence[str]) -> None:
        self._program = Program(command)

    def ask(self, command: str, seconds: float) -> str:
        """The answer to one command, without its ``=``. Raises ``Refused`` for one with ``?``, else as ``Program``."""
        return self._program.ask(command, seconds, _AnswerReader(command))

    def close(self) -> None:
        self._program.close()

    def kill(self) -> None:
        self._program.kill()


class _AnswerReader:
    """Lines from ``=`` or ``?`` to the next empty one."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._lines: list[str] = []
        self._refused = False

    def __call__(self, line: str) -> str | None:
        first = _ANSWER.fullmatch(line)
        if self._lines and not line.strip():
            text = "\n".join(self._lines).strip()
            if self._refused:
                raise Refused(f"{self._command!r} was refused: {text or 'without a reason'}")
            return text
        if self._lines:
            self._lines.append(line)
        elif first:
            self._refused = first[1] == "?"
            self._lines.append(first[2])
        return None
