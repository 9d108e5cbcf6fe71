"""Every move of a game beside the best one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.progress import Progress

from logistello.cli.analysis_output import line_text, write_json, write_line
from logistello.engine import Engine, Limit, SearchResult
from logistello.othello import PASS, Color, Game, Position, Square

REVIEW_HEADING = "move  side   played   value  best   value    loss  depth  line"


@dataclass(frozen=True)
class MoveReview:
    """One position of a game: what was played, and what the engine would have played."""

    #: Discs put on the board so far, this one included.
    number: int
    position: Position
    #: ``None`` at the end of a game that breaks off.
    played: Square | None
    best: SearchResult
    #: The value of the played move, for the side that made it.
    played_score: float | None

    @property
    def loss(self) -> float | None:
        """Discs that the played move gave away; never negative, as the best move is the best one known."""
        if self.played_score is None:
            return None
        return max(self.best.score - self.played_score, 0.0)


def review_moves(engine: Engine, game: Game, limit: Limit, *, last: int | None = None) -> Iterator[MoveReview]:
    """The moves in order, or only the ``last`` ones; passes, which are no choice, are left out."""
    position = game.start
    number = 0
    skipped = 0 if last is None else sum(move is not PASS for move in game.moves) - last
    for move in game.moves:
        if move is not PASS:
            number += 1
            if number > skipped:
                best = engine.search(position, limit)
                yield MoveReview(number, position, move, best, _value_of(engine, best, move, limit))
        position = position.play(move)
    if not position.is_over:
        yield MoveReview(number + 1, position, None, engine.search(position, limit), None)


def _value_of(engine: Engine, best: SearchResult, move: Square, limit: Limit) -> float:
    """The value of a move, searched as deeply as the best one was."""
    if move is best.move:
        return best.score
    depth = None if best.exact else max(best.depth - 1, 1)
    return -engine.search(best.position.play(move), Limit(depth=depth, time=limit.time)).score


def analyse_game(engine: Engine, game: Game, limit: Limit, *, json: bool) -> None:
    """Print one row for each move, and what each side gave away."""
    terminal = Console(stderr=True)
    losses = Losses()
    if not json:
        if game.black.name or game.white.name:
            write_line(f"{game.black.name or '?'} - {game.white.name or '?'}")
        write_line(REVIEW_HEADING)
    with Progress(console=terminal, transient=True, disable=json or not terminal.is_terminal) as progress:
        bar = progress.add_task("analysing", total=sum(move is not PASS for move in game.moves))
        for review in review_moves(engine, game, limit):
            if json:
                write_json(_as_json(review))
            else:
                write_line(review_row(review))
            losses.add(review)
            progress.advance(bar)
    if not json:
        for line in losses.summary():
            write_line(line)


class Losses:
    """Discs that each side gave away."""

    def __init__(self) -> None:
        self._lost: dict[Color, list[float]] = {color: [] for color in Color}

    def add(self, review: MoveReview) -> None:
        if review.loss is not None:
            self._lost[review.position.turn].append(review.loss)

    def summary(self) -> list[str]:
        """A line for each side that moved."""
        return [
            f"{color}: {sum(lost):.1f} discs lost in {len(lost)} moves, {sum(lost) / len(lost):.2f} a move"
            for color, lost in self._lost.items()
            if lost
        ]


def review_row(review: MoveReview) -> str:
    """A line of a table with the heading ``REVIEW_HEADING``."""
    best = review.best
    played = "-" if review.played is None else str(review.played)
    value = "" if review.played_score is None else f"{review.played_score:+.2f}"
    loss = "" if not review.loss else f"{review.loss:.2f}"
    depth = "exact" if best.exact else str(best.depth)
    return (
        f"{review.number:4d}  {review.position.turn!s:5}  {played:6}  {value:>6}  {best.move!s:4}  {best.score:+6.2f}  "
        f"{loss:>6}  {depth:>5}  {line_text(best.pv)}"
    )


def _as_json(review: MoveReview) -> dict[str, object]:
    best = review.best
    return {
        "number": review.number,
        "position": review.position.text,
        "turn": str(review.position.turn),
        "played": None if review.played is None else str(review.played),
        "played_score": None if review.played_score is None else round(review.played_score, 3),
        "best": str(best.move),
        "score": round(best.score, 3),
        "loss": None if review.loss is None else round(review.loss, 3),
        "exact": best.exact,
        "depth": best.depth,
        "selectivity": best.selectivity,
        "pv": line_text(best.pv),
        "nodes": best.nodes,
        "seconds": round(best.seconds, 4),
    }
