"""Draw a board with the exact value of every move: ``python examples/draw_board.py OUT.svg``."""

from __future__ import annotations

import sys
from pathlib import Path

from logistello import Engine, Position
from logistello.othello.svg import BoardStyle

# FFO 1, a well-known test position: 14 empty squares, Black to move.
ENDING = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"


def main(target: str) -> None:
    position = Position.parse(ENDING)
    with Engine(hash_mb=16) as engine:
        result = engine.solve(position, all_moves=True)
    values = {move: bounds.lower for move, bounds in result.moves.items()}
    Path(target).write_text(position.svg(BoardStyle(size=320, values=values)))
    print(f"{target}: {len(values)} moves, the best is {result.move} with {result.score:+d}")


if __name__ == "__main__":
    main(sys.argv[1])
