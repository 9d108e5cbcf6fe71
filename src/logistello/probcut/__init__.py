"""ProbCut for any game: how well values of shallow searches predict those of deep ones. Arrays only, no game inside."""

from logistello.probcut.calibrate import Samples, calibrate
from logistello.probcut.cut import RegressionLine, cut, high_bound, low_bound, threshold
from logistello.probcut.table import MOST_DEEP, MOST_SHALLOW, ProbCutTable

__all__ = [
    "MOST_DEEP",
    "MOST_SHALLOW",
    "ProbCutTable",
    "RegressionLine",
    "Samples",
    "calibrate",
    "cut",
    "high_bound",
    "low_bound",
    "threshold",
]
