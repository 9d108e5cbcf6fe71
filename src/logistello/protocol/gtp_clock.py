"""Clocks as GTP tells them.

``time_settings main period stones`` is read as peers mean it: main time alone is sudden death; with stones, so many
moves in every period after it (Canadian); a period without stones is an increment after main time (Fischer), and
seconds for each move if there is no main time. The standard lets the last one (``0 1 0``) stand for "no limit", where
one second does no harm. ``time_left`` corrects what we count ourselves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from logistello.engine import Clock, Limit
from logistello.othello import Color


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """Seconds, seconds, moves. All zero: no limit."""

    main: float = 0.0
    period: float = 0.0
    stones: int = 0

    @property
    def increment(self) -> float:
        """Seconds that every move brings."""
        return self.period / self.stones if self.stones else self.period


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """Main time if ``stones`` is 0, else seconds for so many moves."""

    seconds: float
    stones: int = 0


class GtpClocks:
    """Both players' clocks."""

    def __init__(self) -> None:
        self._settings = TimeSettings()
        self._left: dict[Color, TimeLeft] = {}

    def set(self, settings: TimeSettings) -> None:
        self._settings = settings
        self.restart()

    def restart(self) -> None:
        """A new game."""
        settings = self._settings
        self._left = {}
        if settings.main or settings.period:
            begin = TimeLeft(settings.main) if settings.main else self._period()
            self._left = dict.fromkeys(Color, begin)

    def _period(self) -> TimeLeft:
        return TimeLeft(self._settings.period, max(self._settings.stones, 1))

    def tell(self, color: Color, left: TimeLeft) -> None:
        self._left[color] = left

    def spent(self, color: Color, seconds: float) -> None:
        """A move was made; what the peer does not tell is counted here."""
        left = self._left.get(color)
        settings = self._settings
        if left is None:
            return
        rest = max(left.seconds - seconds, 0.0)
        if left.stones:
            left = TimeLeft(rest, left.stones - 1) if left.stones > 1 else self._period_after(rest)
        elif settings.period and not settings.stones:
            left = TimeLeft(rest + settings.period)
        else:
            left = TimeLeft(rest) if rest or not settings.period else self._period()
        self._left[color] = left

    def _period_after(self, rest: float) -> TimeLeft:
        """The stones of a period are played; of a peer that told ``time_left`` only, there may be no other."""
        return self._period() if self._settings.period else TimeLeft(rest)

    def limit(self, color: Color, otherwise: Limit, lag: float) -> Limit:
        """The limit for a move; ``otherwise`` gives its time where no clock runs, and its other limits always.

        >>> clocks = GtpClocks()
        >>> clocks.set(TimeSettings(main=60, period=2))
        >>> clocks.limit(Color.BLACK, Limit(time=1), 0.05).clock
        Clock(remaining=60, increment=2.0)
        >>> clocks.tell(Color.BLACK, TimeLeft(10, stones=5))
        >>> clocks.limit(Color.BLACK, Limit(depth=8), 0.05)
        Limit(time=1.95, nodes=None, depth=8, clock=None)
        """
        left = self._left.get(color)
        if left is None:
            return otherwise
        if left.stones:
            return replace(otherwise, time=less_lag(left.seconds / left.stones, lag), clock=None)
        increment = float(self._settings.increment)
        return replace(otherwise, time=None, clock=Clock(left.seconds, increment))


def less_lag(seconds: float, lag: float) -> float:
    """What remains for thinking of seconds that hold for a whole move, with its way to the peer."""
    return max(seconds - lag, seconds / 2)
