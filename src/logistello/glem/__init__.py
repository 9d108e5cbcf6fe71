"""GLEM, Buro's generalized linear evaluation model, for any game: arrays in, weights out."""

from __future__ import annotations

from logistello.glem.arrays import Rows
from logistello.glem.bayes import BayesRegressor
from logistello.glem.checkpoint import Checkpoint
from logistello.glem.configurations import BitRows, Configuration, Relation
from logistello.glem.dag import ConfigurationDag
from logistello.glem.genconf import GeneratedConfigurations, MatchHeuristic, generate_configurations
from logistello.glem.layout import MergeRule
from logistello.glem.progress import FitProgress
from logistello.glem.regressor import GlemRegressor
from logistello.glem.selection import outcome_correlations, select_by_correlation
from logistello.glem.sparse_table import SparseTable, frequent_pairs
from logistello.glem.staged import StagedGlemRegressor

__all__ = [
    "BayesRegressor",
    "BitRows",
    "Checkpoint",
    "Configuration",
    "ConfigurationDag",
    "FitProgress",
    "GeneratedConfigurations",
    "GlemRegressor",
    "MatchHeuristic",
    "MergeRule",
    "Relation",
    "Rows",
    "SparseTable",
    "StagedGlemRegressor",
    "frequent_pairs",
    "generate_configurations",
    "outcome_correlations",
    "select_by_correlation",
]
