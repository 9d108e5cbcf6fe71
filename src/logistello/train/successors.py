"""The position after the best move: with the negated score, the cure for a bonus that the side to move would get."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from logistello import _native
from logistello.train.labelled_positions import Flag, fresh, make_records


def successors(records: NDArray[np.void], best: NDArray[np.uint8]) -> NDArray[np.void]:
    """Records for the positions after the ``best`` moves (64 and more: none), where the opponent moves.

    Those that are among the given ones, too, are left out. They keep game and flags.
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
