"""Time as XBoard tells it: ``level``, ``st``, ``sd`` and the clock before every move."""

from __future__ import annotations

from dataclasses import replace

from logistello.engine import Clock, Limit
from logistello.protocol.gtp_clock import less_lag
from logistello.protocol.xboard_messages import LevelCommand


class XBoardClock:
    """The engine's own clock; ``level`` and ``st`` replace each other, ``sd`` holds beside them.

    >>> clock = XBoardClock(Limit(time=1), lag=0.05)
    >>> clock.set_level(LevelCommand(moves=0, seconds=300, increment=2))
    >>> clock.tell(120.5)
    >>> clock.limit().clock
    Clock(remaining=120.5, increment=2)
    """

    def __init__(self, limit: Limit, lag: float) -> None:
        self._otherwise = limit
        self._lag = lag
        self._level: LevelCommand | None = None
        self._left: float | None = None
        self._seconds: float | None = None
        self._depth = limit.depth

    def set_level(self, level: LevelCommand) -> None:
        self._level, self._left, self._seconds = level, level.seconds, None

    def set_seconds(self, seconds: float) -> None:
        self._level, self._left, self._seconds = None, None, seconds

    def set_depth(self, depth: int) -> None:
        self._depth = depth

    def tell(self, seconds: float) -> None:
        """What is left, as the interface counts it."""
        self._left = seconds

    def restart(self) -> None:
        """A new game: full time, and no depth, as the protocol has it."""
        self._left = None if self._level is None else self._level.seconds
        self._depth = self._otherwise.depth

    def spent(self, seconds: float) -> None:
        if self._left is not None:
            increment = self._level.increment if self._level is not None else 0.0
            self._left = max(self._left - seconds, 0.0) + increment

    def limit(self) -> Limit:
        """For the next move."""
        limit = replace(self._otherwise, depth=self._depth)
        if self._seconds is not None:
            return replace(limit, time=less_lag(self._seconds, self._lag))
        if self._left is not None:
            increment = self._level.expected_increment if self._level is not None else 0.0
            return replace(limit, time=None, clock=Clock(self._left, increment))
        return limit
