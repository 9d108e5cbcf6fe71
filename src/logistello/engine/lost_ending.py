"""A lost ending: the move after which the opponent is likeliest to go wrong.

Who wins is proven: every move loses against best play, so discs matter less than chances. A model of the opponent says
how likely each of its replies is; the solver says which of them give the win away. What a move promises is the sum of
the probabilities of those.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from logistello.othello import Position, Square

#: Discs: the spread of a tournament player's mistakes (level 9 of ``levels.toml``, who loses as much as players do in
#: the games of WTHOR).
HUMAN_TEMPERATURE = 1.6
#: And how far ahead such a player sees.
HUMAN_DEPTH = 2

#: What a reply is worth to who makes it, in discs: as a player sees it who looks a little way ahead.
Looks = Callable[[Position], Mapping[Square, float]]
#: Whether the side to move still loses; ``None`` if that was not found out in the seconds it may take.
StillLost = Callable[[Position, float], bool | None]


@dataclass(frozen=True, slots=True)
class ErrorChance:
    """How likely the opponent gives the win away after a move: at least, and at most."""

    move: Square
    low: float
    high: float
    #: The reply that the opponent will probably give.
    reply: Square | None


def reply_probabilities(values: Mapping[Square, float], temperature: float = HUMAN_TEMPERATURE) -> dict[Square, float]:
    """Better replies are likelier, and the more so the more they are better.

    >>> likely = reply_probabilities({Square.A1: 2.0, Square.B1: 2.0 - HUMAN_TEMPERATURE})
    >>> round(likely[Square.A1], 2), round(likely[Square.B1], 2)
    (0.73, 0.27)
    """
    most = max(values.values())
    weights = {move: math.exp((value - most) / temperature) for move, value in values.items()}
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}


def error_chances(
    position: Position,
    moves: Sequence[Square],
    looks: Looks,
    still_lost: StillLost,
    seconds_left: Callable[[], float],
) -> list[ErrorChance]:
    """For these moves of a lost position, as many as the time allows, first ones first; likely replies before others.

    Each move gets an equal part of the time that is left.
    """
    found = []
    for done, move in enumerate(moves):
        left = seconds_left()
        if left <= 0:
            break
        kept = left * (1 - 1 / (len(moves) - done))
        found.append(_chance_after(position.play(move), move, looks, still_lost, seconds_left, kept))
    return found


def _chance_after(
    theirs: Position,
    move: Square,
    looks: Looks,
    still_lost: StillLost,
    seconds_left: Callable[[], float],
    kept: float,
) -> ErrorChance:
    """``kept`` seconds are for other moves."""
    if theirs.must_pass or not theirs.legal_moves:  # nothing to get wrong
        return ErrorChance(move, 0.0, 0.0, None)
    likely = reply_probabilities(looks(theirs))
    low, high = 0.0, 1.0
    replies = sorted(likely, key=lambda reply: -likely[reply])
    for reply in replies:
        left = seconds_left() - kept
        lost = still_lost(theirs.play(reply), left) if left > 0 else None
        if lost is False:
            low += likely[reply]
        elif lost:
            high -= likely[reply]
    return ErrorChance(move, low, max(low, high), replies[0])
