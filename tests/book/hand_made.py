"""Books of Othello whose values a test chooses."""

from __future__ import annotations

from collections.abc import Mapping

from logistello.book import Book, BookNode, BookValue, Evaluation, RatedMove
from logistello.book.othello_game import OthelloBookGame
from logistello.othello import Position, Square

_GAME = OthelloBookGame()


def estimate(discs: float, depth: int = 8) -> Evaluation:
    return Evaluation(discs, depth, model="by hand")


def proven(discs: float) -> Evaluation:
    return Evaluation(discs, proven=True)


def put_in(
    book: Book,
    position: Position,
    moves: Mapping[Square, Evaluation],
    deviation: tuple[Square, Evaluation] | None = None,
) -> None:
    """Moves of the book with their values for the side that makes them; ``position`` must not be one of a pass.

    Where moves are left over and there is no deviation, a search is missing.
    """
    place = _GAME.place(position)
    steps = {_GAME.step(place.key, _GAME.to_book(move, place)): value for move, value in moves.items()}
    leaves = [
        BookNode(step.key, BookValue.estimate(0), label=value.after_move(step.sign)) for step, value in steps.items()
    ]
    edges = tuple(sorted(steps, key=lambda step: step.move))
    rated = None if deviation is None else RatedMove(_GAME.to_book(deviation[0], place), deviation[1])
    node = BookNode(place.key, BookValue.estimate(0), edges, deviation=rated, games=1)
    book.absorb([*leaves, node], kind="import")


def contested() -> Book:
    """After f5, d6 leads to a draw or, if Black prefers that, to half a disc for White; f6 loses half a disc."""
    book, position = Book.in_memory(), Position.initial().play("f5")
    put_in(book, position, {Square.D6: estimate(0.0), Square.F6: estimate(-0.5)}, (Square.F4, estimate(-9.0)))
    put_in(book, position.play("d6"), {Square.C3: proven(0.0)}, (Square.C6, estimate(-0.5)))
    return book
