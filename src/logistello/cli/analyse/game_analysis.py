"""Every move of a game beside the best one, as rows and as JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from logistello.charts import Chart
from logistello.cli.analyse.output import line_text, write_json, write_line
from logistello.cli.long_work import progress_bars
from logistello.cli.sparkline import sparkline
from logistello.cli.terminal import quantity, shown, shows_unicode
from logistello.engine import Engine, Info, Limit
from logistello.othello import PASS, Color, Game, Position
from logistello.review.game_review import ReviewedMove, review_game
from logistello.review.value_charts import game_chart

REVIEW_HEADING = "move  side   played   value  best   value    loss  depth  line"


def analyse_game(engine: Engine, game: Game, limit: Limit, *, json: bool) -> Chart:
    """Print one row for each move, and what each side gave away; returns the picture of the game."""
    reviews: list[ReviewedMove] = []
    following: Info | None = None

    def show(number: int, position: Position, best: Info, review: ReviewedMove | None) -> None:
        if json:
            write_json(_as_json(number, position, best, review))
        else:
            write_line(review_row(number, best, review))

    if not json:
        if game.black.name or game.white.name:
            write_line(f"{shown(game.black.name) or '?'} - {shown(game.white.name) or '?'}")
        write_line(REVIEW_HEADING)
    with progress_bars(quiet=json) as progress:
        moves = sum(move is not PASS for move in game.moves)
        bar = progress.add_task("analysing", total=moves)
        for review in review_game(engine, game, limit):
            show(review.number, review.position, review.best, review)
            reviews.append(review)
            progress.advance(bar)
        if not game.is_over:  # a game that breaks off: what might come next
            following = engine.search(game.position, limit).info
            show(moves + 1, game.position, following, None)
    if not json:
        for line in review_summary(reviews):
            write_line(line)
    return game_chart(game, reviews, following)


def review_summary(reviews: Sequence[ReviewedMove]) -> list[str]:
    """The course of the game where it can be drawn, and what each side that moved gave away."""
    lines = []
    if len(reviews) > 1 and shows_unicode(sys.stdout):
        values = [review.score if review.mover is Color.BLACK else -review.score for review in reviews]
        lines.append(f"discs for Black: {sparkline(values)}  {min(values):+.1f} to {max(values):+.1f}")
    for color in Color:
        if lost := [review.disc_loss for review in reviews if review.mover is color]:
            per_move = sum(lost) / len(lost)
            lines.append(f"{color}: {sum(lost):.1f} discs lost in {quantity(len(lost), 'move')}, {per_move:.2f} a move")
    return lines


def review_row(number: int, best: Info, review: ReviewedMove | None) -> str:
    """A line of a table with the heading ``REVIEW_HEADING``; ``None`` where no move was played."""
    played = "-" if review is None else str(review.played)
    value = "" if review is None else f"{review.score:+.2f}"
    loss = "" if review is None or not review.disc_loss else f"{review.disc_loss:.2f}"
    depth = "exact" if best.exact else str(best.depth)
    return (
        f"{number:4d}  {best.turn!s:5}  {played:6}  {value:>6}  {best.move!s:4}  {best.score:+6.2f}  "
        f"{loss:>6}  {depth:>5}  {line_text(best.pv)}"
    )


def _as_json(number: int, position: Position, best: Info, review: ReviewedMove | None) -> dict[str, object]:
    return {
        "number": number,
        "position": position.text,
        "turn": str(best.turn),
        "played": None if review is None else str(review.played),
        "played_score": None if review is None else round(review.score, 3),
        "best": str(best.move),
        "score": round(best.score, 3),
        "loss": None if review is None else round(review.disc_loss, 3),
        "exact": best.exact,
        "depth": best.depth,
        "confidence": best.confidence,
        "pv": line_text(best.pv),
        "nodes": best.nodes,
        "seconds": round(best.seconds, 4),
    }
