"""Evaluating positions: pattern sets, labelled positions, fitting, and the model that comes out of it."""

from logistello.evaluation.model import Model
from logistello.evaluation.pattern_set import Pattern, PatternSet
from logistello.evaluation.positions import Positions

__all__ = ["Model", "Pattern", "PatternSet", "Positions"]
