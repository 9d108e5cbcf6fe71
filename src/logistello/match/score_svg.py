"""A picture of a match: the score in percent as it developed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from logistello.match.elo import PairStatistics
from logistello.match.record import PlayedGame
from logistello.match.standings import Standings

_WIDTH, _HEIGHT = 640, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 28, 28
_COLOURS = ("#1b6e3c", "#b3432b", "#2b5fb3", "#8a5fb0", "#9a7b1a", "#3a8f96")


def draw_running_score(names: Sequence[str], games: Sequence[PlayedGame]) -> str:
    """Percent of the points of each player after every game; for two players the first, with its 95 % interval."""
    standings = Standings(list(names))
    shown = range(len(names)) if len(names) > 2 else range(1)
    lines: list[list[tuple[float, float]]] = [[] for _ in shown]
    band: list[tuple[float, float, float]] = []
    for number, game in enumerate(games, 1):
        standings.add(game)
        for player in shown:
            if standings.players[player].games:
                lines[player].append((number, standings.players[player].percent))
        if len(names) == 2:
            score = PairStatistics.of(standings.pairings[0, 1].pairs).score()
            band.append((number, 100 * score.low, 100 * score.high))
    total = max(len(games), 1)

    def place(number: float, percent: float) -> str:
        x = _LEFT + (_WIDTH - _LEFT - _RIGHT) * number / total
        y = _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - percent / 100)
        return f"{x:.1f},{y:.1f}"

    parts = [_frame(total, place)]
    if band:
        edge = [place(number, high) for number, _, high in band]
        edge += [place(number, low) for number, low, _ in reversed(band)]
        parts.append(f'<polygon points="{" ".join(edge)}" fill="{_COLOURS[0]}" opacity="0.15"/>')
    for player, line in zip(shown, lines, strict=True):
        colour = _COLOURS[player % len(_COLOURS)]
        points = " ".join(place(*point) for point in line)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        title = f"{names[0]} against {names[1]}" if len(names) == 2 else names[player]
        if line:
            title += f": {line[-1][1]:.1f} %"
        y = 18 if len(names) == 2 else _TOP + 14 * (player + 1)
        parts.append(f'<text x="{_LEFT + 6}" y="{y}" fill="{colour}">{escape(title)}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" '
        f'font-size="12"><rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def _frame(total: int, place: Callable[[float, float], str]) -> str:
    parts = []
    for percent in (0, 25, 50, 75, 100):
        x, y = place(0, percent).split(",")
        right = place(total, percent).split(",")[0]
        dark = "#888" if percent == 50 else "#ddd"
        parts.append(f'<line x1="{x}" y1="{y}" x2="{right}" y2="{y}" stroke="{dark}"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{float(y) + 4:.1f}" text-anchor="end">{percent} %</text>')
    x, y = place(total, 0).split(",")
    parts.append(f'<text x="{x}" y="{float(y) + 18:.1f}" text-anchor="end">{total} games</text>')
    return "".join(parts)
