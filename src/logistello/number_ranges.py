"""Which numbers make sense where: one range for each kind of number, for options, players as text and the Python API.

Upper bounds are far beyond what anybody needs and within what the core's types hold: a slip of the finger is refused
before it allocates or runs for ever.
"""

from __future__ import annotations

import operator
import sys
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from logistello.errors import NumberError

Number = TypeVar("Number", int, float)
_MOST_QUOTED = 40


@dataclass(frozen=True)
class NumberRange(Generic[Number]):
    """Numbers from ``low`` to ``high``, both included unless it says otherwise.

    >>> THREADS.checked(4, "threads"), THREADS.read("4")
    (4, 4)
    >>> THREADS.checked(0, "threads")
    Traceback (most recent call last):
    ...
    logistello.errors.NumberError: threads is 0; expected a whole number from 1 to 1024
    >>> SECONDS.read("nan")
    Traceback (most recent call last):
    ...
    logistello.errors.NumberError: 'nan': expected a number from 0 to 1000000000
    """

    kind: type[Number]
    low: Number
    high: Number
    without_low: bool = False
    without_high: bool = False
    #: Only these, if there are any.
    choices: tuple[Number, ...] = ()

    def __contains__(self, number: Number) -> bool:
        above = number > self.low if self.without_low else number >= self.low
        below = number < self.high if self.without_high else number <= self.high
        return above and below and (not self.choices or number in self.choices)

    def __str__(self) -> str:
        if self.choices:
            *others, last = map(str, self.choices)
            return f"{', '.join(others)} or {last}"
        if self.kind is int:
            return f"a whole number from {self.low} to {self.high}"
        low, high = f"{self.low:.12g}", f"{self.high:.12g}"
        if not self.without_low and not self.without_high:
            return f"a number from {low} to {high}"
        above = "more than" if self.without_low else "at least"
        below = "less than" if self.without_high else "at most"
        return f"a number, {above} {low} and {below} {high}"

    def checked(self, number: Number, name: str) -> Number:
        """The number as a plain one of Python. Raises ``NumberError``, which calls it ``name``."""
        found = self._plain(number)
        if found is None or found not in self:
            raise NumberError(f"{name} is {_quoted(number)}; expected {self}")
        return found

    def read(self, text: str) -> Number:
        """The number that a text stands for. Raises ``NumberError``."""
        try:
            found: Number | None = self.kind(text)
        except ValueError:
            found = None
        if found is None or found not in self:
            raise NumberError(f"{_quoted(text)}: expected {self}")
        return found

    def _plain(self, number: Any) -> Number | None:
        """Numbers of NumPy count; ``None`` for what is no number of this kind."""
        try:
            return self.kind(operator.index(number) if self.kind is int else number)
        except (TypeError, ValueError, OverflowError):
            return None


def _quoted(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of so many digits
        return "a number of thousands of digits"
    return text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]}..."


def _whole(low: int, high: int) -> NumberRange[int]:
    return NumberRange(int, low, high)


def _real(low: float, high: float, *, without_low: bool = False, without_high: bool = False) -> NumberRange[float]:
    return NumberRange(float, low, high, without_low, without_high)


# -- the engine -------------------------------------------------------------------------------

#: As many as the core starts.
THREADS = _whole(1, 1024)
#: Worker processes, engines and games at the same time: each has tables of its own.
WORKERS = _whole(1, 256)
MEGABYTES = _whole(1, 1 << 20)
#: About thirty years.
SECONDS = _real(0.0, 1e9)
SOME_SECONDS = _real(0.0, 1e9, without_low=True)
HOURS = _real(0.0, 1e6, without_low=True)
#: Of a network, or by which a player may be late.
LAG = _real(0.0, 3600.0)
NODES = _whole(0, (1 << 63) - 1)
#: As a limit or on a clock, of whatever program or record it comes from: finite.
DURATION = _real(0.0, sys.float_info.max)
#: Of a search; no game is longer.
DEPTH = _whole(1, 60)
DEPTH_OR_NONE = _whole(0, 60)
#: As a limit: a search ends with the game, however deep it may go.
DEPTH_LIMIT = _whole(1, (1 << 31) - 1)
#: More than there are asks for all.
BEST_MOVES = _whole(1, 1000)
#: Of Multi-ProbCut, in percent.
CONFIDENCE: NumberRange[int] = NumberRange(int, 50, 99, choices=(50, 60, 73, 87, 95, 98, 99))
#: Standard deviations to spare before something is cut; also for every move of depth.
DEVIATIONS = _real(0.0, 10.0)
#: A depth that passes are measured from, in moves; also for every empty square.
MOVES_OF_DEPTH = _real(0.0, 60.0)
#: Of ProbCut's two searches, as far as lines are stored.
SHALLOW_DEPTH, DEEP_DEPTH = _whole(0, 16), _whole(1, 40)
#: From how many empty squares on a position is an opening; 61: none is.
OPENING_EMPTIES = _whole(0, 61)
#: What a reply costs in the order of moves, in 1/128 disc.
REPLY_PRICE = _whole(0, 64 * 128)
LEVEL = _whole(1, 20)

# -- games and positions ----------------------------------------------------------------------

EMPTIES = _whole(0, 60)
#: Moves of a line, passes included.
PLIES = _whole(1, 128)
PLIES_OR_NONE = _whole(0, 128)
SCORE = _whole(-64, 64)
DISCS = _real(-64.0, 64.0)
#: What a line or a move may lose.
LOSS = _real(0.0, 128.0)
#: Beyond it a player wins every game but one of three hundred, and no match can tell how much better it is.
ELO = _real(-1000.0, 1000.0)
STAGES = _whole(1, 61)

#: Of the deepest search that a calibration compares with, and of the positions that it solves.
CALIBRATED_DEPTH = _whole(1, 20)
CALIBRATED_EMPTIES = _whole(1, 30)

# -- amounts ----------------------------------------------------------------------------------

COUNT = _whole(1, 10**9)
COUNT_OR_NONE = _whole(0, 10**9)
SEED = _whole(0, (1 << 63) - 1)
#: A part of a whole, the whole included or not.
SHARE = _real(0.0, 1.0)
PROPER_PART = _real(0.0, 1.0, without_high=True)
#: Weights and penalties of a fit.
AMOUNT = _real(0.0, 1e9)
SOME_AMOUNT = _real(0.0, 1e9, without_low=True)
PORT = _whole(1, 65535)
PORT_OR_ANY = _whole(0, 65535)
