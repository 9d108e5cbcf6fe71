"""The table of a tournament: places by points, with ratings from all games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from logistello.match.bradley_terry import RatedGame, RatingFit, fit_ratings
from logistello.match.elo import Estimate, PairStatistics
from logistello.match.pairing_systems import buchholz
from logistello.match.record import PlayedGame
from logistello.match.standings import ResultTally, Standings
from logistello.match.tournament import Tournament


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A player's line of the table."""

    #: 1 for the winner; players that nothing sets apart share a place.
    place: int
    player: int
    name: str
    tally: ResultTally
    #: Of games, and of rounds without an opponent.
    points: float
    #: Sum of the opponents' points (Buchholz): who had the harder way.
    opponents_points: float
    #: Around a mean of 0; ``None`` for whoever has not played yet.
    rating: Estimate | None


def tournament_table(tournament: Tournament, standings: Standings, played: Sequence[PlayedGame]) -> list[TablePlace]:
    """Best first: by points, then by those of the opponents."""
    points = [tally.points for tally in standings.players]
    for player in tournament.byes(played):
        points[player] += tournament.games
    rounds = tournament.drawn_rounds(played)
    behind = [buchholz(player, points, rounds) for player in range(len(points))]
    fit = tournament_ratings(played)
    elo: Mapping[int, Estimate] = {} if fit is None else fit.ratings
    order = sorted(range(len(points)), key=lambda player: (-points[player], -behind[player], player))
    table: list[TablePlace] = []
    for number, player in enumerate(order, 1):
        before = table[-1] if table else None
        shared = before is not None and (before.points, before.opponents_points) == (points[player], behind[player])
        table.append(
            TablePlace(
                before.place if before is not None and shared else number,
                player,
                standings.names[player],
                standings.players[player],
                points[player],
                behind[player],
                elo.get(player),
            )
        )
    return table


def tournament_ratings(played: Sequence[PlayedGame]) -> RatingFit | None:
    """Elo of all players from all games; ``None`` before the first one."""
    return fit_ratings(RatedGame(game.black, game.white, game.points_of(game.black), game.opening) for game in played)


def black_advantage(played: Sequence[PlayedGame]) -> Estimate | None:
    """What the black discs are worth in Elo, over all players; ``None`` before a first opening was played twice."""
    halves: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for game in played:
        couple = min(game.black, game.white), max(game.black, game.white)
        halves[(*couple, game.opening)].append(round(2 * game.points_of(game.black)))
    counts = [0] * 5
    for pair in halves.values():
        if len(pair) == 2:
            counts[sum(pair)] += 1
    return PairStatistics.of(counts).elo() if sum(counts) else None
