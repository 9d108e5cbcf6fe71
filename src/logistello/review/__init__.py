"""Games judged move by move, and values explained: for people who want to play better."""

from logistello.review.board_facts import BoardFacts, SideFacts
from logistello.review.effort import EFFORTS, Effort
from logistello.review.expectation import MoveClass
from logistello.review.explain import Explanation, explain
from logistello.review.game_review import ReviewedMove, Searcher, review_game
from logistello.review.reasons import Comparison, Count, LineEnd, Reason, compare_lines, compare_moves
from logistello.review.summary import GameReview, PhaseLoss, SideReview, TurningPoint, summarise
from logistello.review.value_charts import game_chart, moves_chart

__all__ = [
    "EFFORTS",
    "BoardFacts",
    "Comparison",
    "Count",
    "Effort",
    "Explanation",
    "GameReview",
    "LineEnd",
    "MoveClass",
    "PhaseLoss",
    "Reason",
    "ReviewedMove",
    "Searcher",
    "SideFacts",
    "SideReview",
    "TurningPoint",
    "compare_lines",
    "compare_moves",
    "explain",
    "game_chart",
    "moves_chart",
    "review_game",
    "summarise",
]
