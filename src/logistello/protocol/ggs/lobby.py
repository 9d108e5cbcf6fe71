"""Finding opponents: proposals to us, our own, and matches that were stored."""

from __future__ import annotations

from logistello.protocol.ggs.actions import Action, Notice, Send
from logistello.protocol.ggs.message import Request, ServiceError, StoredMatches
from logistello.protocol.ggs.settings import GgsSettings

#: More stored matches than this are left to another day.
_MOST_TO_RESUME = 20


class Lobby:
    """One match at a time: who is playing neither accepts nor proposes."""

    def __init__(self, settings: GgsSettings) -> None:
        self._settings = settings
        #: Our own proposal, while it stands.
        self.asked: str | None = None
        self._next_ask = 0.0
        self._to_resume: list[str] = []
        #: Asked for once on this connection, which is enough.
        self._resumed: set[str] = set()

    def proposed(self, request: Request, busy: str | None, now: float) -> list[Action]:
        """``busy`` says why nothing can be accepted now."""
        me = self._settings.login
        if not request.added:
            return self._withdrawn(request, busy is not None, now)
        if request.challenger.name == me and (request.opponent is None or request.opponent.name != me):
            self.asked = request.id
            return []
        if request.opponent is None or request.opponent.name != me:
            return []
        reason = busy
        if reason is None:
            decision = self._settings.policy.decide(request)
            reason = None if decision.accept else decision.reason
        who = f"{request.challenger.name} ({_rating(request.challenger.rating)})"
        what = f"{request.type.text} {request.clock}"
        if reason is None:
            self._next_ask = now + self._settings.ask_again_after  # the match is about to begin
            return [Notice(f"accepted: {what} against {who}"), Send(f"tell /os accept {request.id}")]
        return [Notice(f"declined: {what} against {who}: {reason}"), Send(f"tell /os decline {request.id}")]

    def _withdrawn(self, request: Request, playing: bool, now: float) -> list[Action]:
        """This is also said of a proposal that became a match."""
        if request.id != self.asked:
            return []
        self.asked = None
        if playing:
            return []
        self._next_ask = now + self._settings.ask_again_after
        return [Notice(f"our proposal {request.id} came to nothing; {self._when()}")]

    def refused(self, error: ServiceError, now: float) -> list[Action]:
        """The service complained, and not about a move."""
        if self._settings.ask is not None and self.asked is None:
            self._next_ask = max(self._next_ask, now + self._settings.ask_again_after)
        return [Notice(f"the server complains: {error.text[:200]}")]

    def stored(self, message: StoredMatches) -> list[Action]:
        me = self._settings.login
        if message.owner != me or not self._settings.resume:
            return []
        ours = [
            (number, names)
            for number, names, kind in message.matches
            if me in names and not kind.why_not and number not in self._resumed
        ]
        self._to_resume = [number for number, _ in ours[:_MOST_TO_RESUME]]
        return [Notice(f"stored match {number} ({names[0]} vs. {names[1]}) can go on") for number, names in ours]

    def ask(self, now: float) -> list[Action]:
        """When nothing is played: what was left unfinished first."""
        if self.asked is not None or now < self._next_ask:
            return []
        self._next_ask = now + self._settings.ask_again_after
        if self._to_resume:
            number = self._to_resume.pop(0)
            self._resumed.add(number)
            return [Notice(f"asking to go on with {number}"), Send(f"tell /os ask {number}")]
        if self._settings.ask is not None:
            return [Send(f"tell /os {self._settings.ask.command}")]
        self._next_ask = now
        return []

    def match_over(self, now: float) -> None:
        """The next proposal need not wait."""
        self.asked = None
        self._next_ask = now

    def connection_lost(self) -> None:
        self.asked = None
        self._next_ask = 0.0
        self._to_resume = []
        self._resumed.clear()

    def _when(self) -> str:
        if self._settings.ask is None:
            return "no other will be made"
        return f"the next one in {self._settings.ask_again_after:g} s"


def _rating(rating: float | None) -> str:
    return "?" if rating is None else f"{rating:.0f}"
