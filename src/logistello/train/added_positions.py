"""Positions that no game holds but that an evaluation should know: what searches meet, and rare configurations.

Most positions that a search meets are far from what players let happen (Buro 1999, section 3): searches begin at
positions of games, and a random subset of what they visit is kept. LOGISTELLO's evaluation also gained from "generating
rare positions to fill table gaps" (Buro 1997): a weight whose configuration was met a handful of times is mostly noise,
or 0, and searches meet such configurations all the time.

A position belongs to the game of the position it was reached from, so that all that came of a game is either learned
from or kept for validation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import PatternError
from logistello.evaluation.model import Model
from logistello.evaluation.pattern_set import PARITIES, PatternSet
from logistello.number_ranges import COUNT, DEPTH, SEED
from logistello.othello.hashing import mix, position_keys

_CHUNK = 1 << 18


@dataclass(frozen=True)
class FoundPositions:
    """Canonical positions, and the key of the game that each belongs to."""

    own: NDArray[np.uint64]
    opp: NDArray[np.uint64]
    game: NDArray[np.uint64]


# -- inside searches --------------------------------------------------------------------------


@dataclass(frozen=True)
class SearchSampling:
    """Which positions are taken out of searches."""

    #: How many, roughly; repetitions count.
    positions: int
    #: Moves that a search looks ahead.
    depth: int = 4
    #: Positions taken from one search. Few, because those of one search are much alike.
    per_search: int = 4
    seed: int = 0

    def __post_init__(self) -> None:
        COUNT.checked(self.positions, "the number of positions")
        DEPTH.checked(self.depth, "the depth of searches")
        COUNT.checked(self.per_search, "the number of positions of a search")
        SEED.checked(self.seed, "the seed")


def sample_inside_searches(
    records: NDArray[np.void],
    model: Model,
    sampling: SearchSampling,
    *,
    threads: int = 1,
    on_progress: Callable[[int, int], None] | None = None,
) -> FoundPositions:
    """Search from some of the records, drawn evenly, and keep some of the positions visited, drawn evenly.

    The seed decides which; the number of threads and the order of the records do not. ``on_progress`` gets the number
    of searches done and the number of all searches.
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
    return FoundPositions(own, opp, roots["game"][root])


# -- rare configurations ----------------------------------------------------------------------


@dataclass(frozen=True)
class FillOptions:
    """Which configurations are rare, and how they are looked for."""

    #: Most positions to add.
    positions: int
    #: A configuration with this many matches in the positions of its stage is not rare. The paper trusts weights with
    #: more than 20 matches and none with 4 or fewer (1999, section 5.2).
    matches: int = 20
    #: A random walk from a position has 1 to this many moves.
    moves: int = 4
    #: Most walks, for each of the positions to add: not every rare configuration can be reached.
    walks_per_position: int = 50
    seed: int = 0

    def __post_init__(self) -> None:
        COUNT.checked(self.positions, "the number of positions")
        COUNT.checked(self.matches, "the number of matches")
        DEPTH.checked(self.moves, "the number of moves")
        COUNT.checked(self.walks_per_position, "the number of walks")
        SEED.checked(self.seed, "the seed")


@dataclass(frozen=True)
class Gaps:
    """How many configurations, stage by stage and after sharing, have too few matches."""

    configurations: int
    never_met: int
    #: Met, but not often enough.
    rare: int

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


def count_matches(patterns: PatternSet, records: Sequence[NDArray[np.void]]) -> _native.ConfigurationCounts:
    """How often each configuration occurs in positions of each stage."""
    if not patterns.is_flat:
        raise PatternError(f"the pattern set {patterns.name} has sparse patterns: their gaps are on purpose")
    counts = _native.ConfigurationCounts(
        squares=patterns.squares,
        offset_of_feature=patterns.table_offset[patterns.pattern_of_instance],
        weight_of=patterns.weight_of,
        stage_of_discs=patterns.stage_of_discs,
        stages=patterns.stages,
        weights=patterns.n_weights,
    )
    for part in records:
        for start in range(0, len(part), _CHUNK):
            rows = part[start : start + _CHUNK]
            counts.add(np.ascontiguousarray(rows["own"]), np.ascontiguousarray(rows["opp"]))
    return counts


def gaps(counts: _native.ConfigurationCounts, matches: int) -> Gaps:
    """Configurations with fewer than ``matches`` matches."""
    met = counts.matches()[:, :-PARITIES]
    return Gaps(met.size, int(np.count_nonzero(met == 0)), int(np.count_nonzero((met > 0) & (met < matches))))


def fill_rare(
    records: NDArray[np.void],
    counts: _native.ConfigurationCounts,
    options: FillOptions,
    *,
    on_progress: Callable[[int, int], None] | None = None,
) -> FoundPositions:
    """New positions that hold a rare configuration, by random moves from the records; they are added to the counts.

    ``on_progress`` gets the number of positions found and of walks done.
    """
    own, opp, root = counts.fill(
        np.ascontiguousarray(records["own"]),
        np.ascontiguousarray(records["opp"]),
        enough=options.matches,
        most_moves=options.moves,
        positions=options.positions,
        walks=options.positions * options.walks_per_position,
        seed=options.seed,
        on_progress=on_progress,
    )
    return FoundPositions(own, opp, records["game"][root])
