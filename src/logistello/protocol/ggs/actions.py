"""What a session wants done; the client, which has the socket and the engines, does it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from logistello.othello import Game, Position, Square

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Send:
    """One line to the server."""

    line: str

    def __post_init__(self) -> None:
        if _CONTROL.search(self.line):
            raise ValueError("a line to the server holds control characters: it would be more than one command")


@dataclass(frozen=True, slots=True)
class SendPassword:
    """The session does not know it."""


@dataclass(frozen=True, slots=True)
class Think:
    """Find a move; the answer goes to ``GgsSession.thought``."""

    game_id: str
    #: Tells the answer of an old question from that of a new one.
    turn: int
    position: Position
    #: On our clock at ``since`` (seconds of the session's time), and for each move to come; ``None`` without a clock.
    remaining: float | None
    increment: float
    since: float
    #: Games that go on at the same time, this one included.
    boards: int = 1


@dataclass(frozen=True, slots=True)
class Thought:
    """The answer to :class:`Think`."""

    game_id: str
    turn: int
    move: Square
    #: Discs, for the mover; ``None`` if nothing is known.
    score: float | None = None
    #: What went wrong, if something did; the move is legal all the same.
    error: str | None = None


@dataclass(frozen=True, slots=True)
class StopThinking:
    """The answer is not needed any more, or, if the game is ``over``, none will ever be."""

    game_id: str
    over: bool = False


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """Keep its games and learn from them: one, or the two of a synchro match."""

    id: str
    opponent: str
    type: str
    rated: bool
    #: Discs for us, as the server counts; the sum or mean of a synchro match is the server's business.
    score: float
    games: tuple[Game, ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the user should know."""

    text: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Close the connection. ``again`` if it is worth another try, else the session is over."""

    reason: str
    again: bool = False
    failed: bool = False


Action = Send | SendPassword | Think | StopThinking | FinishedMatch | Notice | Leave
