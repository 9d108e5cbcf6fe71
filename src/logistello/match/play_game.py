"""One game between two players."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from logistello.engine import Clock, Engine, Limit
from logistello.errors import PlayerError
from logistello.match.openings import OpeningLine
from logistello.match.players import Choice, MatchPlayer
from logistello.othello.color import Color
from logistello.othello.game import Ending, Game, Result
from logistello.othello.square import PASS

#: Score of a forfeited game: as if the loser had no discs left.
FORFEIT_DISCS = 64


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """What holds for every game of a match."""

    #: Seconds by which a player may overrun its time: scheduling and pipes are not its fault.
    lag: float = 0.05
    #: The exact solver decides games once this many squares or fewer are empty. 0: games are played to the end.
    adjudicate_empties: int = 0


@dataclass
class MatchSeat:
    """A player at the board: its limit, its clock, and what it has used so far."""

    player: MatchPlayer
    limit: Limit
    #: Seconds left for the game; infinite without a clock.
    remaining: float = field(init=False)
    moves: int = 0
    seconds: float = 0.0
    longest_move: float = 0.0
    nodes: int = 0
    #: Sum over the moves whose depth is known, and how many those are.
    depths: int = 0
    moves_with_depth: int = 0

    def __post_init__(self) -> None:
        self.remaining = self.limit.clock.remaining if self.limit.clock else math.inf

    def choose(self, game: Game, lag: float) -> tuple[Choice, float]:
        """A move and the seconds it took. Raises ``PlayerError``; ``time`` if it came too late."""
        limit = self.limit
        if limit.clock is not None:
            limit = replace(limit, clock=Clock(self.remaining, limit.clock.increment))
        allowed = self.remaining if limit.time is None else limit.time
        started = time.perf_counter()
        try:
            choice = self.player.choose(game, limit, lag)
        finally:
            seconds = time.perf_counter() - started
            self.seconds += seconds
            self.longest_move = max(self.longest_move, seconds)
        if seconds > allowed + lag:
            raise PlayerError("time", f"took {seconds:.3f} s with {allowed:.3f} s allowed")
        self._note(choice, seconds)
        return choice, seconds

    def _note(self, choice: Choice, seconds: float) -> None:
        increment = self.limit.clock.increment if self.limit.clock else 0.0
        self.remaining = max(0.0, self.remaining - seconds) + increment
        self.moves += 1
        self.nodes += choice.nodes
        if choice.depth is not None:
            self.depths += choice.depth
            self.moves_with_depth += 1


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """A finished game and how it ended."""

    game: Game
    #: Disc difference for Black; empty squares count for the winner.
    black_score: int
    #: ``played``, ``adjudicated``, or why a player lost it: a kind of ``match.players.FAILURES``.
    ending: str = "played"
    loser: Color | None = None
    reason: str = ""


class Interrupted(Exception):  # noqa: N818 - no error: the match is stopping
    """The game was abandoned because the match is stopping."""


def play_game(
    number: int,
    opening: OpeningLine,
    seats: dict[Color, MatchSeat],
    rules: MatchTerms,
    solver: Engine | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> GameOutcome:
    """Play from the opening until neither side can move, a player fails, or the solver may decide.

    Forced passes are made by the rules; players are asked for real moves only. ``number`` is for random players.
    Raises ``Interrupted``.
    """
    try:
        return _played(number, opening, seats, rules, solver, is_stopped)
    finally:
        for seat in seats.values():
            seat.player.end_game()


def _played(
    number: int,
    opening: OpeningLine,
    seats: dict[Color, MatchSeat],
    rules: MatchTerms,
    solver: Engine | None,
    is_stopped: Callable[[], bool],
) -> GameOutcome:
    game = opening.game()
    for color, seat in seats.items():
        try:
            seat.player.new_game(number)
        except PlayerError as error:
            return _forfeited(game, color, error, is_stopped)
    while not game.is_over:
        if is_stopped():
            raise Interrupted
        position = game.position
        if solver is not None and position.empties <= rules.adjudicate_empties:
            return _adjudicated(game, solver)
        if position.must_pass:
            game.play(PASS)
            continue
        try:
            choice, seconds = seats[position.turn].choose(game, rules.lag)
            if not position.is_legal(choice.move):
                raise PlayerError("illegal", f"played {choice.move}, which is not legal")
        except PlayerError as error:
            return _forfeited(game, position.turn, error, is_stopped)
        value = None if choice.value is None else round(choice.value, 2)
        game.play(choice.move, value=value, seconds=round(seconds, 3))
    if is_stopped():
        raise Interrupted  # the last move may have been cut short
    return GameOutcome(game, game.position.final_score(Color.BLACK))


def _adjudicated(game: Game, solver: Engine) -> GameOutcome:
    solved = solver.solve(game.position)
    if not solved.complete:
        raise Interrupted
    score = solved.pov_score.black
    game.stated_result = Result(score, Ending.AGREED)
    game.comment = f"adjudicated with {game.position.empties} empty squares by exact solving"
    return GameOutcome(game, score, "adjudicated")


def _forfeited(game: Game, loser: Color, error: PlayerError, is_stopped: Callable[[], bool]) -> GameOutcome:
    if is_stopped():
        raise Interrupted from error  # the player ended because we ended it
    score = -FORFEIT_DISCS if loser is Color.BLACK else FORFEIT_DISCS
    game.stated_result = Result(score, Ending.TIMEOUT if error.kind == "time" else Ending.RESIGNED)
    game.comment = f"{loser} forfeits ({error.kind}): {error}".replace("[", "(").replace("]", ")")
    return GameOutcome(game, score, error.kind, loser, str(error))
