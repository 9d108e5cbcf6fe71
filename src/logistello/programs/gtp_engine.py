"""Programs that speak GTP (Go Text Protocol, version 2).

Commands are sent without numbers, which leaves less to misunderstand. Chatter between answers is ignored.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any, Literal

from logistello.engine.limit import Limit
from logistello.errors import ProgramProtocolError, ProgramRefusedError, UsageError
from logistello.othello import PASS, Color, Game, Position, Square
from logistello.programs.process import Hearing, Program
from logistello.programs.program_engine import SECONDS_TO_START, ProgramEngine
from logistello.programs.program_results import ProgramInfo, ProgramResult
from logistello.programs.read_move import read_move
from logistello.programs.thought import SECONDS_TO_OBEY, Question

#: Plies of a game: a depth that is no limit.
_DEEPEST = 60


class GtpEngine(ProgramEngine):
    """A program that speaks GTP: ``GtpEngine.popen(["logistello", "gtp"])``.

    Time is told with ``time_settings`` and ``time_left`` if the program knows them. It may ignore them: GRhino, for
    one, accepts both and thinks as long as its level takes. The protocol has no commands for depth and nodes, for
    positions that are not reached from the start, for scores, for analysis and for stopping: programs that know our own
    commands (``oth-setboard``, ``oth-explain``, ``oth-analyze``, ``oth-stop``; see docs/reference/protocols.md) can do
    all of that but nodes, from others it is refused in plain words.
    """

    #: Commands that the program knows.
    commands: frozenset[str]

    def _greet(self, name: str | None) -> str:
        self._talk = GtpProcess(self._program)
        #: The start position and the moves that the program has on its board; ``None`` if unknown.
        self._board: tuple[Position, list[Square]] | None = None
        self._told_time: str | None = None
        self._has_clock = False
        self._whole_seconds_only = False
        self._told_depth: int | None = None
        self.commands = frozenset()
        self.commands = self._known_commands()
        own = name or self._own_name()
        if "set_game" in self.commands:
            self._try("set_game Othello")
        if "boardsize" in self.commands:
            self._obey("boardsize 8")
        return own

    def command(self, text: str) -> str:
        """The answer to a command of your own, such as ``"set_level 5"``.

        Raises ``ProgramRefusedError`` if the program refuses it, else another ``ProgramError``.
        """
        with self._in_use():
            self._board = None  # whatever that was
            return self._obey(" ".join(text.split()))

    def _forget(self) -> None:
        self._obey("clear_board")
        self._board = (Position.initial(), [])
        self._told_time = None

    def _check(self, limit: Limit) -> None:
        if limit.nodes is not None:
            raise UsageError("GTP has no command for a number of nodes: limit the program by time")
        if limit.processor_time is not None:
            raise UsageError("GTP has no command for processor time: limit the program by time")
        if limit.depth is not None and not self._speaks_our_dialect:
            raise UsageError(
                f"GTP has no command for a depth, and {self.name!r} has none of its own that we know: "
                "set it where the program is started, or limit the program by time"
            )

    @property
    def _speaks_our_dialect(self) -> bool:
        # "set_level" alone may mean anything.
        return {"oth-analyze", "set_level"} <= self.commands

    def _move_question(self, game: Game, limit: Limit) -> Question:
        self._take_over(game)
        color = game.position.turn
        self._tell_depth(limit)
        self._tell_time(color, limit)
        return _MoveQuestion(self, game)

    def _lines_question(self, game: Game, limit: Limit, best_moves: int) -> Question:
        if "oth-analyze" not in self.commands:
            raise ProgramProtocolError(
                f"{self.name!r} has no command for analysis that we know (oth-analyze): use search(), or NBoardEngine "
                "if the program speaks that protocol too"
            )
        self._take_over(game)
        if limit.depth is not None or self._told_depth is not None:
            self._tell_depth(Limit(depth=limit.depth or _DEEPEST))
        return _LinesQuestion(self, game.position, best_moves)

    # -- the game -----------------------------------------------------------------------------

    def _take_over(self, game: Game) -> None:
        """Play the moves that the program does not have on its board yet."""
        moves = list(game.moves)
        if self._board is None or self._board[0] != game.start or moves[: len(self._board[1])] != self._board[1]:
            self._set_up(game.start)
        assert self._board is not None  # noqa: S101 - it was just set up
        played = len(self._board[1])
        self._board = None
        color = game.start.turn
        for number, move in enumerate(moves):
            if number >= played:
                command = f"play {_letter(color)} {move}"
                if move is PASS:
                    self._try(command)  # GRhino refuses passes and finds them itself
                else:
                    self._obey(command)
            color = color.opponent
        self._board = (game.start, moves)

    def _set_up(self, start: Position) -> None:
        if start != Position.initial() and "oth-setboard" not in self.commands:
            raise ProgramProtocolError(
                f"{self.name!r} has no command to set up a position that we know (oth-setboard): GTP plays from the "
                "usual start, so give a Game with all its moves, and openings as moves"
            )
        self._board = None
        self._obey("clear_board")
        if start != Position.initial():
            self._obey(f"oth-setboard {start.text}")
        self._board = (start, [])

    # -- limits -------------------------------------------------------------------------------

    def _tell_depth(self, limit: Limit) -> None:
        """A depth holds until another one, or until only time is to limit the program."""
        timed = limit.time is not None or limit.clock is not None
        depth = limit.depth or (_DEEPEST if timed and self._told_depth is not None else None)
        if depth is not None and depth != self._told_depth:
            self._obey(f"set_level {min(depth, _DEEPEST)}")
            self._told_depth = depth
            self._told_time = None

    def _tell_time(self, color: Color, limit: Limit) -> None:
        """Clocks as sudden death (GTP has no increment), time per move as one stone in a period of that length."""
        if limit.clock is not None:
            # The setting of a game is its first clock; later ones arrive as time_left.
            self._tell_settings(f"{_number(limit.clock.remaining)} 0 0", keep=True)
            self._tell_left(color, limit.clock.remaining, stones=0)
        elif limit.time is not None:
            self._tell_settings(f"0 {_number(limit.time)} 1", keep=False)
            self._tell_left(color, limit.time, stones=1)
        elif self._has_clock:
            self._try("time_settings 0 0 0")  # none any more
            self._told_time, self._has_clock = None, False

    def _tell_settings(self, setting: str, *, keep: bool) -> None:
        if "time_settings" not in self.commands or (self._told_time and (keep or self._told_time == setting)):
            return
        self._told_time, self._has_clock = setting, True
        if not self._try(f"time_settings {setting}"):
            main, period, stones = (int(float(word)) for word in setting.split())
            self._try(f"time_settings {main} {max(period, 1) if stones else 0} {stones}")

    def _tell_left(self, color: Color, seconds: float, *, stones: int) -> None:
        if "time_left" not in self.commands:
            return
        if not self._whole_seconds_only and self._try(f"time_left {_letter(color)} {_number(seconds)} {stones}"):
            return
        self._whole_seconds_only = True
        self._try(f"time_left {_letter(color)} {int(seconds)} {stones}")

    # -- commands -----------------------------------------------------------------------------

    def _known_commands(self) -> frozenset[str]:
        try:
            return frozenset(self._talk.ask("list_commands", SECONDS_TO_START).split())
        except ProgramRefusedError:
            asked = ("boardsize", "set_game", "name", "version", "time_settings", "time_left")
            return frozenset(each for each in asked if self._is_known(each))

    def _is_known(self, command: str) -> bool:
        try:
            return self._obey(f"known_command {command}").lower() == "true"
        except ProgramRefusedError:
            return False

    def _own_name(self) -> str:
        words = [self._obey(each) for each in ("name", "version") if each in self.commands]
        return " ".join(" ".join(words).split())

    def _obey(self, command: str) -> str:
        return self._talk.ask(command, SECONDS_TO_OBEY)

    def _try(self, command: str) -> bool:
        """Send a command that a program may refuse without harm."""
        try:
            self._obey(command)
        except ProgramRefusedError:
            return False
        return True

    # -- for the questions --------------------------------------------------------------------

    def _stop_thinking(self) -> None:
        if "oth-stop" in self.commands:
            self._program.tell("oth-stop")
        else:
            self._program.kill(f"{self.name!r} knows no command to stop (oth-stop), and was ended")

    def _hear_of_the_stop(self) -> None:
        if "oth-stop" in self.commands:
            self._talk.hear("oth-stop", SECONDS_TO_OBEY)

    def _explanation(self, position: Position, seconds: float) -> ProgramInfo | None:
        """What the program thought about its last move; ``None`` if it does not tell."""
        if "oth-explain" not in self.commands:
            return None
        try:
            return read_info(self._obey("oth-explain"), position, seconds)
        except ProgramRefusedError:
            return None

    def _note_move(self, game: Game, move: Square | None) -> None:
        """The program has its own move on its board; what it has after nonsense is unknown."""
        self._board = None if move is None else (game.start, [*game.moves, move])


class _GtpQuestion(Question):
    def __init__(self, engine: GtpEngine, position: Position, command: str, best_moves: int = 1) -> None:
        super().__init__(position, command, best_moves)
        self._engine = engine

    def stop(self) -> None:
        self._engine._stop_thinking()

    def after_stop(self) -> None:
        self._engine._hear_of_the_stop()


class _MoveQuestion(_GtpQuestion):
    most_lines = 2_000

    def __init__(self, engine: GtpEngine, game: Game) -> None:
        super().__init__(engine, game.position, f"genmove {_letter(game.position.turn)}")
        self._game = game
        self._reader = _AnswerReader(self.command)
        self._text = ""

    def hear(self, line: str) -> ProgramInfo | Literal[True] | None:
        text = self._reader(line)
        if text is None:
            return None
        self._text = text
        return True

    def result(self, *, complete: bool) -> ProgramResult:
        seconds = self.seconds
        self._engine._note_move(self._game, None)
        words = self._text.split()
        if words and words[0].lower() == "resign":
            return ProgramResult(self.position, None, complete=complete, seconds=seconds, resigned=True)
        move = read_move(words[0] if words else "", self._text, self.position)
        self._engine._note_move(self._game, move)
        info = self._engine._explanation(self.position, seconds)
        if info is None or info.move is not move:
            return ProgramResult(self.position, move, pv=(move,), complete=complete, seconds=seconds)
        return ProgramResult(
            self.position,
            move,
            score=info.score,
            depth=info.depth,
            pv=info.pv,
            exact=info.exact,
            complete=complete,
            nodes=info.nodes,
            seconds=seconds,
            best=(info,),
        )


class _LinesQuestion(_GtpQuestion):
    def __init__(self, engine: GtpEngine, position: Position, best_moves: int) -> None:
        super().__init__(engine, position, f"oth-analyze {best_moves}", best_moves)
        self._reader = _AnswerReader(self.command, self._note)
        self._news: ProgramInfo | None = None

    def _note(self, line: str) -> None:
        self._news = read_info(line, self.position, self.seconds) if line.strip() else None

    def hear(self, line: str) -> ProgramInfo | Literal[True] | None:
        self._news = None
        if self._reader(line) is not None:
            return True
        return None if self._news is None else self.told.add(self._news)

    def result(self, *, complete: bool) -> ProgramResult:
        best = self.told.ranked()
        if not best:
            return ProgramResult(self.position, None, complete=complete, seconds=self.seconds)
        first = best[0]
        return ProgramResult(
            self.position,
            first.move,
            score=first.score,
            depth=first.depth,
            pv=first.pv,
            exact=first.exact,
            complete=complete,
            nodes=max((info.nodes for info in best if info.nodes is not None), default=None),
            seconds=self.seconds,
            best=best,
        )


def _letter(color: Color) -> str:
    return "b" if color is Color.BLACK else "w"


def _number(seconds: float) -> str:
    """At most two decimals, rounded down; whole seconds without any, since every program reads those."""
    hundredths = int(seconds * 100)
    return str(hundredths // 100) if hundredths % 100 == 0 else f"{hundredths / 100:.2f}"


def read_info(text: str, position: Position, seconds: float) -> ProgramInfo:
    """A move as ``oth-explain`` and ``oth-analyze`` tell it. Raises ``ProgramProtocolError``.

    >>> read_info('{"move": "f5", "score": 1.5, "depth": 8, "pv": "f5 d6"}', Position.initial(), 0.1).depth
    8
    """
    try:
        told: dict[str, Any] = json.loads(text)
        info = ProgramInfo(
            rank=1,  # the order of all that is told makes the ranks
            pv=tuple(Square.parse(word) for word in str(told.get("pv") or told["move"]).split()),
            score=_discs(told.get("score")),
            depth=_count(told.get("depth")),
            confidence=_count(told.get("confidence")),
            exact=told.get("exact") is True,
            nodes=_count(told.get("nodes")),
            seconds=seconds,
            turn=position.turn,
        )
        if position.is_legal(info.move):
            return info
    except (ValueError, ArithmeticError, TypeError, LookupError, AttributeError, RecursionError):
        pass
    raise ProgramProtocolError(f"said {text[:60]!r} instead of a move and its value as JSON")


def _discs(value: object) -> float | None:
    if value is None:
        return None
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError
    return float(value)


def _count(value: object) -> int | None:
    if value is not None and (not isinstance(value, int) or value < 0):
        raise ValueError
    return value


# -- the protocol ------------------------------------------------------------------------------

_ANSWER = re.compile(r"([=?])(?:[0-9]+(?=\s|$))?\s*(.*)")


class GtpProcess:
    """Questions and answers of one running program; its failures are those of :class:`Program`."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def ask(self, command: str, seconds: float) -> str:
        """The answer to one command, without its ``=``. Raises ``ProgramRefusedError`` for one with ``?``."""
        return self._program.ask(command, seconds, _AnswerReader(command))

    def hear(self, command: str, seconds: float) -> str:
        """The answer to a command that was sent before."""
        return self._program.hear(Hearing(command, seconds), _AnswerReader(command))


class _AnswerReader:
    """Lines from ``=`` or ``?`` to the next empty one."""

    def __init__(self, command: str, note: Callable[[str], None] | None = None) -> None:
        """``note`` takes the lines of an answer while they come, instead of all of them at the end."""
        self._command = command
        self._note = note
        self._lines: list[str] = []
        self._refused = False

    def __call__(self, line: str) -> str | None:
        first = _ANSWER.fullmatch(line)
        if self._lines and not line.strip():
            text = "\n".join(self._lines).strip()
            if self._refused:
                raise ProgramRefusedError(f"{self._command!r} was refused: {text or 'without a reason'}")
            return text
        if self._lines:
            self._add(line)
        elif first:
            self._refused = first[1] == "?"
            self._add(first[2])
        return None

    def _add(self, text: str) -> None:
        if self._note is not None and not self._refused:
            self._note(text)
            self._lines = [""]  # an answer has begun
        else:
            self._lines.append(text)
