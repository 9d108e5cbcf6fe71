"""Positions like those inside a search tree: from games of the model, then a few random moves off the good path.

A search spends most of its time on bad moves, so positions of good games alone would make its values look too easy to
predict.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from logistello.evaluation.model import Model
from logistello.othello.position import Position

#: Random moves at the beginning of a game, so that no two games are alike.
_OPENING_PLIES = (4, 12)
#: Random moves after a position of the game was chosen.
_MOST_DEVIATIONS = 3
#: Fewer discs: hardly any different positions. More: nothing is left to look ahead to.
_DISCS = range(7, 63)
#: Games often end before the last stage is reached: not more games than this for each position that is wanted.
_GAMES_PER_POSITION = 3


def sample_positions(
    model: Model, per_stage: int, seed: int, on_progress: Callable[[int, int], None] | None = None
) -> list[Position]:
    """About ``per_stage`` different positions for each stage of the model; the same ones for the same seed.

    Every position has a legal move. ``on_progress(found, wanted)`` is called after each game. Late stages may get
    fewer, and a stage that no game reaches gets none.
    """
    stages = model.patterns.stages
    discs_of_stage = [_usable(*model.patterns.discs_of_stage(stage)) for stage in range(stages)]
    found: dict[tuple[int, int], Position] = {}
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
                found[key] = position
                missing[stage] -= 1
        if on_progress is not None:
            on_progress(wanted - sum(missing), wanted)
    return list(found.values())


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
    """A position with so many discs, a few random moves away from the game."""
    position = by_discs.get(discs - rng.randint(0, _MOST_DEVIATIONS))
    while position is not None and 64 - position.empties < discs:
        if position.is_over:
            return None
        position = position.play(rng.choice(position.legal_moves))
    return position if position is not None and position.legal_mask else None
