"""Scores for positions of games: negamaxed results, plain results, stored exact scores, or solving.

All scores are discs for the side to move, empty squares given to the winner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.errors import PositionsError
from logistello.othello.notation.game_table import UNKNOWN, GameTable
from logistello.train.labelled_positions import Flag, Positions, make_records
from logistello.train.successors import successors

Label = Literal["negamax", "result", "theoretical", "exact"]
LABELS: tuple[Label, ...] = get_args(Label)

#: Takes the discs of both sides, gives exact scores and best squares (64 and more: no disc is put).
Solve = Callable[[NDArray[np.uint64], NDArray[np.uint64]], tuple[NDArray[Any], NDArray[Any]]]


@dataclass(frozen=True)
class LabelOptions:
    """How games become labelled positions."""

    label: Label = "negamax"
    #: Use WTHOR's theoretical scores where games reach their depth, and for the positions before.
    theoretical: bool = False
    #: Solve positions with at most so many empty squares.
    exact_empties: int = 0
    #: Positions before this ply are dropped: openings played at random.
    drop_plies: int = 0
    #: Add the position after the best move of every solved one, with the negated score.
    successors: bool = False

    def __post_init__(self) -> None:
        if self.label not in LABELS:
            raise PositionsError(f"label {self.label!r}; expected one of {', '.join(LABELS)}")
        if self.exact_empties < 0 or self.drop_plies < 0:
            raise PositionsError("numbers of empty squares and of plies are not negative")
        if self.label == "exact" and not self.exact_empties:
            raise PositionsError("exact labels need the number of empty squares from which to solve")
        if self.successors and not self.exact_empties:
            raise PositionsError("successors are added to solved positions: give the number of empty squares to solve")


def label_games(table: GameTable, labelling: LabelOptions, solve: Solve | None = None) -> Positions:
    """Labelled positions, each once: symmetric ones and transpositions are merged.

    A merged position belongs to the first game that came there. ``solve`` is needed for solving.
    Raises ``PositionsError`` if no position is left.
    """
    if labelling.exact_empties and solve is None:
        raise ValueError("solving positions needs a solver")
    tree = Tree.of(table)
    known = stored_scores(tree) if labelling.theoretical or labelling.label == "theoretical" else _nothing(tree)
    best = np.full(len(tree), 64, dtype=np.uint8)
    if labelling.exact_empties and solve is not None:
        deep = np.flatnonzero(64 - tree.discs.astype(np.int16) <= labelling.exact_empties)
        known[deep], best[deep] = solve(tree.own[deep], tree.opp[deep])

    if labelling.label == "negamax":
        scores = negamaxed(tree, known)
    elif labelling.label == "result":
        scores = averaged(tree, known)
    else:
        scores = known
    plies = tree.discs.astype(np.int16) - 4
    keep = np.flatnonzero(~np.isnan(scores) & (plies >= labelling.drop_plies))
    if not len(keep):
        raise PositionsError(
            f"no position gets a label {labelling.label!r} from these games"
            + ("; theoretical scores stand in WTHOR's .wtb files" if labelling.label == "theoretical" else "")
        )
    flags = np.where(np.isnan(known), 0, int(Flag.EXACT))
    key = table.key[tree.game]
    records = make_records(tree.own[keep], tree.opp[keep], scores[keep], key[keep], flags[keep], tree.count[keep])
    if labelling.successors:
        solved = ~np.isnan(known[keep])
        records = np.concatenate([records, successors(records, np.where(solved, best[keep], np.uint8(64)))])
    header = {
        "labels": {name: value for name, value in vars(labelling).items() if value},
        "games": len(table),
        "sources": [source.as_dict() for source in table.sources],
    }
    return Positions.of(records, **header)


# -- the tree of all games --------------------------------------------------------------------


@dataclass
class Tree:
    """The different positions of all games, by rising number of discs; and every step from one to the next."""

    own: NDArray[np.uint64]
    opp: NDArray[np.uint64]
    discs: NDArray[np.uint8]
    #: The first game that came there, and how many did.
    game: NDArray[np.uint32]
    count: NDArray[np.uint32]
    #: Nodes with ``d`` discs are ``level[d]`` to ``level[d + 1] - 1``.
    level: NDArray[np.int64]
    #: The node of every position of the table.
    node: NDArray[np.uint32]
    table: GameTable

    def __len__(self) -> int:
        return len(self.own)

    @classmethod
    def of(cls, table: GameTable) -> Tree:
        own, opp = _native.canonical_many(table.own, table.opp)
        discs = table.discs
        by_discs = np.argsort(discs, kind="stable")
        bounds = np.searchsorted(discs[by_discs], np.arange(66))
        game_of = table.game
        node = np.empty(len(own), dtype=np.uint32)
        firsts: list[NDArray[np.int64]] = []
        counts: list[NDArray[np.int64]] = []
        level = np.zeros(66, dtype=np.int64)
        for count in range(65):
            rows = by_discs[bounds[count] : bounds[count + 1]]
            order = np.lexsort((opp[rows], own[rows]))
            rows = rows[order]  # equal positions now stand together, in the order of their games
            is_new = np.ones(len(rows), dtype=np.bool_)
            is_new[1:] = (own[rows[1:]] != own[rows[:-1]]) | (opp[rows[1:]] != opp[rows[:-1]])
            starts = np.flatnonzero(is_new)
            node[rows] = level[count] + np.cumsum(is_new) - 1
            firsts.append(rows[starts])
            counts.append(np.diff(np.append(starts, len(rows))))
            level[count + 1] = level[count] + len(starts)
        first = np.concatenate(firsts)
        return cls(
            own=own[first],
            opp=opp[first],
            discs=discs[first],
            game=game_of[first],
            count=np.concatenate(counts).astype(np.uint32),
            level=level,
            node=node,
            table=table,
        )


def _nothing(tree: Tree) -> NDArray[np.float32]:
    return np.full(len(tree), np.nan, dtype=np.float32)


def _results(table: GameTable) -> NDArray[np.float32]:
    """The result of its game for the side to move of every position."""
    score = np.repeat(table.score.astype(np.float32), np.diff(table.first))
    return np.where(table.black_to_move, score, -score)


def stored_scores(tree: Tree) -> NDArray[np.float32]:
    """Exact scores that come with the games, where games reach the depth of these scores."""
    table = tree.table
    lengths = np.diff(table.first)
    empties = 64 - table.discs.astype(np.int16)
    theoretical = np.repeat(table.theoretical, lengths)
    rows = np.flatnonzero((empties == np.repeat(table.depth, lengths)) & (theoretical != UNKNOWN))
    known = _nothing(tree)
    known[tree.node[rows]] = np.where(table.black_to_move[rows], theoretical[rows], -theoretical[rows])
    return known


def averaged(tree: Tree, known: NDArray[np.float32]) -> NDArray[np.float32]:
    """For every node the mean result of the games that came there; a game ends at a ``known`` score."""
    table = tree.table
    to_black = np.where(table.black_to_move, np.float32(1), np.float32(-1))
    value = known[tree.node] * to_black
    ends = table.first[1:] - 1
    value[ends] = np.where(np.isnan(value[ends]), table.score, value[ends])
    # The next known entry at or after each one: the last one before it, counted from the other end.
    places = np.where(np.isnan(value), len(value), np.arange(len(value)))
    following = np.minimum.accumulate(places[::-1])[::-1]
    total = np.bincount(tree.node, weights=value[following] * to_black, minlength=len(tree))
    mean: NDArray[np.float32] = (total / tree.count).astype(np.float32)
    return np.where(np.isnan(known), mean, known)


def negamaxed(tree: Tree, known: NDArray[np.float32]) -> NDArray[np.float32]:
    """For every node the best of the moves that were played there; ``known`` scores (not NaN) stand as they are."""
    table = tree.table
    is_last = np.zeros(len(table.own), dtype=np.bool_)
    is_last[table.first[1:] - 1] = True
    value = np.where(is_last, _results(table), np.float32(np.nan))
    same_side = np.zeros(len(table.own), dtype=np.bool_)
    same_side[:-1] = table.black_to_move[1:] == table.black_to_move[:-1]
    discs = table.discs
    by_discs = np.argsort(discs, kind="stable")
    bounds = np.searchsorted(discs[by_discs], np.arange(66))
    scores = np.full(len(tree), -np.inf, dtype=np.float32)
    for count in range(64, -1, -1):
        rows = by_discs[bounds[count] : bounds[count + 1]]
        inner = rows[~is_last[rows]]
        later = scores[tree.node[inner + 1]]
        value[inner] = np.where(same_side[inner], later, -later)
        np.maximum.at(scores, tree.node[rows], value[rows])
        nodes = slice(tree.level[count], tree.level[count + 1])
        scores[nodes] = np.where(np.isnan(known[nodes]), scores[nodes], known[nodes])
    return scores
