"""Filling gaps: positions for configurations that training positions hold too rarely.

LOGISTELLO's evaluation gained from "generating rare positions to fill table gaps" (Buro 1997). A weight whose
configuration was met a handful of times is mostly noise, or 0; searches meet such configurations all the time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import PatternError, PositionsError
from logistello.evaluation.pattern_set import PARITIES, PatternSet
from logistello.train.added_positions import AddedLabels, Found
from logistello.train.labelled_positions import Flag, Positions

_CHUNK = 1 << 18


@dataclass(frozen=True)
class FillOptions:
    """Which configurations are rare, and how they are looked for."""

    #: Most positions to add.
    positions: int
    #: A configuration that so many instances in positions of its stage show is not rare. The paper trusts weights
    #: with more than 20 matches and none with 4 or fewer (1999, section 5.2).
    matches: int = 20
    #: A random walk from a position has 1 to this many moves.
    moves: int = 4
    #: Most walks, for each of the positions to add: not every rare configuration can be reached.
    walks_per_position: int = 50
    seed: int = 0

    def __post_init__(self) -> None:
        if min(self.positions, self.matches, self.moves, self.walks_per_position) < 1:
            raise PositionsError("numbers of positions, matches, moves and walks are 1 or more")


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
    """What is missing to so many matches."""
    met = counts.matches()[:, :-PARITIES]
    return Gaps(met.size, int(np.count_nonzero(met == 0)), int(np.count_nonzero((met > 0) & (met < matches))))


def fill_rare(
    records: NDArray[np.void],
    counts: _native.ConfigurationCounts,
    options: FillOptions,
    *,
    on_progress: Callable[[int, int], None] | None = None,
) -> Found:
    """New positions that hold a rare configuration, by random moves from the records; they are added to the counts.

    ``on_progress`` gets positions found and walks done.
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
    return Found(own, opp, records["game"][root])


def rare_positions(
    positions: Sequence[Positions],
    patterns: PatternSet,
    options: FillOptions,
    labels: AddedLabels,
    *,
    on_progress: Callable[[int, int], None] | None = None,
) -> tuple[Positions, Gaps, Gaps]:
    """Labelled positions that fill gaps of the given ones, which they are to be used with; gaps before and after."""
    records = np.concatenate([np.asarray(each.records) for each in positions])
    if not len(records):
        raise PositionsError("there is no position to begin with")
    counts = count_matches(patterns, [records])
    before = gaps(counts, options.matches)
    added = labels.records(fill_rare(records, counts, options, on_progress=on_progress), Flag.RARE, records)
    after = gaps(count_matches(patterns, [records, added]), options.matches)
    header = {
        "rare": {"patterns": patterns.as_dict(), **asdict(options), **labels.as_dict()},
        "gaps": {"before": before.as_dict(), "after": after.as_dict()},
        "made_from": [{"sha256": each.checksum, "positions": len(each)} for each in positions],
        "sources": _sources(positions),
    }
    return Positions.of(added, **header), before, after


def _sources(positions: Sequence[Positions]) -> list[dict[str, Any]]:
    """The files of games behind all the positions, each once."""
    sources = {source["sha256"]: source for each in positions for source in each.header.get("sources", [])}
    return list(sources.values())
