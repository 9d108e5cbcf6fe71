"""A tournament: rounds of encounters, each of a few games with colours swapped, drawn by a pairing system."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from logistello.errors import MatchError
from logistello.jobs import Pool
from logistello.match.pairing_systems import PairingSystem, Round, RoundRobin
from logistello.match.plan import GamePlan, ScheduledGame
from logistello.match.record import PlayedGame
from logistello.match.runner import MatchRun


@dataclass(frozen=True)
class Tournament(GamePlan):
    """Players, and the system that draws their encounters; ``games`` are those of an encounter."""

    system: PairingSystem = field(default_factory=RoundRobin)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.sprt is not None:
            raise MatchError("a test is for a match of two players, not for a tournament")
        self.check_openings(self.rounds * self.games // 2)

    @property
    def rounds(self) -> int:
        return self.system.rounds(len(self.players))

    @property
    def total(self) -> int:
        """Games of all rounds."""
        return self.rounds * self.system.couples(len(self.players)) * self.games

    def settings(self) -> dict[str, Any]:
        drawing = {"system": self.system.name, "rounds": self.rounds, "games": self.games}
        return {**super().settings(), "tournament": drawing}

    def schedule(self, played: Sequence[PlayedGame] = ()) -> list[ScheduledGame]:
        """The games of all rounds up to the first one that is not finished: the next one depends on its results."""
        return [game for _, games in self._drawn(played) for game in games]

    def drawn_rounds(self, played: Sequence[PlayedGame]) -> list[Round]:
        """The rounds that are finished, and the one that is played."""
        return [each for each, _ in self._drawn(played)]

    def byes(self, played: Sequence[PlayedGame]) -> list[int]:
        """The players that got the points of a finished round without an opponent."""
        done = {game.number for game in played}
        finished = [each for each, games in self._drawn(played) if all(game.number in done for game in games)]
        return [player for each in finished for player in self._free_points(each)]

    def _drawn(self, played: Sequence[PlayedGame]) -> list[tuple[Round, list[ScheduledGame]]]:
        results = {game.number: game for game in played}
        points = [0.0] * len(self.players)
        drawn: list[tuple[Round, list[ScheduledGame]]] = []
        while len(drawn) < self.rounds:
            this = self.system.round(len(self.players), points, [each for each, _ in drawn])
            games = self._games_of(this, len(drawn), sum(len(each) for _, each in drawn))
            drawn.append((this, games))
            if any(game.number not in results for game in games):
                break
            for game in games:
                for player in (game.black, game.white):
                    points[player] += results[game.number].points_of(player)
            for player in self._free_points(this):
                points[player] += self.games
        return drawn

    def _free_points(self, drawn: Round) -> list[int]:
        """Who gets the points of an encounter without playing one."""
        return [drawn.bye] if drawn.bye is not None and self.system.bye_wins else []

    def _games_of(self, drawn: Round, number_of_round: int, first: int) -> list[ScheduledGame]:
        """All encounters of a round have the same openings, those of other rounds others."""
        games: list[ScheduledGame] = []
        for couple in drawn.couples:
            for pair in range(self.games // 2):
                opening = number_of_round * self.games // 2 + pair
                for black, white in (couple, couple[::-1]):
                    games.append(ScheduledGame(first + len(games), opening, black, white))
        return games


def play_tournament(
    tournament: Tournament,
    record_path: Path,
    parallel: int = 1,
    on_round: Callable[[MatchRun], Callable[[PlayedGame], None]] = lambda run: lambda game: None,
    pool: Pool | None = None,
) -> MatchRun:
    """Play all rounds that the record does not have yet; the run that is returned has all games.

    ``on_round`` is called before each round; what it returns is called after every game. Ctrl-C drops the games that
    are being played; all others are in the record, and the same call goes on.
    """
    while True:
        run = MatchRun(tournament, record_path, parallel, pool)
        if len(run.games) == run.total:
            run.close()
            return run
        run.play(on_round(run))
