"""Evaluating positions: pattern sets and the learned model."""

from logistello.evaluation.model import Model
from logistello.evaluation.pattern_set import Pattern, PatternSet

__all__ = ["Model", "Pattern", "PatternSet"]
