"""Programs that speak NBoard's protocol, version 2.

What they say while they think (``status``, ``search``, ``nodestats``) comes in any order and number.
"""

from __future__ import annotations

import re
from typing import Literal

from logistello.engine.limit import Limit
from logistello.errors import ProgramProtocolError, UsageError
from logistello.othello import Game, Position, Square
from logistello.programs.nboard_lines import NBoardMove, game_text, parse_line, parse_move
from logistello.programs.program_engine import SECONDS_TO_START, ProgramEngine
from logistello.programs.program_results import ProgramInfo, ProgramResult
from logistello.programs.read_move import read_move
from logistello.programs.thought import SECONDS_TO_OBEY, Question

#: Depth that a program is told where none is set: unlimited where something else ends it, else NBoard's default.
_DEPTH_WITH_ANOTHER_LIMIT = 60
_DEPTH_WITHOUT_LIMIT = 12
#: Programs may report every few positions that they visit, for as long as they think.
_MOST_LINES = 100_000
_MYNAME = re.compile(r"\s*set\s+myname\s+(\S+)", re.IGNORECASE)
_NODES = re.compile(r"\s*nodestats\s+([0-9]{1,18})\b", re.IGNORECASE)
#: An empty status, or what programs say instead, as Edax: "is waiting".
_IDLE = re.compile(r"\s*status(?:\s+.*\b(?:waiting|idle|ready|done)\b.*)?\s*", re.IGNORECASE)


class NBoardEngine(ProgramEngine):
    """A program that speaks NBoard's protocol: ``NBoardEngine.popen(["logistello", "nboard"])``.

    It is sent the whole game before every question, so that no board can get out of step, and plays from any position.
    Depth is set with ``set depth``; without any limit, a search looks 12 moves ahead. A clock is sent as NBoard does,
    in the record of the game; a time per move becomes a clock with that increment. The protocol has no limit on nodes.
    """

    def _greet(self, name: str | None) -> str | None:
        self._pings = 0
        self._depth: int | None = None
        self._own_name: str | None = None
        self._program.tell("nboard 2")
        self._synchronise(SECONDS_TO_START)
        return name or self._own_name

    def set(self, name: str, value: str | int) -> None:
        """Set an option of the program, such as ``set("contempt", 50)``; one that it does not know changes nothing.

        Depth and game are set by every search. Raises ``ProgramError``.
        """
        with self._in_use():
            self._program.tell(" ".join(f"set {name} {value}".split()))
            self._depth = None
            self._synchronise()

    def _forget(self) -> None:
        self._synchronise()

    def _check(self, limit: Limit) -> None:
        if limit.nodes is not None:
            raise UsageError("NBoard's protocol has no limit of nodes: limit the program by depth, time or a clock")
        if limit.processor_time is not None:
            raise UsageError("NBoard's protocol has no limit of processor time: limit the program by time or a clock")

    def _move_question(self, game: Game, limit: Limit) -> Question:
        timed = limit.clock is not None or limit.time is not None
        self._tell_game(game, limit, limit.depth or (_DEPTH_WITH_ANOTHER_LIMIT if timed else _DEPTH_WITHOUT_LIMIT))
        return _GoQuestion(self, game.position)

    def _lines_question(self, game: Game, limit: Limit, best_moves: int) -> Question:
        self._tell_game(game, Limit(), limit.depth or _DEPTH_WITH_ANOTHER_LIMIT)
        return _HintQuestion(self, game.position, best_moves, limit.depth)

    def _tell_game(self, game: Game, limit: Limit, depth: int) -> None:
        depth = min(depth, _DEPTH_WITH_ANOTHER_LIMIT)
        if depth != self._depth:
            self._program.tell(f"set depth {depth}")
            self._depth = depth
        self._program.tell(f"set game {game_text(game, limit)}")
        self._synchronise()

    # -- the protocol -------------------------------------------------------------------------

    def _synchronise(self, seconds: float = SECONDS_TO_OBEY) -> None:
        """Wait until the program has processed everything that was sent. What came before is of no interest."""
        number = self._next_ping()
        pong = _pong(number)

        def listen(line: str) -> bool | None:
            if named := _MYNAME.match(line):
                self._own_name = named[1]
            return True if pong.fullmatch(line) else None

        self._program.ask(f"ping {number}", seconds, listen, _MOST_LINES)

    def _next_ping(self) -> int:
        self._pings += 1
        return self._pings

    def _stop_thinking(self) -> re.Pattern[str]:
        """A ping stops the program; nothing of what it thought about comes after the pong."""
        number = self._next_ping()
        self._program.tell(f"ping {number}")
        return _pong(number)


