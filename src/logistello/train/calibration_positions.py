"""Which positions a calibration measures: positions like those inside a search tree.

A search spends most of its time on bad moves, so positions of good games alone would make its values look too easy to
predict. They come from searches that begin at labelled positions, or, where there are none, from games of the model
with a few random moves off the good path.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from logistello.evaluation.model import Model
from logistello.othello.hashing import mix, position_keys
from logistello.othello.position import Position
from logistello.train.added_positions import SearchSampling, sample_inside_searches

#: Bitboards of the side to move and of its opponent, one row a position.
Boards = tuple[NDArray[np.uint64], NDArray[np.uint64]]

#: Random moves at the beginning of a game, so that no two games are alike.
_OPENING_PLIES = (4, 12)
#: Random moves after a position of the game was chosen.
_MOST_DEVIATIONS = 3
#: With fewer discs there are hardly any different positions, with more there is nothing left to look ahead to.
_DISCS = range(7, 63)
#: Most games for each position that is wanted: games often end before the last stage is reached.
_GAMES_PER_POSITION = 3


def inside_searches(records: NDArray[np.void], model: Model, per_count: int, seed: int) -> Boards:
    """Different positions met inside searches from the records, at most ``per_count`` for each number of discs."""
    searches = SearchSampling(4 * per_count * len(_DISCS), depth=3, per_search=2, seed=seed)
    found = sample_inside_searches(records, model, searches)
    keys, first = np.unique(position_keys(found.own, found.opp), return_index=True)
    drawn = first[np.argsort(mix(keys), kind="stable")]
    own, opp = found.own[drawn], found.opp[drawn]
    discs = np.bitwise_count(own | opp)
    chosen = np.concatenate([np.flatnonzero(discs == count)[:per_count] for count in _DISCS])
    return own[chosen], opp[chosen]


def from_games(
    model: Model, per_stage: int, seed: int, on_progress: Callable[[int, int], None] | None = None
) -> Boards:
    """About ``per_stage`` different positions for each stage of the model, from games of the model against itself.

    The seed decides which. Every position has a legal move. ``on_progress(found, wanted)`` is called after each game.
    Late stages may get fewer, and a stage that no game reaches gets none.
    """
    stages = model.patterns.stages
    discs_of_stage = [_usable(*model.patterns.discs_of_stage(stage)) for stage in range(stages)]
    found: dict[tuple[int, int], None] = {}  # in the order in which they were found
    missing = [per_stage if discs else 0 for discs in discs_of_stage]
    wanted = sum(missing)
    for game in range(_GAMES_PER_POSITION * per_stage):
        if not any(missing):
            break
        rng = random.Random(f"{seed}/{game}")  # noqa: S311 - a game, not a secret
        by_discs = {64 - position.empties: position for position in play_game(model, rng)}
        for stage, discs in enumerate(discs_of_stage):
            if not missing[stage]:
                continue
            position = _deviate(by_discs, rng.choice(discs), rng)
            if position is not None and (key := (position.own, position.opponent)) not in found:
                found[key] = None
                missing[stage] -= 1
        if on_progress is not None:
            on_progress(wanted - sum(missing), wanted)
    own, opp = np.array(list(found), dtype=np.uint64).reshape(-1, 2).T
    return np.ascontiguousarray(own), np.ascontiguousarray(opp)


def play_game(model: Model, rng: random.Random) -> Iterator[Position]:
    """A game of the model against itself, two moves ahead, after a random opening: all positions with a legal move."""
    opening = rng.randint(*_OPENING_PLIES)
    position = Position.initial()
    while not position.is_over:
        moves = position.legal_moves
        if position.legal_mask:
            yield position
        if len(moves) == 1:
            position = position.play(moves[0])
        elif 60 - position.empties < opening:
            position = position.play(rng.choice(moves))
        else:
            position = max((position.play(move) for move in moves), key=lambda child: -model.look_ahead(child, 1))


def _usable(low: int, high: int) -> list[int]:
    return [discs for discs in range(low, high + 1) if discs in _DISCS]


def _deviate(by_discs: dict[int, Position], discs: int, rng: random.Random) -> Position | None:
    """A position with this number of discs, a few random moves away from the game."""
    position = by_discs.get(discs - rng.randint(0, _MOST_DEVIATIONS))
    while position is not None and 64 - position.empties < discs:
        if position.is_over:
            return None
        position = position.play(rng.choice(position.legal_moves))
    return position if position is not None and position.legal_mask else None
