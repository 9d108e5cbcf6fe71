"""Time left in a game, from the clocks of its GGF record.

A clock is ``initial/increment/extension``, each ``[[HH:]MM:]SS`` and maybe followed by a comma and the moves it is for
(``15:00,0:0//02:00``).
"""

from __future__ import annotations

from dataclasses import dataclass

from logistello.engine import Clock
from logistello.othello import Color, Game
from logistello.othello.notation.source import parse_number

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
