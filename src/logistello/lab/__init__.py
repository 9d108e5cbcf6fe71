"""The laboratory: the searches of the textbooks, opponent models and learning, for any game of the contract.

Everything is written to be read beside the papers, in Python, over ``logistello.games``. The engine that plays Othello
well is ``logistello.Engine``; here one can see, count and compare what it is made of.
"""

from __future__ import annotations

from logistello.lab.comparison import Cost, compare
from logistello.lab.evaluators.hand_made import hand_made
from logistello.lab.evaluators.othello_evaluators import OthelloModelEvaluator
from logistello.lab.games_by_name import game_named
from logistello.lab.opponents.beliefs import Beliefs
from logistello.lab.opponents.opponent_search import OPPONENT_FORMS, OpponentModelSearch
from logistello.lab.opponents.probabilistic import LikelyOpponent
from logistello.lab.opponents.soundness import Soundness, check_soundness
from logistello.lab.sample_positions import random_positions
from logistello.lab.search.algorithms import ALGORITHMS, Algorithm
from logistello.lab.search.evaluator import NoKnowledge, RoundedEvaluator, StateEvaluator
from logistello.lab.search.found import Counts, Found
from logistello.lab.search.futility import Futility
from logistello.lab.search.limits import SearchLimit
from logistello.lab.search.null_move import NullMove
from logistello.lab.search.ordering import MoveOrdering
from logistello.lab.search.probability_cut import LinesOfDepths, ProbCut
from logistello.lab.search.probcut_calibration import DepthLines, calibrate_depths
from logistello.lab.search.quiescence import Quiescence
from logistello.lab.search.search import ORDERINGS, Search
from logistello.lab.search.transposition_table import TableEntry, TranspositionTable
from logistello.lab.search.tree_search import ForwardPruning, TreeObserver, TreeSearch
from logistello.lab.tree_drawing import draw_search_tree

__all__ = [
    "ALGORITHMS",
    "OPPONENT_FORMS",
    "ORDERINGS",
    "Algorithm",
    "Beliefs",
    "Cost",
    "Counts",
    "DepthLines",
    "ForwardPruning",
    "Found",
    "Futility",
    "LikelyOpponent",
    "LinesOfDepths",
    "MoveOrdering",
    "NoKnowledge",
    "NullMove",
    "OpponentModelSearch",
    "OthelloModelEvaluator",
    "ProbCut",
    "Quiescence",
    "RoundedEvaluator",
    "Search",
    "SearchLimit",
    "Soundness",
    "StateEvaluator",
    "TableEntry",
    "TranspositionTable",
    "TreeObserver",
    "TreeSearch",
    "calibrate_depths",
    "check_soundness",
    "compare",
    "draw_search_tree",
    "game_named",
    "hand_made",
    "random_positions",
]
