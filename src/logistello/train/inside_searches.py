"""Positions as a search meets them: most are far from what players let happen (Buro 1999, section 3).

Searches begin at positions of games, and a random subset of what they visit is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import PositionsError
from logistello.evaluation.model import Model
from logistello.othello.hashing import mix, position_keys
from logistello.train.added_positions import AddedLabels, Found
from logistello.train.labelled_positions import Flag, Positions


@dataclass(frozen=True)
class SearchSampling:
    """Which positions are taken out of searches."""

    #: About so many, repetitions included.
    positions: int
    #: Moves that a search looks ahead.
    depth: int = 4
    #: Positions taken from one search. Few: those of one search are much alike.
    per_search: int = 4
    seed: int = 0

    def __post_init__(self) -> None:
        if min(self.positions, self.depth, self.per_search) < 1:
            raise PositionsError("numbers of positions and the depth of searches are 1 or more")


def sample_inside_searches(
    records: NDArray[np.void],
    model: Model,
    sampling: SearchSampling,
    *,
    threads: int = 1,
    on_progress: Callable[[int, int], None] | None = None,
) -> Found:
    """Search from some of the records, drawn evenly, and keep some of the positions visited, drawn evenly.

    The seed decides which; the number of threads and the order of the records do not. ``on_progress`` gets searches
    done and to be done.
    """
    searches = min(-(-sampling.positions // sampling.per_search), len(records))
    salt = mix(np.array([sampling.seed], dtype=np.uint64))
    order = np.argsort(mix(position_keys(records["own"], records["opp"]) ^ salt), kind="stable")
    roots = records[order[:searches]]
    own, opp, root = model.native.sample_inside_searches(
        np.ascontiguousarray(roots["own"]),
        np.ascontiguousarray(roots["opp"]),
        depth=sampling.depth,
        per_search=sampling.per_search,
        seed=int(salt[0]),
        threads=threads,
        on_progress=on_progress and (lambda done: on_progress(done, searches)),
    )
    own, opp = _native.canonical_many(own, opp)
    return Found(own, opp, roots["game"][root])


def add_inside_searches(
    positions: Positions,
    model: Model,
    sampling: SearchSampling,
    labels: AddedLabels,
    *,
    threads: int = 1,
    on_progress: Callable[[int, int], None] | None = None,
) -> Positions:
    """The positions, and after them those that searches from them met and that are new."""
    found = sample_inside_searches(positions.records, model, sampling, threads=threads, on_progress=on_progress)
    added = labels.records(found, Flag.INSIDE_SEARCH, positions.records)
    how = {**asdict(sampling), "model": model.checksum, **labels.as_dict(), "added": len(added)}
    return Positions.of(np.concatenate([positions.records, added]), **{**positions.header, "inside_searches": how})
