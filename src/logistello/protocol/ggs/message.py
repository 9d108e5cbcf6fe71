"""Everything that the server says, as types. ``parsing`` makes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from logistello.othello import Color, Game, Position
from logistello.protocol.ggs.notation import GgsClock, GgsMove, GgsPlayer, MatchType

#: ``.5``, or ``.5.0`` and ``.5.1`` for the two games of a synchro match.
GameId = str
#: Rated, unrated, and one more letter that marks stored matches.
RatedLetter = Literal["R", "U", "S"]


def match_of(game: GameId) -> str:
    """The match that a game belongs to.

    >>> match_of(".5"), match_of(".5.1")
    ('.5', '.5')
    """
    return ".".join(game.split(".")[:2])


# -- the central server -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ready:
    """The end of a message; after the password, the sign that it was right."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """It waits for the login or the password."""

    wants: Literal["login", "password"]


@dataclass(frozen=True, slots=True)
class ServerText:
    """Any other line of the central server, without its colon."""

    text: str


@dataclass(frozen=True, slots=True)
class Presence:
    """A user, or a service such as ``/os``, came or went."""

    name: str
    here: bool


@dataclass(frozen=True, slots=True)
class Tell:
    """Somebody talks to us, or on a channel."""

    sender: str
    text: str


# -- requests and matches ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Party:
    """One of the two names in a request or match."""

    name: str
    rating: float | None


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody proposes a match, or (``added`` is false) the proposal is gone: withdrawn, declined, or begun."""

    added: bool
    id: str
    challenger: Party
    #: ``None`` if it is addressed to everybody.
    opponent: Party | None
    type: MatchType
    rated: RatedLetter
    clock: GgsClock
    #: The opponent's, where it differs.
    opponent_clock: GgsClock | None = None
    #: The stored match to go on with.
    stored: str | None = None


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """The order of the names is that of the request, not of the colours."""

    id: str
    parties: tuple[Party, Party]
    type: MatchType
    rated: RatedLetter


@dataclass(frozen=True, slots=True)
class MatchOver:
    """``score`` is that of the first name, in discs; ``None`` after an abort or if a player left, see ``words``."""

    id: str
    parties: tuple[Party, Party]
    type: MatchType
    rated: RatedLetter
    score: float | None
    words: str = ""


@dataclass(frozen=True, slots=True)
class StoredMatches:
    """Stored matches that may be resumed: numbers, opponents, types."""

    owner: str
    matches: tuple[tuple[str, tuple[str, str], MatchType], ...]


# -- games ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Join:
    """A game as it stands, at its beginning, on return, and after an undo."""

    id: GameId
    type: MatchType | None
    seats: dict[Color, GgsPlayer]
    #: ``None`` if there is no board of our size in it.
    start: Position | None
    moves: tuple[GgsMove, ...] = ()
    #: The present, where the message shows it; else it follows from the moves.
    position: Position | None = None
    #: The whole record, where the message is written in GGF (``client +``).
    record: Game | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Update:
    """A move of either side."""

    id: GameId
    move: GgsMove
    number: int | None = None
    #: Position and clocks after it; not in the short style (``client +``).
    position: Position | None = None
    seats: dict[Color, GgsPlayer] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Garbled:
    """Something was said of a game, but what it was got lost; ``None`` if even the number of the game did."""

    id: GameId | None


@dataclass(frozen=True, slots=True)
class GameOver:
    """One game of a synchro match is over; ``score`` is that of the first name, in discs."""

    id: GameId
    names: tuple[str, str]
    score: float | None


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A clock ran out; ``fatal`` if the extension did too."""

    id: GameId
    name: str
    fatal: bool


@dataclass(frozen=True, slots=True)
class Asking:
    """The opponent asks for an undo or to abort."""

    id: GameId
    name: str
    what: Literal["undo", "abort"]


@dataclass(frozen=True, slots=True)
class ServiceError:
    """The service did not like what we sent; ``id`` if it says in which game."""

    text: str
    id: GameId | None = None


@dataclass(frozen=True, slots=True)
class RatingUpdate:
    """New ratings after a match, by name."""

    id: str
    ratings: dict[str, float]


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark in a game."""

    id: GameId
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """Anything else, and whatever could not be understood; the first line."""

    text: str


Message = (
    Ready
    | Prompt
    | ServerText
    | Presence
    | Tell
    | Request
    | MatchBegun
    | MatchOver
    | StoredMatches
    | Join
    | Update
    | Garbled
    | GameOver
    | TimeUp
    | Asking
    | ServiceError
    | RatingUpdate
    | Comment
    | Unknown
)
