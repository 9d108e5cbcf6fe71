"""ProbCut for any game: how well values of shallow searches predict those of deep ones.

Arrays only: no game and no unit of values inside.
"""

from logistello.probcut.calibrate import Samples, calibrate, refine
from logistello.probcut.cut import RegressionLine, cut, high_bound, low_bound, threshold
from logistello.probcut.lines import ValueLimits
from logistello.probcut.table import MOST_DEEP, MOST_SHALLOW, LeftOut, ProbCutTable

__all__ = [
    "MOST_DEEP",
    "MOST_SHALLOW",
    "LeftOut",
    "ProbCutTable",
    "RegressionLine",
    "Samples",
    "ValueLimits",
    "calibrate",
    "cut",
    "high_bound",
    "low_bound",
    "refine",
    "threshold",
]
