"""A picture of a match: the score in percent as it developed."""

from __future__ import annotations

from collections.abc import Sequence

from logistello.charts import Chart, picture
from logistello.match.elo import PairStatistics
from logistello.match.record import PlayedGame
from logistello.match.standings import Standings


def draw_running_score(names: Sequence[str], games: Sequence[PlayedGame]) -> str:
    """Percent of the points of each player after every game; for two players the first, with its 95 % interval."""
    standings = Standings(list(names))
    shown = range(len(names)) if len(names) > 2 else range(1)
    lines: list[list[tuple[float, float]]] = [[] for _ in shown]
    band: list[tuple[float, float]] = []
    for number, game in enumerate(games, 1):
        standings.add(game)
        for player in shown:
            if standings.players[player].games:
                lines[player].append((number, standings.players[player].percent))
        if len(names) == 2:
            score = PairStatistics.of(standings.pairings[0, 1].pairs).score()
            band.append((100 * score.low, 100 * score.high))
    last = [f": {line[-1][1]:.1f} %" if line else "" for line in lines]
    title = f"{names[0]} against {names[1]}{last[0]}" if len(names) == 2 else "Score of each player"
    ranges = (0.0, float(max(len(games), 1))), (0.0, 100.0)
    chart = Chart(title, "games", "points won", *ranges, width=640, height=320, whole_x=True, y_unit=" %")
    chart.level(50)
    for player, line in zip(shown, lines, strict=True):
        chart.line(line, name="" if len(names) == 2 else names[player] + last[player], band=band)
    return picture([chart], title=title)
