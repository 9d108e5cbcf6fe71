"""The first stage: games to learn from, with many beginnings, mistakes that get punished, and flawless endings.

Buro 1999, section 3: whoever learns from good games alone never sees why the moves that good players avoid are bad.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import TrainingRunError
from logistello.jobs import Pool, Task
from logistello.match.openings import OpeningList, load_openings
from logistello.train.artefact import Arrays, Shard, ShardResult, carry_out, digest, read_arrays
from logistello.train.models import ModelFile
from logistello.train.preset import GameSettings, at

#: Fills rows of moves.
END = 255
_WIDTH = 60


@dataclass(frozen=True)
class Beginnings:
    """How the games of one shard begin: arrays as ``_native.self_play`` takes them."""

    openings: NDArray[np.uint8]
    random_moves: NDArray[np.uint8]
    blunder_chance: NDArray[np.float32]
    seeds: NDArray[np.uint64]


def beginnings(
    settings: GameSettings, openings: OpeningList, games: int, exact_empties: int, *, knows: bool, seed: str
) -> Beginnings:
    """The same ones for the same seed. Without a model (``knows``) all moves before the ending are random."""
    rng = random.Random(seed)  # noqa: S311 - games, not secrets
    rows = np.full((games, _WIDTH), END, dtype=np.uint8)
    random_moves = np.zeros(games, dtype=np.uint8)
    chance = np.zeros(games, dtype=np.float32)
    for game in range(games):
        if not knows:
            random_moves[game] = _WIDTH - exact_empties
        elif rng.random() < settings.random_share:
            random_moves[game] = rng.randint(settings.random_fewest, settings.random_most)
        else:
            moves = [int(move) for move in rng.choice(openings.openings).moves if int(move) < 64]
            rows[game, : len(moves)] = moves
            random_moves[game] = rng.randint(0, settings.even_random)
        if rng.random() < settings.blunder_share:
            chance[game] = settings.blunder_chance
    seeds = np.array([rng.getrandbits(64) for _ in range(games)], dtype=np.uint64)
    return Beginnings(rows, random_moves, chance, seeds)


def play_games(model_file: ModelFile, begin: Beginnings, depth: int, exact_empties: int) -> Arrays:
    """A task: whole games, their moves, values and reasons as ``_native.self_play`` gives them."""
    model = model_file.load()
    moves, values, reasons = _native.self_play(
        model.native,
        *model.native_probcut,
        openings=begin.openings,
        random_moves=begin.random_moves,
        blunder_chance=begin.blunder_chance,
        seeds=begin.seeds,
        depth=depth,
        exact_empties=exact_empties,
    )
    return {"moves": moves, "values": values, "reasons": reasons}


def self_play(
    pool: Pool,
    folder: Path,
    model: ModelFile,
    settings: GameSettings,
    *,
    generation: int,
    seed: int,
    on_done: Callable[[ShardResult], None] = lambda done: None,
) -> list[ShardResult]:
    """All games of a generation, shard by shard. A shard depends on the model, the settings, seed and its number."""
    openings = load_openings(Path(settings.openings) if settings.openings else None)
    if not all(opening.usual_start for opening in openings.openings):
        raise TrainingRunError(
            f"{openings.source}: self-play wants openings as moves from the usual start, not positions"
        )
    total, depth = at(settings.games, generation), at(settings.depth, generation)
    empties = at(settings.exact_empties, generation)
    inputs = {
        "model": model.checksum,
        "settings": digest([vars(settings), total, depth, empties]),
        "openings": openings.checksum,
        "generation": generation,
        "seed": seed,
    }
    shards = []
    for number, first in enumerate(range(0, total, settings.per_task)):
        count = min(settings.per_task, total - first)
        name = f"{seed} games {generation} {number}"
        begin = beginnings(settings, openings, count, empties, knows=not model.is_nothing, seed=name)
        task = Task(play_games, (model, begin, depth, empties))
        shards.append(Shard(folder / f"{number:05d}.games", {**inputs, "shard": number}, task))
    return carry_out(pool, shards, on_done)


def read_self_play(folder: Path) -> list[ShardResult]:
    """The games that a stage left in its folder. Raises ``TrainingRunError`` if there are none."""
    paths = sorted(folder.glob("*.games"))
    found = [stored for path in paths if (stored := read_arrays(path)) is not None]
    if not found:
        raise TrainingRunError(f"{folder}: no games of self-play (*.games)")
    return [ShardResult(number, *stored) for number, stored in enumerate(found)]


def joined(shards: Sequence[ShardResult]) -> Arrays:
    """All games as one table."""
    return {name: np.concatenate([done.arrays[name] for done in shards]) for name in ("moves", "values", "reasons")}
