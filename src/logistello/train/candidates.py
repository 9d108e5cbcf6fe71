"""The stage from games to candidates: positions that are to be learned from, before they have labels.

They come from the games of self-play, from games that were played elsewhere (people and other programs go where
self-play does not), from inside searches, and from random walks to rare configurations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import TrainingRunError
from logistello.evaluation.model import UNITS_PER_DISC, Model
from logistello.evaluation.pattern_set import PatternSet
from logistello.othello.hashing import mix
from logistello.othello.notation.game_table import GameTable, keys_of_moves, read_games
from logistello.train.added_positions import (
    FillOptions,
    FoundPositions,
    SearchSampling,
    count_matches,
    fill_rare,
    sample_inside_searches,
)
from logistello.train.artefact import Arrays, ShardResult, digest, read_arrays, stored_inputs, write_arrays
from logistello.train.game_tree import Tree, averaged, stored_scores
from logistello.train.games import joined
from logistello.train.labelled_positions import Flag, fresh, make_records
from logistello.train.models import ModelFile
from logistello.train.preset import GenerationPlan, LabelSettings, at

#: The positions of games that were played elsewhere, in the folder of a run.
GIVEN = "given.arrays"

# Reasons of ``_native.self_play`` for which a move need not be a good one.
_BLUNDER = 2
_EXACT = 4


@dataclass(frozen=True)
class Candidates:
    """Different positions, turned to their canonical form; NaN where something is not known."""

    own: NDArray[np.uint64]
    opp: NDArray[np.uint64]
    game: NDArray[np.uint64]
    flags: NDArray[np.uint16]
    count: NDArray[np.uint16]
    #: Proven scores, discs for the side to move.
    exact: NDArray[np.float32]
    #: How its game ended, seen by the side to move, if only best moves were played from here on.
    result: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.own)

    @property
    def discs(self) -> NDArray[np.int64]:
        counts: NDArray[np.int64] = np.bitwise_count(self.own | self.opp).astype(np.int64)
        return counts

    def records(self) -> NDArray[np.void]:
        """As records without scores."""
        return make_records(self.own, self.opp, np.zeros(len(self)), self.game, self.flags, self.count)

    def arrays(self) -> Arrays:
        return dict(vars(self))

    def joined(self, other: Candidates) -> Candidates:
        """With the positions of ``other`` that are new."""
        rows = fresh(other.records(), self.records())
        mine, theirs = vars(self).values(), vars(other).values()
        return Candidates(*(np.concatenate([one, two[rows]]) for one, two in zip(mine, theirs, strict=True)))

    def chosen(self, rows: NDArray[np.bool_]) -> Candidates:
        return Candidates(*(each[rows] for each in vars(self).values()))

    def plus(self, found: FoundPositions, flag: Flag) -> Candidates:
        """With positions that came from elsewhere, if they are new."""
        added = make_records(found.own, found.opp, np.zeros(len(found.own)), found.game, int(flag))
        added = added[fresh(added, self.records())]
        unknown = np.full(len(added), np.nan, dtype=np.float32)
        parts = (added["own"], added["opp"], added["game"], added["flags"], added["count"], unknown, unknown)
        return Candidates(*(np.concatenate(each) for each in zip(vars(self).values(), parts, strict=True)))


def from_games(games: Arrays, settings: LabelSettings, generation: int) -> Candidates:
    """All positions of solved endings, and of what came before some of every game."""
    own, opp, turn, game, ply = _native.replay_positions(np.ascontiguousarray(games["moves"]))[1]
    reason = games["reasons"][game, ply]
    value = games["values"][game, ply].astype(np.float32) / UNITS_PER_DISC
    key = keys_of_moves(games["moves"])[game]
    is_exact = reason == _EXACT
    exact = np.where(is_exact, value, np.float32(np.nan))
    result = _results(game, turn, reason, exact, len(games["moves"]))
    discs = np.bitwise_count(own | opp)
    searched = _some_of_each(game, mix(key ^ ply.astype(np.uint64)), ~is_exact & (discs >= settings.fewest_discs))
    keep = np.flatnonzero(is_exact | (searched < at(settings.per_game, generation)))
    own, opp = _native.canonical_many(own[keep], opp[keep])
    return _merged(own, opp, key[keep], exact[keep], result[keep])


def _results(
    game: NDArray[np.uint32],
    turn: NDArray[np.uint8],
    reason: NDArray[np.uint8],
    exact: NDArray[np.float32],
    games: int,
) -> NDArray[np.float32]:
    """The proven score of the ending of each game, for positions after its last random move or blunder."""
    rows = np.arange(len(game))
    last_bad = np.full(games, -1)
    careless = np.flatnonzero(reason <= _BLUNDER)
    np.maximum.at(last_bad, game[careless], rows[careless])
    known = np.flatnonzero(~np.isnan(exact))
    first = known[np.unique(game[known], return_index=True)[1]]
    score = np.full(games, np.nan, dtype=np.float32)
    score[game[first]] = np.where(turn[first] == 0, exact[first], -exact[first])
    result = np.where(turn == 0, score[game], -score[game])
    return np.where(rows > last_bad[game], result, np.float32(np.nan)).astype(np.float32)


def _some_of_each(game: NDArray[np.uint32], lot: NDArray[np.uint64], may: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For each row its rank by lot among those of its game that may be taken; a large number for the others."""
    rows = np.flatnonzero(may)
    rows = rows[np.lexsort((lot[rows], game[rows]))]
    starts = np.flatnonzero(np.diff(game[rows], prepend=-1) != 0)
    rank = np.full(len(game), np.iinfo(np.int64).max)
    rank[rows] = np.arange(len(rows)) - np.repeat(starts, np.diff(np.append(starts, len(rows))))
    return rank


