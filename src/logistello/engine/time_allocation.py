"""How much of a game clock one move may take.

Four rules. The clock never runs out: the most that a move may take and the lag that it allows for are together less
than what is left. Enough time is kept for solving the ending exactly, which decides games; the solve begins as soon as
it will probably succeed, and takes what it needs. The moves before it get shares by weight: little for the first ones,
where positions are well known and even, more in the middle game. And a share need not be used up: a clear move takes
less, a doubtful one more.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from logistello.engine.limit import Clock

#: Seconds that a move may lose besides thinking, to a busy machine or a network.
DEFAULT_LAG = 0.05
#: The average loss, as a part of that. Every move allows for the worst, but only this much is set aside for the moves
#: to come; the clock will show if it was too little.
_MEAN_LAG = 0.2
#: Seconds that are never planned with: a busy machine may stall that long now and then, without notice.
_STALL = 0.25
#: Another part of the remaining time that is never planned with.
_RESERVED_SHARE = 0.02

# Work of an exact solve at 20 empty squares, in nodes at the speed of the middle game (those of the ending are
# quicker), and growth with each further square. Positions differ; a factor two moves the solve by one square.
_SOLVE_WORK_AT_20 = 3e6
_SOLVE_GROWTH = 1.9
#: Solving begins as soon as the expected time is this part of what is left; it may take the larger one. If that is
#: not enough, selective passes have found a good move, and two squares later it is four times as easy.
_SOLVE_SHARE = 0.7
_MOST_FOR_SOLVE = 0.85
#: What is kept for the solve, in moves of full weight.
_WEIGHT_OF_SOLVE = 4.0

#: No new pass begins after these parts of the target: a pass takes about as long as all before together.
_LAST_NEW_PASS = 0.5
_LAST_NEW_PASS_IF_CLEAR = 0.25
_LAST_NEW_PASS_IN_DOUBT = 1.0
#: What a move takes of its target on average.
_USED_PART_OF_TARGET = 0.65

# Weight of a move: rises from the first move to this number of empty squares, then stays.
_WEIGHT_OF_FIRST_MOVE = 0.25
_FULL_WEIGHT_FROM = 40

#: A move without alternatives is only searched for the sake of its value.
_FORCED_MOVE_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class Allocation:
    """Seconds for one move."""

    #: What it should take.
    target: float
    #: What it may take; the search is cut off there.
    hard: float
    #: The delay that was allowed for: ``hard + margin`` is less than what is left (all are 0 if nothing is).
    margin: float
    #: The exact score is in reach: then no move is clear before it is known.
    solving: bool = False

    @property
    def last_new_pass(self) -> tuple[float, float, float]:
        """After this no new pass of the search begins: if its best move is clear, usually, and if it is in doubt.

        Clear is a move that some passes agreed on at a steady value; in doubt, one that the last pass turned to, or
        whose value fell (``cpp/search/steadiness.hpp``).
        """
        if self.solving:
            return self.target, self.target, self.target
        return (
            _LAST_NEW_PASS_IF_CLEAR * self.target,
            _LAST_NEW_PASS * self.target,
            _LAST_NEW_PASS_IN_DOUBT * self.target,
        )


def allocate(
    clock: Clock,
    empties: int,
    *,
    nodes_per_second: float,
    choices: int = 2,
    lag: float = DEFAULT_LAG,
) -> Allocation:
    """Time for a move with ``empties`` empty squares and ``choices`` legal moves.

    >>> allocate(Clock(60), 60, nodes_per_second=1e7).target < allocate(Clock(60), 40, nodes_per_second=1e7).target
    True
    >>> allocate(Clock(0), 30, nodes_per_second=1e7)
    Allocation(target=0.0, hard=0.0, margin=0.0, solving=False)
    """
    remaining = clock.remaining
    margin = min(lag + _STALL + _RESERVED_SHARE * remaining, remaining / 2)
    most = 0.9 * (remaining - margin)
    usable = _usable(clock, empties, lag)
    if choices <= 1:
        seconds = min(_FORCED_MOVE_SECONDS, usable / 100, most)
        return Allocation(seconds, seconds, margin)
    solve_from = solvable_empties(_SOLVE_SHARE * usable, nodes_per_second)
    solving = empties <= solve_from
    if solving:
        target = hard = _MOST_FOR_SOLVE * usable
    else:
        target = usable * _share_of_weight(empties, solve_from) / _USED_PART_OF_TARGET
        hard = 2 * target
    return Allocation(min(target, most), min(hard, most), margin, solving)


def solvable_empties(seconds: float, nodes_per_second: float) -> int:
    """The most empty squares that are probably solved in this time; 0 to 60."""
    nodes = seconds * nodes_per_second
    if nodes < 1:
        return 0
    return max(0, min(60, math.floor(20 + math.log(nodes / _SOLVE_WORK_AT_20) / math.log(_SOLVE_GROWTH))))


def _usable(clock: Clock, empties: int, lag: float) -> float:
    """Thinking time for all own moves that are left, this one included."""
    moves = (empties + 1) // 2
    coming = clock.increment * max(moves - 1, 0)
    total = clock.remaining + coming
    # A clock that is short for all this is shared fairly between delays and thinking.
    return total - min(_STALL + _MEAN_LAG * lag * moves + _RESERVED_SHARE * clock.remaining, total / 2)


def _weight(empties: int) -> float:
    rise = (60 - empties) / (60 - _FULL_WEIGHT_FROM)
    return _WEIGHT_OF_FIRST_MOVE + (1 - _WEIGHT_OF_FIRST_MOVE) * min(max(rise, 0.0), 1.0)


def _share_of_weight(empties: int, solve_from: int) -> float:
    """The weight of this move in that of all own moves up to the solve, and the solve itself."""
    return _weight(empties) / (sum(_weight(each) for each in range(empties, solve_from, -2)) + _WEIGHT_OF_SOLVE)
