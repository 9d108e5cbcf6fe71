"""Solve an ending: the exact score of every move, then the best line played out on the board."""

from __future__ import annotations

from logistello import Engine, Position

# FFO 1, a well-known test position: 14 empty squares, Black to move.
ENDING = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"


def main() -> None:
    position = Position.parse(ENDING)
    print(position)
    with Engine(threads=1, hash_mb=16) as engine:
        result = engine.solve(position, all_moves=True)
    print("moves:", ", ".join(f"{move} {bounds}" for move, bounds in result.moves.items()))
    print("best line:", " ".join(str(move) for move in result.pv))
    for move in result.pv:
        position = position.play(move)
    print(position)
    print(f"final score for {result.position.turn}: {position.final_score(result.position.turn):+d}")


if __name__ == "__main__":
    main()
