"""Another program in a match: what is wrong with it becomes the reason why it loses its game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from logistello.engine.limit import Limit
from logistello.errors import PlayerError, ProgramError
from logistello.match.players import Choice
from logistello.othello.game import Game
from logistello.programs import GtpEngine, NBoardEngine, ProgramEngine
from logistello.programs.process import Program

#: Programs by the protocol that they speak, and the limits of a match that it cannot tell: they are left to the
#: program's own command line.
PROTOCOLS: dict[str, tuple[type[ProgramEngine], Sequence[str]]] = {
    "gtp": (GtpEngine, ("nodes", "depth", "processor_time")),
    "nboard": (NBoardEngine, ("nodes", "processor_time")),
}

OnStart = Callable[[Callable[[], None]], None]


def _ignore(kill: Callable[[], None]) -> None:
    """Nobody will want to end the program before it has begun."""


class ProgramPlayer:
    """Plays the moves of a program."""

    def __init__(
        self,
        protocol: str,
        command: Sequence[str],
        name: str | None = None,
        patience: float = 120.0,
        on_start: OnStart = _ignore,
    ) -> None:
        """``patience``: seconds for a move without a time limit, after which the program counts as hung.

        ``on_start`` gets what ends the program while its first answer, which may take long, is waited for.
        """
        engine, self._untold = PROTOCOLS[protocol]
        with _told_as_player_error():
            program = Program(command)
            on_start(program.kill)
            self._engine = engine(program, name=name, patience=patience, lag=0.0)
        self.name = self._engine.name

    def new_game(self, number: int) -> None:
        with _told_as_player_error():
            self._engine.new_game()

    def choose(self, game: Game, limit: Limit, lag: float) -> Choice:
        self._engine.lag = lag
        with _told_as_player_error():
            found = self._engine.search(game, replace(limit, **dict.fromkeys(self._untold)))
        if found.move is None:
            raise PlayerError("resigned", "resigned")
        return Choice(found.move, found.score, found.nodes or 0, found.depth)

    def end_game(self) -> None:
        """Programs think only when asked."""

    def interrupt(self) -> None:
        self._engine.kill()

    def close(self) -> None:
        self._engine.close()


@contextmanager
def _told_as_player_error() -> Iterator[None]:
    try:
        yield
    except ProgramError as error:
        raise PlayerError(error.kind, str(error)) from error
