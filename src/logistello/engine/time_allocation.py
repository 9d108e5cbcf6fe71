"""How much of a game clock one move may take.

Five rules. The clock never runs out: the most that a move may take and the lag that it allows for are together less
than what is left. Enough time is kept for the ending, which decides games: who wins is asked as soon as that will
probably be answered, by how much when there is time for that too, and both take what they need; so much is left over
that the win can be proven again after the reply. The moves before get shares by weight: little for the first ones,
where positions are well known and even, more in the middle game. A share need not be used up: a clear move takes less,
a doubtful one more. And what was learned in the game counts: the machine's speed, the time that moves lose on their
way, how hard the endings of this game are (:class:`~logistello.engine.pace.Pace`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from logistello.engine.limit import Clock
from logistello.engine.solve_effort import EndingFacts, Proof, SolveEffort

#: Seconds that a move may lose besides thinking, to a busy machine or a network.
DEFAULT_LAG = 0.05
#: The average loss, as a part of that, until it is measured. Every move allows for the worst, but only this much is set
#: aside for the moves to come; the clock will show if it was too little.
MEAN_LAG = 0.2
#: Seconds that a busy machine may stall now and then, without notice: kept to the end. Of a short game a part.
_STALL = 0.25
_STALL_SHARE = 0.035
#: Another part of the remaining time that is never planned with.
_RESERVED_SHARE = 0.02
#: Delays may take this part of a clock that is too short for all of them: little thought, but never none.
_MOST_FOR_DELAYS = 0.85

#: An ending is begun as soon as the proof will probably take this part of what is left. If it takes longer, selective
#: passes have found a good move, and two squares later it is some four times as easy.
_SHARE_FOR_PROOF = 0.6
#: A score that takes less than this part needs no question for the winner before it.
_SHARE_OF_QUICK_SCORE = 0.1
#: What the search of an ending may take, less what a proof after the reply will need, with something to spare.
_MOST_FOR_ENDING = 0.9
_SPARE = 3.0
#: What is kept for the ending, in moves of full weight.
_WEIGHT_OF_ENDING = 3.5

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
    #: What is to be proven, if anything: then no move is clear before it is known.
    proof: Proof | None = None
    #: Ask who wins before asking by how much.
    winner_first: bool = False
    #: What the proofs will probably take.
    winner_seconds: float = math.inf
    score_seconds: float = math.inf

    @property
    def last_new_pass(self) -> tuple[float, float, float]:
        """After this no new pass of the search begins: if its best move is clear, usually, and if it is in doubt.

        Clear is a move that some passes agreed on at a steady value; in doubt, one that the last pass turned to, or
        whose value fell (``cpp/search/steadiness.hpp``).
        """
        if self.proof is not None:
            return self.target, self.target, self.target
        return (
            _LAST_NEW_PASS_IF_CLEAR * self.target,
            _LAST_NEW_PASS * self.target,
            _LAST_NEW_PASS_IN_DOUBT * self.target,
        )


def allocate(
    clock: Clock,
    facts: EndingFacts,
    *,
    nodes_per_second: float,
    lag: float = DEFAULT_LAG,
    mean_lag: float | None = None,
    whole: float | None = None,
    effort: SolveEffort | None = None,
) -> Allocation:
    """Time for a move in a position of which ``facts`` are known.

    ``lag`` is what a move may lose besides thinking, ``mean_lag`` what it does lose, if that was measured; ``whole``
    is what the clock showed first, if that is known. The speed is that of the middle game, less whatever makes the
    endings of this game harder.

    >>> first, later = (EndingFacts(empties, 10, 10, 0.0) for empties in (60, 40))
    >>> targets = [allocate(Clock(60), each, nodes_per_second=1e7).target for each in (first, later)]
    >>> targets[0] < targets[1], allocate(Clock(0), later, nodes_per_second=1e7).hard
    (True, 0.0)
    """
    remaining = clock.remaining
    reserve = min(_STALL, _STALL_SHARE * max(whole or 0.0, remaining)) + _RESERVED_SHARE * remaining
    margin = min(lag + reserve, _MOST_FOR_DELAYS * remaining)
    most = 0.9 * (remaining - margin)
    mean_lag = MEAN_LAG * lag if mean_lag is None else min(mean_lag, lag)
    usable = _usable(clock, facts.empties, reserve, mean_lag)
    if facts.own_moves <= 1:
        seconds = min(_FORCED_MOVE_SECONDS, usable / 100, most)
        return Allocation(seconds, seconds, margin)
    effort = effort or SolveEffort.measured()
    speed = max(nodes_per_second, 1.0)
    winner, score = (effort.nodes(proof, facts) / speed for proof in ("winner", "score"))
    if min(winner, score) <= _SHARE_FOR_PROOF * usable:
        again = _SPARE * effort.nodes_at("winner", facts.empties - 2) / speed
        hard = min(max(_MOST_FOR_ENDING * usable - again, _SHARE_FOR_PROOF * usable), most)
        proof: Proof = "score" if score <= _SHARE_FOR_PROOF * usable else "winner"
        asks = score > _SHARE_OF_QUICK_SCORE * usable
        return Allocation(hard, hard, margin, proof, asks, winner_seconds=winner, score_seconds=score)
    target = usable * _share_of_weight(facts.empties, usable, speed, effort) / _USED_PART_OF_TARGET
    return Allocation(min(target, most), min(2 * target, most), margin)


def _usable(clock: Clock, empties: int, reserve: float, mean_lag: float) -> float:
    """Thinking time for all own moves that are left, this one included."""
    moves = (empties + 1) // 2
    coming = clock.increment * max(moves - 1, 0)
    total = clock.remaining + coming
    return total - min(reserve + mean_lag * moves, _MOST_FOR_DELAYS * total)


def _weight(empties: int) -> float:
    rise = (60 - empties) / (60 - _FULL_WEIGHT_FROM)
    return _WEIGHT_OF_FIRST_MOVE + (1 - _WEIGHT_OF_FIRST_MOVE) * min(max(rise, 0.0), 1.0)


def _share_of_weight(empties: int, usable: float, speed: float, effort: SolveEffort) -> float:
    """The weight of this move in that of all own moves up to the ending, and the ending itself."""
    total = _WEIGHT_OF_ENDING
    for each in range(empties, -1, -2):
        kept = usable * _WEIGHT_OF_ENDING / total
        if each < empties and effort.nodes_at("winner", each) / speed <= _SHARE_FOR_PROOF * kept:
            break
        total += _weight(each)
    return _weight(empties) / total
