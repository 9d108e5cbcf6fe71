"""Pictures of values: the course of a game, and the moves of a position."""

from __future__ import annotations

from collections.abc import Sequence

from logistello.charts import COLOURS, Chart
from logistello.engine import Info
from logistello.othello import Color, Game
from logistello.review.expectation import MoveClass
from logistello.review.game_review import ReviewedMove

#: What stands out in the course of a game, by what a move is called.
_MARKED = {MoveClass.BLUNDER: "#a1201a", MoveClass.MISTAKE: "#e0661a", MoveClass.INACCURACY: "#d9a514"}
_WIDTH, _HEIGHT = 640, 320


def game_chart(game: Game, moves: Sequence[ReviewedMove], next_value: Info | None = None) -> Chart:
    """Discs for Black after every move, as a review found them; what was a mistake has a dot.

    ``next_value`` is the value of the last position, if the game breaks off there.
    """
    names = f"{game.black.name or 'Black'} - {game.white.name or 'White'}"
    chart = Chart(names, "move", "discs for Black", width=_WIDTH, height=_HEIGHT, legend="beside", whole_x=True)
    values = [(move.number, _for_black(move.score, move.mover)) for move in moves]
    if next_value is not None:
        values.append((len(moves) + 1, _for_black(next_value.score, next_value.turn)))
    chart.line(values, COLOURS[0])
    chart.level(0)
    for kind, colour in _MARKED.items():
        marked = [value for value, move in zip(values, moves, strict=False) if move.move_class is kind]
        if marked:
            chart.points(marked, colour, radius=4.5, opacity=1, name=kind.value)
    return chart


def moves_chart(title: str, best: Sequence[Info]) -> Chart:
    """A bar for each move, discs for the side to move, best first."""
    chart = Chart(
        title,
        "move",
        f"discs for {str(best[0].turn).title()}",
        width=_WIDTH,
        height=_HEIGHT,
        x_names=[str(info.move) for info in best],
    )
    texts = [f"{info.score:+.0f}" if info.exact else f"{info.score:+.1f}" for info in best]
    chart.bars([(number, info.score) for number, info in enumerate(best)], texts=texts)
    chart.level(0)
    return chart


def _for_black(score: float, turn: Color) -> float:
    return score if turn is Color.BLACK else -score
