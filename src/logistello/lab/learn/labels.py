"""What a position of a game is worth: between the outcome of its game and what the searches said on the way.

Outcomes are true but noisy: one weak or random move later on decides them. Values of searches are smooth, but only as
good as the model that searched. Sutton's λ-return lies between the two: it looks ahead along the game and gives the
value found n moves later a weight that falls with λ to the power of n, the outcome what remains. Where a move was made
at random, what came of it says nothing about the position before: there it looks no farther than the search did
(Watkins 1989, who cuts the return of Q-learning at moves that explore).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Steepness of the curve from an evaluator's values to outcomes: so many are tried, each this much steeper.
_SLOPES, _STEEPER = 20, 2**0.5
#: With the flattest curve, a value that only one in ten exceeds is expected to bring this part of a win.
_LARGE, _LARGE_MEANS = 0.9, 0.3


def lambda_returns(
    values: NDArray[np.floating],
    outcomes: NDArray[np.floating],
    players: NDArray[np.integer],
    explored: NDArray[np.bool_],
    games: NDArray[np.integer],
    decay: float,
) -> NDArray[np.float32]:
    """For every position, in the order in which its game went, seen by the side to move, as ``values`` (what the
    search found) and ``outcomes`` are.

    ``decay`` is λ: with 1 only outcomes count, except before moves that ``explored``; with 0 only the next value.
    """
    found = np.empty(len(values), dtype=np.float32)
    for place in range(len(values) - 1, -1, -1):
        if explored[place]:
            found[place] = values[place]
        elif place + 1 == len(values) or games[place + 1] != games[place]:
            found[place] = outcomes[place]
        else:
            ahead = (1 - decay) * values[place + 1] + decay * found[place + 1]
            found[place] = ahead if players[place + 1] == players[place] else -ahead
    return found


def as_outcomes(
    values: NDArray[np.floating], outcomes: NDArray[np.floating], scale: float
) -> NDArray[np.float32] | None:
    """Values of any evaluator as expected outcomes: ``scale * tanh(slope * value)``, with the slope that fits best.

    Hand-made evaluators count in units of their own. Values of decided games, of ``scale`` and more, stay. Returns
    ``None`` if the evaluator tells nothing: all its values are even.

    No slope is so small that values mean next to nothing, even if outcomes say so: in games between two players who
    are greedy in the same way, who took more may be who loses (breakthrough). That is true of them, not of the game.
    """
    decided = np.abs(values) >= scale
    undecided = np.abs(values[~decided])
    large = float(np.quantile(undecided, _LARGE)) if len(undecided) else 0.0
    if large == 0:
        return values.astype(np.float32) if decided.any() else None
    least_slope = scale * float(np.arctanh(_LARGE_MEANS)) / large
    best, least = None, float("inf")
    for number in range(_SLOPES):
        expected = np.where(decided, values, scale * np.tanh(least_slope * _STEEPER**number / scale * values))
        error = float(np.square(expected - outcomes).sum())
        if error < least:
            best, least = expected.astype(np.float32), error
    return best


def targets_of(
    played: Mapping[str, NDArray[Any]], scale: float, decay: float, *, other_unit: bool
) -> NDArray[np.float32]:
    """The labels of games as ``training_games.play_games`` gives them.

    ``other_unit`` says that the evaluator of these games may count in any unit, or know nothing: then outcomes alone
    count.
    """
    values, outcomes, explored = played["values"], played["outcomes"], played["explored"]
    if other_unit:
        expected = as_outcomes(values, outcomes, scale)
        if expected is None:
            decay, explored = 1.0, np.zeros_like(explored)
        else:
            values = expected
    return lambda_returns(values, outcomes, played["players"], explored, played["games"], decay)