def _merged(
    own: NDArray[np.uint64],
    opp: NDArray[np.uint64],
    game: NDArray[np.uint64],
    exact: NDArray[np.float32],
    result: NDArray[np.float32],
) -> Candidates:
    """Equal positions become one, of the first game that came there, with the mean of their results."""
    order = np.lexsort((opp, own))
    is_new = np.ones(len(order), dtype=np.bool_)
    is_new[1:] = (np.diff(own[order]) != 0) | (np.diff(opp[order]) != 0)
    group = np.cumsum(is_new) - 1
    first = order[is_new]
    count = np.bincount(group, minlength=len(first))
    known = ~np.isnan(result[order])
    total = np.bincount(group[known], weights=result[order][known], minlength=len(first))
    times = np.bincount(group[known], minlength=len(first))
    with_exact = order[~np.isnan(exact[order])]
    proven = np.full(len(first), np.nan, dtype=np.float32)
    proven[group[~np.isnan(exact[order])]] = exact[with_exact]
    mean = np.where(times > 0, total / np.maximum(times, 1), np.nan).astype(np.float32)
    flags = np.zeros(len(first), dtype=np.uint16)
    return Candidates(
        own[first], opp[first], game[first], flags, np.minimum(count, 65535).astype(np.uint16), proven, mean
    )


# -- games that were played elsewhere ---------------------------------------------------------


@dataclass(frozen=True)
class GivenGames:
    """Games that were played elsewhere: names and checksums of their files, and how to get their positions."""

    sources: list[dict[str, Any]]
    load: Callable[[], Candidates]

    @classmethod
    def of(cls, table: GameTable) -> GivenGames:
        return cls([source.as_dict() for source in table.sources], lambda: from_given(table))


def from_given(table: GameTable) -> Candidates:
    """All different positions, with the mean result of their games and the exact scores that came with them."""
    tree = Tree.of(table)
    exact = stored_scores(tree)
    return Candidates(
        own=tree.own,
        opp=tree.opp,
        game=table.key[tree.game],
        flags=np.full(len(tree), int(Flag.GIVEN), dtype=np.uint16),
        count=np.minimum(tree.count, 65535).astype(np.uint16),
        exact=exact,
        result=averaged(tree, exact),
    )


def worth_labelling(given: Candidates, settings: LabelSettings, exact_empties: int) -> Candidates:
    """Those that a generation can label in good time."""
    empties = 64 - given.discs
    quick = (empties > exact_empties) | (empties <= settings.given_solved) | ~np.isnan(given.exact)
    return given.chosen(quick & (given.discs >= settings.fewest_discs))


def keep_given(folder: Path, games: Sequence[Path]) -> GivenGames | None:
    """Copy the positions of games into the folder of a run; without ``games`` those that it has stay.

    Returns ``None`` if there are no games.
    """
    path = folder / GIVEN
    if games:
        given = GivenGames.of(read_games(games))
        sources = given.sources
        if not path.exists():
            write_arrays(path, {"sources": sources}, given.load().arrays())
    elif path.exists():
        sources = stored_inputs(path)["sources"]
    else:
        return None

    def load() -> Candidates:
        found = read_arrays(path, {"sources": sources})
        if found is None:
            raise TrainingRunError(f"{path} is missing: give the games again")
        return Candidates(**found[0])

    return GivenGames(sources, load)


# -- positions that no game holds -------------------------------------------------------------


def with_searched(found: Candidates, model: Model, share: float, seed: int, threads: int) -> Candidates:
    """With positions met inside searches, as many as this part of the others."""
    if not share or not len(found):
        return found
    sampling = SearchSampling(max(1, int(share * len(found))), seed=seed)
    return found.plus(sample_inside_searches(found.records(), model, sampling, threads=threads), Flag.INSIDE_SEARCH)


def with_rare(found: Candidates, patterns: PatternSet, share: float, seed: int) -> Candidates:
    """With positions that hold rare configurations of the flat patterns, at most this part of the others."""
    flat = tuple(pattern for pattern in patterns.patterns if not pattern.sparse)
    if not share or not len(found) or not flat:
        return found
    counted = PatternSet(patterns.name, flat, patterns.stages)
    records = found.records()
    options = FillOptions(max(1, int(share * len(found))), seed=seed)
    return found.plus(fill_rare(records, count_matches(counted, [records]), options), Flag.RARE)


# -- the stage --------------------------------------------------------------------------------


def choose_candidates(
    path: Path,
    plan: GenerationPlan,
    games: Sequence[ShardResult],
    player: ModelFile,
    given: GivenGames | None = None,
    *,
    threads: int = 1,
) -> tuple[Candidates, str]:
    """The positions that a generation is to label, and the checksum of the file that holds them."""
    settings = plan.preset.labels
    inputs = {
        **plan.inputs(vars(settings), plan.patterns.as_dict()),
        "games": digest([done.checksum for done in games]),
        "model": player.checksum,
        "given": digest(None if given is None else given.sources),
    }
    stored = read_arrays(path, inputs)
    if stored is None:
        found = from_games(joined(games), settings, plan.number)
        if not len(found):
            raise TrainingRunError(f"{path.parent}: the games hold no position to learn from; play more games")
        found = with_searched(found, player.load(), settings.inside_searches, plan.seed, threads)
        found = with_rare(found, plan.patterns, settings.rare, plan.seed)
        if given is not None:
            found = found.joined(worth_labelling(given.load(), settings, plan.exact_empties))
        stored = found.arrays(), write_arrays(path, inputs, found.arrays())
    return Candidates(**stored[0]), stored[1]