def _pong(number: int) -> re.Pattern[str]:
    return re.compile(rf"\s*pong\s+{number}\s*", re.IGNORECASE)


class _NBoardQuestion(Question):
    def __init__(self, engine: NBoardEngine, position: Position, command: str, best_moves: int = 64) -> None:
        super().__init__(position, command, best_moves)
        self._engine = engine
        self._nodes: int | None = None
        self._pong: re.Pattern[str] | None = None

    def stop(self) -> None:
        self._pong = self._engine._stop_thinking()

    def hear(self, line: str) -> ProgramInfo | Literal[True] | None:
        if self._pong is not None and self._pong.fullmatch(line):
            return True
        if counted := _NODES.match(line):
            self._nodes = int(counted[1])
        info = parse_line(line, self.position, self.seconds)
        return None if info is None else self.told.add(info)

    def _result_for(self, move: Square | None, score: float | None, complete: bool) -> ProgramResult:
        """With what the program said about the move while it was thinking."""
        info = None if move is None else self.told.of(move)
        if info is None:
            return ProgramResult(
                self.position,
                move,
                score=score,
                pv=() if move is None else (move,),
                complete=complete,
                nodes=self._nodes,
                seconds=self.seconds,
            )
        return ProgramResult(
            self.position,
            move,
            score=info.score if score is None else score,
            depth=info.depth,
            pv=info.pv,
            exact=info.exact,
            complete=complete,
            nodes=self._nodes,
            seconds=self.seconds,
            from_book=info.from_book,
            best=self._best(info),
        )

    def _best(self, info: ProgramInfo) -> tuple[ProgramInfo, ...]:
        """The other moves that were told in a search for one move are merely those that it had thought of before."""
        return (info,)


class _GoQuestion(_NBoardQuestion):
    most_lines = _MOST_LINES

    def __init__(self, engine: NBoardEngine, position: Position) -> None:
        super().__init__(engine, position, "go")
        self._answer: NBoardMove | None = None

    def hear(self, line: str) -> ProgramInfo | Literal[True] | None:
        self._answer = parse_move(line)
        return super().hear(line) if self._answer is None else True

    def result(self, *, complete: bool) -> ProgramResult:
        answer = self._answer
        if answer is None:  # stopped before it came to a decision
            ranked = self.told.ranked()
            return self._result_for(ranked[0].move if ranked else None, None, complete)
        if answer.word.lower() == "resign":
            return ProgramResult(self.position, None, complete=complete, seconds=self.seconds, resigned=True)
        if not answer.word:
            raise ProgramProtocolError(f"answered {answer.said[:60]!r} instead of a move")
        return self._result_for(read_move(answer.word, answer.said, self.position), answer.value, complete=True)


class _HintQuestion(_NBoardQuestion):
    """Over when the status says so; enough when the program has told its moves as deep as it was asked to."""

    def __init__(self, engine: NBoardEngine, position: Position, best_moves: int, depth: int | None) -> None:
        best_moves = min(best_moves, len(position.legal_moves))
        super().__init__(engine, position, f"hint {best_moves}", best_moves)
        self._wanted = best_moves
        self._depth = depth

    def hear(self, line: str) -> ProgramInfo | Literal[True] | None:
        news = super().hear(line)
        if _IDLE.fullmatch(line) and self._pong is None and self.told.ranked():
            return True
        return news

    @property
    def enough(self) -> bool:
        """Moves of a book come first, and a better one may follow: they alone are never enough."""
        ranked = self.told.ranked()
        searched = [info for info in ranked if not info.from_book]
        return len(ranked) == self._wanted and bool(searched) and all(self._deep_enough(info) for info in searched)

    def _deep_enough(self, info: ProgramInfo) -> bool:
        """A search to the end goes on until it is sure."""
        if info.exact or self._depth is None or info.depth is None:
            return info.exact
        return self._depth <= info.depth < self.position.empties

    def result(self, *, complete: bool) -> ProgramResult:
        ranked = self.told.ranked()
        return self._result_for(ranked[0].move if ranked else None, None, complete)

    def _best(self, info: ProgramInfo) -> tuple[ProgramInfo, ...]:
        return self.told.ranked()
