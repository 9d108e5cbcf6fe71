"""Clocks as GTP, XBoard and the GGF records of NBoard tell them, turned into limits of a search."""

from __future__ import annotations

from dataclasses import dataclass, replace

from logistello.engine import Clock, Limit
from logistello.othello import Color, Game
from logistello.othello.notation.source import parse_number
from logistello.protocol.xboard_messages import LevelCommand

# -- GTP ---------------------------------------------------------------------------------------

# Clocks as GTP tells them.
#
# ``time_settings main period stones`` is read as peers mean it: main time alone is sudden death; with stones, that
# number of moves in every period after it (Canadian); a period without stones is an increment after main time
# (Fischer), and seconds for each move if there is no main time. The standard lets the last one (``0 1 0``) stand for
# "no limit", where one second does no harm. ``time_left`` corrects what we count ourselves.


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
    """Main time if ``stones`` is 0, else seconds for that many moves."""

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
        Limit(time=1.95, nodes=None, depth=8, clock=None, processor_time=None)
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


# -- XBoard ------------------------------------------------------------------------------------


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


# -- GGF ---------------------------------------------------------------------------------------

# Time left in a game, from the clocks of its GGF record.
#
# A clock is ``initial/increment/extension``, each ``[[HH:]MM:]SS`` and perhaps followed by a comma and the number of
# moves that it is for (``15:00,0:0//02:00``).


#: A clock that ran out does not mean that no move is wanted: seconds for each of the moves that are left.
_LEAST_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class RecordedClock:
    """Seconds at the beginning, after each move, and once when all are used up."""

    initial: float
    increment: float = 0.0
    extension: float = 0.0


def parse_clock(text: str) -> RecordedClock | None:
    """``None`` if there is no clock, or none that can be understood.

    >>> parse_clock("15:00//02:00")
    RecordedClock(initial=900.0, increment=0.0, extension=120.0)
    >>> parse_clock("1:00:05,0:0/0:10"), parse_clock("soon"), parse_clock("")
    (RecordedClock(initial=3605.0, increment=10.0, extension=0.0), None, None)
    """
    parts = [_seconds(part) for part in text.split("/")]
    if len(parts) > 3 or None in parts:
        return None
    known = [part for part in parts if part is not None]
    return RecordedClock(*known) if any(known) else None


def _seconds(text: str) -> float | None:
    """Nothing counts as zero."""
    text = text.partition(",")[0].strip()
    if not text:
        return 0.0
    total = 0.0
    for word in text.split(":"):
        number = parse_number(word)
        if number is None or number < 0:
            return None
        total = 60 * total + number
    return total if total < 1e7 else None


def time_left(game: Game) -> Clock | None:
    """What the side to move has left after its moves of the record; ``None`` if the game has no clock.

    >>> game = Game.from_moves("")
    >>> game.black.clock = "1:00"
    >>> node = game.play("f5", seconds=12.5), game.play("d6", seconds=3)
    >>> time_left(game)
    Clock(remaining=47.5, increment=0.0)
    """
    turn: Color = game.position.turn
    clock = parse_clock(game.player(turn).clock)
    if clock is None:
        return None
    own = [node for node in game.root.main_line() if node.mover is turn]
    left = clock.initial + clock.increment * len(own) - sum(node.seconds or 0.0 for node in own)
    if left <= 0:
        left += clock.extension
    return Clock(max(left, _LEAST_SECONDS), clock.increment)
