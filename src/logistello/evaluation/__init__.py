"""Evaluating positions: pattern sets and the learned model."""

from logistello.evaluation.model import InstanceShare, Model
from logistello.evaluation.pattern_set import Pattern, PatternSet

__all__ = ["InstanceShare", "Model", "Pattern", "PatternSet"]
