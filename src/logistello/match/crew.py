"""The players of one thread: made when they are first needed, replaced when they failed."""

from __future__ import annotations

from logistello.engine import Engine, Limit
from logistello.errors import PlayerError
from logistello.match.plan import Match
from logistello.match.players import Choice, MatchPlayer
from logistello.othello.game import Game

_SOLVER_HASH_MB = 16


class Crew:
    """One of each player, and a solver if games are adjudicated. Only :meth:`interrupt` is for other threads."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._players: dict[int, MatchPlayer] = {}
        self.solver = Engine(hash_mb=_SOLVER_HASH_MB) if match.rules.adjudicate_empties else None

    def enlist(self, number: int) -> MatchPlayer:
        """The player with this number. Raises ``PlayerError`` if it cannot be started."""
        if number not in self._players:
            self._players[number] = self._match.players[number].make(self._match.limit_of(number))
        return self._players[number]

    def player(self, number: int) -> MatchPlayer:
        """The same, but one that cannot be started is an absent player, who loses its game."""
        try:
            return self.enlist(number)
        except PlayerError as error:
            return AbsentPlayer(error)

    def dismiss(self, number: int) -> None:
        """End a player that failed; the next game gets a new one."""
        player = self._players.pop(number, None)
        if player is not None:
            player.close()

    def interrupt(self) -> None:
        for player in list(self._players.values()):
            player.interrupt()
        if self.solver is not None:
            self.solver.stop()

    def close(self) -> None:
        for number in list(self._players):
            self.dismiss(number)
        if self.solver is not None:
            self.solver.close()


class AbsentPlayer:
    """Sits where a program should that did not start."""

    name = "absent"

    def __init__(self, error: PlayerError) -> None:
        self._error = error

    def new_game(self, number: int) -> None:
        raise self._error

    def choose(self, game: Game, limit: Limit, lag: float) -> Choice:
        raise self._error

    def end_game(self) -> None:
        """It never began one."""

    def interrupt(self) -> None:
        """Nothing runs."""

    def close(self) -> None:
        """Nothing to give back."""
