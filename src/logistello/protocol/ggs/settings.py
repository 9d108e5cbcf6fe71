"""What a session is told before it begins."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from logistello.errors import UsageError
from logistello.protocol.ggs.clock_text import GgsClock
from logistello.protocol.ggs.match_type import MatchType
from logistello.protocol.ggs.policy import Policy

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
    """Raises ``UsageError`` for values that make no sense. Times are seconds."""

    login: str
    policy: Policy = field(default_factory=Policy)
    ask: Ask | None = None
    #: Quit after so many matches; ``None`` for no end.
    matches: int | None = None
    rated: bool = True
    style: Style = "text"
    #: Go on with matches that the server has stored.
    resume: bool = True
    #: Between two proposals of ours, if nothing came of the first.
    ask_again_after: float = 60.0
    #: Something is sent if nothing was for so long: servers and routers forget who is silent.
    keep_alive_after: float = 50.0
    #: After so long without a word the server is asked for one, and after as long again given up.
    silence: float = 120.0
    #: Patience until the login is through.
    login_within: float = 60.0

    def __post_init__(self) -> None:
        checked_name(self.login, "login")
        if self.matches is not None and self.matches < 1:
            raise UsageError(f"{self.matches} matches: expected 1 or more")
