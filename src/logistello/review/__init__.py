"""Games judged move by move, and values explained: for people who want to play better."""

from logistello.review.expectation import MoveClass
from logistello.review.explain import Explanation, explain
from logistello.review.game_review import ReviewedMove, outlooks_of, review_game
from logistello.review.summary import GameReview, PhaseLoss, SideReview, TurningPoint, summarise

__all__ = [
    "Explanation",
    "GameReview",
    "MoveClass",
    "PhaseLoss",
    "ReviewedMove",
    "SideReview",
    "TurningPoint",
    "explain",
    "outlooks_of",
    "review_game",
    "summarise",
]
