"""Which proposals we accept."""

from __future__ import annotations

from dataclasses import dataclass, field

from logistello.protocol.ggs.formula import Formula
from logistello.protocol.ggs.message import Request


@dataclass(frozen=True, slots=True)
class Decision:
    accept: bool
    #: Why not, for the log and for the user.
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Policy:
    """Proposals that a formula accepts and another does not decline, of a kind that we can play.

    A match of ours that was stored is always gone on with: whoever began it owes that to the opponent.
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
