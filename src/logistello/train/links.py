"""Between scores in discs and what a link function predicts.

A search only compares sums of weights, so a model of any link is stored as weights in discs; what the sum means is the
link's affair (Buro 1999, section 2).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.train.fit_options import LinkName

#: The sigmoid lies between minus and plus this many discs.
SIGMOID_SCALE = 64.0
#: Its slope at 0: so many discs is a unit of its argument.
_SIGMOID_SLOPE = SIGMOID_SCALE / 2
#: What the logistic link learns of a won and of a lost position; with 1 and 0 best weights might not exist.
_WON, _LOST = 0.9, 0.1

Scores = NDArray[np.floating[Any]]


def outcome_of(score: Scores) -> NDArray[np.float32]:
    """1 for a won position, 1/2 for a drawn one, 0 for a lost one."""
    return ((np.sign(score) + 1) / 2).astype(np.float32)


def target_of(link: LinkName, score: Scores) -> Scores:
    """What a fit with this link learns to predict."""
    return _LOST + (_WON - _LOST) * outcome_of(score) if link == "logistic" else score


def discs_per_unit(link: LinkName, sums: Scores, score: Scores, weight: Scores) -> float:
    """How many discs a unit of the sum of weights is worth: of the sigmoid near 0, of log odds on average."""
    if link == "identity":
        return 1.0
    return _SIGMOID_SLOPE if link == "sigmoid" else slope_through_origin(sums, score, weight)


def slope_through_origin(sums: Scores, score: Scores, weight: Scores) -> float:
    """The least-squares factor between sums and scores."""
    x, y, w = (np.asarray(each, dtype=np.float64) for each in (sums, score, weight))
    size = float(w @ (x * x))
    return float(w @ (x * y)) / size if size > 0 else 1.0


def predicted(link: LinkName, discs: Scores) -> Scores:
    """The score in discs that a sum of weights in discs stands for."""
    return SIGMOID_SCALE * np.tanh(discs / _SIGMOID_SLOPE / 2) if link == "sigmoid" else discs
