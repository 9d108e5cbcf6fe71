"""GLEM for a game that is not Othello: learn tic-tac-toe from half of its positions, judge and play the other half.

The nine squares are the atomic features. GenConf combines them into configurations of up to three squares, the
logistic link turns their weights into a chance to win, and the best configurations read like advice.
"""

from __future__ import annotations

import random
from functools import cache

import numpy as np

from logistello.glem import Configuration, ConfigurationDag, GlemRegressor, generate_configurations

Board = tuple[int, ...]  # nine squares as the side to move sees them
EMPTY, OWN, OPPONENT = 0, 1, 2

SQUARES = ("top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right")
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def moves(board: Board) -> list[int]:
    if any(all(board[square] == OPPONENT for square in line) for line in LINES):
        return []
    return [square for square in range(9) if board[square] == EMPTY]


def play(board: Board, move: int) -> Board:
    swapped = {EMPTY: EMPTY, OWN: OPPONENT, OPPONENT: OWN}
    return tuple(swapped[OWN if square == move else board[square]] for square in range(9))


@cache
def value(board: Board) -> int:
    """1, 0 or -1: the result of best play for the side to move."""
    if any(all(board[square] == OPPONENT for square in line) for line in LINES):
        return -1
    return max((-value(play(board, move)) for move in moves(board)), default=0)


def all_positions() -> list[Board]:
    found: dict[Board, None] = {}
    waiting = [(EMPTY,) * 9]
    while waiting:
        board = waiting.pop()
        if board not in found:
            found[board] = None
            waiting += [play(board, move) for move in moves(board)]
    return list(found)


def describe(configuration: Configuration) -> str:
    names = {EMPTY: "empty", OWN: "own", OPPONENT: "opponent"}
    return ", ".join(f"{SQUARES[feature]} {names[value_]}" for feature, value_ in configuration.relations)


def main() -> None:
    positions = all_positions()
    random.Random(1).shuffle(positions)
    train, test = positions[: len(positions) // 2], positions[len(positions) // 2 :]
    score = {1: 0.9, 0: 0.5, -1: 0.1}  # the paper's targets for the logistic link

    features = np.array(train)
    generated = generate_configurations(features, min_matches=25, max_size=3)
    dag = ConfigurationDag(generated.configurations)
    print(f"{len(positions)} positions, {len(dag)} configurations with at least 25 matches in {len(train)} of them")

    model = GlemRegressor(link="logistic", l2=1.0)
    model.fit(dag.most_specific(features), [score[value(board)] for board in train], n_weights=len(dag))
    print(f"fitted in {model.n_iter_} steps, {model.history_[-1].passes} passes over the positions")

    def chance(boards: list[Board]) -> np.ndarray:
        """Estimated chance to win of the side to move; a sum of weights looked up, passed through the link."""
        return model.predict(dag.most_specific(np.array(boards)))

    truth = np.array([score[value(board)] for board in test])
    estimate = chance(test)
    decided = truth != 0.5
    right = np.mean((estimate > 0.5)[decided] == (truth > 0.5)[decided])
    print(f"positions never seen: mean error {np.abs(estimate - truth).mean():.3f}, wins and losses told {right:.1%}")

    kept = choices = 0
    for board in test:
        if candidates := moves(board):
            successors = [play(board, move) for move in candidates]
            chosen = successors[int(np.argmin(chance(successors)))]
            choices += 1
            kept += -value(chosen) == value(board)
    print(f"playing the move with the best value: {kept / choices:.1%} of {choices} choices are perfect")

    print("what it learned:")
    order = np.argsort(model.coef_)
    for place in (*order[::-1][:4], *order[:4]):
        print(f"  {model.coef_[place]:+.2f}  {describe(generated.configurations[place])}")


if __name__ == "__main__":
    main()
