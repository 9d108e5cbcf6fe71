"""The players of a match that one thread or one task plays its games with."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from logistello.engine import Engine, GameLearner, Limit
from logistello.errors import PlayerError
from logistello.match.plan import GamePlan, ScheduledGame
from logistello.match.play_game import GameOutcome, MatchSeat, play_game
from logistello.match.players import Choice, MatchPlayer
from logistello.match.record import PlayedGame
from logistello.othello.color import Color
from logistello.othello.game import Game
from logistello.othello.notation import write_ggf_game

_SOLVER_HASH_MB = 16


class Crew:
    """The players of one thread, made when first needed and replaced after a failure, and a solver for adjudication.

    Only :meth:`interrupt` may be called by other threads.
    """

    def __init__(self, match: GamePlan) -> None:
        self._match = match
        self._players: dict[int, MatchPlayer] = {}
        #: Ends the program that is being started.
        self._end_starting: Callable[[], None] | None = None
        self.solver = Engine(hash_mb=_SOLVER_HASH_MB) if match.rules.adjudicate_empties else None

    def enlist(self, number: int) -> MatchPlayer:
        """The player with this number. Raises ``PlayerError`` if it cannot be started."""
        if number not in self._players:
            spec, limit = self._match.players[number], self._match.limit_of(number)
            try:
                self._players[number] = spec.make(limit, on_start=self._note_start)
            finally:
                self._end_starting = None
        return self._players[number]

    def _note_start(self, end: Callable[[], None]) -> None:
        self._end_starting = end

    def player(self, number: int) -> MatchPlayer:
        """The same, but a player that cannot be started is replaced by an absent one, which loses its game."""
        try:
            return self.enlist(number)
        except PlayerError as error:
            return AbsentPlayer(error)

    def play(
        self, game: ScheduledGame, is_stopped: Callable[[], bool] = lambda: False
    ) -> tuple[GameOutcome, dict[Color, MatchSeat]]:
        """A game of the schedule, and what its players used. Raises ``Interrupted``."""
        match = self._match
        numbers = {Color.BLACK: game.black, Color.WHITE: game.white}
        seats = {color: MatchSeat(self.player(number), match.limit_of(number)) for color, number in numbers.items()}
        opening = match.openings.openings[game.opening]
        return play_game(game.number, opening, seats, match.rules, self.solver, is_stopped), seats

    def play_and_learn(
        self, game: ScheduledGame, names: Sequence[str], is_stopped: Callable[[], bool] = lambda: False
    ) -> PlayedGame:
        """A game as it is recorded; players that learn have learned it. ``names`` are those of all players."""
        numbers = {Color.BLACK: game.black, Color.WHITE: game.white}
        outcome, seats = self.play(game, is_stopped)
        if outcome.loser is not None:
            self.dismiss(numbers[outcome.loser])
        else:
            for seat in seats.values():
                if isinstance(seat.player, GameLearner):
                    seat.player.learn(outcome.game)
        return PlayedGame(
            number=game.number,
            opening=game.opening,
            black=game.black,
            white=game.white,
            black_score=outcome.black_score,
            ending=outcome.ending,
            loser=None if outcome.loser is None else numbers[outcome.loser],
            reason=outcome.reason,
            usage={str(numbers[color]): _usage(seat) for color, seat in seats.items()},
            ggf=self._ggf(outcome, {color: names[number] for color, number in numbers.items()}, numbers),
        )

    def _ggf(self, outcome: GameOutcome, names: dict[Color, str], numbers: dict[Color, int]) -> str:
        game = outcome.game
        game.date = datetime.now(UTC).strftime("%Y.%m.%d_%H:%M:%S.UTC")
        game.place = "logistello match"
        for color, number in numbers.items():
            player = game.player(color)
            player.name = names[color].replace("[", "(").replace("]", ")")
            player.clock = _clock_text(self._match.limit_of(number))
        return write_ggf_game(game)

    def dismiss(self, number: int) -> None:
        """End a player that failed; the next game gets a new one."""
        player = self._players.pop(number, None)
        if player is not None:
            player.close()

    def interrupt(self) -> None:
        end_starting = self._end_starting
        if end_starting is not None:
            end_starting()
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
    """Takes the seat of a program that did not start, and loses its game."""

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


def _usage(seat: MatchSeat) -> dict[str, Any]:
    return {
        "moves": seat.moves,
        "seconds": round(seat.seconds, 4),
        "longest_move": round(seat.longest_move, 4),
        "left": round(seat.remaining, 3) if math.isfinite(seat.remaining) else None,
        "nodes": seat.nodes,
        "depths": seat.depths,
        "moves_with_depth": seat.moves_with_depth,
    }


def _clock_text(limit: Limit) -> str:
    """A clock in GGF's notation: minutes and seconds for the game, then the increment."""
    if limit.clock is None:
        return ""

    def part(seconds: float) -> str:
        return f"{int(seconds // 60):02d}:{seconds % 60:05.2f}".removesuffix(".00") if seconds else ""

    return f"{part(limit.clock.remaining)}/{part(limit.clock.increment)}/"
