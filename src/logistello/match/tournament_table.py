"""The table of a tournament: places by points, with ratings from all games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from logistello.match.elo import Estimate, ratings
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
    # By number: ratings() takes names, and these need not differ to be told apart here.
    elo = ratings(
        {
            (str(first), str(second)): (pairing.tally.points, pairing.tally.games)
            for (first, second), pairing in standings.pairings.items()
            if pairing.tally.games
        }
    )
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
                elo.get(str(player)),
            )
        )
    return table
