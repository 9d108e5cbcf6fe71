"""The lines that many games share: how a book begins with a collection of games."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.book.game_book import BookLine
from logistello.othello import PASS, Color, Position, Square
from logistello.othello.hashing import mix
from logistello.othello.notation.game_table import GameTable

_START_DISCS = 4


def popular_positions(table: GameTable, *, min_games: int, max_plies: int) -> dict[bytes, int]:
    """Keys of the positions to which at least ``min_games`` games came within so many plies, however the board was
    turned, and how many games came. Positions in which a side must pass or the game is over are none of a book."""
    early = table.discs <= max_plies + _START_DISCS
    own, opp = _native.canonical_many(table.own[early], table.opp[early])
    _, first, counts = np.unique(mix(own ^ mix(opp)), return_index=True, return_counts=True)
    frequent = counts >= min_games
    found: dict[bytes, int] = {}
    for mine, other, games in zip(
        own[first[frequent]].tolist(), opp[first[frequent]].tolist(), counts[frequent].tolist(), strict=True
    ):
        if _native.legal_moves(mine, other):
            found[mine.to_bytes(8, "big") + other.to_bytes(8, "big")] = games
    return found


def popular_lines(table: GameTable, *, min_games: int, max_plies: int) -> Iterator[BookLine[Position, Square]]:
    """Beginnings of games, as far as at least ``min_games`` games came to each position, whatever their move order
    and however the board was turned; at most ``max_plies`` moves long. Each line comes once.

    A line that is the beginning of another one is not given: the other one tells it.
    """
    own, opp = _native.canonical_many(table.own, table.opp)
    plies = table.discs.astype(np.int64) - _START_DISCS
    early = plies <= max_plies
    popular = np.zeros(len(own), dtype=np.bool_)
    popular[early] = _counts(own[early], opp[early]) >= min_games
    lengths = _leading(popular, table.first)
    paths = _paths(own, opp, table.first, lengths)
    seen: set[int] = set()
    # Longest first, so that what is the beginning of another line is known when it comes.
    for game in np.argsort(-lengths, kind="stable"):
        length, first = int(lengths[game]), int(table.first[game])
        if length < 2 or int(paths[first + length - 1]) in seen:
            continue
        seen.update(paths[first : first + length].tolist())
        yield _line(table, first, length)


def _counts(own: NDArray[np.uint64], opp: NDArray[np.uint64]) -> NDArray[np.int64]:
    """How often each position occurs. Hashes of 64 bits stand for positions: of ten million, two are the same by
    chance once in 400,000 collections."""
    _, inverse, counts = np.unique(mix(own ^ mix(opp)), return_inverse=True, return_counts=True)
    found: NDArray[np.int64] = counts[inverse]
    return found


def _leading(good: NDArray[np.bool_], first: NDArray[np.int64]) -> NDArray[np.int64]:
    """For every game how many positions from its first one on are good."""
    ends = np.minimum.reduceat(np.append(np.where(good, len(good), np.arange(len(good))), len(good)), first[:-1])
    lengths: NDArray[np.int64] = np.minimum(ends, first[1:]) - first[:-1]
    return lengths


def _paths(
    own: NDArray[np.uint64], opp: NDArray[np.uint64], first: NDArray[np.int64], lengths: NDArray[np.int64]
) -> NDArray[np.uint64]:
    """A hash of each position together with the way to it, as far as the lines go."""
    paths = mix(own ^ mix(opp))
    for step in range(1, int(lengths.max(initial=0))):
        here = first[:-1][lengths > step] + step
        paths[here] = mix(paths[here] ^ mix(paths[here - 1]))
    return paths


def _line(table: GameTable, first: int, length: int) -> BookLine[Position, Square]:
    """The moves between so many positions: the squares that are taken one after the other, and the passes between."""
    here = slice(first, first + length)
    own, opp, black = table.own[here], table.opp[here], table.black_to_move[here].tolist()
    taken = (own | opp).tolist()
    moves: list[Square] = []
    for place in range(1, length):
        moves.append(Square((taken[place] ^ taken[place - 1]).bit_length() - 1))
        if black[place] == black[place - 1]:
            moves.append(PASS)
    return BookLine(tuple(moves), Position(int(own[0]), int(opp[0]), Color.BLACK if black[0] else Color.WHITE))
