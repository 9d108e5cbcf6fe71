"""A program that speaks NBoard's protocol as a player."""

from __future__ import annotations

from collections.abc import Sequence

from logistello.engine.clock import Clock
from logistello.engine.limit import Limit
from logistello.errors import PlayerError
from logistello.match.nboard_client import NBoardProcess
from logistello.match.players import Choice
from logistello.match.program_player import SECONDS_TO_START, ProgramPlayer, read_move
from logistello.othello.game import Game
from logistello.othello.notation.ggf import write_ggf_game

#: Plies that a program is told to look ahead if nobody says: its own choice where time is the limit, else NBoard's.
_DEPTH_WITH_TIME = 60
_DEPTH_WITHOUT_LIMIT = 12


class NBoardPlayer(ProgramPlayer):
    """Sends the whole game before every move, so that no board can get out of step, and plays from any position.

    Depth is told with ``set depth``. A clock is told as NBoard does, in the record of the game; seconds for each move
    are a clock with that increment. Nodes are no words of the protocol.
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
    """The game on one line of GGF, with such a clock that the side to move has left what ``limit`` says.

    Programs add the increments of the moves that were made and subtract their times; both are told to be the same.

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
