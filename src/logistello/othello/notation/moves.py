"""Moves as a record writes them, and playing them with errors that point at the record."""

from __future__ import annotations

from typing import NamedTuple

from logistello.errors import IllegalMoveError, NotationError
from logistello.othello.color import Color
from logistello.othello.game import Node
from logistello.othello.notation.source import SourceText
from logistello.othello.square import PASS, Square


class WrittenMove(NamedTuple):
    """A move and where it stands; ``color`` if the record names the mover."""

    square: Square
    offset: int
    color: Color | None = None


def mover_of(node: Node, square: Square) -> Color:
    """Who would make this move here, with a forced pass before it where the record leaves that out."""
    position = node.position
    if square is not PASS and position.must_pass:
        return position.turn.opponent
    return position.turn


def play_written(
    node: Node,
    move: WrittenMove,
    source: SourceText,
    *,
    value: float | None = None,
    seconds: float | None = None,
    comment: str = "",
) -> Node:
    """Like ``Node.add``; raises ``NotationError`` at the place of a move that the rules forbid.

    The tree may hold the move then (made by the wrong side): a record with such an error is no game.
    """
    try:
        played = node.add(move.square, value=value, seconds=seconds, comment=comment)
    except IllegalMoveError as error:
        _require_mover(source, move, mover_of(node, move.square))
        raise source.error(move.offset, str(error)) from error
    _require_mover(source, move, played.mover)
    return played


def _require_mover(source: SourceText, move: WrittenMove, mover: Color | None) -> None:
    if move.color is not None and mover is not None and move.color is not mover:
        raise wrong_color(source, move, mover)


def wrong_color(source: SourceText, move: WrittenMove, mover: Color) -> NotationError:
    error = source.error(
        move.offset, f"{move.square} is marked as a move of {move.color}", expected=f"a move of {mover}"
    )
    error.__cause__ = IllegalMoveError(f"{mover} is to move")
    return error
