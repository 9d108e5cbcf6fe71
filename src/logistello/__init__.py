"""Othello that learns: the rules, every format, and the methods of Michael Buro's LOGISTELLO."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from logistello.book import Book
    from logistello.engine import (
        Bounds,
        Clock,
        Engine,
        Info,
        LevelPlayer,
        Limit,
        Outlook,
        PovScore,
        SearchResult,
        SolveResult,
        Thresholds,
    )
    from logistello.errors import EngineError, IllegalMoveError, LogistelloError, NotationError, ProgramError
    from logistello.evaluation import Model
    from logistello.library import Library
    from logistello.match import Match, MatchRun
    from logistello.othello import PASS, Color, Game, Position, Square, Symmetry
    from logistello.othello.notation import read, write
    from logistello.programs import GtpEngine, NBoardEngine, ProgramAnalysis, ProgramInfo, ProgramResult
    from logistello.review import GameReview, ReviewedMove, review_game, summarise

__all__ = [
    "PASS",
    "Book",
    "Bounds",
    "Clock",
    "Color",
    "Engine",
    "EngineError",
    "Game",
    "GameReview",
    "GtpEngine",
    "IllegalMoveError",
    "Info",
    "LevelPlayer",
    "Library",
    "Limit",
    "LogistelloError",
    "Match",
    "MatchRun",
    "Model",
    "NBoardEngine",
    "NotationError",
    "Outlook",
    "Position",
    "PovScore",
    "ProgramAnalysis",
    "ProgramError",
    "ProgramInfo",
    "ProgramResult",
    "ReviewedMove",
    "SearchResult",
    "SolveResult",
    "Square",
    "Symmetry",
    "Thresholds",
    "read",
    "review_game",
    "summarise",
    "write",
]

_HOMES = {
    "logistello.book": {"Book"},
    "logistello.engine": {
        "Bounds",
        "Clock",
        "Engine",
        "Info",
        "LevelPlayer",
        "Limit",
        "Outlook",
        "PovScore",
        "SearchResult",
        "SolveResult",
        "Thresholds",
    },
    "logistello.errors": {"EngineError", "IllegalMoveError", "LogistelloError", "NotationError", "ProgramError"},
    "logistello.evaluation": {"Model"},
    "logistello.library": {"Library"},
    "logistello.match": {"Match", "MatchRun"},
    "logistello.othello": {"PASS", "Color", "Game", "Position", "Square", "Symmetry"},
    "logistello.othello.notation": {"read", "write"},
    "logistello.programs": {"GtpEngine", "NBoardEngine", "ProgramAnalysis", "ProgramInfo", "ProgramResult"},
    "logistello.review": {"GameReview", "ReviewedMove", "review_game", "summarise"},
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that ``logistello --help`` need not load the native core."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home = next(module for module, names in _HOMES.items() if name in names)
    value: object = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
