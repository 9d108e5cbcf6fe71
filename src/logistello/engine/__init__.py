"""Thinking about positions: the engine, its limits and its answers."""

from logistello.engine.clock import Clock
from logistello.engine.engine import Engine
from logistello.engine.limit import Limit
from logistello.engine.result import Bounds, Progress, SolveResult

__all__ = ["Bounds", "Clock", "Engine", "Limit", "Progress", "SolveResult"]
