"""The opening book that learns: a graph of positions for any game, and the book of Othello."""

from __future__ import annotations

from logistello.book.book_game import BookGame, Place, RulesBookGame, Step
from logistello.book.engine_evaluator import EngineEvaluator, EngineRecipe
from logistello.book.evaluation import Evaluation, Evaluator, EvaluatorRecipe, RatedMove
from logistello.book.game_book import BookLine, GameBook
from logistello.book.growth import Growth, GrowthProgress
from logistello.book.in_play import BookCandidate, BookInPlay, KnownPosition
from logistello.book.journal import JournalRun
from logistello.book.memory_store import MemoryStore
from logistello.book.node import BookNode
from logistello.book.othello_book import Book, line_of
from logistello.book.packed_book import Packed, PackedBook
from logistello.book.probe import BookMove, Probe
from logistello.book.selection import Leaf, Selection
from logistello.book.sqlite_store import SqliteStore
from logistello.book.statistics import Statistics
from logistello.book.store import Store
from logistello.book.value import BookValue
from logistello.book.verify import BookProblem

__all__ = [
    "Book",
    "BookCandidate",
    "BookGame",
    "BookInPlay",
    "BookLine",
    "BookMove",
    "BookNode",
    "BookProblem",
    "BookValue",
    "EngineEvaluator",
    "EngineRecipe",
    "Evaluation",
    "Evaluator",
    "EvaluatorRecipe",
    "GameBook",
    "Growth",
    "GrowthProgress",
    "JournalRun",
    "KnownPosition",
    "Leaf",
    "MemoryStore",
    "Packed",
    "PackedBook",
    "Place",
    "Probe",
    "RatedMove",
    "RulesBookGame",
    "Selection",
    "SqliteStore",
    "Statistics",
    "Step",
    "Store",
    "line_of",
]
