"""From games to a model: games, positions, labels, fit, calibration, gate and yardsticks, one file per stage."""

from logistello.train.labelled_positions import Positions

__all__ = ["Positions"]
