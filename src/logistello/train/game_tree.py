"""The tree of all games: every position once, and what the results of the games say about it.

All scores are discs for the side to move, empty squares given to the winner.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.othello.notation.game_table import UNKNOWN, GameTable


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


def no_scores(tree: Tree) -> NDArray[np.float32]:
    """NaN for every node."""
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
    known = no_scores(tree)
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
