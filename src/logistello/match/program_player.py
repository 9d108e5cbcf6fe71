"""What players that are other programs have in common, whatever they speak."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from logistello.engine.limit import Limit
from logistello.errors import NotationError, PlayerError
from logistello.othello.position import Position
from logistello.othello.square import Square

#: For the first answer: programs load books and tables, on machines that may be busy.
SECONDS_TO_START = 60.0
#: For everything else but thinking: resetting, taking over a move.
SECONDS_TO_OBEY = 10.0

Answer = TypeVar("Answer")


class Process(Protocol):
    """A running program."""

    def close(self) -> None: ...
    def kill(self) -> None: ...


class ProgramPlayer:
    """Owns the process: ends it, and says why it failed."""

    def __init__(self, process: Process, patience: float) -> None:
        """``patience``: seconds for a move where no time limit is given; then the program counts as hung."""
        self._owned = process
        self._patience = patience

    def end_game(self) -> None:
        """Programs think only when they are asked."""

    def interrupt(self) -> None:
        self._owned.kill()

    def close(self) -> None:
        self._owned.close()

    def _within(self, limit: Limit, lag: float, ask: Callable[[float], Answer]) -> Answer:
        """``ask`` gets the seconds that a move may take; silence beyond a limit of time is an overstepped one."""
        allowed = limit.clock.remaining if limit.clock else limit.time
        try:
            return ask(self._patience if allowed is None else allowed + lag)
        except PlayerError as error:
            if error.kind == "silent" and allowed is not None:
                raise PlayerError("time", str(error)) from error
            raise


def read_move(word: str, said: str, position: Position) -> Square:
    """The move that a program named. Raises ``PlayerError`` if it is none, or not legal."""
    if word.lower() == "resign":
        raise PlayerError("resigned", "resigned")
    try:
        move = Square.parse(word)
    except NotationError:
        raise PlayerError("protocol", f"answered {said[:60]!r} instead of a move") from None
    if not position.is_legal(move):
        legal = " ".join(str(each) for each in position.legal_moves)
        raise PlayerError("illegal", f"played {move}, which is not legal; legal: {legal}")
    return move
