"""Labels: from games, or from positions without a score, to labelled positions.

Positions of games are labelled with results, negamaxed or averaged over the tree of all games, with stored exact
scores, or by solving. Positions that no game holds are solved or searched. How ``train`` labels the positions of its
own games, from the end of the game backwards, is in :mod:`logistello.train.backward_labels`.

All scores are discs for the side to move, empty squares given to the winner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import PositionsError
from logistello.evaluation.model import Model
from logistello.evaluation.pattern_set import PatternSet
from logistello.othello.notation.game_table import GameTable
from logistello.train.added_positions import (
    FillOptions,
    FoundPositions,
    Gaps,
    SearchSampling,
    count_matches,
    fill_rare,
    gaps,
    sample_inside_searches,
)
from logistello.train.game_tree import Tree, averaged, negamaxed, no_scores, stored_scores
from logistello.train.labelled_positions import Flag, Positions, fresh, make_records
from logistello.train.scores import Scorer

Label = Literal["negamax", "result", "theoretical", "exact"]
LABELS: tuple[Label, ...] = get_args(Label)


# -- positions of games -----------------------------------------------------------------------


@dataclass(frozen=True)
class LabelOptions:
    """How games become labelled positions."""

    label: Label = "negamax"
    #: Use WTHOR's theoretical scores where games reach their depth, and for the positions before.
    theoretical: bool = False
    #: Solve positions with at most this many empty squares.
    exact_empties: int = 0
    #: Drop positions before this ply, for games whose openings were played at random.
    drop_plies: int = 0
    #: Add the position after the best move of every solved one, with the negated score.
    successors: bool = False

    def __post_init__(self) -> None:
        if self.label not in LABELS:
            raise PositionsError(f"label {self.label!r}; expected one of {', '.join(LABELS)}")
        if self.exact_empties < 0 or self.drop_plies < 0:
            raise PositionsError("the number of empty squares and the number of plies must not be negative")
        if self.label == "exact" and not self.exact_empties:
            raise PositionsError("exact labels need the number of empty squares from which to solve")
        if self.successors and not self.exact_empties:
            raise PositionsError("successors are added to solved positions: give the number of empty squares to solve")


def label_games(table: GameTable, options: LabelOptions, solve: Scorer | None = None) -> Positions:
    """Labelled positions, each once: symmetric ones and transpositions are merged.

    A merged position belongs to the first game that came there. ``solve`` is needed for solving.
    Raises ``PositionsError`` if no position is left.
    """
    if options.exact_empties and solve is None:
        raise ValueError("solving positions needs a solver")
    tree = Tree.of(table)
    known = stored_scores(tree) if options.theoretical or options.label == "theoretical" else no_scores(tree)
    best = np.full(len(tree), 64, dtype=np.uint8)
    if options.exact_empties and solve is not None:
        deep = np.flatnonzero(64 - tree.discs.astype(np.int16) <= options.exact_empties)
        known[deep], best[deep] = solve(tree.own[deep], tree.opp[deep])

    if options.label == "negamax":
        scores = negamaxed(tree, known)
    elif options.label == "result":
        scores = averaged(tree, known)
    else:
        scores = known
    plies = tree.discs.astype(np.int16) - 4
    keep = np.flatnonzero(~np.isnan(scores) & (plies >= options.drop_plies))
    if not len(keep):
        raise PositionsError(
            f"no position gets a label {options.label!r} from these games"
            + ("; theoretical scores stand in WTHOR's .wtb files" if options.label == "theoretical" else "")
        )
    flags = np.where(np.isnan(known), 0, int(Flag.EXACT))
    key = table.key[tree.game]
    records = make_records(tree.own[keep], tree.opp[keep], scores[keep], key[keep], flags[keep], tree.count[keep])
    if options.successors:
        solved = ~np.isnan(known[keep])
        records = np.concatenate([records, successors(records, np.where(solved, best[keep], np.uint8(64)))])
    header = {
        "labels": {name: value for name, value in vars(options).items() if value},
        "games": len(table),
        "sources": [source.as_dict() for source in table.sources],
    }
    return Positions.of(records, **header)


def successors(records: NDArray[np.void], best: NDArray[np.uint8]) -> NDArray[np.void]:
    """Records for the positions after the ``best`` moves (64 and more: none) with the negated score, where the opponent
    moves: the cure for a bonus that the side to move would get.

    Positions that are among the given ones, too, are left out. Game and flags are kept.
    """
    movers = np.flatnonzero(best < 64)
    own = np.empty(len(movers), dtype=np.uint64)
    opp = np.empty(len(movers), dtype=np.uint64)
    can_move = np.zeros(len(movers), dtype=np.bool_)
    for place, row in enumerate(movers.tolist()):
        mover, waiting, square = int(records["own"][row]), int(records["opp"][row]), int(best[row])
        flipped = _native.flips(mover, waiting, square)
        mine, yours = waiting & ~flipped, mover | flipped | 1 << square
        own[place], opp[place] = mine, yours
        can_move[place] = _native.legal_moves(mine, yours) != 0
    own, opp = _native.canonical_many(own[can_move], opp[can_move])
    before = records[movers[can_move]]
    made = make_records(own, opp, -before["score"], before["game"], before["flags"] | int(Flag.SUCCESSOR))
    return made[fresh(made, records)]


# -- positions that no game holds -------------------------------------------------------------


@dataclass(frozen=True)
class AddedLabels:
    """How positions that no game holds get their scores."""

    #: Gives the value of a search.
    search: Scorer
    #: Gives exact scores; needed unless ``exact_empties`` is 0.
    solve: Scorer | None = None
    #: Positions with at most this many empty squares are solved, the others searched.
    exact_empties: int = 0
    #: Add the position after the best move with the negated score, for searched positions, too.
    successors: bool = False

    def __post_init__(self) -> None:
        if self.exact_empties < 0:
            raise PositionsError("the number of empty squares to solve must not be negative")
        if self.exact_empties and self.solve is None:
            raise ValueError("solving positions needs a solver")

    def as_dict(self) -> dict[str, Any]:
        """For a header."""
        return {
            "search": self.search.method.question,
            "exact_empties": self.exact_empties,
            "successors": self.successors,
        }

    def records(self, found: FoundPositions, flag: Flag, known: NDArray[np.void]) -> NDArray[np.void]:
        """Labelled records of the positions that are not ``known`` yet, each once."""
        records = make_records(found.own, found.opp, np.zeros(len(found.own)), found.game, int(flag))
        records = records[fresh(records, known)]
        empties = 64 - np.bitwise_count(records["own"] | records["opp"]).astype(np.int16)
        best = np.full(len(records), 64, dtype=np.uint8)
        exact = empties <= self.exact_empties
        for ask, rows, how in (
            (self.solve, np.flatnonzero(exact), Flag.EXACT),
            (self.search, np.flatnonzero(~exact), Flag.SEARCHED),
        ):
            if ask is not None and len(rows):
                own, opp = (np.ascontiguousarray(records[name][rows]) for name in ("own", "opp"))
                records["score"][rows], best[rows] = ask(own, opp)
                records["flags"][rows] |= int(how)
        if self.successors:
            more = successors(records, best)
            records = np.concatenate([records, more[fresh(more, known)]])
        return records


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
