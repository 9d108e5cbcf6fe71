"""A picture of a match: the score as it developed, in percent and in Elo."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from logistello.charts import Chart, picture
from logistello.match.elo import Estimate, PairStatistics
from logistello.match.record import PlayedGame
from logistello.match.standings import Standings


def draw_running_score(names: Sequence[str], games: Sequence[PlayedGame]) -> str:
    """Percent of the points of each player after every game; for two players the first, with its 95 % interval, in
    percent and in Elo."""
    standings = Standings(list(names))
    shown = range(len(names)) if len(names) > 2 else range(1)
    lines: list[list[tuple[float, float]]] = [[] for _ in shown]
    band: list[tuple[float, float]] = []
    elo: list[tuple[int, Estimate]] = []
    for number, game in enumerate(games, 1):
        standings.add(game)
        for player in shown:
            if standings.players[player].games:
                lines[player].append((number, standings.players[player].percent))
        if len(names) == 2:
            statistics = PairStatistics.of(standings.pairings[0, 1].pairs)
            score, estimate = statistics.score(), statistics.elo()
            if statistics.pairs and all(map(isfinite, (estimate.low, estimate.value, estimate.high))):
                elo.append((number, estimate))
            band.append((100 * score.low, 100 * score.high))
    last = [f": {line[-1][1]:.1f} %" if line else "" for line in lines]
    title = f"{names[0]} against {names[1]}{last[0]}" if len(names) == 2 else "Score of each player"
    ranges = (0.0, float(max(len(games), 1))), (0.0, 100.0)
    chart = Chart(title, "games", "points won", *ranges, width=640, height=320, whole_x=True, y_unit=" %")
    chart.level(50)
    for player, line in zip(shown, lines, strict=True):
        chart.line(line, name="" if len(names) == 2 else names[player] + last[player], band=band)
    return picture([chart, _elo_chart(elo, len(games))] if elo else [chart], title=title)


def _elo_chart(elo: Sequence[tuple[int, Estimate]], games: int) -> Chart:
    """From the game on after which the estimate is finite. The first ones are so unsure that they are cut off."""
    last = elo[-1][1]
    room = last.high - last.low
    shown = (min(last.low, 0.0) - room, max(last.high, 0.0) + room)
    chart = Chart("", "games", "Elo", (0.0, float(games)), shown, width=640, height=320, whole_x=True)
    chart.level(0)
    chart.line(
        [(number, each.value) for number, each in elo],
        name=f"{last.value:+.0f} ({last.low:+.0f} to {last.high:+.0f})",
        band=[(each.low, each.high) for _, each in elo],
    )
    return chart
