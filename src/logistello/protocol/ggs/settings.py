"""What a session knows before it begins: whom it plays, what it proposes and which proposals it accepts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from logistello.errors import UsageError
from logistello.protocol.ggs.formula import Formula
from logistello.protocol.ggs.message import Request
from logistello.protocol.ggs.notation import GgsClock, MatchType


@dataclass(frozen=True, slots=True)
class Decision:
    accept: bool
    #: Why not, for the log and for the user.
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Policy:
    """Proposals that a formula accepts and another does not decline, of a kind that we can play.

    A stored match of ours is always resumed: having begun it, we owe that to the opponent.
    """

    accept: Formula = field(default_factory=lambda: Formula("clock>=1:00"))
    decline: Formula | None = None

    def decide(self, request: Request) -> Decision:
        """On a proposal that is addressed to us."""
        if why_not := request.type.why_not:
            return Decision(False, f"{why_not} ({request.type.text}) is not played here")
        if request.stored is not None:
            return Decision(True)
        values = describe(request)
        if self.decline is not None and self.decline.holds(values):
            return Decision(False, f"the formula {self.decline.text!r} declines it")
        if not self.accept.holds(values):
            return Decision(False, f"the formula {self.accept.text!r} does not accept it")
        return Decision(True)


def describe(request: Request) -> dict[str, float]:
    """The words of formulas, for a proposal that is addressed to us."""
    ours = request.opponent_clock or request.clock
    return {
        "rated": float(request.rated == "R"),
        "synchro": float(request.type.synchro),
        "rand": float(request.type.discs is not None),
        "discs": float(request.type.discs or 4),
        "stored": float(request.stored is not None),
        "rating": request.challenger.rating or 0.0,
        "clock": ours.initial,
        "increment": ours.increment_per_move,
        "extension": ours.extension,
        "their_clock": request.clock.initial,
    }


#: As GGS writes boards for people (what other programs of today use), or as short lines for programs.
Style = Literal["text", "ggf"]

_NAME = re.compile(r"[^\s,\\._\[\]():|\x00-\x1f\x7f-\x9f][^\s,\\\[\]():|\x00-\x1f\x7f-\x9f]{1,7}")


def checked_name(name: str, what: str) -> str:
    """A name as the server allows it. Raises ``UsageError``."""
    if not _NAME.fullmatch(name):
        raise UsageError(f"{what} {name!r}: expected 2 to 8 characters, no blanks, not beginning with '.' or '_'")
    return name


@dataclass(frozen=True, slots=True)
class Ask:
    """A match to propose. Raises ``UsageError`` for one that cannot be."""

    type: str
    #: ``None`` proposes to everybody.
    opponent: str | None = None
    clock: str = "15:00//02:00"

    def __post_init__(self) -> None:
        kind = MatchType.parse(self.type)
        if kind is None or kind.why_not:
            why = kind.why_not if kind else "no type of match"
            raise UsageError(f"type {self.type!r}: {why}; expected 8, 8b, 8w or s8r18 (random start with 18 discs)")
        if GgsClock.parse(self.clock) is None:
            raise UsageError(f"clock {self.clock!r}: expected TIME/INCREMENT/EXTENSION such as 15:00//02:00")
        if self.opponent is not None:
            checked_name(self.opponent, "opponent")

    @property
    def command(self) -> str:
        return " ".join(word for word in ("ask", self.type.lower(), self.clock, self.opponent) if word)


@dataclass(frozen=True, slots=True)
class GgsSettings:
    """Everything a session needs to know. Times are in seconds. Raises ``UsageError`` for values that make no sense."""

    login: str
    policy: Policy = field(default_factory=Policy)
    ask: Ask | None = None
    #: Quit after this number of matches; ``None`` for no limit.
    matches: int | None = None
    rated: bool = True
    style: Style = "text"
    #: Resume matches that the server has stored.
    resume: bool = True
    #: Between two proposals of ours, if nothing came of the first.
    ask_again_after: float = 60.0
    #: Send something after this long without sending: servers and routers drop silent connections.
    keep_alive_after: float = 50.0
    #: After this long without a line the server is asked for one; after as long again the connection is given up.
    silence: float = 120.0
    #: How long the login may take.
    login_within: float = 60.0

    def __post_init__(self) -> None:
        checked_name(self.login, "login")
        if self.matches is not None and self.matches < 1:
            raise UsageError(f"{self.matches} matches: expected 1 or more")
