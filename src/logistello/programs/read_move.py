"""The move that a program answered."""

from __future__ import annotations

from logistello.errors import NotationError, ProgramIllegalMoveError, ProgramProtocolError
from logistello.othello import Position, Square


def read_move(word: str, said: str, position: Position) -> Square:
    """Raises ``ProgramProtocolError`` if it is not a move, ``ProgramIllegalMoveError`` if it is not legal."""
    try:
        move = Square.parse(word)
    except NotationError:
        raise ProgramProtocolError(f"answered {said[:60]!r} instead of a move") from None
    if not position.is_legal(move):
        legal = " ".join(str(each) for each in position.legal_moves)
        raise ProgramIllegalMoveError(f"played {move}, which is not legal; legal: {legal}")
    return move
