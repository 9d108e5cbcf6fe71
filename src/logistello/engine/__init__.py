"""Thinking about positions: the engine, its limits and its answers."""

from logistello.engine.access import Reservation
from logistello.engine.background import Analysis, BackgroundSearch, Pondering
from logistello.engine.engine import Engine
from logistello.engine.levels import LevelPlayer, LevelSettings, level_settings
from logistello.engine.limit import Clock, Limit
from logistello.engine.opening_book import AdvisingBook, BookAdvice, BookPolicy, GameLearner, Lesson, OpeningBook
from logistello.engine.opponent_time import OpponentTime, PonderHit, PonderTally
from logistello.engine.outlook import Outlook, OutlookTable
from logistello.engine.record import AnalysisRecord
from logistello.engine.results import Bounds, Info, PovScore, Progress, SearchResult, SolveResult
from logistello.engine.thresholds import Thresholds

__all__ = [
    "AdvisingBook",
    "Analysis",
    "AnalysisRecord",
    "BackgroundSearch",
    "BookAdvice",
    "BookPolicy",
    "Bounds",
    "Clock",
    "Engine",
    "GameLearner",
    "Info",
    "Lesson",
    "LevelPlayer",
    "LevelSettings",
    "Limit",
    "OpeningBook",
    "OpponentTime",
    "Outlook",
    "OutlookTable",
    "PonderHit",
    "PonderTally",
    "Pondering",
    "PovScore",
    "Progress",
    "Reservation",
    "SearchResult",
    "SolveResult",
    "Thresholds",
    "level_settings",
]
