"""How strong a generation is: fixed matches against players that do not change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from logistello.jobs import Pool
from logistello.match.openings import load_openings
from logistello.train.artefact import Inputs, read_json, write_json
from logistello.train.matches import Contestant, Tally, play_match
from logistello.train.preset import YardstickSettings

#: Games of one task.
_PAIRS_PER_TASK = 5


def opponents(
    settings: YardstickSettings, generation: int, model_of: Callable[[int], Contestant], start: Contestant | None
) -> list[Contestant]:
    """Simple players, the model that the run began with, the first generation and the last few before this one."""
    simple = [
        Contestant("random player", "random"),
        Contestant(f"mobility player, level {settings.mobility_level}", "mobility", level=settings.mobility_level),
    ]
    earlier = sorted({1, *range(generation - settings.previous, generation)} & set(range(1, generation)))
    return simple + ([] if start is None else [start]) + [model_of(each) for each in earlier]


def measure_strength(
    pool: Pool,
    folder: Path,
    new: Contestant,
    others: Sequence[Contestant],
    settings: YardstickSettings,
    inputs: Inputs,
    seed: int,
    on_pair: Callable[[], None] = lambda: None,
) -> list[dict[str, Any]]:
    """The results of all matches; kept in ``yardsticks.json``."""
    path = folder.with_suffix(".json")
    made_from = {**inputs, "new": new.identity(), "others": [each.identity() for each in others]}
    found: list[dict[str, Any]] | None = read_json(path, made_from)
    if found is not None:
        return found
    openings = load_openings(None, seed=seed)
    rows = []
    for number, other in enumerate(others):
        tally = Tally()
        games = play_match(
            pool,
            folder / str(number),
            new,
            other,
            openings,
            pairs=settings.pairs,
            per_task=_PAIRS_PER_TASK,
            depth=settings.depth,
            inputs=inputs,
        )
        for so_far in games:
            tally = so_far
            on_pair()
        rows.append({"against": other.name, **tally.as_dict()})
    write_json(path, made_from, rows)
    return rows
