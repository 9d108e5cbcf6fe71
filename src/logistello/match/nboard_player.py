"""A program that speaks NBoard's protocol, version 2, as a player.

Programs differ: NTest sends ``=== F5/1.50/0.3``, Edax ``=== d6 -1.00 0.0``. What else they say while they think
(``status``, ``search``, ``nodestats``) comes in any order and number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from logistello.engine.limit import Clock, Limit
from logistello.errors import PlayerError
from logistello.match.players import Choice
from logistello.match.program import SECONDS_TO_OBEY, SECONDS_TO_START, Program, ProgramPlayer, read_move
from logistello.othello.game import Game
from logistello.othello.notation.ggf import write_ggf_game
from logistello.othello.notation.source import parse_number

#: Depth that a program is told when the match sets none: unlimited where time is the limit, else NBoard's default.
_DEPTH_WITH_TIME = 60
_DEPTH_WITHOUT_LIMIT = 12


class NBoardPlayer(ProgramPlayer):
    """Sends the whole game before every move, so that no board can get out of step, and plays from any position.

    Depth is set with ``set depth``. A clock is sent as NBoard does, in the record of the game; a time per move becomes
    a clock with that increment. The protocol has no limit on nodes.
    """

    def __init__(self, command: Sequence[str], name: str | None = None, patience: float = 120.0) -> None:
        self._process = NBoardProcess(command)
        super().__init__(self._process, patience)
        self._depth: int | None = None
        try:
            self._process.tell("nboard 2")
            self._process.synchronise(SECONDS_TO_START)
        except BaseException:
            self._process.kill()
            raise
        self.name = name or self._process.name or command[0]

    def new_game(self, number: int) -> None:
        self._process.synchronise()

    def choose(self, game: Game, limit: Limit, lag: float) -> Choice:
        timed = limit.clock is not None or limit.time is not None
        depth = limit.depth or (_DEPTH_WITH_TIME if timed else _DEPTH_WITHOUT_LIMIT)
        if depth != self._depth:
            self._process.tell(f"set depth {depth}")
            self._depth = depth
        self._process.tell(f"set game {game_text(game, limit)}")
        self._process.synchronise()
        answer = self._within(limit, lag, self._process.go)
        if not answer.word:
            raise PlayerError("protocol", f"answered {answer.said[:60]!r} instead of a move")
        return Choice(read_move(answer.word, answer.said, game.position), answer.value, answer.nodes)


def game_text(game: Game, limit: Limit) -> str:
    """The game as one line of GGF, with a clock that leaves the side to move the time that ``limit`` gives it.

    Programs add increments for the moves that were made and subtract their times; the record makes both equal.

    >>> game_text(Game.from_moves("f5"), Limit(clock=Clock(90, 2)))[:52]
    '(;GM[Othello]PC[]DT[]PB[]PW[]TI[1:30/0:02]TY[8]RE[?]'
    """
    clock = limit.clock or (Clock(limit.time, limit.time) if limit.time is not None else None)
    told = Game(start=game.start)
    for move in game.moves:
        told.play(move, seconds=clock.increment if clock is not None and clock.increment else None)
    if clock is not None:
        text = _time(clock.remaining) + (f"/{_time(clock.increment)}" if clock.increment else "")
        told.black.clock = told.white.clock = text
    return write_ggf_game(told)


def _time(seconds: float) -> str:
    """Minutes and seconds, rounded down; fractions only where they matter, since not every program reads them.

    >>> _time(90.7), _time(2.349), _time(2)
    ('1:30', '0:02.34', '0:02')
    """
    hundredths = int(seconds * 100)
    if hundredths >= 1000 or hundredths % 100 == 0:
        return f"{hundredths // 6000}:{hundredths // 100 % 60:02d}"
    return f"0:{hundredths // 100:02d}.{hundredths % 100:02d}"


# -- the protocol ------------------------------------------------------------------------------

#: Programs may report every few positions that they visit, for as long as they think.
_MOST_LINES = 100_000
_MYNAME = re.compile(r"\s*set\s+myname\s+(\S+)", re.IGNORECASE)
_NODES = re.compile(r"\s*nodestats\s+([0-9]{1,18})\b", re.IGNORECASE)
_MOVE = re.compile(r"\s*===\s*(.*)")


@dataclass(frozen=True, slots=True)
class NBoardMove:
    """The answer to ``go``."""

    word: str
    #: Discs for the side to move.
    value: float | None
    nodes: int
    said: str


def parse_move(line: str, nodes: int = 0) -> NBoardMove | None:
    """The move of a line with ``===``; slashes or blanks between its parts.

    >>> parse_move("=== F5/1.50/0.3").value, parse_move("=== d6 -1.00 0.0").word, parse_move("status Thinking")
    (1.5, 'd6', None)
    """
    match = _MOVE.fullmatch(line)
    if match is None:
        return None
    parts = match[1].strip().split("/") if "/" in match[1] else match[1].split()
    return NBoardMove(
        word=parts[0].strip() if parts else "",
        value=parse_number(parts[1]) if len(parts) > 1 else None,
        nodes=nodes,
        said=line.strip(),
    )


class NBoardProcess:
    """One running program; its failures are those of :class:`Program`."""

    def __init__(self, command: Sequence[str]) -> None:
        self._program = Program(command)
        self._pings = 0
        self._nodes = 0
        #: What the program calls itself; may change with its depth.
        self.name: str | None = None

    def tell(self, line: str) -> None:
        self._program.tell(line)

    def synchronise(self, seconds: float = SECONDS_TO_OBEY) -> None:
        """Wait until the program has processed everything that was sent. Raises ``PlayerError``."""
        self._pings += 1
        pong = re.compile(rf"\s*pong\s+{self._pings}\s*", re.IGNORECASE)

        def listen(line: str) -> bool | None:
            self._note(line)
            return True if pong.fullmatch(line) else None

        self._program.ask(f"ping {self._pings}", seconds, listen, _MOST_LINES)

    def go(self, seconds: float) -> NBoardMove:
        """The move that it would play. Raises ``PlayerError``."""
        self._nodes = 0

        def listen(line: str) -> NBoardMove | None:
            self._note(line)
            return parse_move(line, self._nodes)

        return self._program.ask("go", seconds, listen, _MOST_LINES)

    def _note(self, line: str) -> None:
        if named := _MYNAME.match(line):
            self.name = named[1]
        elif counted := _NODES.match(line):
            self._nodes = int(counted[1])

    def close(self) -> None:
        self._program.close()

    def kill(self) -> None:
        self._program.kill()
