"""Thinking about positions: the engine, its limits and its answers."""

from logistello.engine.analysis import Analysis
from logistello.engine.clock import Clock
from logistello.engine.engine import Engine
from logistello.engine.limit import Limit
from logistello.engine.opening_book import BookAdvice, BookPolicy, OpeningBook
from logistello.engine.outlook import Outlook
from logistello.engine.pondering import Pondering
from logistello.engine.result import Bounds, Progress, SolveResult
from logistello.engine.search_result import Info, SearchResult

__all__ = [
    "Analysis",
    "BookAdvice",
    "BookPolicy",
    "Bounds",
    "Clock",
    "Engine",
    "Info",
    "Limit",
    "OpeningBook",
    "Outlook",
    "Pondering",
    "Progress",
    "SearchResult",
    "SolveResult",
]
