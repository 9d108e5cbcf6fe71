"""Evaluating positions: pattern sets and the learned model."""

from logistello.evaluation.model import InstanceShare, Model
from logistello.evaluation.pattern_set import Pattern, PatternSet
from logistello.evaluation.vectors import Vectors

__all__ = ["InstanceShare", "Model", "Pattern", "PatternSet", "Vectors"]
