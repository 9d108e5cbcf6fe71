"""Clocks as GGS writes them: ``15:00//02:00`` is 15 minutes, no increment, 2 minutes of extension.

The whole form is ``ini[,[N]m1]/inc[,[N]m2]/ext[,[N]m3]``. ``inc`` is added every ``m2`` moves. Who uses up ``ini`` has
lost by at least the smallest margin, but may go on within ``ext``: nothing to plan with. Clocks of running games carry
the number of moves made before a colon: ``00:56,1:0//02:00,1:0``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_TIME = r"-?(?:[0-9]{1,3}\.)?(?:[0-9]{1,3}:){0,2}[0-9]{1,5}"
_PART = rf"(?:{_TIME})?(?:,N?[0-9]{{1,3}}(?::N?[0-9]{{1,3}})?)?"
_CLOCK = re.compile(rf"({_PART})(?:/({_PART}))?(?:/({_PART}))?")


@dataclass(frozen=True, slots=True)
class GgsClock:
    """Seconds. ``initial`` is what is left where the clock is that of a running game.

    >>> GgsClock.parse("00:56,1:0/10,2/02:00")
    GgsClock(initial=56.0, increment=10.0, extension=120.0, moves_per_increment=2)
    """

    initial: float
    increment: float = 0.0
    extension: float = 0.0
    moves_per_increment: int = 1

    @classmethod
    def parse(cls, text: str) -> GgsClock | None:
        """``None`` if this is no clock. An increment without a number of moves comes with each."""
        match = _CLOCK.fullmatch(text.strip())
        if match is None or not match[0]:
            return None
        initial, increment, extension = (part or "" for part in match.groups())
        return cls(_seconds(initial), _seconds(increment), _seconds(extension), max(_moves(increment), 1))

    @property
    def increment_per_move(self) -> float:
        return self.increment / self.moves_per_increment

    def __str__(self) -> str:
        """As in a request.

        >>> str(GgsClock(900, extension=120)), str(GgsClock(65, 3))
        ('15:00//02:00', '01:05/00:03/')
        """
        parts = [_text(seconds) if seconds else "" for seconds in (self.initial, self.increment, self.extension)]
        if self.increment and self.moves_per_increment > 1:
            parts[1] += f",{self.moves_per_increment}"
        return "/".join(parts)


def _seconds(part: str) -> float:
    """Negative times (a clock that ran out) are zero."""
    time = part.partition(",")[0]
    if not time or time.startswith("-"):
        return 0.0
    days, _, rest = time.rpartition(".")
    seconds = 0
    for number in rest.split(":"):
        seconds = 60 * seconds + int(number)
    return float(seconds + 86_400 * int(days or 0))


def _moves(part: str) -> int:
    """The number of moves that a part is for; in running games it stands behind the colon."""
    return int(part.partition(",")[2].rpartition(":")[2].lstrip("N") or 0)


def _text(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"
