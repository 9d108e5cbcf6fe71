"""Clocks of a game at the terminal."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from logistello.engine import Clock
from logistello.errors import UsageError
from logistello.othello import PASS, Color, Game

_TIME = re.compile(r"(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,5}(?:\.\d+)?)")
_LONGEST = 99 * 3600.0


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds that each side has for a game, and seconds added after each of its moves."""

    seconds: float
    increment: float = 0.0

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Hours, minutes and seconds, and what a move adds. Raises ``UsageError``.

        >>> TimeControl.parse("5:00"), TimeControl.parse("1:00:00+2.5"), TimeControl.parse("90")
        (TimeControl(seconds=300.0, increment=0.0), TimeControl(seconds=3600.0, increment=2.5), \
TimeControl(seconds=90.0, increment=0.0))
        """
        main, plus, increment = text.replace(" ", "").partition("+")
        found = cls(_seconds(text, main), _seconds(text, increment) if plus else 0.0)
        if not 0 < found.seconds <= _LONGEST:
            raise UsageError(f"clock {text!r}: expected more than no time and at most 99 hours")
        return found

    def __str__(self) -> str:
        more = f" and {self.increment:g} s for each move" if self.increment else ""
        return f"{clock_text(self.seconds)} for each side{more}"


def _seconds(text: str, part: str) -> float:
    found = _TIME.fullmatch(part)
    if found is None:
        raise UsageError(f"clock {text!r} is not understood; expected something like 5:00, 90 (seconds) or 5:00+3")
    hours, minutes, seconds = found.groups(default="0")
    return 3600 * int(hours) + 60 * int(minutes) + float(seconds)


def clock_text(seconds: float) -> str:
    """As clocks show it, begun seconds in full; tenths when little is left.

    >>> clock_text(300), clock_text(3660.5), clock_text(58.9), clock_text(9.84), clock_text(-1)
    ('5:00', '1:01:01', '0:59', '0:09.8', '0:00.0')
    """
    seconds = max(seconds, 0.0)
    if seconds < 10:
        return f"0:0{int(seconds * 10) / 10:.1f}"
    minutes, rest = divmod(math.ceil(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Stopwatch:
    """Seconds that the side to move has used for this move. It runs inside ``with``, not while the program works.

    >>> ticks = iter([10.0, 12.5, 20.0, 21.0])
    >>> watch = Stopwatch(lambda: next(ticks))
    >>> with watch:
    ...     pass
    >>> with watch:
    ...     pass
    >>> watch.seconds
    3.5
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._started: float | None = None
        self._before = 0.0

    @property
    def seconds(self) -> float:
        return self._before + (0.0 if self._started is None else self._now() - self._started)

    def reset(self) -> None:
        """A new move begins."""
        self._before = 0.0
        if self._started is not None:
            self._started = self._now()

    def __enter__(self) -> Stopwatch:
        self._started = self._now()
        return self

    def __exit__(self, *_: object) -> None:
        self._before, self._started = self.seconds, None


class GameClock:
    """Time left, counted from the times in the game's record: a move taken back gives its time back."""

    def __init__(self, control: TimeControl, stopwatch: Stopwatch, game: Game) -> None:
        """The moves that ``game`` has already do not count."""
        self.control = control
        self._stopwatch = stopwatch
        self._since = len(game.moves)

    def left(self, game: Game, color: Color) -> float:
        """Seconds, negative if the flag has fallen; the move that is being thought about included."""
        left = self.control.seconds
        for node in list(game.root.main_line())[self._since :]:
            if node.mover is color and node.move is not PASS:
                left += self.control.increment - (node.seconds or 0.0)
        return left - self._stopwatch.seconds if game.position.turn is color else left

    def for_engine(self, game: Game) -> Clock:
        """As the engine is told of it."""
        return Clock(max(self.left(game, game.position.turn), 0.0), self.control.increment)
