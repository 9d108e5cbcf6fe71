"""How fast an engine is on this machine, and how late, as measured by its own searches in the game."""

from __future__ import annotations

import math

#: Searches of a moment say nothing about speed: seconds.
_LEAST_SECONDS = 0.02
#: By how much the endings of a game may turn out harder or easier than such endings are, as powers of two.
_MOST_DIFFICULTY = 2.0
#: A clock that lost more than this between two moves of ours was set anew, or belongs to another game: seconds.
_MOST_LOST = 5.0


class Pace:
    """What the clock manager has learned so far.

    >>> pace = Pace()
    >>> pace.searched(nodes=8_000_000, seconds=1.0, allowed=0.9)
    >>> pace.nodes_per_second, round(pace.lateness, 3)
    (6000000.0, 0.1)
    >>> pace.searched(nodes=0, seconds=0.0, allowed=1.0)
    >>> pace.nodes_per_second, round(pace.lateness, 3)
    (6000000.0, 0.09)
    """

    def __init__(self) -> None:
        #: Nodes visited in a second of the middle game; a guess until it is measured.
        self.nodes_per_second = 4e6
        #: Seconds by which a search overran its time on a busy machine; slowly forgotten.
        self.lateness = 0.0
        #: The same on average over the last searches.
        self.overrun = 0.0
        #: Seconds that a move loses on its way, on average; ``None`` until a clock has told.
        self.lag: float | None = None
        #: log2 of how much longer the endings of this game take than such endings do.
        self.difficulty = 0.0
        #: The most that the clock has shown in this game.
        self.whole_clock = 0.0
        self._expected_clock: float | None = None
        self._empties = 0

    def searched(self, nodes: int, seconds: float, allowed: float | None, *, to_end: bool = False) -> None:
        """A search took so long. Recent ones count most; the nodes of endings are quicker than others."""
        if seconds >= _LEAST_SECONDS and not to_end:
            self.nodes_per_second = (self.nodes_per_second + nodes / seconds) / 2
        if allowed is not None:
            self.lateness = max(seconds - allowed, 0.9 * self.lateness)
            self.overrun = (3 * self.overrun + max(seconds - allowed, 0.0)) / 4

    def mean_loss(self, guess: float) -> float:
        """Seconds that a move loses besides thinking; the ``guess`` is for its way, until a clock has told."""
        return (guess if self.lag is None else self.lag) + self.overrun

    def proven(self, expected: float, seconds: float) -> None:
        """A proof took so long, or was given up then, where ``expected`` seconds were planned with.

        >>> pace = Pace()
        >>> pace.proven(expected=1.0, seconds=4.0)
        >>> pace.difficulty
        1.0
        """
        if expected >= _LEAST_SECONDS and seconds > 0:
            harder = self.difficulty + math.log2(seconds / expected)
            self.difficulty = max(-_MOST_DIFFICULTY, min((self.difficulty + harder) / 2, _MOST_DIFFICULTY))

    def clock_told(self, remaining: float, empties: int) -> None:
        """What the clock shows when we are asked for a move: more is gone than we have used.

        >>> pace = Pace()
        >>> pace.clock_told(60.0, empties=40)
        >>> pace.moved(remaining=60.0, seconds=2.0, increment=0.0)
        >>> pace.clock_told(57.9, empties=38)
        >>> round(pace.lag, 3)
        0.1
        """
        if empties >= self._empties:  # another game
            self._expected_clock, self.difficulty, self.whole_clock = None, 0.0, 0.0
        self._empties = empties
        self.whole_clock = max(self.whole_clock, remaining)
        if self._expected_clock is not None and 0.0 <= self._expected_clock - remaining <= _MOST_LOST:
            lost = self._expected_clock - remaining
            self.lag = lost if self.lag is None else (3 * self.lag + lost) / 4

    def moved(self, remaining: float, seconds: float, increment: float) -> None:
        """We have used ``seconds`` of what the clock showed."""
        self._expected_clock = remaining - seconds + increment
