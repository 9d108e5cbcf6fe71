"""Expected scores, and what a loss of them is called.

The expected score of a side is its chance to win plus half its chance to draw, from 0 to 1. Discs tell little of a
mistake: ten of them given away in a game that is won anyway cost nothing, one of them may cost the game. The chances
come from the model's own table (:mod:`logistello.engine.outlook`).
"""

from __future__ import annotations

import math
from enum import Enum

from logistello.engine import Outlook

#: Without a table of the model, in discs: what a search in the middle of the game is typically off.
_SIGMA_WITHOUT_TABLE = 8.0


class MoveClass(Enum):
    """What a move is called."""

    FORCED = "forced"  # there was no choice
    BEST = "best"
    GOOD = "good"
    #: It keeps the chances and gives discs away.
    WASTEFUL = "wasteful"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


#: Loss of expected score from which on a move is called so, worst first.
THRESHOLDS: tuple[tuple[MoveClass, float], ...] = (
    (MoveClass.BLUNDER, 0.20),
    (MoveClass.MISTAKE, 0.10),
    (MoveClass.INACCURACY, 0.05),
    (MoveClass.GOOD, 0.0),
)

#: The same by discs, for those who count them.
DISC_THRESHOLDS: tuple[tuple[MoveClass, float], ...] = (
    (MoveClass.BLUNDER, 10.0),
    (MoveClass.MISTAKE, 5.0),
    (MoveClass.INACCURACY, 2.0),
    (MoveClass.GOOD, 0.0),
)
#: Discs from which on a move that keeps the chances is not called good.
WASTEFUL_DISCS = 5.0

#: A move that loses nothing counts 100, one that loses so much 100/e = 37.
ACCURACY_SCALE = 0.2

EXPLANATION = (
    "Moves are judged by the expected score that they lose: the chance to win plus half the chance to draw. "
    "0.05 is an inaccuracy, 0.10 a mistake, 0.20 a blunder; a smaller loss is wasteful if it costs 5 discs or more. A "
    "move counts 100 times exp(-loss/0.2) for the accuracy, which is the mean of all moves where there was a choice."
)


def expected_score(outlook: Outlook | None, score: float, *, exact: bool) -> float:
    """Of the side whose outlook and score (discs) it is.

    >>> expected_score(None, 4, exact=True), expected_score(None, 0.0, exact=False)
    (1.0, 0.5)
    """
    if exact:
        outlook = Outlook.certain(score)
    elif outlook is None:
        outlook = Outlook.normal(score, _SIGMA_WITHOUT_TABLE)
    return outlook.win + outlook.draw / 2


def class_of(loss: float, disc_loss: float, *, is_best: bool, choices: int) -> MoveClass:
    """By the loss of expected score.

    >>> class_of(0.12, 4.0, is_best=False, choices=8), class_of(0.0, 31.0, is_best=False, choices=8)
    (<MoveClass.MISTAKE: 'mistake'>, <MoveClass.WASTEFUL: 'wasteful'>)
    """
    found = _class_of(loss, THRESHOLDS, is_best=is_best, choices=choices)
    return MoveClass.WASTEFUL if found is MoveClass.GOOD and disc_loss >= WASTEFUL_DISCS else found


def disc_class_of(disc_loss: float, *, is_best: bool, choices: int) -> MoveClass:
    """By the discs alone.

    >>> disc_class_of(31.0, is_best=False, choices=8)
    <MoveClass.BLUNDER: 'blunder'>
    """
    return _class_of(disc_loss, DISC_THRESHOLDS, is_best=is_best, choices=choices)


def _class_of(
    loss: float, thresholds: tuple[tuple[MoveClass, float], ...], *, is_best: bool, choices: int
) -> MoveClass:
    if choices < 2:
        return MoveClass.FORCED
    if is_best:
        return MoveClass.BEST
    return next(name for name, least in thresholds if loss >= least)


def accuracy_of(loss: float) -> float:
    """From 0 to 100.

    >>> [round(accuracy_of(loss)) for loss in (0.0, 0.05, 0.1, 0.2, 1.0)]
    [100, 78, 61, 37, 1]
    """
    return 100 * math.exp(-loss / ACCURACY_SCALE)
