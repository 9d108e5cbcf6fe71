"""Files of positions whose results others have proven."""

from __future__ import annotations

import csv
from pathlib import Path

from logistello.book.evaluation import Bound, Evaluation
from logistello.errors import NotationError
from logistello.othello import Position

#: What a result is written as: the bound that it is of a draw, for the side to move.
_BOUNDS: dict[str, Bound] = {"eq0": "exact", "ge0": "lower", "le0": "upper"}


def read_proofs(path: Path, *, model: str) -> list[tuple[Position, Evaluation]]:
    """A table with tabs whose columns ``board`` (64 characters), ``side`` (X or O) and ``proven`` (``eq0``, ``ge0`` or
    ``le0``: the value is zero, at least or at most) are read; others do not matter. ``model`` names who proved them.

    Raises ``NotationError`` with the line.
    """
    found: list[tuple[Position, Evaluation]] = []
    with path.open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file, delimiter="\t"), start=2):
            try:
                position = Position.parse(f"{row['board']} {row['side']}")
                bound = _BOUNDS[row["proven"]]
            except (KeyError, ValueError) as error:
                raise NotationError(
                    f"not a proven position: {error}", line=number, expected="board, side, and eq0, ge0 or le0"
                ) from error
            empties = 64 - position.occupied.bit_count()
            found.append((position, Evaluation(0.0, empties, proven=True, bound=bound, model=model)))
    return found
